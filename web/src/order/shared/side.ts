import {
  downloadManagedDocument,
  downloadManagedOrderPdf,
  getManagedOrder,
} from '@kervan/contract/order/order-management'
import { downloadDocument, downloadOrderPdf, getMyOrder } from '@kervan/contract/order/order-my'
import { getManagedLineIssues, getMyLineIssues } from '@kervan/contract/order/goods-issues'
import { getManagedLineQuotas, getMyLineQuotas } from '@kervan/contract/order/quota-rules'
import type { OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import type { QueryClient } from '@tanstack/react-query'
import { read } from '../../kit/call/query.ts'

// Each side of an order has calls of its own.

const calls = {
  manager: {
    get: getManagedOrder,
    download: downloadManagedDocument,
    pdf: downloadManagedOrderPdf,
    quotas: getManagedLineQuotas,
    issues: getManagedLineIssues,
  },
  owner: {
    get: getMyOrder,
    download: downloadDocument,
    pdf: downloadOrderPdf,
    quotas: getMyLineQuotas,
    issues: getMyLineIssues,
  },
} as const

export function orderOptions(side: Side, orderCode: string) {
  return read(calls[side].get as typeof getManagedOrder, { orderCode })
}

export function downloadOf(side: Side) {
  return calls[side].download as typeof downloadManagedDocument
}

export const quotasOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].quotas, { orderCode, lineId })

export const issuesOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].issues, { orderCode, lineId })

export function pdfOf(side: Side) {
  return calls[side].pdf as typeof downloadManagedOrderPdf
}

/** Takes over what a move has answered, and makes stale whatever else shows orders; the order itself is not asked again. */
export function adoptOrder(queries: QueryClient, side: Side, order: OrderView): void {
  const { queryKey } = orderOptions(side, order.orderCode)
  queries.setQueryData(queryKey, order)
  void queries.invalidateQueries({
    predicate: ({ queryKey: [group, operation] }) =>
      (group === 'OrderManagement' || group === 'OrderMy') &&
      !(group === queryKey[0] && operation === queryKey[1]),
  })
}
