import { z } from 'zod'
import { call, Done, Nothing, Uuid } from '../kit/call.ts'
import { SecondFactorCode } from '../kit/step-up.ts'
import { Instant, text } from '../kit/values.ts'
import { ownProofs } from './words.ts'

// What users do about their own security (USR-001, USR-009, ACC-011): password, open sessions, second factor.

const SecretText = z.string().min(1).max(200)
const newPasswordRefusals = [
  'OldPasswordWrong',
  'PasswordBreaksRules',
  'PasswordTooCommon',
  'PasswordSame',
  'TooManyRequests',
] as const

/** Sends a temporary password by mail where there is somebody to send it to; the answer never tells (ACC-009). */
export const forgotPassword = call('Authentication/ForgotPassword', {
  access: 'public',
  input: z.strictObject({ username: text(254), companyIntCode: z.int().min(1).max(2_147_483_647) }),
  output: Done,
  refusals: ['TooManyRequests'],
})

/** Afterwards all sessions end, this one as well: the user signs in with the new password (ACC-011). */
export const changePassword = call('UserManagement/ChangePassword', {
  input: z.strictObject({ oldPassword: SecretText, newPassword: SecretText }),
  output: Done,
  refusals: newPasswordRefusals,
})

/** For a session that was opened with a temporary or an expired password and can do nothing else (D20, ACC-006). */
export const replacePassword = call('Authentication/ReplacePassword', {
  access: 'session',
  beforeGates: 'password',
  input: z.strictObject({ oldPassword: SecretText, newPassword: SecretText }),
  output: Done,
  refusals: [...newPasswordRefusals, 'NothingToReplace'],
})

export const OwnSession = z.strictObject({
  id: Uuid,
  /** What the browser says of itself; the page makes "Firefox, Windows" of it. */
  agent: z.string(),
  address: z.string(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const getSessions = call('Session/GetSessions', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ sessions: z.array(OwnSession) }),
  refusals: [],
})
export const endOwnSession = call('Session/EndSession', {
  access: 'session',
  input: z.strictObject({ id: Uuid }),
  output: Done,
  refusals: ['NotFound'],
})
export const endOtherSessions = call('Session/EndOtherSessions', {
  access: 'session',
  input: Nothing,
  output: z.strictObject({ ended: z.int() }),
  refusals: [],
})

const AppCode = z.string().regex(/^\d{6}$/)

export const getSecondFactor = call('SecondFactor/GetSecondFactor', {
  access: 'session',
  reads: true,
  beforeGates: 'secondFactor',
  input: Nothing,
  output: z.strictObject({
    /** Whether the company offers it. What is set up already goes on being asked for. */
    offered: z.boolean(),
    required: z.boolean(),
    setUpAt: Instant.nullable(),
    recoveryCodesLeft: z.int(),
  }),
  refusals: [],
})

/** Gives a new seed, once; it counts from the moment it is confirmed with a code. The old one goes on until then. */
export const startSecondFactor = call('SecondFactor/StartSecondFactor', {
  requestKey: false,
  access: 'session',
  beforeGates: 'secondFactor',
  input: z.strictObject({ password: SecretText }),
  output: z.strictObject({ seed: z.string(), address: z.string() }),
  refusals: ['OldPasswordWrong', 'SecondFactorOff', 'SecondFactorIsSetUp', 'TooManyRequests'],
})

const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()).length(10) })

export const confirmSecondFactor = call('SecondFactor/ConfirmSecondFactor', {
  requestKey: false,
  access: 'session',
  beforeGates: 'secondFactor',
  input: z.strictObject({ code: AppCode }),
  output: RecoveryCodes,
  refusals: ['SecondFactorWrong', 'SecondFactorNotStarted', 'TooManyRequests'],
})

/** Ten new ones; the old ones are good for nothing any more. */
export const renewRecoveryCodes = call('SecondFactor/RenewRecoveryCodes', {
  requestKey: false,
  access: 'session',
  input: z.strictObject({ password: SecretText }),
  output: RecoveryCodes,
  refusals: ['OldPasswordWrong', 'SecondFactorNotStarted', 'TooManyRequests'],
})

/** Taking it away needs the password and the second factor itself; where it is required it cannot be taken away. */
export const removeSecondFactor = call('SecondFactor/RemoveSecondFactor', {
  access: 'session',
  input: z.strictObject({ password: SecretText, code: SecondFactorCode }),
  output: Done,
  refusals: [
    'OldPasswordWrong',
    'SecondFactorWrong',
    'SecondFactorNotStarted',
    'SecondFactorNeeded',
    'TooManyRequests',
  ],
})

/** What the person of this session would be asked for. */
export const getOwnProof = call('Session/GetOwnProof', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ proof: z.enum(ownProofs) }),
  refusals: [],
})
