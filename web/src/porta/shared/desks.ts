import type { Twin } from '@kervan/contract/kit/call'
import {
  approveRequests,
  cancelRequests,
  declineRequests,
  discountRequests,
  downloadInspectedImage,
  downloadMyRequestImage,
  downloadRequestImage,
  getDiscountRequest,
  getInspectedRequest,
  getMyDiscountRequest,
  inspectedRequests,
  lookAtRequest,
  myDiscountRequests,
  readMyRequestImageAgain,
  readRequestImageAgain,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import { inquireRequest } from '@kervan/contract/porta/its-validation'
import {
  approvePriceChangeRequests,
  cancelPriceChangeRequests,
  downloadMyPriceChangeImage,
  downloadPriceChangeImage,
  getMyPriceChangeRequest,
  getPriceChangeRequest,
  inquirePriceChangeRequest,
  lookAtPriceChangeRequest,
  myPriceChangeRequests,
  priceChangeRequests,
  readMyPriceChangeImageAgain,
  readPriceChangeImageAgain,
  rejectPriceChangeRequests,
} from '@kervan/contract/porta/price-change-requests'
import { priceChangeReasons } from '@kervan/contract/porta/price-change-rules'
import type { RequestSide } from '@kervan/contract/porta/states'
import {
  applicantMonths,
  declineReasons,
  managementMonths,
  rejectReasons,
  type RequestKind,
} from '@kervan/contract/porta/words'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { cancelForm, reasonForm, rejectForm } from '../../kit/bulk/reasonForms.tsx'
import type { AnyCall } from '../../kit/call/client.ts'
import type { MessageKey } from '../../kit/i18n/words.ts'
import type { RecordAction } from '../../kit/record/recordActions.tsx'
import { memoForm } from './memoForm.tsx'
import { priceChangeGrids } from './priceChangeGrid.tsx'
import type { ActedRequest } from './requestActions.tsx'
import { discountGrids, type RequestGrid } from './requestGrid.tsx'

/**
 * From where requests of a kind are looked at: what is listed, how one is read, and what may be done with it. Screens of both kinds
 * and of all sides are drawn from one.
 */
export type Desk = {
  kind: RequestKind
  side: RequestSide
  list: typeof discountRequests
  grid: RequestGrid
  /** The states' words and looks. */
  states: 'discountRequest' | 'priceChangeRequest'
  label: MessageKey
  /** So many months are shown at once. */
  months: number
  get: Twin<typeof getDiscountRequest> | Twin<typeof getPriceChangeRequest>
  image: Twin<typeof downloadRequestImage>
  /** Null where pictures are only looked at. */
  readAgain: Twin<typeof readRequestImageAgain> | null
  ask: Twin<typeof inquireRequest> | Twin<typeof inquirePriceChangeRequest> | null
  lookAt: Twin<typeof lookAtRequest> | null
  actions: readonly RecordAction<ActedRequest>[]
  refreshes: readonly string[]
}

const approve = {
  key: 'approve',
  label: 'porta.approve.asking',
  icon: IconCheck,
  hotkey: 'a',
  tone: 'primary',
} as const
const reject = {
  key: 'reject',
  label: 'porta.reject.asking',
  icon: IconX,
  hotkey: 'x',
  tone: 'danger',
} as const
const cancel = (call: AnyCall): RecordAction<ActedRequest> => ({
  key: 'cancel',
  label: 'porta.cancel.asking',
  icon: IconBan,
  hotkey: 'x',
  tone: 'danger',
  call,
  bulk: { words: 'porta.cancel', form: cancelForm },
})

const discount = {
  kind: 'InstitutionalDiscount',
  states: 'discountRequest',
  label: 'porta.list',
  refreshes: ['PromotionManagement', 'MyPromotionRequests', 'Home'],
} as const
const refund = {
  kind: 'PriceChange',
  states: 'priceChangeRequest',
  label: 'priceChange.list',
  refreshes: ['PriceChangeManagement', 'MyPriceChangeRequests'],
} as const

/** The desks of discount requests (DSC-001, DSC-011 to DSC-013). Their lists are alike but for what the auditor's has more. */
export const discountDesks: Record<RequestSide, Desk> = {
  reviewer: {
    ...discount,
    side: 'reviewer',
    months: managementMonths,
    list: discountRequests,
    grid: discountGrids.reviewer,
    get: getDiscountRequest,
    image: downloadRequestImage,
    readAgain: readRequestImageAgain,
    ask: inquireRequest,
    lookAt: lookAtRequest,
    actions: [
      { ...approve, call: approveRequests, bulk: { words: 'porta.approve' } },
      {
        ...reject,
        call: rejectRequests,
        bulk: { words: 'porta.reject', form: rejectForm(rejectReasons, 'discountRejectReason') },
      },
    ],
  },
  applicant: {
    ...discount,
    side: 'applicant',
    months: applicantMonths,
    list: myDiscountRequests as unknown as typeof discountRequests,
    grid: discountGrids.applicant,
    get: getMyDiscountRequest,
    image: downloadMyRequestImage,
    readAgain: readMyRequestImageAgain,
    ask: null,
    lookAt: null,
    actions: [cancel(cancelRequests)],
  },
  auditor: {
    ...discount,
    side: 'auditor',
    months: managementMonths,
    list: inspectedRequests as unknown as typeof discountRequests,
    grid: discountGrids.auditor,
    get: getInspectedRequest,
    image: downloadInspectedImage,
    readAgain: null,
    ask: null,
    lookAt: null,
    actions: [
      {
        ...reject,
        key: 'decline',
        label: 'porta.decline.asking',
        call: declineRequests,
        bulk: { words: 'porta.decline', form: rejectForm(declineReasons, 'declineReason') },
        formOf: ({ changed, changedReason }) =>
          rejectForm(declineReasons, 'declineReason', changed?.reason ?? changedReason ?? undefined),
      },
    ],
  },
}

/** The desks of price-change refunds (PCR-001, PCR-004). */
export const priceChangeDesks: Record<'reviewer' | 'applicant', Desk> = {
  reviewer: {
    ...refund,
    side: 'reviewer',
    months: managementMonths,
    list: priceChangeRequests as unknown as typeof discountRequests,
    grid: priceChangeGrids.reviewer,
    get: getPriceChangeRequest,
    image: downloadPriceChangeImage,
    readAgain: readPriceChangeImageAgain,
    ask: inquirePriceChangeRequest,
    lookAt: lookAtPriceChangeRequest,
    actions: [
      {
        ...approve,
        call: approvePriceChangeRequests,
        bulk: { words: 'priceChange.approve', form: memoForm },
        // A point of sale on the blacklist needs a reason (PCR-002).
        formOf: ({ blacklisted }) => (blacklisted ? reasonForm : memoForm),
      },
      {
        ...reject,
        call: rejectPriceChangeRequests,
        bulk: { words: 'porta.reject', form: rejectForm(priceChangeReasons, 'priceChangeReason') },
        formOf: ({ found, suggestedReason }) =>
          rejectForm(
            priceChangeReasons,
            'priceChangeReason',
            priceChangeReasons.find((reason) => reason === (found?.[0]?.reason ?? suggestedReason)),
          ),
      },
    ],
  },
  applicant: {
    ...refund,
    side: 'applicant',
    months: applicantMonths,
    list: myPriceChangeRequests as unknown as typeof discountRequests,
    grid: priceChangeGrids.applicant,
    get: getMyPriceChangeRequest,
    image: downloadMyPriceChangeImage,
    readAgain: readMyPriceChangeImageAgain,
    ask: null,
    lookAt: null,
    actions: [cancel(cancelPriceChangeRequests)],
  },
}
