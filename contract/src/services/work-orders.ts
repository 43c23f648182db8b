import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Done, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, text } from '../kit/values.ts'
import { workOrderActions } from './work-order-states.ts'
import { overrideReasons, workOrderStates, workOrderTypes } from './words.ts'

// Work orders (WRK-001 to WRK-004): what the engine proposes, what a planner makes of it, and its transfer to the ERP.

export const workOrders = pageList('WorkOrderManagement/GetWorkOrders', {
  columns: {
    workOrderCode: column.code(),
    serviceDate: column.date(),
    workOrderType: column.choice(workOrderTypes, { words: 'workOrderType' }),
    workOrderState: column.choice(workOrderStates, { words: 'workOrderState' }),
    productCode: column.code(),
    productName: column.text(),
    senderCode: column.code(),
    senderName: column.text(),
    recipientCode: column.code(),
    recipientName: column.text(),
    amount: column.integer(),
    proposedAmount: column.integer(),
    netGain: column.decimal({ nullable: true, price: true }),
    erpNotified: column.flag(),
    substitution: column.flag(),
    substituteProducts: column.text({ nullable: true }),
    revisedTotal: column.integer({ nullable: true }),
    revisedPrice: column.decimal({ nullable: true, price: true }),
    responseMessage: column.text({ nullable: true }),
    failureNote: column.text({ nullable: true }),
    runCode: column.code(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(workOrderActions) },
  scope: { from: DateOnly, to: DateOnly },
  defaultSort: [
    { column: 'serviceDate', direction: 'desc' },
    { column: 'workOrderCode', direction: 'asc' },
  ],
  search: true,
  selectable: true,
  summed: { sums: ['amount'], groups: { senderCode: 'senderName', recipientCode: 'recipientName' } },
  refusals: ['WindowTooWide'],
})

/** What a place has and sells of a product: rate a day, cover in days. */
const Side = z.strictObject({
  code: z.string(),
  name: z.string(),
  stock: z.int(),
  inTransit: z.int(),
  rate: z.number(),
  cover: z.number().nullable(),
  lastWeek: z.int(),
  lastFourWeeks: z.int(),
  season: z.int(),
})

export const WorkOrder = z.strictObject({
  id: Uuid,
  version: z.int(),
  workOrderCode: z.string(),
  runCode: z.string(),
  serviceDate: DateOnly,
  workOrderType: z.enum(workOrderTypes),
  workOrderState: z.enum(workOrderStates),
  productCode: z.string(),
  productName: z.string(),
  amount: z.int(),
  proposedAmount: z.int(),
  pack: z.int(),
  sender: Side,
  recipient: Side,
  overrideReason: z.enum(overrideReasons).nullable(),
  overrideNote: z.string().nullable(),
  overriddenBy: z.string().nullable(),
  responseMessage: z.string().nullable(),
  failureNote: z.string().nullable(),
  transferCode: z.string().nullable(),
  /** Why it was proposed and what limited it, one sentence each, in the reader's language. */
  reasons: z.array(z.string()),
  /** Until when nothing is proposed for the recipient and the product; null where it is not muted. */
  mutedUntil: DateOnly.nullable(),
  /** The next three service dates of its strategy, and the last day to order before the recipient is sold out. */
  nextDates: z.array(DateOnly),
  orderBy: DateOnly.nullable(),
  /** The product that goes instead, and those that could: the same size of another colour that the sender has. */
  substitute: z.string().nullable(),
  substitutes: z.array(z.strictObject({ code: z.string(), name: z.string(), available: z.int() })),
  actions: actionsField(workOrderActions),
})
export type WorkOrder = z.infer<typeof WorkOrder>

export const getWorkOrder = call('WorkOrderManagement/GetWorkOrder', {
  sharesPermission: 'GetWorkOrders',
  reads: true,
  input: z.strictObject({ workOrderId: Uuid }),
  output: WorkOrder,
  refusals: ['NotFound'],
})

/** So many flows are drawn; the smallest are left out and counted. */
export const flowsShown = 400

/** What moves between which places with the work orders of a window, the largest flows first; without discarded ones. */
export const getWorkOrderFlows = call('WorkOrderManagement/GetFlows', {
  sharesPermission: 'GetWorkOrders',
  reads: true,
  input: z.strictObject({ from: DateOnly, to: DateOnly }),
  output: z.strictObject({
    places: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        sends: z.int(),
        receives: z.int(),
      }),
    ),
    flows: z.array(
      z.strictObject({
        senderCode: z.string(),
        recipientCode: z.string(),
        workOrders: z.int(),
        amount: z.int(),
      }),
    ),
    /** Flows that are not among them. */
    left: z.int(),
  }),
  refusals: ['WindowTooWide'],
})

/** Why there is no work order for a product at a location, or which ones there are, in the newest run that looked at it. */
export const explainNoProposal = call('WorkOrderManagement/ExplainNoProposal', {
  sharesPermission: 'GetWorkOrders',
  reads: true,
  input: z.strictObject({ productCode: text(64), locationCode: text(64) }),
  output: z.strictObject({
    runCode: z.string().nullable(),
    serviceDate: DateOnly.nullable(),
    workOrders: z.array(z.string()),
    reasons: z.array(z.string()),
  }),
  refusals: ['ProductNotFound', 'LocationNotFound'],
})

const chosen = { selection: workOrders.selection, dryRun: z.boolean() }
const many = { output: BulkAnswer, refusals: ['SelectionTooLarge', 'WindowTooWide'] } as const

export const approveWorkOrders = call('WorkOrderManagement/ApproveWorkOrders', {
  input: z.strictObject(chosen),
  ...many,
})

/** Takes work orders out of this run; the next one may propose them again. */
export const discardWorkOrders = call('WorkOrderManagement/DiscardWorkOrders', {
  input: z.strictObject(chosen),
  ...many,
})

/** Hands work orders to the ERP: one document for each sender and recipient, acknowledged line by line (WRK-002). */
export const transferWorkOrders = call('WorkOrderManagement/TransferWorkOrders', {
  input: z.strictObject(chosen),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'NoValidWorkOrder'],
})

/** Changes the amount of a work order; `confirmed` where the recipient may be unable to receive the product (WRK-003). */
export const overrideWorkOrder = call('WorkOrderManagement/OverrideWorkOrder', {
  input: z.strictObject({
    workOrderId: Uuid,
    version: Version,
    amount: z.int().min(-1_000_000).max(1_000_000),
    reason: z.enum(overrideReasons),
    note: text(500, 0).nullable(),
    confirmed: z.boolean(),
  }),
  output: Done,
  refusals: [
    'NotFound',
    'WorkOrderState',
    'OverrideNegative',
    'AmountNotInPacks',
    'InsufficientWarehouseStock',
    'TransactionRunning',
    'TransferAmountChanged',
    'LocationMayNotReceive',
    'ReasonMemoRequired',
  ],
})

/** Has a substitute go instead of the product, or null for the product again (ENG-003). */
export const swapSubstitute = call('WorkOrderManagement/SwapSubstitute', {
  input: z.strictObject({
    workOrderId: Uuid,
    version: Version,
    substituteCode: text(64).nullable(),
    reason: z.enum(overrideReasons),
    note: text(500, 0).nullable(),
  }),
  output: Done,
  refusals: [
    'NotFound',
    'WorkOrderState',
    'NotASubstitute',
    'InsufficientWarehouseStock',
    'TransactionRunning',
    'TransferAmountChanged',
    'ReasonMemoRequired',
  ],
})

/** Keeps the engine from proposing a product for a location until a day; null lets it propose again. */
export const muteProposals = call('WorkOrderManagement/MuteProposals', {
  input: z.strictObject({ workOrderId: Uuid, until: DateOnly.nullable() }),
  output: Done,
  refusals: ['NotFound', 'MuteInPast'],
})
