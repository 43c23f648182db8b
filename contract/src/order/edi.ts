import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { refusal, type Refusal } from '../kit/refusals.ts'
import { stateTable } from '../kit/state-table.ts'
import { DateOnly, Instant, Quantity, text } from '../kit/values.ts'

// Orders that arrive as messages (ORD-023): UBL 2.1 Order and EDIFACT D.96A ORDERS. What of a message can be ordered
// becomes orders, and the sender is answered line by line.

export const ediLimits = { bytes: 5 * 1024 * 1024, lines: 5_000, messages: 100 } as const
/** Codes of Recommendation 20 and 21 that count pieces; EDIFACT says PCE. Nothing said means pieces. */
export const ediPieceUnits: readonly string[] = ['', 'PCE', 'PC', 'EA', 'C62', 'H87', 'NAR', 'NMB', 'ST']
export const ediFormats = ['UBL', 'EDIFACT'] as const
export const ediSources = ['Api', 'FileDrop', 'Store'] as const
export type EdiSource = (typeof ediSources)[number]
/** Repeated: the same document as an earlier one, answered with the answer of that one. */
export const ediStates = [
  'Received',
  'Accepted',
  'PartlyAccepted',
  'Refused',
  'Repeated',
  'Failed',
  'Dismissed',
] as const
export type EdiState = (typeof ediStates)[number]
export const ediVerdicts = ['Waiting', 'Accepted', 'Changed', 'Refused'] as const
export type EdiVerdict = (typeof ediVerdicts)[number]
/** What readers are told: a line that was read and not placed yet waits for its quotas, where the company has some (QTA-002). */
export const shownEdiVerdicts = [...ediVerdicts, 'WaitingForQuotaCheck'] as const

/** The life of a message. The portal reads and places it; a person may correct what was refused, or put it aside. */
export const ediTable = stateTable({
  name: 'EDI message',
  states: ediStates,
  initial: 'Received',
  final: ['Accepted', 'Repeated', 'Dismissed'],
  moves: {
    accept: { from: ['Received', 'PartlyAccepted', 'Refused'], to: 'Accepted', who: ['portal'] },
    acceptPartly: { from: ['Received', 'PartlyAccepted', 'Refused'], to: 'PartlyAccepted', who: ['portal'] },
    refuse: { from: ['Received', 'Refused'], to: 'Refused', who: ['portal'] },
    repeat: { from: ['Received'], to: 'Repeated', who: ['portal'] },
    fail: { from: ['Received'], to: 'Failed', who: ['portal'] },
    process: { from: ['PartlyAccepted', 'Refused'], to: 'Received', who: ['clerk'] },
    dismiss: { from: ['PartlyAccepted', 'Refused', 'Failed'], to: 'Dismissed', who: ['clerk'] },
  },
})

/** What keeps a whole file from being read; the sentences are `edi.fault.<code>`. */
export const ediFaults = [
  'Empty',
  'TooLarge',
  'UnknownFormat',
  'Encoding',
  'XmlDoctype',
  'XmlMalformed',
  'XmlTooDeep',
  'XmlTooLong',
  'EdifactSyntax',
  'EdifactCutOff',
  'EdifactUnexpected',
  'EdifactGroups',
  'EdifactCount',
  'EdifactReference',
  'EdifactVersion',
  'TooManySegments',
  'TooManyMessages',
  'TooManyLines',
  'NotAnOrder',
  'NoLines',
  'FieldMissing',
  'NotADate',
  'NotADateIn',
  'Stopped',
] as const
export type EdiFaultCode = (typeof ediFaults)[number]

/** What of a line could not be read; a person who says what is meant mends it. Sentences as below. */
export const ediReadReasons = ['QuantityUnclear', 'DateUnclear', 'SplitDelivery'] as const
export type EdiReadReason = (typeof ediReadReasons)[number]

/** Why a line, or all lines of a message, did not become an order; the sentences are `edi.reason.<code>`. */
export const ediReasons = [
  'None',
  'Test',
  ...ediReadReasons,
  'NotAnOriginal',
  'KindOther',
  'ValidityOver',
  'Rounded',
  'BuyerUnknown',
  'BuyerUnclear',
  'ShipToUnknown',
  'ShipToUnclear',
  'ShipToOfOther',
  'ChangeNotSupported',
  'CurrencyOther',
  'ProductUnknown',
  'ProductUnclear',
  'QuantityMissing',
  'QuantityNotWhole',
  'UnitUnknown',
  'NotSold',
  'LocationClosed',
  'CustomerClosed',
  'CannotShip',
  'NotFullPack',
  'OutOfBounds',
  'DatePassed',
  'NoPointOfSale',
  'NoStock',
  'PoNumberMissing',
  'PoNumberUsed',
  'QuotaExceeded',
] as const
export type EdiReason = (typeof ediReasons)[number]

/**
 * What stood in a document and was not acted on, of a line or of the whole; the sentences are `edi.remark.<code>`.
 * `PriceOther` tells both prices, `PriceDiffers` none: to whom prices are not shown.
 */
export const ediRemarks = [
  'NotRead',
  'Note',
  'FreeGoods',
  'WholeOnly',
  'CodeOfOtherKind',
  'PriceOther',
  'PriceDiffers',
  'More',
] as const
export type EdiRemarkCode = (typeof ediRemarks)[number]

export const ediActs = ['process', 'send', 'dismiss'] as const
export type EdiAct = (typeof ediActs)[number]

/**
 * Why this cannot be done with a message, or null when it can. `answerTo`: where its answer is posted to; `exportRefused`:
 * why its orders cannot be confirmed to the customer (ORD-021).
 */
export function refusedOnEdiMessage(
  act: EdiAct,
  message: {
    /** Its document's number, or the file where none was read. */
    name: string
    state: EdiState
    hasAnswer: boolean
    answerTo: string | null
    exportRefused: Refusal | null
  },
): Refusal | null {
  if (act === 'send') {
    if (!message.hasAnswer) return refusal('EdiNoAnswer', { document: message.name })
    if (message.answerTo === null) return refusal('EdiNoAddress', { document: message.name })
    return message.exportRefused
  }
  if (ediTable.allows(act, message.state, 'clerk')) return null
  return refusal('EdiMessageState', { document: message.name, ediState: message.state })
}

export const ediMessages = pageList('OrderManagement/GetEdiMessages', {
  columns: {
    documentNumber: column.code(),
    ediState: column.choice(ediStates, { words: 'edi' }),
    ediSender: column.code(),
    customerName: column.text({ nullable: true }),
    receivedAt: column.instant(),
    /** The orders that came of it, with commas between them. */
    ediOrders: column.text({ nullable: true, sort: false }),
    lineCount: column.integer(),
    placedLines: column.integer(),
    faultyLines: column.integer(),
    ediFormat: column.choice(ediFormats, { nullable: true, words: 'ediFormat' }),
    ediSource: column.choice(ediSources, { words: 'ediSource' }),
    documentDate: column.date({ nullable: true }),
    deliveryLocationName: column.text({ nullable: true }),
    fileName: column.text(),
    processedAt: column.instant({ nullable: true }),
    recordUser: column.text(),
  },
  /** `isTest`: it was sent as a test and orders nothing. */
  extra: {
    id: Uuid,
    version: Version,
    isTest: z.boolean(),
    /** The orders of the column, to be opened. */
    placed: z.array(z.strictObject({ id: Uuid, code: z.string(), isPreOrder: z.boolean() })),
    actions: actionsField(ediActs),
  },
  defaultSort: [{ column: 'receivedAt', direction: 'desc' }],
  search: true,
})

const Party = z.strictObject({ code: z.string(), name: z.string().nullable() })
const Place = z.strictObject({ id: Uuid, code: z.string(), name: z.string() })

export const EdiMessageView = z.strictObject({
  id: Uuid,
  version: Version,
  documentNumber: z.string(),
  ediState: z.enum(ediStates),
  ediFormat: z.enum(ediFormats).nullable(),
  ediSource: z.enum(ediSources),
  ediSender: z.string(),
  /** Sent as a test: it was judged and answered, and nothing is ordered. */
  isTest: z.boolean(),
  documentDate: DateOnly.nullable(),
  receivedAt: Instant,
  recordUser: z.string(),
  processedAt: Instant.nullable(),
  /** The parties as the document names them. */
  buyer: Party.nullable(),
  shipTo: Party.nullable(),
  /** What they were found to be. */
  customerName: z.string().nullable(),
  deliveryLocation: Place.nullable(),
  fileName: z.string(),
  hasAnswer: z.boolean(),
  /** Where the answer is posted to, by host; null where the partner has no address. */
  answerTo: z.string().nullable(),
  answerPostedAt: Instant.nullable(),
  /** Why nobody took it when it was posted last; `answerDue`: when it is posted again by itself. */
  answerProblem: z.string().nullable(),
  answerDue: Instant.nullable(),
  /** Why the answer waits: its customer lacks ERP codes (ORD-021), in the reader's language. It goes out once they are there. */
  exportRefused: z.string().nullable(),
  /** Why nothing could be read, or why the whole document was refused, in the reader's language. */
  message: z.string().nullable(),
  /** What stood in the document as a whole and was not acted on, in the reader's language. */
  ediRemarks: z.array(z.string()),
  /** Where its orders are outside the amounts of the business relation (ORD-022), in the reader's language. */
  notes: z.array(z.string()),
  /** The document that this one repeats. */
  repeats: z.strictObject({ id: Uuid, receivedAt: Instant }).nullable(),
  memo: z.string().nullable(),
  lines: z.array(
    z.strictObject({
      id: Uuid,
      lineNumber: z.string(),
      gtin: z.string().nullable(),
      sellerCode: z.string().nullable(),
      buyerCode: z.string().nullable(),
      description: z.string().nullable(),
      /** As the document says it. */
      askedQuantity: z.string().nullable(),
      unit: z.string().nullable(),
      requestedDate: DateOnly.nullable(),
      /** Where the line goes, as the document names it, where it goes elsewhere than the document. */
      shipTo: Party.nullable(),
      /** What stood in the line and was not acted on, in the reader's language. */
      ediRemarks: z.array(z.string()),
      /** What it was found to be, or corrected to. */
      productUniqueCode: z.string().nullable(),
      productName: z.string().nullable(),
      quantity: z.int().nullable(),
      deliveryLocation: Place.nullable(),
      corrected: z.boolean(),
      verdict: z.enum(shownEdiVerdicts),
      message: z.string().nullable(),
      orderCode: z.string().nullable(),
    }),
  ),
  orders: z.array(z.strictObject({ id: Uuid, orderCode: z.string() })),
  preOrders: z.array(z.strictObject({ id: Uuid, preOrderCode: z.string() })),
  actions: actionsField(ediActs),
})
export type EdiMessageView = z.infer<typeof EdiMessageView>

export const getEdiMessage = call('OrderManagement/GetEdiMessage', {
  reads: true,
  sharesPermission: 'GetEdiMessages',
  input: z.strictObject({ messageId: Uuid }),
  output: EdiMessageView,
  refusals: ['NotFound'],
})

/** What is known once a file was taken: its message is read by a job, and asked for by its id. */
const Taken = z.strictObject({ messageId: Uuid, jobId: Uuid, ediState: z.enum(ediStates) })

/** A file with one order of UBL, or one interchange of EDIFACT, from another system or a person. */
export const receiveEdiMessage = call('OrderManagement/ReceiveEdiMessage', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: ediLimits.bytes, types: ['text/plain'] },
  input: z.strictObject({}),
  output: Taken,
  refusals: [],
})

export const ediFileParts = ['received', 'answer'] as const
export const downloadEdiFile = call('OrderManagement/DownloadEdiFile', {
  kind: 'download',
  reads: true,
  sharesPermission: 'GetEdiMessages',
  input: z.strictObject({ messageId: Uuid, part: z.enum(ediFileParts) }),
  output: Binary,
  /** `ErpCodesMissing`: of an answer that confirms orders. */
  refusals: ['NotFound', 'ErpCodesMissing'],
})

/** Says what a refused line means: another product, quantity, day or place. Fields that are left out stay as they are. */
export const correctEdiLine = call('OrderManagement/CorrectEdiLine', {
  input: z.strictObject({
    messageId: Uuid,
    version: Version,
    /** Null: all lines that are not placed; of those only day and place may be said. */
    lineId: Uuid.nullable(),
    productCode: text(64).optional(),
    quantity: Quantity.optional(),
    deliveryDate: DateOnly.optional(),
    locationId: Uuid.optional(),
  }),
  output: EdiMessageView,
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'EdiMessageState',
    'EdiLinePlaced',
    'VariantNotFound',
    'LocationNotAllowed',
  ],
})

/** Places what is not placed yet, with its corrections, and answers anew. */
export const processEdiMessage = call('OrderManagement/ProcessEdiMessage', {
  input: z.strictObject({ messageId: Uuid, version: Version }),
  output: Taken,
  refusals: ['NotFound', 'ChangedMeanwhile', 'EdiMessageState'],
})

/** Posts the answer to the partner's address, now and however often it was posted before. */
export const sendEdiAnswer = call('OrderManagement/SendEdiAnswer', {
  input: z.strictObject({ messageId: Uuid, version: Version }),
  output: EdiMessageView,
  refusals: ['NotFound', 'ChangedMeanwhile', 'EdiNoAnswer', 'EdiNoAddress', 'ErpCodesMissing'],
})

/** Puts a message aside: what was refused stays refused. */
export const dismissEdiMessage = call('OrderManagement/DismissEdiMessage', {
  input: z.strictObject({ messageId: Uuid, version: Version, memo: text(500) }),
  output: EdiMessageView,
  refusals: ['NotFound', 'ChangedMeanwhile', 'EdiMessageState'],
})
