import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { Binary, call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { RecordEvent } from '../kit/record-event.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { requestActions } from './states.ts'
import {
  declineReasons,
  evidenceSources,
  imageStates,
  rejectReasons,
  requestStates,
  validationFlows,
} from './words.ts'
import { packStates } from './pack-states.ts'
import { requestTabs } from './tabs.ts'

// Institutional-discount requests as they are listed, shown and decided on (DSC-001, DSC-002, DSC-011 to DSC-013).

const columns = {
  requestCode: column.code(),
  requestState: column.choice(requestStates, { words: 'discountRequest' }),
  /** The higher one of the two scores, by which the queue of the reviewers is sorted (DSC-014). */
  penalty: column.integer(),
  dataPenalty: column.integer(),
  itsPenalty: column.integer(),
  packState: column.choice(packStates, { nullable: true, words: 'packState' }),
  productName: column.text(),
  gtin: column.code(),
  serialNumber: column.code(),
  lotNumber: column.code(),
  expiryDate: column.date(),
  originalDataMatrix: column.text(),
  validDataMatrix: column.text(),
  pointOfSaleCode: column.code(),
  pointOfSaleName: column.text(),
  city: column.text(),
  town: column.text(),
  address: column.text({ nullable: true }),
  paymentLocationCode: column.code(),
  paymentLocationName: column.text(),
  declaredSaleDate: column.date(),
  validSaleDate: column.date({ nullable: true }),
  declarationId: column.code({ nullable: true }),
  declarationDate: column.date({ nullable: true }),
  validationFlow: column.choice(validationFlows, { nullable: true, words: 'validationFlow' }),
  imageCount: column.integer(),
  /** The applicant has disputed a rejection of it. */
  disputed: column.flag(),
  description: column.text({ nullable: true }),
  rejectReason: column.choice(rejectReasons, { nullable: true, words: 'discountRejectReason' }),
  declineReason: column.choice(declineReasons, { nullable: true, words: 'declineReason' }),
  decisionMemo: column.text({ nullable: true }),
  applicant: column.text(),
  recordUser: column.text(),
  recordDate: column.instant(),
  /** When ITS is asked again about a pack that it did not know. */
  itsAgainAt: column.instant({ nullable: true }),
  lastEventDate: column.instant(),
  lastEventUser: column.text(),
}

const list = {
  columns,
  extra: { id: Uuid, version: z.int(), archived: z.boolean(), actions: actionsField(requestActions) },
  scope: { from: DateOnly, to: DateOnly, tab: z.enum(requestTabs) },
  search: true,
  selectable: true,
} as const

/** What staff see of all requests; the queue begins with those that need looking at most. */
export const discountRequests = pageList('PromotionManagement/GetRequests', {
  ...list,
  defaultSort: [
    { column: 'penalty', direction: 'desc' },
    { column: 'recordDate', direction: 'asc' },
  ],
  refusals: ['WindowTooWide'],
})

/** What applicants see of their own. */
export const myDiscountRequests = pageList('MyPromotionRequests/GetRequests', {
  ...list,
  defaultSort: [{ column: 'recordDate', direction: 'desc' }],
  refusals: ['WindowTooWide', 'RequestWindowTooEarly'],
})

/** What the external inspector is to look at: what waits and what was approved (DSC-012). */
export const inspectedRequests = pageList('PromotionManagement/GetInspectedRequests', {
  columns: {
    ...columns,
    /** In the sample that was drawn on the day after its approval. */
    sampled: column.flag(),
    /** A later inquiry found another state or owner. */
    changedSince: column.flag(),
    changedReason: column.choice(declineReasons, { nullable: true, words: 'declineReason' }),
  },
  extra: list.extra,
  scope: { from: DateOnly, to: DateOnly },
  defaultSort: [
    { column: 'changedSince', direction: 'desc' },
    { column: 'sampled', direction: 'desc' },
    { column: 'penalty', direction: 'desc' },
  ],
  search: true,
  selectable: true,
  sharesPermission: { page: 'DeclineRequest', excel: 'DeclineRequest' },
  refusals: ['WindowTooWide'],
})

/** Where in a picture a value was read, in pixels. */
export const Box = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
export type Box = z.infer<typeof Box>

/** A value that was read: a fact where enough passes agree, otherwise a suggestion. */
const ReadValue = z.strictObject({
  field: z.string(),
  value: z.string(),
  trust: z.enum(['auto', 'suggested']),
  votes: z.int(),
  of: z.int(),
  box: Box.nullable(),
})
export type ReadValue = z.infer<typeof ReadValue>

export const RequestImage = z.strictObject({
  id: Uuid,
  name: z.string(),
  imageState: z.enum(imageStates),
  width: z.int().nullable(),
  height: z.int().nullable(),
  at: Instant,
  by: z.string(),
  /** Why it is not matched, in the reader's language. */
  message: z.string().nullable(),
  values: z.array(ReadValue),
})
export type RequestImage = z.infer<typeof RequestImage>

/** What one source says of the pack, and when it said so. */
export const Evidence = z.strictObject({
  source: z.enum(evidenceSources),
  readAt: Instant,
  packState: z.enum(packStates).nullable(),
  resultCode: z.string().nullable(),
  ownerGln: z.string().nullable(),
  ownerName: z.string().nullable(),
  movements: z.array(
    z.strictObject({
      declarationId: z.string(),
      declaredAt: Instant,
      movement: z.string(),
      fromGln: z.string().nullable(),
      toGln: z.string().nullable(),
      resultCode: z.string(),
    }),
  ),
  sale: z
    .strictObject({
      declarationId: z.string(),
      at: Instant,
      toGln: z.string(),
      finalized: z.boolean().nullable(),
    })
    .nullable(),
})
export type Evidence = z.infer<typeof Evidence>

/** What one line of the comparison says: what was applied for, and what each source has of it. */
const Compared = z.strictObject({
  field: z.string(),
  applied: z.string().nullable(),
  image: z.string().nullable(),
  its: z.string().nullable(),
  differs: z.boolean(),
})
export type Compared = z.infer<typeof Compared>

export const PenaltyPoint = z.strictObject({
  score: z.enum(['data', 'its']),
  rule: z.string(),
  points: z.int(),
  /** What the rule found, in the reader's language. */
  evidence: z.string(),
})
export type PenaltyPoint = z.infer<typeof PenaltyPoint>

/** A state of null: ITS no longer knows the pack. `reason`: with which the auditor would decline. */
const Changed = z.strictObject({
  reason: z.enum(declineReasons),
  at: Instant,
  stateBefore: z.enum(packStates),
  stateNow: z.enum(packStates).nullable(),
  ownerBefore: z.string().nullable(),
  ownerNow: z.string().nullable(),
})

/** What the applicant says against a rejection, and the decision that it is about. */
const Dispute = z.strictObject({
  at: Instant,
  message: z.string(),
  reason: z.enum(rejectReasons),
  memo: z.string().nullable(),
  reviewer: z.string(),
})

/** What is shown of a request of either kind. */
export const requestView = {
  id: Uuid,
  version: z.int(),
  requestCode: z.string(),
  archived: z.boolean(),
  validationFlow: z.enum(validationFlows).nullable(),
  gtin: z.string(),
  productName: z.string(),
  serialNumber: z.string(),
  lotNumber: z.string(),
  expiryDate: DateOnly,
  originalDataMatrix: z.string(),
  validDataMatrix: z.string(),
  pointOfSaleCode: z.string(),
  pointOfSaleName: z.string(),
  pointOfSaleGln: z.string(),
  city: z.string(),
  town: z.string(),
  address: z.string().nullable(),
  paymentLocationCode: z.string(),
  paymentLocationName: z.string(),
  declaredSaleDate: DateOnly,
  validSaleDate: DateOnly.nullable(),
  declarationId: z.string().nullable(),
  declarationDate: DateOnly.nullable(),
  packState: z.enum(packStates).nullable(),
  description: z.string().nullable(),
  decisionMemo: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  applicant: z.string(),
  recordUser: z.string(),
  recordDate: Instant,
  images: z.array(RequestImage),
  evidence: z.array(Evidence),
  compared: z.array(Compared),
  /** When ITS is asked again about a pack that it did not know; until then nobody refuses the request. */
  itsAgainAt: Instant.nullable(),
  /** The request that it was made from. */
  madeFrom: z.strictObject({ id: Uuid, code: z.string() }).nullable(),
  /** Of the warehouse that was told, once it has answered. */
  receipt: z.string().nullable(),
  /** Who has it open to decide on it, other than the reader. */
  lookedAtBy: z.string().nullable(),
  events: z.array(RecordEvent),
  actions: actionsField(requestActions),
} as const

export const DiscountRequestView = z.strictObject({
  ...requestView,
  requestState: z.enum(requestStates),
  rejectReason: z.enum(rejectReasons).nullable(),
  declineReason: z.enum(declineReasons).nullable(),
  penalty: z.int(),
  dataPenalty: z.int(),
  itsPenalty: z.int(),
  penaltyPoints: z.array(PenaltyPoint),
  /** The reason that speaks against it most, as the rules see it; null where none does. */
  suggestedReason: z.enum(rejectReasons).nullable(),
  /** What a later inquiry found otherwise than what was approved; told to staff and the auditor. */
  changed: Changed.nullable(),
  dispute: Dispute.nullable(),
  /** The last day on which the pack can be applied for anew; of a rejected request that can be corrected. */
  correctUntil: DateOnly.nullable(),
})
export type DiscountRequestView = z.infer<typeof DiscountRequestView>

const one = {
  reads: true,
  sharesPermission: 'GetRequests',
  input: z.strictObject({ requestId: Uuid }),
  output: DiscountRequestView,
} as const
export const getDiscountRequest = call('PromotionManagement/GetRequest', { ...one, refusals: ['NotFound'] })
export const getMyDiscountRequest = call('MyPromotionRequests/GetRequest', { ...one, refusals: ['NotFound'] })
/** As the inspector sees it. */
export const getInspectedRequest = call('PromotionManagement/GetInspectedRequest', {
  ...one,
  sharesPermission: 'DeclineRequest',
  refusals: ['NotFound'],
})

const picture = {
  reads: true,
  sharesPermission: 'GetRequests',
  kind: 'download',
  input: z.strictObject({ imageId: Uuid }),
  output: Binary,
} as const
export const downloadRequestImage = call('PromotionManagement/DownloadImage', {
  ...picture,
  refusals: ['NotFound'],
})
export const downloadMyRequestImage = call('MyPromotionRequests/DownloadImage', {
  ...picture,
  refusals: ['NotFound'],
})
export const downloadInspectedImage = call('PromotionManagement/DownloadInspectedImage', {
  ...picture,
  sharesPermission: 'DeclineRequest',
  refusals: ['NotFound'],
})

const reading = {
  input: z.strictObject({ imageId: Uuid }),
  output: z.strictObject({ imageState: z.enum(imageStates) }),
  refusals: ['NotFound', 'RequestState', 'RequestArchived'],
} as const
/** Has a picture read once more that did not match or could not be read, as long as nobody has decided. */
export const readRequestImageAgain = call('PromotionManagement/ReadImageAgain', reading)
export const readMyRequestImageAgain = call('MyPromotionRequests/ReadImageAgain', reading)

const chosen = { selection: discountRequests.selection, dryRun: z.boolean() }
const bulk = { output: BulkAnswer } as const

/** The technical approval. */
export const approveRequests = call('PromotionManagement/ApproveRequest', {
  ...bulk,
  input: z.strictObject(chosen),
  refusals: ['SelectionTooLarge', 'WindowTooWide'],
})

/** A memo is needed for the reason Other. */
export const rejectRequests = call('PromotionManagement/RejectRequest', {
  ...bulk,
  input: z.strictObject({ ...chosen, reason: z.enum(rejectReasons), memo: text(500).optional() }),
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'ReasonMemoRequired'],
})

/** The external inspector's; a memo is needed for the reason Other. */
export const declineRequests = call('PromotionManagement/DeclineRequest', {
  ...bulk,
  input: z.strictObject({
    selection: inspectedRequests.selection,
    dryRun: z.boolean(),
    reason: z.enum(declineReasons),
    memo: text(500).optional(),
  }),
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'ReasonMemoRequired'],
})

export const cancelRequests = call('MyPromotionRequests/CancelRequest', {
  ...bulk,
  input: z.strictObject({ selection: myDiscountRequests.selection, dryRun: z.boolean(), memo: text(500) }),
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'RequestWindowTooEarly'],
})

/**
 * Takes a request for two minutes, so that two do not decide on the same one; asked again it lasts on. Refused while it
 * is somebody else's.
 */
export const lookAtRequest = call('PromotionManagement/LookAtRequest', {
  input: z.strictObject({ requestId: Uuid }),
  output: z.strictObject({ until: Instant }),
  refusals: ['NotFound', 'RequestLookedAt'],
})
