import { z } from 'zod'
import { call, Done, RequestKey, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'

// Keys with which API users call the portal (USR-009): shown once, scoped, expiring, revocable.

export const apiKeyStates = ['Active', 'Expired', 'Revoked'] as const
/** The longest life of a key. */
export const apiKeyMaxDays = 366

export const apiKeys = pageList('UserManagement/GetApiKeys', {
  columns: {
    name: column.text(),
    userName: column.text(),
    hint: column.code({ sort: false, filter: false }),
    state: column.choice(apiKeyStates, { words: 'apiKey' }),
    createdAt: column.instant(),
    createdBy: column.text(),
    expiresAt: column.instant(),
    lastUsedAt: column.instant({ nullable: true }),
    lastAddress: column.text({ nullable: true }),
  },
  extra: { id: Uuid, version: Version, membershipId: Uuid, scope: z.array(z.string()), actions: z.strictObject({ revoke: z.boolean() }) },
  defaultSort: [{ column: 'createdAt', direction: 'desc' }],
  search: true,
})

/** `expiresOn` is the last day the key works, in the company's time zone. */
export const createApiKey = call('UserManagement/CreateApiKey', {
  input: z.strictObject({ membershipId: Uuid, name: text(60), scope: z.array(z.string().min(1).max(100)).min(1).max(500), expiresOn: DateOnly, requestKey: RequestKey.optional() }),
  output: z.strictObject({ id: Uuid, key: z.string().nullable(), expiresAt: Instant }),
  tellsOnce: ['key'],
  refusals: ['UserNotFound', 'ApiUserExpected', 'RightsExceedOwn', 'ExpiryOutOfBounds'],
})

export const revokeApiKey = call('UserManagement/RevokeApiKey', {
  input: z.strictObject({ id: Uuid, version: Version, requestKey: RequestKey.optional() }),
  output: Done,
  refusals: ['NotFound', 'ChangedMeanwhile', 'ApiKeyRevoked'],
})
