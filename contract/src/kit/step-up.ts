import { z } from 'zod'

// Showing in an open session that it is still oneself, for the calls of every area that ask for it.

/** Six digits of the app, or one of the recovery codes. */
export const SecondFactorCode = z.string().regex(/^(\d{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/)

/** What is sent along with a change that a found open session must not be able to make. */
export const FreshProof = z.strictObject({
  password: z.string().min(1).max(200),
  code: SecondFactorCode.optional(),
})
export type FreshProof = z.infer<typeof FreshProof>

/** Part of the input of every call that can be asked for it; its refusals are `proofRefusals`. */
export const stepUp = { proof: FreshProof.optional() }

/** Why such a change is not made; the tries are limited as at the door. */
export const proofRefusals = [
  'ReauthenticationRequired',
  'FreshSignInNeeded',
  'SignInExpected',
  'OldPasswordWrong',
  'SecondFactorRequired',
  'SecondFactorWrong',
  'TooManyRequests',
] as const

/** Who has no password has come through Microsoft, and signs in there once more: for so long that counts as proof. */
export const freshSignInMinutes = 5
