import { deputyRefusals } from './deputies.ts'
import { DocumentDescription } from './document-description.ts'
import { z } from 'zod'
import { keysOf } from '../kit/typed.ts'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { ProductPicture } from '../company/words.ts'
import { RecordEvent } from '../kit/record-event.ts'
import { refusal, type Refusal } from '../kit/refusals.ts'
import { stateTable } from '../kit/state-table.ts'
import { DateOnly, Instant, Money, Quantity, QuantityOrZero, text } from '../kit/values.ts'
import { orderWindow } from './order-lists.ts'
import type { Side } from './states.ts'
import {
  amountLimits,
  channels,
  chosenPreApprovalReasons,
  preApprovalReasons,
  preApprovalStates,
  shipmentMethods,
  type PreApprovalState,
} from './words.ts'

// Pre-approval orders (ORD-012): in companies whose flow has two layers, what a customer wants is looked at once before
// it becomes an order. It holds neither stock nor quota.

/** The life of a pre-approval order. Approving it makes the order. */
export const preApprovalTable = stateTable({
  name: 'pre-approval order',
  states: preApprovalStates,
  initial: 'Request',
  final: ['Approved', 'Rejected', 'Cancelled'],
  moves: {
    approve: { from: ['Request'], to: 'Approved', who: ['manager'] },
    approveBlacklisted: { from: ['Request'], to: 'Approved', who: ['manager'] },
    revise: { from: ['Request'], to: 'Request', who: ['manager'] },
    reject: { from: ['Request'], to: 'Rejected', who: ['manager'] },
    cancel: { from: ['Request'], to: 'Cancelled', who: ['owner'] },
  },
})
export type PreApprovalAction = keyof typeof preApprovalTable.moves
export const preApprovalActions = keysOf(preApprovalTable.moves)

/**
 * Why this cannot be done with a pre-approval order, or null when it can. Nobody approves what they asked for, and for a
 * point of sale on the blacklist only who has the permission for that.
 */
export function refusedOnPreOrder(
  action: PreApprovalAction,
  order: { code: string; state: PreApprovalState; isOwn: boolean; blacklist: boolean },
  side: Side,
): Refusal | null {
  if (!preApprovalTable.allows(action, order.state, side))
    return refusal('PreOrderDecided', { order: order.code, state: order.state })
  if (action !== 'approve' && action !== 'approveBlacklisted') return null
  if (order.isOwn) return refusal('OwnOrder')
  if (order.blacklist === (action === 'approveBlacklisted')) return null
  return refusal(order.blacklist ? 'PreOrderBlacklisted' : 'PreOrderNotBlacklisted', { order: order.code })
}

const columns = {
  preOrderCode: column.code(),
  preApprovalState: column.choice(preApprovalStates, { words: 'preApproval' }),
  customerName: column.text(),
  customerUniqueCode: column.code(),
  pointOfSaleCode: column.code(),
  pointOfSaleName: column.text(),
  /** Whether the point of sale was in use, never ordered before, or was on the blacklist when the order came in. */
  active: column.flag(),
  firstOrder: column.flag(),
  blacklist: column.flag(),
  /** Another one of the same point of sale with the same products within 24 hours. */
  duplicateOf: column.code({ nullable: true }),
  deliveryLocationName: column.text(),
  deliveryDate: column.date(),
  externalPoCode: column.code({ nullable: true }),
  orderDate: column.instant(),
  channel: column.choice(channels, { words: 'channel' }),
  lineCount: column.integer(),
  quantity: column.integer(),
  total: column.decimal({ nullable: true, price: true }),
  /** Which amount of the business relation it breaks while it waits (ORD-022); a price, because a limit tells one. */
  amountLimit: column.choice(amountLimits, { nullable: true, price: true, words: 'amountLimit' }),
  rejectReason: column.choice(preApprovalReasons, { words: 'preApprovalReason' }),
  memo: column.text({ nullable: true }),
  decidedBy: column.text({ nullable: true }),
  decidedAt: column.instant({ nullable: true }),
  recordUser: column.text(),
}

const list = {
  columns,
  extra: { id: Uuid, version: z.int(), currency: z.string(), actions: actionsField(preApprovalActions) },
  scope: orderWindow,
  defaultSort: [{ column: 'orderDate', direction: 'desc' }],
  search: true,
  selectable: true,
  refusals: ['WindowTooWide'],
} as const

export const preApprovalOrders = pageList('PreApprovalOrderManagement/GetPreApprovalOrders', {
  ...list,
  defaultSort: [...list.defaultSort],
})
export const myPreApprovalOrders = pageList('OrderMy/GetPreApprovalOrders', {
  ...list,
  defaultSort: [...list.defaultSort],
  refusals: ['WindowTooWide', 'WindowTooEarly'],
})

const OrderFile = z.strictObject({
  fileId: Uuid,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  version: Version,
  ...DocumentDescription.shape,
  actions: actionsField(['edit']),
})
export type OrderFile = z.infer<typeof OrderFile>

export const PreApprovalOrderView = z.strictObject({
  id: Uuid,
  version: z.int(),
  preOrderCode: z.string(),
  preApprovalState: z.enum(preApprovalStates),
  customerName: z.string(),
  customerUniqueCode: z.string(),
  pointOfSaleCode: z.string(),
  pointOfSaleName: z.string(),
  active: z.boolean(),
  firstOrder: z.boolean(),
  blacklist: z.boolean(),
  duplicateOf: z.string().nullable(),
  deliveryLocationCode: z.string(),
  deliveryLocationName: z.string(),
  deliveryDate: DateOnly,
  shipmentMethod: z.enum(shipmentMethods),
  channel: z.enum(channels),
  externalPoCode: z.string().nullable(),
  externalOrderDate: DateOnly.nullable(),
  externalContact: z.string().nullable(),
  medulaTransactionNo: z.string().nullable(),
  note: z.string().nullable(),
  orderDate: Instant,
  recordUser: z.string(),
  rejectReason: z.enum(preApprovalReasons),
  memo: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** The manager in whose name a deputy has decided (ORD-010). */
  decidedFor: z.string().nullable(),
  decidedAt: Instant.nullable(),
  currency: z.string(),
  quantity: z.int(),
  /** Null when prices are hidden from the reader (ORD-020). */
  total: Money.nullable(),
  amountLimit: z.enum(amountLimits).nullable(),
  /** What that limit is, in the reader's language. */
  amountNote: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      id: Uuid,
      productUniqueCode: z.string(),
      /** Of the product as it is now, in the colour of the variant. */
      picture: ProductPicture,
      productName: z.string(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      externalProductCode: z.string().nullable(),
      packUnit: z.int(),
      /** What is ordered of it, 0 for nothing, and what was asked for. */
      quantity: QuantityOrZero,
      askedQuantity: Quantity,
      unitPrice: Money.nullable(),
      /** What stock covers of it now; it is not reserved. */
      available: z.int(),
    }),
  ),
  /** What was sent with it; the order that comes of it gets the same. */
  documents: z.array(OrderFile),
  /** What was done with it, newest first (ORD-013). */
  events: z.array(RecordEvent),
  /** The orders that came of it: the order, and its backorder. */
  orders: z.array(z.strictObject({ id: Uuid, orderCode: z.string() })),
  actions: actionsField(preApprovalActions),
})
export type PreApprovalOrderView = z.infer<typeof PreApprovalOrderView>

const one = {
  reads: true,
  input: z.strictObject({ preOrderId: Uuid }),
  output: PreApprovalOrderView,
  refusals: ['NotFound'],
} as const

export const getPreApprovalOrder = call('PreApprovalOrderManagement/GetPreApprovalOrder', {
  ...one,
  sharesPermission: 'GetPreApprovalOrders',
  refusals: ['NotFound'],
})
export const getMyPreApprovalOrder = call('OrderMy/GetPreApprovalOrder', {
  ...one,
  sharesPermission: 'GetPreApprovalOrders',
  refusals: ['NotFound'],
})

const chosen = { selection: preApprovalOrders.selection, dryRun: z.boolean() }

/** Makes the orders, each once; today's prices, stock, restrictions and quotas hold. */
export const approvePreApprovalOrders = call('PreApprovalOrderManagement/ApprovePreApprovalOrders', {
  input: z.strictObject(chosen),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide'],
})

/** The same where the point of sale stands on the blacklist; it says why, and is a permission of its own. */
export const approveBlacklistedPreApprovalOrders = call(
  'PreApprovalOrderManagement/ApproveBlacklistedPreApprovalOrders',
  {
    input: z.strictObject({ ...chosen, memo: text(500) }),
    output: BulkAnswer,
    refusals: ['SelectionTooLarge', 'WindowTooWide'],
  },
)

/** Lowers quantities before the order is approved; 0 leaves a line out. */
export const revisePreApprovalOrder = call('PreApprovalOrderManagement/RevisePreApprovalOrder', {
  input: z.strictObject({
    preOrderId: Uuid,
    version: Version,
    lines: z
      .array(z.strictObject({ lineId: Uuid, quantity: QuantityOrZero }))
      .min(1)
      .max(5_000),
    memo: text(500).optional(),
  }),
  output: PreApprovalOrderView,
  refusals: [
    'NotFound',
    'PreOrderDecided',
    'ChangedMeanwhile',
    'LineNotFound',
    ...deputyRefusals,
    'QuantityAboveDemand',
    'QuantityNotPack',
    'QuantityOutOfBounds',
    'QuantityUnchanged',
    'PreOrderEmpty',
  ],
})

export const rejectPreApprovalOrders = call('PreApprovalOrderManagement/RejectPreApprovalOrders', {
  input: z.strictObject({ ...chosen, reason: z.enum(chosenPreApprovalReasons), memo: text(500).optional() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'MemoRequired'],
})

export const cancelPreApprovalOrders = call('OrderMy/CancelPreApprovalOrders', {
  input: z.strictObject({ selection: myPreApprovalOrders.selection, dryRun: z.boolean(), memo: text(500) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'WindowTooEarly'],
})
