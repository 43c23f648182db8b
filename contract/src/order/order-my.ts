import { z } from 'zod'
import { Binary, call, Uuid, Version } from '../kit/call.ts'
import { pageList } from '../kit/page.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { text } from '../kit/values.ts'
import { orderColumns, orderRowExtra, orderWindow } from './order-lists.ts'
import { AskedOrder, OrderView } from './order-view.ts'

// My Orders (ORD-011): the side of those who ordered.

const list = {
  columns: orderColumns,
  extra: orderRowExtra,
  scope: orderWindow,
  search: true,
  refusals: ['WindowTooWide', 'WindowTooEarly'],
} as const

export const myPendingOrders = pageList('OrderMy/GetPendingOrders', {
  ...list,
  selectable: true,
  defaultSort: [{ column: 'orderDate', direction: 'desc' }],
})
export const myPastOrders = pageList('OrderMy/GetPastOrders', {
  ...list,
  defaultSort: [{ column: 'orderDate', direction: 'desc' }],
})

const OrderCode = z.string().min(1).max(40)

export const getMyOrder = call('OrderMy/GetOrder', {
  reads: true,
  input: AskedOrder,
  output: OrderView,
  refusals: ['OrderNotFound'],
})

/** Takes back open lines, or every open line when none is named. */
export const cancelOrder = call('OrderMy/CancelOrder', {
  input: z.strictObject({
    orderCode: OrderCode,
    version: Version,
    lineIds: z.array(Uuid).max(5_000).optional(),
    memo: text(500),
  }),
  output: OrderView,
  refusals: ['OrderNotFound', 'ChangedMeanwhile', 'LineNotFound', 'MoveNotAllowed', 'NothingToDo'],
})

export const cancelAllPending = call('OrderMy/CancelAllPendingOrders', {
  input: z.strictObject({
    selection: myPendingOrders.selection,
    memo: text(500),
    dryRun: z.boolean(),
  }),
  output: BulkAnswer,
  refusals: ['WindowTooWide', 'WindowTooEarly', 'SelectionTooLarge'],
})

/** Puts what the order asked for into the cart, as far as it can still be ordered. */
export const reorder = call('OrderMy/Reorder', {
  input: z.strictObject({ orderCode: OrderCode }),
  output: z.strictObject({
    added: z.int(),
    /** What was no full pack (ORD-002). */
    rounded: z.array(z.strictObject({ productUniqueCode: z.string(), asked: z.int(), set: z.int() })),
    leftOut: z.array(z.strictObject({ productUniqueCode: z.string(), message: z.string() })),
    /** Where the cart is now below or above what the business relation names (ORD-022), as its review says it. */
    notes: z.array(z.string()),
  }),
  refusals: ['OrderNotFound', 'FlowTypesMixed'],
})

/** The order on paper, in the reader's language and with the prices the reader may see (ORD-019). */
export const downloadOrderPdf = call('OrderMy/DownloadOrderPdf', {
  reads: true,
  kind: 'download',
  input: z.strictObject({ orderCode: z.string().min(1).max(40) }),
  output: Binary,
  refusals: ['OrderNotFound'],
})
