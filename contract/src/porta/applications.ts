import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { DateOnly, text } from '../kit/values.ts'
import { Box, DiscountRequestView } from './discount-requests.ts'
import { codesAtOnce, imageBytes, imagesAtOnce, personalKinds, validationFlows } from './words.ts'

// How a request is made: one by one, by a list of codes, by pictures; and how it is proved (DSC-004 to DSC-010).

/** What was typed, scanned or pasted as one code. */
export const DataMatrix = z.string().max(1_000)
/** Where the pack was sold, who pays, and when it was sold. */
export const origin = {
  pointOfSaleId: Uuid,
  paymentLocationId: Uuid,
  /** Declared repayment sale date. */
  declaredSaleDate: DateOnly,
}

export const Place = z.strictObject({ id: Uuid, code: z.string(), name: z.string() })
export type Place = z.infer<typeof Place>

/** What an application needs to know beforehand: places, limits, ways that are open. */
export const Setup = z.strictObject({
  /** The first of those that match, in the order of their names. */
  pointsOfSale: z.array(
    z.strictObject({
      ...Place.shape,
      gln: z.string(),
      city: z.string(),
      town: z.string(),
      paymentLocations: z.array(Place),
    }),
  ),
  /** Whether there are more than that. */
  morePointsOfSale: z.boolean(),
  maximumCodes: z.int(),
  maximumImages: z.int(),
  flows: z.array(z.enum(validationFlows)),
  /** The first day that may be chosen, and why no earlier one. */
  earliest: DateOnly,
  earliestBy: z.enum(['Months', 'ArchiveDate']),
  /** ITS is not asked for now, and until when. */
  itsPausedUntil: DateOnly.nullable(),
})

export const getApplicationSetup = call('MyPromotionRequests/GetApplicationSetup', {
  sharesPermission: 'GetRequests',
  reads: true,
  input: z.strictObject({ search: z.string().max(100).optional() }),
  output: Setup,
  refusals: [],
})
export type ApplicationSetup = z.infer<typeof getApplicationSetup.output>

/** One thing that speaks against an application: said before it is sent, and the reviewer's own rule. */
export const Concern = z.strictObject({
  /** The refusal or the reason of rejection that it would lead to. */
  code: z.string(),
  /** Keeps it from being made; otherwise a reviewer will look at it. */
  blocks: z.boolean(),
  message: z.string(),
})
export type Concern = z.infer<typeof Concern>

/** What is told of a code before it is sent. */
export const Checked = z.strictObject({
  pack: z
    .strictObject({
      gtin: z.string(),
      serialNumber: z.string(),
      lotNumber: z.string(),
      expiryDate: DateOnly,
      validDataMatrix: z.string(),
      productName: z.string().nullable(),
    })
    .nullable(),
  concerns: z.array(Concern),
})

/** The pack behind a code, as far as it can be read, and what would speak against applying for it. */
export const checkApplication = call('MyPromotionRequests/CheckApplication', {
  sharesPermission: 'CreateRequest',
  reads: true,
  input: z.strictObject({
    dataMatrix: DataMatrix,
    pointOfSaleId: Uuid.optional(),
    paymentLocationId: Uuid.optional(),
    declaredSaleDate: DateOnly.optional(),
  }),
  output: Checked,
  refusals: [],
})

/** Pictures as they may be sent: what they are is told by their content. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const
export const pictures = { maxBytes: imageBytes, types: [...pictureTypes] }

export const made = [
  'CodeRefused',
  'CodeDoubtful',
  'PackAppliedFor',
  'PackProductUnknown',
  'PackExpired',
  'SaleDateInFuture',
  'SaleDateTooEarly',
  'PromotionLocationNotAllowed',
  'PaymentLocationNotRelated',
] as const

/** One pre-application with its pictures; it becomes Pending by itself once one of them shows the pack (DSC-003). */
export const createRequest = call('MyPromotionRequests/CreateRequest', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({ dataMatrix: DataMatrix, ...origin, description: text(500, 0).optional() }),
  output: DiscountRequestView,
  refusals: [...made, 'TooManyImages', 'PictureTooManyPixels', 'FlowSwitchedOff'],
})

/**
 * A pre-application from one of the caller's requests: what is left out is the same. Where the pack is the same, as when a
 * refused request is corrected and sent again, its pictures and what sources said of the pack are kept with the new one.
 */
export const copyRequest = call('MyPromotionRequests/CopyRequest', {
  input: z.strictObject({
    requestId: Uuid,
    dataMatrix: DataMatrix.optional(),
    pointOfSaleId: Uuid.optional(),
    paymentLocationId: Uuid.optional(),
    declaredSaleDate: DateOnly.optional(),
    description: text(500, 0).optional(),
  }),
  output: DiscountRequestView,
  refusals: ['NotFound', ...made],
})

/**
 * Says why a rejection is wrong, once, with a picture if that shows it. The request is pending again, and somebody else
 * decides on it than the one who rejected it.
 */
export const disputeRequest = call('MyPromotionRequests/DisputeRequest', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: 1, optional: true },
  input: z.strictObject({ requestId: Uuid, message: text(500) }),
  output: DiscountRequestView,
  refusals: [
    'NotFound',
    'RequestState',
    'RequestArchived',
    'RequestDisputed',
    'PackAppliedFor',
    'TooManyImages',
    'PictureTooManyPixels',
    'FlowSwitchedOff',
  ],
})

/**
 * Where a picture seems to show a name or an identity number, so that it can be blacked out before the picture is sent
 * (DSC-006). The picture is read and not kept.
 */
export const findPersonalData = call('MyPromotionRequests/FindPersonalData', {
  sharesPermission: 'CreateRequest',
  reads: true,
  kind: 'upload',
  upload: { ...pictures, maxFiles: 1 },
  input: z.strictObject({}),
  output: z.strictObject({
    /** Of the picture, in pixels: what the boxes are measured in. */
    width: z.int(),
    height: z.int(),
    personal: z.array(z.strictObject({ kind: z.enum(personalKinds), box: Box })),
  }),
  refusals: ['PictureTooManyPixels'],
})

/** What became of one line of a list of codes. */
export const CodeResult = z.strictObject({
  line: z.int(),
  /** What stood there. */
  dataMatrix: z.string(),
  ok: z.boolean(),
  requestCode: z.string().nullable(),
  serialNumber: z.string().nullable(),
  refusal: z.string().nullable(),
  message: z.string().nullable(),
})
export type CodeResult = z.infer<typeof CodeResult>

export const ImportedCodes = z.strictObject({
  made: z.int(),
  refused: z.int(),
  results: z.array(CodeResult).max(codesAtOnce.most),
})
export const importRefused = [
  'CodesMissing',
  'TooManyCodes',
  'PromotionLocationNotAllowed',
  'PaymentLocationNotRelated',
  'SaleDateInFuture',
  'SaleDateTooEarly',
] as const

/** One code a line (DSC-005); a line that is refused holds up no other one. */
export const importCodes = call('MyPromotionRequests/ImportDataMatrices', {
  input: z.strictObject({
    dataMatrices: z.string().max(2_000_000),
    ...origin,
    dryRun: z.boolean(),
  }),
  output: ImportedCodes,
  refusals: [...importRefused],
  maxBody: 4 * 1024 * 1024,
})

/** Pictures for one request. */
export const addImages = call('MyPromotionRequests/AddImages', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({ requestId: Uuid }),
  output: DiscountRequestView,
  refusals: [
    'NotFound',
    'RequestState',
    'RequestArchived',
    'TooManyImages',
    'PictureTooManyPixels',
    'FlowSwitchedOff',
  ],
})

/** Many pictures at once, each for the pre-application whose pack it shows (DSC-006). They are read afterwards. */
export const importImages = call('MyPromotionRequests/ImportImages', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({}),
  output: z.strictObject({ batchId: Uuid, images: z.int() }),
  refusals: ['TooManyImages', 'PictureTooManyPixels', 'FlowSwitchedOff'],
})

/** What became of the pictures of an import so far. */
export const ImageImport = z.strictObject({
  waiting: z.int(),
  matched: z.int(),
  unmatched: z.int(),
  images: z.array(
    z.strictObject({
      id: Uuid,
      name: z.string(),
      requestCode: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
})

export const getImageImport = call('MyPromotionRequests/GetImageImport', {
  sharesPermission: 'ImportImages',
  reads: true,
  polled: true,
  input: z.strictObject({ batchId: Uuid }),
  output: ImageImport,
  refusals: ['NotFound'],
})
