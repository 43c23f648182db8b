import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { DateOnly, text } from '../kit/values.ts'
import {
  Checked,
  DataMatrix,
  ImageImport,
  ImportedCodes,
  importRefused,
  made,
  origin,
  pictures,
  Setup,
} from './applications.ts'
import { ItsProgress, validation } from './its-validation.ts'
import { PriceChangeRequestView } from './price-change-requests.ts'
import { priceChangeScopes } from './price-change-rules.ts'
import { imagesAtOnce } from './words.ts'

// How a price-change refund is applied for: like the institutional discount, and what is refunded is chosen (PCR-006).

const scope = { refundScope: z.enum(priceChangeScopes) }

export const getPriceChangeSetup = call('MyPriceChangeRequests/GetApplicationSetup', {
  sharesPermission: 'GetRequests',
  reads: true,
  input: z.strictObject({ search: z.string().max(100).optional() }),
  output: Setup,
  refusals: [],
})

export const checkPriceChangeApplication = call('MyPriceChangeRequests/CheckApplication', {
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

export const createPriceChangeRequest = call('MyPriceChangeRequests/CreateRequest', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({
    dataMatrix: DataMatrix,
    ...origin,
    ...scope,
    description: text(500, 0).optional(),
  }),
  output: PriceChangeRequestView,
  refusals: [...made, 'PriceChangeMissing', 'TooManyImages', 'PictureTooManyPixels', 'FlowSwitchedOff'],
})

export const importPriceChangeCodes = call('MyPriceChangeRequests/ImportDataMatrices', {
  input: z.strictObject({
    dataMatrices: z.string().max(2_000_000),
    ...origin,
    ...scope,
    dryRun: z.boolean(),
  }),
  output: ImportedCodes,
  refusals: [...importRefused],
  maxBody: 4 * 1024 * 1024,
})

export const addPriceChangeImages = call('MyPriceChangeRequests/AddImages', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({ requestId: Uuid }),
  output: PriceChangeRequestView,
  refusals: [
    'NotFound',
    'RequestState',
    'RequestArchived',
    'TooManyImages',
    'PictureTooManyPixels',
    'FlowSwitchedOff',
  ],
})

export const importPriceChangeImages = call('MyPriceChangeRequests/ImportImages', {
  kind: 'upload',
  upload: { ...pictures, maxFiles: imagesAtOnce.most },
  input: z.strictObject({}),
  output: z.strictObject({ batchId: Uuid, images: z.int() }),
  refusals: ['TooManyImages', 'PictureTooManyPixels', 'FlowSwitchedOff'],
})

export const getPriceChangeImageImport = call('MyPriceChangeRequests/GetImageImport', {
  sharesPermission: 'ImportImages',
  reads: true,
  polled: true,
  input: z.strictObject({ batchId: Uuid }),
  output: ImageImport,
  refusals: ['NotFound'],
})

export const validatePriceChangeThroughIts = call('MyPriceChangeRequests/ValidateThroughIts', validation)

export const getPriceChangeValidation = call('MyPriceChangeRequests/GetItsValidation', {
  sharesPermission: 'ValidateThroughIts',
  reads: true,
  polled: true,
  input: z.strictObject({ runId: Uuid }),
  output: ItsProgress,
  refusals: ['NotFound'],
})
