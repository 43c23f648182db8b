import {
  deleteDocument,
  deleteManagedDocument,
  downloadDocument,
  downloadManagedDocument,
  uploadDocuments,
  uploadManagedDocuments,
} from '@kervan/contract/order/order-documents'
import { exportManagedLines, exportMyLines } from '@kervan/contract/order/line-export'
import { downloadManagedOrderPdf, getManagedOrder } from '@kervan/contract/order/order-management'
import { downloadOrderPdf, getMyOrder } from '@kervan/contract/order/order-my'
import { getManagedLineIssues, getMyLineIssues } from '@kervan/contract/order/goods-issues'
import { getManagedLineQuotas, getMyLineQuotas } from '@kervan/contract/order/quota-rules'
import type { Twin } from '@kervan/contract/kit/call'
import type { OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { callServer } from '../../kit/call/client.ts'
import { read } from '../../kit/call/query.ts'

// Each side of an order has calls of its own.

const manager = {
  get: getManagedOrder,
  download: downloadManagedDocument,
  upload: uploadManagedDocuments,
  remove: deleteManagedDocument,
  pdf: downloadManagedOrderPdf,
  quotas: getManagedLineQuotas,
  issues: getManagedLineIssues,
  lines: exportManagedLines,
}
type CallsOfSide = { [K in keyof typeof manager]: Twin<(typeof manager)[K]> }
const calls: Record<Side, CallsOfSide> = {
  manager,
  owner: {
    get: getMyOrder,
    download: downloadDocument,
    upload: uploadDocuments,
    remove: deleteDocument,
    pdf: downloadOrderPdf,
    quotas: getMyLineQuotas,
    issues: getMyLineIssues,
    lines: exportMyLines,
  },
}

/** So many lines of an order are shown before the rest of it is there. */
const firstLines = 200

/**
 * One order with all of its lines. The first time its first lines arrive alone, so that a large order is on the screen
 * before the rest of it is (`isWhole`); later its lines are asked for together.
 */
export function orderOptions(side: Side, orderCode: string) {
  const call = calls[side].get
  const whole = read(call, { orderCode })
  return queryOptions({
    queryKey: whole.queryKey,
    queryFn: async ({ client, signal }): Promise<OrderView> => {
      if (client.getQueryData(whole.queryKey) === undefined) {
        const first = await callServer(call, { orderCode, firstLines }, { signal })
        if (isWhole(first)) return first
        client.setQueryData(whole.queryKey, first)
      }
      return await callServer(call, { orderCode }, { signal })
    },
  })
}

/** All lines of the order are there; until then nothing is decided, chosen or exported. */
export const isWhole = ({ lines, lineCount }: OrderView): boolean => lines.length === lineCount

export function downloadOf(side: Side) {
  return calls[side].download
}

/** The calls on documents of an order that both sides send alike. */
export function documentCallsOf(side: Side) {
  const { upload, remove } = calls[side]
  return { upload, remove }
}

export const quotasOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].quotas, { orderCode, lineId })

export const issuesOf = (side: Side, orderCode: string, lineId: string) =>
  read(calls[side].issues, { orderCode, lineId })

/** The shown lines as a workbook. */
export const lineExportOf = (side: Side) => calls[side].lines

export function pdfOf(side: Side) {
  return calls[side].pdf
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
