import { z } from 'zod'
import { ProductPicture } from '../company/words.ts'
import { RecordEvent } from '../kit/record-event.ts'
import { actionsField } from '../kit/actions.ts'
import { DateOnly, Instant, Money, Quantity, QuantityOrZero } from '../kit/values.ts'
import { lineActions } from './states.ts'
import {
  channels,
  documentStates,
  documentTypes,
  healthStates,
  lineStates,
  lineTypes,
  orderStates,
  quotaStates,
  rejectReasons,
  shipmentMethods,
  shownOrderStates,
} from './words.ts'

/** What the reader may do with this order now, and why not; screens show these and compute no rights of their own. */
export const OrderActions = actionsField([...lineActions, 'reorder', 'attach', 'notifyHealthInsurance'])

export const OrderLineView = z.strictObject({
  id: z.uuid(),
  lineNo: z.int(),
  /** The order code and the line's number: SO-26-00012-3. */
  lineCode: z.string(),
  productUniqueCode: z.string(),
  productName: z.string(),
  /** Of the product as it is now, in the colour of the variant. */
  picture: ProductPicture,
  color: z.string().nullable(),
  size: z.string().nullable(),
  gtin: z.string().nullable(),
  manufacturerProductCode: z.string().nullable(),
  externalProductCode: z.string().nullable(),
  packUnit: z.int(),
  /** What stock covers of the line: what is free, and what the line holds. */
  available: QuantityOrZero,
  /** Whose stock the line holds; null for a backorder. */
  supplyLocationName: z.string().nullable(),
  demandQuantity: Quantity,
  poQuantity: QuantityOrZero,
  completedQuantity: QuantityOrZero,
  /** Null when prices are hidden from the reader (ORD-020). */
  unitPrice: Money.nullable(),
  lineTotal: Money.nullable(),
  shipmentMethod: z.enum(shipmentMethods),
  type: z.enum(lineTypes),
  state: z.enum(lineStates),
  rejectReason: z.enum(rejectReasons),
  /** What the quotas said of it; the figures are asked for by `GetLineQuotas`. */
  quotaState: z.enum(quotaStates),
  memo: z.string().nullable(),
  /** What the health-insurance service was told of the line (ORD-015); null where it is not to be told. */
  healthInsurance: z
    .strictObject({
      state: z.enum(healthStates),
      /** The service's own words; null while it has not answered. */
      responseText: z.string().nullable(),
      /** The number under which the service knows it. */
      notificationId: z.string().nullable(),
      /** Why there is no answer: GlnMissing, BarcodeMissing, NotConnected, or what happened on the way. */
      problem: z.string().nullable(),
      /** How often it was sent, and when the next try is due. */
      attempts: z.int(),
      nextTryAt: Instant.nullable(),
      settledAt: Instant.nullable(),
    })
    .nullable(),
  actions: actionsField(lineActions),
})
export type OrderLineView = z.infer<typeof OrderLineView>

export const documentActs = ['edit', 'remove'] as const
export type DocumentAct = (typeof documentActs)[number]

/** What is said about a document, beside its file (ORD-019). */
export const documentFacts = {
  documentType: z.enum(documentTypes),
  processState: z.enum(documentStates),
  referenceNo: z.string().nullable(),
  documentDate: DateOnly.nullable(),
  memo: z.string().nullable(),
}

export const OrderDocument = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  fileId: z.uuid(),
  name: z.string(),
  /** Of the file, as its first bytes told. */
  type: z.string(),
  bytes: z.int(),
  ...documentFacts,
  at: Instant,
  by: z.string(),
  actions: actionsField(documentActs),
})
export type OrderDocument = z.infer<typeof OrderDocument>

/** The order that is asked for; with `firstLines` its first lines only, for a screen that shows something at once. */
export const AskedOrder = z.strictObject({
  orderCode: z.string().min(1).max(40),
  firstLines: z.int().min(1).max(5_000).optional(),
})

export const OrderView = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  orderCode: z.string(),
  externalPoCode: z.string().nullable(),
  externalOrderDate: DateOnly.nullable(),
  externalContact: z.string().nullable(),
  medulaTransactionNo: z.string().nullable(),
  note: z.string().nullable(),
  vendorUniqueCode: z.string(),
  vendorName: z.string(),
  customerUniqueCode: z.string(),
  customerName: z.string(),
  deliveryDate: DateOnly,
  deliveryLocationCode: z.string(),
  deliveryLocationName: z.string(),
  pointOfSaleName: z.string().nullable(),
  orderDate: Instant,
  state: z.enum(orderStates),
  /** As lists show it: Cancelled where every line is cancelled. */
  shownState: z.enum(shownOrderStates),
  completedRatio: z.int(),
  shipmentMethod: z.enum(shipmentMethods),
  type: z.enum(lineTypes),
  channel: z.enum(channels),
  recordUser: z.string(),
  recordDate: Instant,
  lastEventDate: Instant,
  /** A backorder names the order it was split from (ORD-008). */
  mainOrderCode: z.string().nullable(),
  currency: z.string(),
  subtotal: Money.nullable(),
  discount: Money.nullable(),
  total: Money.nullable(),
  /** What was ordered would cost; it stays when lines are rejected or cancelled. */
  demandTotal: Money.nullable(),
  /** The last that somebody outside was asked about it (ORD-010); null where nobody was. */
  externalApproval: z
    .strictObject({
      correlationId: z.uuid(),
      sentAt: Instant,
      sentBy: z.string(),
      /** Since when it has taken longer than the company allows; null while it has not. */
      overdueAt: Instant.nullable(),
      answeredAt: Instant.nullable(),
      approved: z.boolean().nullable(),
      responseId: z.string().nullable(),
    })
    .nullable(),
  /** Why it cannot be exported to another system, in the reader's language; for those who manage orders (ORD-021). */
  exportRefused: z.string().nullable(),
  lines: z.array(OrderLineView),
  /** How many lines it has: more than `lines` where the first ones were asked for only. */
  lineCount: z.int(),
  events: z.array(RecordEvent),
  documents: z.array(OrderDocument),
  actions: OrderActions,
})
export type OrderView = z.infer<typeof OrderView>

/** Something was ordered for money, and nothing of it is to be paid: every line was rejected or cancelled. */
export const isNotDue = ({ total, demandTotal }: Pick<OrderView, 'total' | 'demandTotal'>): boolean =>
  total !== null && Number(total) === 0 && Number(demandTotal) !== 0
