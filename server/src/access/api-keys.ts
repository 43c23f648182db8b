import { sql, type RawBuilder } from 'kysely'
import { apiKeyMaxDays, apiKeys, createApiKey, revokeApiKey, type apiKeyStates } from '@kervan/contract/access/api-keys'
import { refusal } from '@kervan/contract/kit/refusals'
import type { RowOf } from '@kervan/contract/kit/page'
import { assertMayGrant, changedMeanwhile, findUser, userScope } from '../account/account.api.ts'
import { newApiKey } from '../kit/api-key.ts'
import { record } from '../kit/audit.ts'
import { addDays, startOfDay } from '../kit/clock.ts'
import type { Actor } from '../kit/context.ts'
import { handle, handleDownload } from '../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'
import { hashToken } from '../kit/session.ts'
import { newId } from '../kit/uuid.ts'

// Keys of API users (USR-009): their rights are what the user's roles and the key's scope both hold.

type Found = {
  id: string; version: number; membership_id: string; name: string; username: string; hint: string; state: (typeof apiKeyStates)[number]; scope: string[]; created_at: Date; created_by: string; expires_at: Date
  last_used_at: Date | null; last_address: string | null
}

const state = sql`case when k.revoked_at is not null then 'Revoked' when k.expires_at <= now() then 'Expired' else 'Active' end`

function keyList(actor: Actor): ListSql {
  const where: RawBuilder<unknown>[] = [sql`k.company_id = ${actor.company.id}`, ...userScope(actor)]
  return {
    select: sql`k.id, k.version, k.membership_id, k.name, i.username, k.hint, ${state} as state, k.scope, k.created_at, k.created_by, k.expires_at, k.last_used_at, k.last_address`,
    from: sql`api_key k join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id`,
    where,
    columns: {
      name: sql`k.name`, userName: sql`i.username`, hint: sql`k.hint`, state, createdAt: sql`k.created_at`, createdBy: sql`k.created_by`, expiresAt: sql`k.expires_at`, lastUsedAt: sql`k.last_used_at`, lastAddress: sql`k.last_address`,
    },
    id: sql`k.id`,
    search: sql`lower(k.name || ' ' || i.username_folded)`,
    createdAt: sql`k.created_at`,
  }
}

function present(row: Found): RowOf<typeof apiKeys> {
  return {
    id: row.id, version: row.version, membershipId: row.membership_id, name: row.name, userName: row.username, hint: row.hint, state: row.state, scope: row.scope, createdAt: row.created_at.toISOString(),
    createdBy: row.created_by, expiresAt: row.expires_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null, lastAddress: row.last_address, actions: { revoke: row.state !== 'Revoked' },
  }
}

export const getApiKeysHandler = handle(apiKeys.page, async ({ input, tx, actor, now }) => {
  const { rows, total, totalIsExact } = await readPage<Found>(tx, actor, apiKeys, keyList(actor), input)
  return { rows: rows.map(present), total, totalIsExact, asOf: now.toISOString() }
})
export const exportApiKeysHandler = handleDownload(apiKeys.excel, async (context) => 
  exportRows(context, apiKeys, keyList(context.actor), context.input, 'apiKeys'))

export const createApiKeyHandler = handle(createApiKey, async ({ input, tx, actor, now }) => {
  const user = await findUser(tx, actor, input.membershipId)
  if (user.user_type !== 'APIUser') throw refusal('ApiUserExpected')
  const scope = [...new Set(input.scope)].toSorted()
  assertMayGrant(actor, scope)
  const expiresAt = startOfDay(actor.company.timeZone, addDays(input.expiresOn, 1))
  const days = (expiresAt.getTime() - now.getTime()) / 86_400_000
  if (days <= 0 || days > apiKeyMaxDays + 1) throw refusal('ExpiryOutOfBounds', { days: apiKeyMaxDays })
  const [id, key] = [newId(), newApiKey()]
  const row = { name: input.name, hint: `…${key.slice(-4)}`, scope, expires_at: expiresAt }
  await tx.insertInto('api_key').values({ company_id: actor.company.id, id, membership_id: user.id, ...row, created_at: now, created_by: actor.name }).execute()
  await tx.insertInto('api_key_hash').values({ key_hash: hashToken(key), company_id: actor.company.id, api_key_id: id }).execute()
  await record(tx, actor, now, {
    audit: [{ operation: 'security.apiKeyCreated', recordType: 'membership', recordId: user.id, recordCode: user.username, after: { name: input.name, scope, expiresAt: expiresAt.toISOString() } }],
  })
  return { id, key, expiresAt: expiresAt.toISOString() }
})

export const revokeApiKeyHandler = handle(revokeApiKey, async (context) => {
  const { input, tx, actor, now } = context
  const { rows } = await sql<{ membership_id: string; username: string; name: string; version: number; revoked_at: Date | null }>`
    select k.membership_id, i.username, k.name, k.version, k.revoked_at from api_key k
    join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id
    where k.company_id = ${actor.company.id} and k.id = ${input.id} and ${sql.join(userScope(actor), sql` and `)} for update of k`.execute(tx)
  const key = rows[0]
  if (!key) throw refusal('NotFound')
  if (key.revoked_at) throw refusal('ApiKeyRevoked')
  if (key.version !== input.version) throw await changedMeanwhile(context, 'membership', key.membership_id)
  await tx.updateTable('api_key').set((set) => ({ revoked_at: now, version: set('version', '+', 1) })).where('company_id', '=', actor.company.id).where('id', '=', input.id).execute()
  await tx.deleteFrom('api_key_hash').where('company_id', '=', actor.company.id).where('api_key_id', '=', input.id).execute()
  await record(tx, actor, now, { audit: [{ operation: 'security.apiKeyRevoked', recordType: 'membership', recordId: key.membership_id, recordCode: key.username, before: { name: key.name } }] })
  return { done: true } as const
})
