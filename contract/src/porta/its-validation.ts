import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { Instant } from '../kit/values.ts'
import { DiscountRequestView } from './discount-requests.ts'

// ITS validation of pre-applications by the applicant (DSC-009).

/** What came of the packs of an inquiry so far. */
export const ItsProgress = z.strictObject({
  finished: z.boolean(),
  /** Inquiries of the company that are asked before this one. */
  before: z.int(),
  packs: z.array(
    z.strictObject({
      requestId: Uuid,
      requestCode: z.string(),
      serialNumber: z.string(),
      result: z.enum(['Pending', 'Succeeded', 'Failed']),
      /** Why it failed, or what ITS says beside. */
      message: z.string().nullable(),
      at: Instant.nullable(),
    }),
  ),
})

/** What an applicant gives for an inquiry, and why one is not begun. */
export const validation = {
  requestKey: false,
  input: z.strictObject({
    requestIds: z.array(Uuid).min(1).max(1_000),
    itsUserName: z.string().min(1).max(40),
    itsPassword: z.string().min(1).max(200),
  }),
  output: z.strictObject({ runId: Uuid }),
  refusals: [
    'ItsTooManyPacks',
    'NotFound',
    'RequestState',
    'RequestArchived',
    'ItsUserNameInvalid',
    'ItsPaused',
    'ItsNotConnected',
    'FlowSwitchedOff',
  ],
} as const

/**
 * Asks ITS about pre-applications with the applicant's own user name and password, which are kept nowhere (DSC-009). The
 * answers arrive one by one: see `getItsValidation`.
 */
export const validateThroughIts = call('MyPromotionRequests/ValidateThroughIts', validation)

export const getItsValidation = call('MyPromotionRequests/GetItsValidation', {
  sharesPermission: 'ValidateThroughIts',
  reads: true,
  polled: true,
  input: z.strictObject({ runId: Uuid }),
  output: ItsProgress,
  refusals: ['NotFound'],
})

/** Asks ITS about the pack with the company's own user, for those who review. */
export const inquireRequest = call('PromotionManagement/InquireRequest', {
  requestKey: false,
  input: z.strictObject({ requestId: Uuid }),
  output: DiscountRequestView,
  refusals: ['NotFound', 'ItsNotConnected', 'ItsAccessMissing', 'ItsPaused', 'ItsFailed'],
})
