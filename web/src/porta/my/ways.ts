import type { Twin } from '@kervan/contract/kit/call'
import {
  addImages,
  checkApplication,
  copyRequest,
  createRequest,
  disputeRequest,
  getApplicationSetup,
  getImageImport,
  importCodes,
  importImages,
} from '@kervan/contract/porta/applications'
import { getItsValidation, validateThroughIts } from '@kervan/contract/porta/its-validation'
import {
  addPriceChangeImages,
  checkPriceChangeApplication,
  createPriceChangeRequest,
  getPriceChangeImageImport,
  getPriceChangeSetup,
  getPriceChangeValidation,
  importPriceChangeCodes,
  importPriceChangeImages,
  validatePriceChangeThroughIts,
} from '@kervan/contract/porta/price-change-applications'
import { tutorialsOf } from '@kervan/contract/porta/words'
import type { MessageKey } from '../../kit/i18n/words.ts'
import { discountDesks, priceChangeDesks, type Desk } from '../shared/desks.ts'

/** How requests of a kind are applied for and proved: the calls of its screen, and what it says otherwise. */
export type Ways = {
  desk: Desk
  setup: Twin<typeof getApplicationSetup>
  check: Twin<typeof checkApplication>
  /** What is refunded is chosen, and goes along as `refundScope` (PCR-006). */
  withScope: boolean
  create: Twin<typeof createRequest>
  importCodes: Twin<typeof importCodes>
  addImages: Twin<typeof addImages>
  importImages: Twin<typeof importImages>
  imageImport: Twin<typeof getImageImport>
  validate: Twin<typeof validateThroughIts>
  validation: Twin<typeof getItsValidation>
  /** Null where a request is not made from another one. */
  copy: typeof copyRequest | null
  /** Null where a rejection is final. */
  dispute: typeof disputeRequest | null
  tutorials: Record<
    'NewRequest' | 'ValidateFromImage' | 'ValidateFromITS' | 'ValidateFromITSViaPortaMate',
    readonly string[]
  >
  title: MessageKey
  pictureNeeded: MessageKey
}

export const discountWays: Ways = {
  desk: discountDesks.applicant,
  setup: getApplicationSetup,
  check: checkApplication,
  withScope: false,
  create: createRequest,
  importCodes,
  addImages,
  importImages,
  imageImport: getImageImport,
  validate: validateThroughIts,
  validation: getItsValidation,
  copy: copyRequest,
  dispute: disputeRequest,
  tutorials: tutorialsOf.discount,
  title: 'porta.new.title',
  pictureNeeded: 'porta.new.pictureNeeded',
}

export const priceChangeWays: Ways = {
  desk: priceChangeDesks.applicant,
  setup: getPriceChangeSetup,
  check: checkPriceChangeApplication,
  withScope: true,
  // They take the scope as well, which the form adds.
  create: createPriceChangeRequest as unknown as Ways['create'],
  importCodes: importPriceChangeCodes,
  addImages: addPriceChangeImages as unknown as Ways['addImages'],
  importImages: importPriceChangeImages,
  imageImport: getPriceChangeImageImport,
  validate: validatePriceChangeThroughIts,
  validation: getPriceChangeValidation,
  copy: null,
  dispute: null,
  tutorials: tutorialsOf.priceChange,
  title: 'priceChange.newTitle',
  pictureNeeded: 'priceChange.pictureNeeded',
}
