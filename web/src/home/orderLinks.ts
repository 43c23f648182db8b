import type { ShownOrderState } from '@kervan/contract/order/words'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import type { ChartLink } from '../kit/chart/Chart.tsx'
import { today } from '../kit/values/companyDay.ts'

type Window = { from: string; to: string }

/** Where the orders of a figure are listed: those who decide see them in Order Management, the others in My Orders. */
export type OrderPlace = { tab: string; states?: readonly ShownOrderState[]; late?: boolean }

export function orderLink(side: 'manager' | 'owner', place: OrderPlace, window?: Window): ChartLink {
  const filters = {
    ...(place.states && { shownState: { in: place.states } }),
    ...(place.late && { deliveryDate: { to: addDays(today(), -1) } }),
  }
  return {
    to: side === 'manager' ? '/order/order-management' : '/order/my-orders',
    search: { tab: place.tab, ...window, ...(Object.keys(filters).length > 0 && { f: filters }) },
  }
}

/** All days of a month, given by its first. */
export const monthWindow = (first: string): Window => ({ from: first, to: addDays(addMonths(first, 1), -1) })
