import { deputyRefusals } from './deputies.ts'
import { z } from 'zod'
import { call, Binary, Uuid, Version } from '../kit/call.ts'
import { pageList } from '../kit/page.ts'
import { BulkAnswer, DoneByJob } from '../kit/bulk-answer.ts'
import { Instant, Quantity, text } from '../kit/values.ts'
import { orderColumns, orderRowExtra, orderWindow } from './order-lists.ts'
import { AskedOrder, OrderView } from './order-view.ts'
import { chosenRejectReasons } from './words.ts'

// Order Management (ORD-010): the side of those who decide.

const groups = { customerUniqueCode: 'customerName' } as const
const list = {
  columns: orderColumns,
  extra: orderRowExtra,
  scope: orderWindow,
  defaultSort: [{ column: 'orderDate', direction: 'desc' }],
  search: true,
  // Before a decision nothing is confirmed: the foot says what was ordered.
  summed: { sums: ['demandQuantity', 'total'], groups },
  refusals: ['WindowTooWide'],
} as const

/**
 * Open orders in two parts: those with a line that somebody has to decide on, and those that wait for goods or delivery.
 * Nobody decides on backorders, so they are never work due. Without a part all open orders are answered.
 */
export const openParts = ['toDecide', 'inFulfilment'] as const
export type OpenPart = (typeof openParts)[number]
const OpenPart = z.enum(openParts)

/** Each tab is a call of its own, so that each has its own permission. */
export const pendingOrders = pageList('OrderManagement/GetPendingOrders', {
  ...list,
  scope: { ...orderWindow, part: OpenPart.optional() },
  selectable: true,
  defaultSort: [...list.defaultSort],
})
export const closedOrders = pageList('OrderManagement/GetClosedOrders', {
  ...list,
  summed: { sums: ['confirmedQuantity', 'total'], groups },
  defaultSort: [...list.defaultSort],
})
export const externalApprovalOrders = pageList('OrderManagement/GetExternalApprovalOrders', {
  ...list,
  selectable: true,
  defaultSort: [...list.defaultSort],
})

/** How much waits in each tab, and how much of it is past its delivery date; null where the caller may not see the tab. */
const TabCount = z
  .strictObject({
    orders: z.int(),
    /** False when there are more than `orders`. */
    isExact: z.boolean(),
    late: z.int(),
  })
  .nullable()

export const countOrders = call('OrderManagement/GetOrderCounts', {
  reads: true,
  input: z.strictObject({ ...orderWindow, since: Instant.optional() }),
  output: z.strictObject({
    toDecide: TabCount,
    inFulfilment: TabCount,
    externalApproval: TabCount,
    /** How many of those to decide were placed after `since`; null without it, and where the caller may not see the tab. */
    arrived: z.int().nullable(),
    /** EDI messages that a person has to look at, whenever they came; null where the caller may not see the inbox. */
    openEdiMessages: z.int().nullable(),
  }),
  refusals: ['WindowTooWide'],
})

export const getManagedOrder = call('OrderManagement/GetOrder', {
  reads: true,
  input: AskedOrder,
  output: OrderView,
  refusals: ['OrderNotFound'],
})

/** The order on paper, in the reader's language and with the prices the reader may see (ORD-019). */
export const downloadManagedOrderPdf = call('OrderManagement/DownloadOrderPdf', {
  reads: true,
  kind: 'download',
  input: z.strictObject({ orderCode: z.string().min(1).max(40) }),
  output: Binary,
  refusals: ['OrderNotFound'],
})

const onLines = {
  orderCode: z.string().min(1).max(40),
  version: Version,
  lineIds: z.array(Uuid).min(1).max(5_000),
}
const RejectReason = z.enum(chosenRejectReasons)
/** Required with Other, welcome with every reason (ORD-009). */
const Memo = text(500).optional()

/** Why lines of an order are not decided on, whatever the decision. */
const onLinesRefusals = [
  'OrderNotFound',
  'ChangedMeanwhile',
  'LineNotFound',
  'BackorderLocked',
  'MoveNotAllowed',
  ...deputyRefusals,
] as const

export const approvedOrder = call('OrderManagement/ApprovedOrder', {
  input: z.strictObject(onLines),
  output: OrderView,
  refusals: [...onLinesRefusals, 'OwnOrder'],
})

export const rejectedOrder = call('OrderManagement/RejectedOrder', {
  input: z.strictObject({ ...onLines, reason: RejectReason, memo: Memo }),
  output: OrderView,
  refusals: [...onLinesRefusals, 'MemoRequired'],
})

export const revisedOrder = call('OrderManagement/RevisedOrder', {
  input: z.strictObject({
    orderCode: onLines.orderCode,
    version: Version,
    lines: z
      .array(z.strictObject({ lineId: Uuid, quantity: Quantity }))
      .min(1)
      .max(5_000),
    memo: Memo,
  }),
  output: OrderView,
  refusals: [
    ...onLinesRefusals,
    'QuantityUnchanged',
    'QuantityAboveDemand',
    'QuantityNotPack',
    'StockShort',
    'QuotaExceeded',
    'QuotaAmountExceeded',
  ],
})

export const revertedOrder = call('OrderManagement/RevertedOrder', {
  input: z.strictObject(onLines),
  output: OrderView,
  refusals: [...onLinesRefusals, 'LineDelivered', 'StockShort', 'QuotaExceeded', 'QuotaAmountExceeded'],
})

/** Asks somebody outside about these lines (ORD-010). */
export const sentExternalOrder = call('OrderManagement/SentExternalOrder', {
  input: z.strictObject(onLines),
  output: OrderView,
  refusals: onLinesRefusals,
})

/** What somebody outside has decided, entered by hand. */
export const acceptedExternalOrder = call('OrderManagement/AcceptedExternalOrder', {
  input: z.strictObject(onLines),
  output: OrderView,
  refusals: [...onLinesRefusals, 'OwnOrder'],
})

export const refusedExternalOrder = call('OrderManagement/RefusedExternalOrder', {
  input: z.strictObject({ ...onLines, reason: RejectReason, memo: Memo }),
  output: OrderView,
  refusals: [...onLinesRefusals, 'MemoRequired'],
})

/**
 * Lets lines that a quota has rejected be decided on after all: they hold what they asked for, although the quota has
 * too little left (QTA-002). A permission of its own; the reason stands in the time line and in the bookings.
 */
export const overriddenQuota = call('OrderManagement/OverriddenQuota', {
  input: z.strictObject({ ...onLines, memo: text(500) }),
  output: OrderView,
  refusals: [...onLinesRefusals, 'OwnOrder', 'NotRejectedByQuota', 'StockShort'],
})

/**
 * The same moves on many orders at once. Each order stands for itself: one that cannot be moved is reported with its
 * reason and does not hold up the others. `dryRun` answers which would pass and why not, and changes nothing.
 */
const bulk = { selection: pendingOrders.selection, dryRun: z.boolean() }
const bulkRefusals = ['WindowTooWide', 'SelectionTooLarge'] as const

export const approveOrders = call('OrderManagement/ApproveOrders', {
  input: z.strictObject(bulk),
  output: BulkAnswer,
  refusals: bulkRefusals,
})
export const rejectOrders = call('OrderManagement/RejectOrders', {
  input: z.strictObject({ ...bulk, reason: RejectReason, memo: Memo }),
  output: BulkAnswer,
  refusals: [...bulkRefusals, 'MemoRequired'],
})
/** Every open line to this share of its demand, rounded down to full packs. */
export const reviseOrders = call('OrderManagement/ReviseOrders', {
  input: z.strictObject({ ...bulk, percent: z.int().min(1).max(100), memo: Memo }),
  output: BulkAnswer,
  refusals: bulkRefusals,
})
/**
 * `tab` says which list a selection of all that match was made in. With `undo` only what the caller has decided last is
 * taken back: the lines of each order's newest audit entry, to the state and quantity they had before it. An order that
 * was changed since is refused.
 */
export const revertOrders = call('OrderManagement/RevertOrders', {
  input: z.strictObject({
    ...bulk,
    selection: z.discriminatedUnion('mode', [...pendingOrders.selection.options, DoneByJob]),
    tab: z.enum(['pending', 'closed', 'external']).optional(),
    undo: z.boolean().optional(),
  }),
  output: BulkAnswer,
  refusals: [...bulkRefusals, 'JobNotFound'],
})

export const sendExternalOrders = call('OrderManagement/SendExternalOrders', {
  input: z.strictObject(bulk),
  output: BulkAnswer,
  refusals: bulkRefusals,
})
const waiting = { selection: externalApprovalOrders.selection, dryRun: z.boolean() }
export const acceptExternalOrders = call('OrderManagement/AcceptExternalOrders', {
  input: z.strictObject(waiting),
  output: BulkAnswer,
  refusals: bulkRefusals,
})
export const refuseExternalOrders = call('OrderManagement/RefuseExternalOrders', {
  input: z.strictObject({ ...waiting, reason: RejectReason, memo: Memo }),
  output: BulkAnswer,
  refusals: [...bulkRefusals, 'MemoRequired'],
})

export const overrideQuotaOfOrders = call('OrderManagement/OverrideQuotaOfOrders', {
  input: z.strictObject({ ...bulk, tab: z.enum(['pending', 'closed']), memo: text(500) }),
  output: BulkAnswer,
  refusals: bulkRefusals,
})

/** Each decision on lines of one order and on a selection of orders. */
export const managerDecisions = {
  approve: { one: approvedOrder, many: approveOrders },
  revise: { one: revisedOrder, many: reviseOrders },
  reject: { one: rejectedOrder, many: rejectOrders },
  revert: { one: revertedOrder, many: revertOrders },
  sendExternal: { one: sentExternalOrder, many: sendExternalOrders },
  acceptExternal: { one: acceptedExternalOrder, many: acceptExternalOrders },
  refuseExternal: { one: refusedExternalOrder, many: refuseExternalOrders },
  overrideQuota: { one: overriddenQuota, many: overrideQuotaOfOrders },
}
