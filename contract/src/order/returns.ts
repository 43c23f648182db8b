import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { RecordEvent } from '../kit/record-event.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { returnActions } from './return-states.ts'
import { returnLinesAtMost, returnReasons, returnStates } from './return-words.ts'

// Returns (MED-001): a customer announces goods of one order, staff accept or refuse, the goods are counted or scanned as
// they come in, and the ERP answers with the number of a credit note. Nobody returns more than was delivered.

export const returnList = pageList('ReturnsManagement/GetReturns', {
  columns: {
    returnCode: column.code(),
    returnState: column.choice(returnStates, { words: 'returnState' }),
    orderCode: column.code(),
    customerName: column.text(),
    returnReason: column.choice(returnReasons, { words: 'returnReason' }),
    lineCount: column.integer(),
    returnQuantity: column.integer(),
    receivedQuantity: column.integer({ nullable: true }),
    returnAmount: column.decimal({ nullable: true, price: true }),
    creditNoteNumber: column.code({ nullable: true }),
    announcedAt: column.instant(),
    announcedBy: column.text(),
    decisionMemo: column.text({ nullable: true }),
    lastEventDate: column.instant(),
    lastEventUser: column.text(),
  },
  extra: { id: Uuid, actions: actionsField(returnActions) },
  defaultSort: [{ column: 'announcedAt', direction: 'desc' }],
  search: true,
  selectable: true,
})

const ReturnLine = z.strictObject({
  id: Uuid,
  lineCode: z.string(),
  productCode: z.string(),
  productName: z.string(),
  gtin: z.string().nullable(),
  quantity: z.int(),
  /** Null until the goods have come in. */
  receivedQuantity: z.int().nullable(),
  /** Net, for what is announced; for what has come in once it has. */
  amount: z.string().nullable(),
  /** Packs that were named by their codes; which of them have come in. */
  packs: z.array(z.strictObject({ serialNumber: z.string(), isReceived: z.boolean() })),
})

export const ReturnView = z.strictObject({
  id: Uuid,
  version: z.int(),
  code: z.string(),
  state: z.enum(returnStates),
  orderCode: z.string(),
  customerName: z.string(),
  deliveryLocationName: z.string(),
  reason: z.enum(returnReasons),
  memo: z.string().nullable(),
  decisionMemo: z.string().nullable(),
  currency: z.string(),
  amount: z.string().nullable(),
  announcedAt: Instant,
  announcedBy: z.string(),
  receivedAt: Instant.nullable(),
  receivedBy: z.string().nullable(),
  creditNote: z.string().nullable(),
  creditedAt: Instant.nullable(),
  /** Why the ERP has given no credit note yet, as a code of deliveries or its own words. */
  creditProblem: z.string().nullable(),
  lines: z.array(ReturnLine),
  events: z.array(RecordEvent),
  actions: actionsField(returnActions),
})
export type ReturnView = z.infer<typeof ReturnView>

export const getReturn = call('ReturnsManagement/GetReturn', {
  sharesPermission: 'GetReturns',
  reads: true,
  input: z.strictObject({ returnId: Uuid }),
  output: ReturnView,
  refusals: ['NotFound'],
})

const OrderCode = z.string().trim().min(1).max(40)

/** What can be returned of an order: what was delivered, less what is on its way back already. */
export const getReturnableLines = call('ReturnsManagement/GetReturnableLines', {
  sharesPermission: 'AnnounceReturn',
  reads: true,
  input: z.strictObject({ orderCode: OrderCode }),
  output: z.strictObject({
    orderCode: z.string(),
    customerName: z.string(),
    orderDate: DateOnly,
    lines: z.array(
      z.strictObject({
        lineId: Uuid,
        lineCode: z.string(),
        productCode: z.string(),
        productName: z.string(),
        gtin: z.string().nullable(),
        delivered: z.int(),
        /** In returns that are neither refused nor withdrawn. */
        returned: z.int(),
        left: z.int(),
      }),
    ),
  }),
  refusals: ['OrderNotFound'],
})

/** A line is returned by its quantity, or by the codes of its packs, one a line: the quantity is their number then. */
export const announceReturn = call('ReturnsManagement/AnnounceReturn', {
  input: z.strictObject({
    orderCode: OrderCode,
    reason: z.enum(returnReasons),
    memo: text(500).optional(),
    lines: z
      .array(
        z.strictObject({
          lineId: Uuid,
          quantity: z.int().min(1).max(1_000_000).nullable(),
          codes: z.string().max(200_000).nullable(),
        }),
      )
      .min(1)
      .max(returnLinesAtMost),
  }),
  output: z.strictObject({ returnId: Uuid, returnCode: z.string() }),
  refusals: [
    'OrderNotFound',
    'LineNotFound',
    'ReasonMemoRequired',
    'ReturnLineTwice',
    'ReturnQuantityMissing',
    'ReturnAboveDelivered',
    'ReturnCodeWrong',
    'ReturnTooManyCodes',
    'ReturnPackOfOther',
    'ReturnPackTwice',
  ],
})

const chosen = { selection: returnList.selection, dryRun: z.boolean() }

export const acceptReturns = call('ReturnsManagement/AcceptReturns', {
  input: z.strictObject(chosen),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
export const refuseReturns = call('ReturnsManagement/RefuseReturns', {
  input: z.strictObject({ ...chosen, memo: text(500) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
export const withdrawReturns = call('ReturnsManagement/WithdrawReturns', {
  input: z.strictObject({ ...chosen, memo: text(500) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})

/** What has come in of each line: counted, or scanned, one code a line. What is not named has not come. */
export const receiveReturn = call('ReturnsManagement/ReceiveReturn', {
  input: z.strictObject({
    returnId: Uuid,
    version: Version,
    lines: z
      .array(
        z.strictObject({
          returnLineId: Uuid,
          quantity: z.int().min(0).max(1_000_000).nullable(),
          codes: z.string().max(200_000).nullable(),
        }),
      )
      .max(returnLinesAtMost),
  }),
  output: ReturnView,
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'ReturnState',
    'LineNotFound',
    'ReturnLineTwice',
    'ReturnAboveAnnounced',
    'ReturnCodeWrong',
    'ReturnTooManyCodes',
    'ReturnPackOfOther',
    'ReturnPackTwice',
    'ReturnEmpty',
  ],
})
