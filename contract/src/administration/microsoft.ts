import { z } from 'zod'
import { call, Done, highestVersion, Nothing, Uuid, Version } from '../kit/call.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant } from '../kit/values.ts'

// How a company signs in through Microsoft Entra, and whose account is whose (ACC-004, D23).

const ExternalId = z.uuid().toLowerCase()

export const EntraSettingView = z.strictObject({
  /** Names the setting in the audit log. */
  id: Uuid,
  /** Null until it was set up. There is no secret in it: the browser proves itself with a code of its own (PKCE). */
  setting: z.strictObject({ tenantId: z.string(), clientId: z.string(), enabled: z.boolean() }).nullable(),
  /** 0 until it was set up. */
  version: z.int(),
  /** Where Microsoft accounts sign in, as the operator has set it; the tenant follows after it. */
  authority: z.string(),
  /** Whom it touches: active users, those who could come in through this tenant, administrators among them. */
  activeUsers: z.int(),
  linkedUsers: z.int(),
  linkedAdministrators: z.int(),
  /** Microsoft is the only way in. */
  entraOnly: z.boolean(),
  changedBy: z.string().nullable(),
  changedAt: Instant.nullable(),
})
export type EntraSettingView = z.infer<typeof EntraSettingView>

export const getEntraSetting = call('UserManagement/GetEntraSetting', {
  reads: true,
  input: Nothing,
  output: EntraSettingView,
  refusals: [],
})

/** Where Microsoft is the only way in, an administrator must still be able to come in afterwards. */
export const saveEntraSetting = call('UserManagement/SaveEntraSetting', {
  input: z.strictObject({
    tenantId: ExternalId,
    clientId: ExternalId,
    enabled: z.boolean(),
    version: z.int().min(0).max(highestVersion),
    ...stepUp,
  }),
  output: EntraSettingView,
  refusals: ['ChangedMeanwhile', 'NoLinkedAdministrator', 'WholeCompanyNeeded', ...proofRefusals],
})

/** Asks Microsoft whether there is such a tenant and where its keys are. Changes nothing. */
export const checkEntraSetting = call('UserManagement/CheckEntraSetting', {
  reads: true,
  input: z.strictObject({ tenantId: ExternalId }),
  output: z.strictObject({
    issuer: z.string(),
    /** The tenant's page answered. */
    reached: z.boolean(),
    /** It names the issuer that tokens must name. */
    issuerFits: z.boolean(),
    /** Keys that tokens may be signed with. */
    keys: z.int(),
  }),
  refusals: [],
})

/** The Microsoft accounts of a user; `blocked` says why the caller cannot change them. */
export const getEntraLinks = call('UserManagement/GetEntraLinks', {
  reads: true,
  input: z.strictObject({ membershipId: Uuid }),
  output: z.strictObject({
    version: z.int(),
    links: z.array(
      z.strictObject({
        tenantId: z.string(),
        objectId: z.string(),
        linkedAt: Instant,
        linkedBy: z.string().nullable(),
        /** Of the tenant the company signs in with. */ current: z.boolean(),
      }),
    ),
    tenantId: z.string().nullable(),
    enabled: z.boolean(),
    blocked: z.string().nullable(),
  }),
  refusals: ['UserNotFound'],
})

const linking = {
  membershipId: Uuid,
  tenantId: ExternalId,
  objectId: ExternalId,
  version: Version,
}

/** An administrator says beforehand which Microsoft account is whose; nobody is linked by a name. */
export const linkEntra = call('UserManagement/LinkEntra', {
  input: z.strictObject({ ...linking, ...stepUp }),
  output: Done,
  refusals: [
    'UserNotFound',
    'ChangedMeanwhile',
    'EntraLinkTaken',
    'NotHomeCompany',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    ...proofRefusals,
  ],
})
export const unlinkEntra = call('UserManagement/UnlinkEntra', {
  input: z.strictObject(linking),
  output: Done,
  refusals: [
    'UserNotFound',
    'ChangedMeanwhile',
    'NotHomeCompany',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'NoLinkedAdministrator',
  ],
})
