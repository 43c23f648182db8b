import { z } from 'zod'
import { keysOf } from '../kit/typed.ts'
import { registrationPolicies, secondFactorPolicies } from '../access/words.ts'
import { call, Nothing, Version } from '../kit/call.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'

// What a company decides about how its people sign in (USR-009), and what the home page shows them (HOM-002, SHL-023).

export const policyLimits = {
  passwordMaxAgeDays: { minimum: 1, maximum: 3_650 },
  idleMinutes: { minimum: 5, maximum: 720 },
  lockOutAfter: { minimum: 3, maximum: 20 },
  lockOutMinutes: { minimum: 5, maximum: 60 },
} as const

const within = (limit: keyof typeof policyLimits) =>
  z.int().min(policyLimits[limit].minimum).max(policyLimits[limit].maximum)

const settings = {
  /** Null: passwords do not expire. */
  passwordMaxAgeDays: within('passwordMaxAgeDays').nullable(),
  idleMinutes: within('idleMinutes'),
  /** Failed tries from one network or device after which a sign-in is held back, and until when counted from the first. */
  lockOutAfter: within('lockOutAfter'),
  lockOutMinutes: within('lockOutMinutes'),
  secondFactor: z.enum(secondFactorPolicies),
  entraOnly: z.boolean(),
  registration: z.enum(registrationPolicies),
  /** Charts may be saved as a picture or as figures. */
  chartExport: z.boolean(),
  /** Tutorials that are not shown, because the company does not do what they explain. */
  disableValidateFromImage: z.boolean(),
  disableITSValidation: z.boolean(),
  disablePortaMateValidation: z.boolean(),
}

/** What a company decides, without the figures that a view adds. */
export const PolicySettings = z.object({ ...settings, version: Version })

export const PolicyView = z.strictObject({
  ...settings,
  version: z.int(),
  /** Set by the operator, with the contract. */
  maximumUsers: z.int(),
  /** Whom the settings touch: active users, those of them without a second factor, those linked to Microsoft. */
  activeUsers: z.int(),
  withoutSecondFactor: z.int(),
  linkedUsers: z.int(),
  /** Active administrators who could still come in with Microsoft sign-in only. */
  linkedAdministrators: z.int(),
  /** How many tutorials each switch takes away, shown or not. */
  tutorials: z.strictObject({
    disableValidateFromImage: z.int(),
    disableITSValidation: z.int(),
    disablePortaMateValidation: z.int(),
  }),
  /** Active people whose home page has a chart. */
  chartUsers: z.int(),
})
export type PolicyView = z.infer<typeof PolicyView>

export const getPolicy = call('UserManagement/GetPolicy', {
  reads: true,
  input: Nothing,
  output: PolicyView,
  refusals: [],
})

/**
 * Holds for every sign-in from now on; sessions that are open keep the idle time they were opened with. What `weakens`
 * needs a fresh proof.
 */
export const updatePolicy = call('UserManagement/UpdatePolicy', {
  input: z.strictObject({ ...settings, version: Version, ...stepUp }),
  output: PolicyView,
  refusals: ['ChangedMeanwhile', 'NoLinkedAdministrator', 'WholeCompanyNeeded', ...proofRefusals],
})

/** The rules that keep strangers out, each with how it grows weaker. */
export type Bar = Pick<
  PolicyView,
  | 'passwordMaxAgeDays'
  | 'idleMinutes'
  | 'lockOutAfter'
  | 'lockOutMinutes'
  | 'secondFactor'
  | 'entraOnly'
  | 'registration'
>
export type BarRule = keyof Bar

const weaker: { [R in BarRule]: (before: Bar[R], after: Bar[R]) => boolean } = {
  passwordMaxAgeDays: (before, after) => before !== null && (after === null || after > before),
  idleMinutes: (before, after) => after > before,
  lockOutAfter: (before, after) => after > before,
  lockOutMinutes: (before, after) => after < before,
  secondFactor: (before, after) => secondFactorPolicies.indexOf(after) < secondFactorPolicies.indexOf(before),
  entraOnly: (before, after) => before && !after,
  registration: (before, after) => registrationPolicies.indexOf(after) > registrationPolicies.indexOf(before),
}

/** Which rules a change makes weaker than they were; none where it only makes them stronger. */
export function weakens(before: Bar, after: Bar): BarRule[] {
  const isWeaker = <R extends BarRule>(rule: R) => weaker[rule](before[rule], after[rule])
  return keysOf(weaker).filter(isWeaker)
}
