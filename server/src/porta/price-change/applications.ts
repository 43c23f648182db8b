import {
  addPriceChangeImages,
  checkPriceChangeApplication,
  createPriceChangeRequest,
  getPriceChangeSetup,
  importPriceChangeCodes,
  importPriceChangeImages,
} from '@kervan/contract/porta/price-change-applications'
import { handle } from '../../kit/http/handle.ts'
import {
  addImagesTo,
  applicationSetup,
  checkBy,
  importImagesBy,
  importLines,
  makeWithImages,
} from '../requests/applications.ts'
import { presentPriceChange } from './present.ts'

// How price-change refunds are applied for (PCR-006): as the institutional discount is, with what is refunded.

export const getPriceChangeSetupHandler = handle(getPriceChangeSetup, applicationSetup)
export const checkPriceChangeApplicationHandler = handle(checkPriceChangeApplication, checkBy('PriceChange'))

export const createPriceChangeRequestHandler = handle(createPriceChangeRequest, async (context) => {
  const { input, uploads } = context
  const { dataMatrix, description, refundScope, ...origin } = input
  const of = { kind: 'PriceChange', refundScope } as const
  const id = await makeWithImages(context, { dataMatrix, origin, description, uploads, of })
  return presentPriceChange(context, 'applicant', id)
})

export const importPriceChangeCodesHandler = handle(importPriceChangeCodes, async (context) => {
  const { dataMatrices, dryRun, refundScope, ...origin } = context.input
  return importLines(context, { dataMatrices, dryRun, origin, of: { kind: 'PriceChange', refundScope } })
})

export const addPriceChangeImagesHandler = handle(addPriceChangeImages, async (context) => {
  const { input, uploads } = context
  await addImagesTo(context, 'PriceChange', input.requestId, uploads)
  return presentPriceChange(context, 'applicant', input.requestId)
})

export const importPriceChangeImagesHandler = handle(importPriceChangeImages, importImagesBy('PriceChange'))
