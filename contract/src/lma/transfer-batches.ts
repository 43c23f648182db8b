import { z } from 'zod'
import { Binary, call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { stateTable } from '../kit/state-table.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { purchaseTypes, supplierModes, yt04States } from './words.ts'

// Transfer prices YT04 (LMA-006): a batch has the prices of all items of a day. Somebody makes it, a second person checks
// it, a third one approves it; then SAP gets its file and acknowledges it.

/** `maker` made the batch, `checker` checked it, everybody else is `other`. */
export const transferBatchStates = stateTable({
  name: 'transferBatch',
  states: yt04States,
  initial: 'Draft',
  final: ['Acknowledged', 'Rejected', 'Superseded'],
  moves: {
    check: { from: ['Draft'], to: 'Checked', who: ['other'] },
    approve: { from: ['Checked'], to: 'Approved', who: ['other'] },
    reject: { from: ['Draft', 'Checked'], to: 'Rejected', who: ['other', 'maker', 'checker'] },
    export: { from: ['Approved', 'Failed'], to: 'Exported', who: ['other', 'maker', 'checker'] },
    acknowledge: {
      from: ['Exported'],
      to: ['Acknowledged', 'Failed'],
      who: ['other', 'maker', 'checker'],
    },
    /** Another batch with the same first day was approved. */
    supersede: { from: ['Approved', 'Exported', 'Failed', 'Acknowledged'], to: 'Superseded', who: ['other'] },
  },
})

const amount = (places = 2) => column.decimal({ nullable: true, places })

export const transferPrices = pageList('Lma/GetTransferPrices', {
  columns: {
    transferBatch: column.code(),
    transferDay: column.date(),
    transferItem: column.code(),
    terminal: column.text(),
    fuelProduct: column.code(),
    fuelProductName: column.text(),
    yt04State: column.choice(yt04States, { words: 'yt04State' }),
    transferPrice: amount(4),
    serviceFee: amount(),
    transferAllIn: amount(),
    validFrom: column.date(),
    madeBy: column.text(),
    madeAt: column.instant(),
  },
  extra: { id: Uuid, batchId: Uuid },
  scope: {},
  defaultSort: [
    { column: 'transferBatch', direction: 'desc' },
    { column: 'transferItem', direction: 'asc' },
  ],
  search: true,
})

const action = z.string().nullable().optional()
export const TransferPrice = z.strictObject({
  id: Uuid,
  batchId: Uuid,
  transferBatch: z.string(),
  yt04State: z.enum(yt04States),
  transferDay: DateOnly,
  validFrom: DateOnly,
  transferItem: z.string(),
  terminal: z.string(),
  fuelProductName: z.string(),
  /** What the price was made of, by name. */
  inputs: z.record(z.string(), z.string().nullable()),
  /** $/M3 with four digits. */
  legs: z.array(
    z.strictObject({
      legNumber: z.int(),
      fuelSupplier: z.string(),
      purchaseType: z.enum(purchaseTypes),
      supplierMode: z.enum(supplierModes),
      ratio: z.string(),
      base: z.string(),
      afterRebate: z.string(),
      premium: z.string(),
      price: z.string(),
    }),
  ),
  supply: z.string(),
  blended: z.string(),
  parameter: z.string(),
  price: z.string(),
  /** TL/M3. */
  fee: z.string(),
  allIn: z.string(),
  formulaVersion: z.string(),
  inputsHash: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
  checkedBy: z.string().nullable(),
  checkedAt: Instant.nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: Instant.nullable(),
  exportedAt: Instant.nullable(),
  fileHash: z.string().nullable(),
  acknowledgement: z.string().nullable(),
  reason: z.string().nullable(),
  actions: z.strictObject({
    check: action,
    approve: action,
    reject: action,
    export: action,
    acknowledge: action,
  }),
})
export type TransferPrice = z.infer<typeof TransferPrice>

export const getTransferPrice = call('Lma/GetTransferPrice', {
  sharesPermission: 'GetTransferPrices',
  reads: true,
  input: z.strictObject({ transferPriceId: Uuid }),
  output: TransferPrice,
  refusals: ['NotFound'],
})

/** Makes a batch of the items of a day; today's where no day is named. It holds from the day after it on. */
export const calculateTransferPrices = call('Lma/CalculateTransferPrices', {
  input: z.strictObject({ transferDay: DateOnly.nullable() }),
  output: z.strictObject({ batchId: Uuid, prices: z.int() }),
  refusals: ['NoPriceInformation', 'RatiosOfItemNotWhole', 'DayInFuture', 'WholeCompanyNeeded'],
})

const decided = {
  input: z.strictObject({ batchId: Uuid }),
  output: Done,
  refusals: ['NotFound', 'TransferStateWrong', 'OwnTransferBatch', 'WholeCompanyNeeded'],
} as const
export const checkTransferBatch = call('Lma/CheckTransferBatch', decided)
export const approveTransferBatch = call('Lma/ApproveTransferBatch', decided)
export const rejectTransferBatch = call('Lma/RejectTransferBatch', {
  ...decided,
  input: z.strictObject({ batchId: Uuid, reason: text(300) }),
})

/** Makes the rows for SAP. A code that is missing stops the batch, and is named. */
export const exportTransferBatch = call('Lma/ExportTransferBatch', {
  ...decided,
  refusals: [...decided.refusals, 'SapCodeMissing', 'SapConditionMissing', 'SapKeyTwice'],
})

/** The file of an exported batch: the same bytes each time. */
export const downloadTransferFile = call('Lma/DownloadTransferFile', {
  sharesPermission: 'ExportTransferBatch',
  reads: true,
  kind: 'download',
  input: z.strictObject({ batchId: Uuid, format: z.enum(['FlatFile', 'IDoc']) }),
  output: Binary,
  refusals: ['NotFound', 'TransferStateWrong'],
})

/** What SAP said of a batch, told by somebody. */
export const acknowledgeTransferBatch = call('Lma/AcknowledgeTransferBatch', {
  input: z.strictObject({ batchId: Uuid, taken: z.boolean(), words: z.string().trim().max(300) }),
  output: Done,
  refusals: decided.refusals,
})

/** What SAP said of a batch, as a file: `ACK;<batch>;OK|ERR;<line>;<text>`. */
export const uploadAcknowledgement = call('Lma/UploadAcknowledgement', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: 65_536, types: ['text/plain', 'text/csv'] },
  input: z.strictObject({}),
  output: z.strictObject({ batchId: Uuid }),
  refusals: ['AcknowledgementUnreadable', 'NotFound', 'TransferStateWrong', 'WholeCompanyNeeded'],
})
