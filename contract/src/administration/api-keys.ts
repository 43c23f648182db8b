import { z } from 'zod'
import { permissionAreas } from '../kit/permission-areas.ts'
import { permissionKinds } from './permissions.ts'
import { actionsField } from '../kit/actions.ts'
import { call, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'

// Keys with which API users call the portal (USR-009): shown once, scoped, expiring, revocable. An API user keeps their
// own; who manages users keeps those of all of them.

export const apiKeyStates = ['Active', 'Expired', 'Revoked'] as const
/** The longest life of a key. */
export const apiKeyMaxDays = 366

const columns = {
  name: column.text(),
  username: column.text(),
  hint: column.code({ sort: false, filter: false }),
  state: column.choice(apiKeyStates, { words: 'apiKey' }),
  permissionCount: column.integer(),
  createdAt: column.instant(),
  createdBy: column.text(),
  expiresAt: column.instant(),
  lastUsedAt: column.instant({ nullable: true }),
  lastAddress: column.text({ nullable: true }),
  revokedAt: column.instant({ nullable: true }),
  revokedBy: column.text({ nullable: true }),
}
const extra = {
  id: Uuid,
  version: Version,
  membershipId: Uuid,
  scope: z.array(z.string()),
  /** What the key may be used for and its user's roles do not hold now, so that it opens nothing. */
  withoutEffect: z.array(z.string()),
  actions: actionsField(['revoke']),
}

/** The keys of the company's API users; `membershipId` narrows them to one of them. */
export const apiKeys = pageList('UserManagement/GetApiKeys', {
  columns,
  extra,
  scope: { membershipId: Uuid.nullable() },
  defaultSort: [{ column: 'createdAt', direction: 'desc' }],
  search: true,
  selectable: true,
})
/** The caller's own. */
export const ownApiKeys = pageList('UserManagement/GetOwnApiKeys', {
  columns,
  extra,
  defaultSort: [{ column: 'createdAt', direction: 'desc' }],
  search: true,
  selectable: true,
})

/** The calls that the user's roles open: what a key of theirs can be used for. `mine`: the caller may give it. */
const KeyPermissions = z.strictObject({
  permissions: z.array(
    z.strictObject({
      permission: z.string(),
      area: z.enum(permissionAreas),
      kind: z.enum(permissionKinds),
      mine: z.boolean(),
    }),
  ),
})
export const getApiKeyPermissions = call('UserManagement/GetApiKeyPermissions', {
  reads: true,
  input: z.strictObject({ membershipId: Uuid }),
  output: KeyPermissions,
  refusals: ['UserNotFound', 'ApiUserExpected'],
})
export const getOwnApiKeyPermissions = call('UserManagement/GetOwnApiKeyPermissions', {
  reads: true,
  input: Nothing,
  output: KeyPermissions,
  refusals: ['ApiUserExpected'],
})

/** `expiresOn` is the last day the key works, in the company's time zone. */
const newKey = {
  name: text(60),
  scope: z.array(z.string().min(1).max(100)).min(1).max(500),
  expiresOn: DateOnly,
}
const NewKey = z.strictObject({ id: Uuid, key: z.string().nullable(), expiresAt: Instant })

export const createApiKey = call('UserManagement/CreateApiKey', {
  input: z.strictObject({ membershipId: Uuid, ...newKey, ...stepUp }),
  output: NewKey,
  tellsOnce: ['key'],
  refusals: [
    'UserNotFound',
    'ApiUserExpected',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'ExpiryOutOfBounds',
    ...proofRefusals,
  ],
})
/** Asks for the password: a key outlives the session, so a session that somebody found open must not be enough. */
export const createOwnApiKey = call('UserManagement/CreateOwnApiKey', {
  input: z.strictObject({ password: z.string().min(1).max(200), ...newKey }),
  output: NewKey,
  tellsOnce: ['key'],
  refusals: [
    'ApiUserExpected',
    'RightsExceedOwn',
    'ExpiryOutOfBounds',
    'SignInExpected',
    'OldPasswordWrong',
    'TooManyRequests',
  ],
})

const bulk = { dryRun: z.boolean() }
/** A revoked key is dead at once and does not come back. Each key stands for itself. */
export const revokeApiKeys = call('UserManagement/RevokeApiKeys', {
  input: z.strictObject({ selection: apiKeys.selection, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
export const revokeOwnApiKeys = call('UserManagement/RevokeOwnApiKeys', {
  input: z.strictObject({ selection: ownApiKeys.selection, ...bulk }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})
