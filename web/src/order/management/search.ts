import { managementWindowMonths } from '@kervan/contract/order/words'
import { z } from 'zod'
import { windowOf, type DayWindow } from '../../kit/dateWindow.ts'
import { orderSearchShape } from '../shared/orderSearch.ts'

export const managementTabs = ['pending', 'closed', 'external'] as const
export type ManagementTab = (typeof managementTabs)[number]

export const managementSearch = z.object({ ...orderSearchShape, tab: z.enum(managementTabs).optional().catch(undefined) })

export function managementWindow(search: { from?: string | undefined; to?: string | undefined }): DayWindow {
  return windowOf(search, managementWindowMonths)
}
