import {
  deleteDocument,
  deleteManagedDocument,
  downloadDocument,
  downloadManagedDocument,
  updateDocument,
  updateManagedDocument,
  uploadDocuments,
  uploadManagedDocuments,
} from '@kervan/contract/order/order-documents'
import { exportManagedLines, exportMyLines } from '@kervan/contract/order/line-export'
import { downloadManagedOrderPdf, getManagedOrder } from '@kervan/contract/order/order-management'
import { downloadOrderPdf, getMyOrder } from '@kervan/contract/order/order-my'
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
    upload: uploadManagedDocuments,
    describe: updateManagedDocument,
    remove: deleteManagedDocument,
    pdf: downloadManagedOrderPdf,
    quotas: getManagedLineQuotas,
    issues: getManagedLineIssues,
    lines: exportManagedLines,
  },
  owner: {
    get: getMyOrder,
    download: downloadDocument,
    upload: uploadDocuments,
    describe: updateDocument,
    remove: deleteDocument,
    pdf: downloadOrderPdf,
    quotas: getMyLineQuotas,
    issues: getMyLineIssues,
    lines: exportMyLines,
  },
} as const

export function orderOptions(side: Side, orderCode: string) {
  return read(calls[side].get as typeof getManagedOrder, { orderCode })
}

export function downloadOf(side: Side) {
  return calls[side].download as typeof downloadManagedDocument
}

/** The calls on documents of an order; both sides send the same, and who manages the process state as well. */
export function documentCallsOf(side: Side) {
  const { upload, describe, remove } = calls[side]
  return {
    upload: upload as typeof uploadManagedDocuments,
    describe: describe as typeof updateManagedDocument,
    remove: remove as typeof deleteManagedDocument,
  }
}

export const quotasOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].quotas, { orderCode, lineId })

export const issuesOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].issues, { orderCode, lineId })

/** The shown lines as a workbook. */
export const lineExportOf = (side: Side) => calls[side].lines as typeof exportManagedLines

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
