import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { Binary, call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { requestView } from './discount-requests.ts'
import { priceChangeReasons, priceChangeScopes } from './price-change-rules.ts'
import { requestActions } from './states.ts'
import { imageStates, priceChangeStates, validationFlows } from './words.ts'
import { packStates } from './pack-states.ts'
import { priceChangeTabs } from './tabs.ts'

// Price-change refunds as they are listed, shown and decided on (PCR-001 to PCR-004).

/** What the movements of a pack suggest; see `suggest`. */
export const priceChangeVerdicts = ['NoEvidence', 'Approve', 'Reject'] as const

const list = {
  columns: {
    requestCode: column.code(),
    requestState: column.choice(priceChangeStates, { words: 'priceChangeRequest' }),
    refundScope: column.choice(priceChangeScopes, { words: 'priceChangeScope' }),
    suggestion: column.choice(priceChangeVerdicts, { words: 'priceChangeVerdict' }),
    /** The first of the reasons that apply: the one that is proposed. */
    suggestedReason: column.choice(priceChangeReasons, { nullable: true, words: 'priceChangeReason' }),
    productCode: column.code(),
    productName: column.text(),
    gtin: column.code(),
    serialNumber: column.code(),
    lotNumber: column.code(),
    expiryDate: column.date(),
    originalDataMatrix: column.text(),
    validDataMatrix: column.text(),
    pointOfSaleCode: column.code(),
    pointOfSaleName: column.text(),
    blacklisted: column.flag(),
    city: column.text(),
    paymentLocationCode: column.code(),
    paymentLocationName: column.text(),
    declaredSaleDate: column.date(),
    changeDate: column.date(),
    refundAmount: column.decimal({ nullable: true, price: true }),
    packState: column.choice(packStates, { nullable: true, words: 'packState' }),
    validationFlow: column.choice(validationFlows, { nullable: true, words: 'validationFlow' }),
    imageCount: column.integer(),
    description: column.text({ nullable: true }),
    rejectReason: column.choice(priceChangeReasons, { nullable: true, words: 'priceChangeReason' }),
    decisionMemo: column.text({ nullable: true }),
    applicant: column.text(),
    recordDate: column.instant(),
    lastEventDate: column.instant(),
    lastEventUser: column.text(),
  },
  extra: { id: Uuid, version: z.int(), archived: z.boolean(), actions: actionsField(requestActions) },
  scope: { from: DateOnly, to: DateOnly, tab: z.enum(priceChangeTabs) },
  search: true,
  selectable: true,
} as const

/** What staff see of all requests, those that wait longest first. */
export const priceChangeRequests = pageList('PriceChangeManagement/GetRequests', {
  ...list,
  defaultSort: [{ column: 'recordDate', direction: 'asc' }],
  refusals: ['WindowTooWide'],
})

/** What applicants see of their own. */
export const myPriceChangeRequests = pageList('MyPriceChangeRequests/GetRequests', {
  ...list,
  defaultSort: [{ column: 'recordDate', direction: 'desc' }],
  refusals: ['WindowTooWide', 'RequestWindowTooEarly'],
})

/** A movement of the pack as ITS tells it (PCR-003), with the names of places that the portal knows. */
export const RefundMovement = z.strictObject({
  declarationId: z.string(),
  declaredAt: Instant,
  gtin: z.string(),
  movement: z.string(),
  fromGln: z.string().nullable(),
  fromName: z.string().nullable(),
  toGln: z.string().nullable(),
  toName: z.string().nullable(),
  resultCode: z.string(),
})
export type RefundMovement = z.infer<typeof RefundMovement>

export const PriceChangeRequestView = z.strictObject({
  ...requestView,
  requestState: z.enum(priceChangeStates),
  rejectReason: z.enum(priceChangeReasons).nullable(),
  productCode: z.string(),
  /** The point of sale is on the blacklist: to approve it needs a reason (PCR-002). */
  blacklisted: z.boolean(),
  refundScope: z.enum(priceChangeScopes),
  priceChange: z.strictObject({
    changeDate: DateOnly,
    entitlementDate: DateOnly,
    oldPrice: z.string().nullable(),
    newPrice: z.string().nullable(),
  }),
  /** Null where the reader sees no prices. */
  refundAmount: z.string().nullable(),
  movements: z.array(RefundMovement),
  suggestion: z.enum(priceChangeVerdicts),
  /** Every reason that applies, the proposed one first, with the declarations that prove it. */
  found: z.array(z.strictObject({ reason: z.enum(priceChangeReasons), declarationIds: z.array(z.string()) })),
})
export type PriceChangeRequestView = z.infer<typeof PriceChangeRequestView>

const one = {
  reads: true,
  sharesPermission: 'GetRequests',
  input: z.strictObject({ requestId: Uuid }),
  output: PriceChangeRequestView,
} as const
export const getPriceChangeRequest = call('PriceChangeManagement/GetRequest', {
  ...one,
  refusals: ['NotFound'],
})
export const getMyPriceChangeRequest = call('MyPriceChangeRequests/GetRequest', {
  ...one,
  refusals: ['NotFound'],
})

const picture = {
  reads: true,
  sharesPermission: 'GetRequests',
  kind: 'download',
  input: z.strictObject({ imageId: Uuid }),
  output: Binary,
} as const
export const downloadPriceChangeImage = call('PriceChangeManagement/DownloadImage', {
  ...picture,
  refusals: ['NotFound'],
})
export const downloadMyPriceChangeImage = call('MyPriceChangeRequests/DownloadImage', {
  ...picture,
  refusals: ['NotFound'],
})

const reading = {
  input: z.strictObject({ imageId: Uuid }),
  output: z.strictObject({ imageState: z.enum(imageStates) }),
  refusals: ['NotFound', 'RequestState', 'RequestArchived'],
} as const
export const readPriceChangeImageAgain = call('PriceChangeManagement/ReadImageAgain', reading)
export const readMyPriceChangeImageAgain = call('MyPriceChangeRequests/ReadImageAgain', reading)

const chosen = { selection: priceChangeRequests.selection, dryRun: z.boolean() }

/** A point of sale on the blacklist needs a memo (PCR-002). */
export const approvePriceChangeRequests = call('PriceChangeManagement/ApproveRequest', {
  input: z.strictObject({ ...chosen, memo: text(500).optional() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide'],
})

export const rejectPriceChangeRequests = call('PriceChangeManagement/RejectRequest', {
  input: z.strictObject({ ...chosen, reason: z.enum(priceChangeReasons), memo: text(500).optional() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide'],
})

export const cancelPriceChangeRequests = call('MyPriceChangeRequests/CancelRequest', {
  input: z.strictObject({
    selection: myPriceChangeRequests.selection,
    dryRun: z.boolean(),
    memo: text(500),
  }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'RequestWindowTooEarly'],
})

/** Takes a request for two minutes, so that two do not decide on the same one. */
export const lookAtPriceChangeRequest = call('PriceChangeManagement/LookAtRequest', {
  input: z.strictObject({ requestId: Uuid }),
  output: z.strictObject({ until: Instant }),
  refusals: ['NotFound', 'RequestLookedAt'],
})

/** Asks ITS about the movements of the pack with the company's own user. */
export const inquirePriceChangeRequest = call('PriceChangeManagement/InquireRequest', {
  requestKey: false,
  input: z.strictObject({ requestId: Uuid }),
  output: PriceChangeRequestView,
  refusals: ['NotFound', 'ItsNotConnected', 'ItsAccessMissing', 'ItsPaused', 'ItsFailed'],
})
