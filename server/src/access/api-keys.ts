import { sql, type RawBuilder } from 'kysely'
import {
  apiKeyMaxDays,
  apiKeys,
  createApiKey,
  createOwnApiKey,
  getApiKeyPermissions,
  getOwnApiKeyPermissions,
  ownApiKeys,
  revokeApiKeys,
  revokeOwnApiKeys,
  type apiKeyStates,
} from '@kervan/contract/account/api-keys'
import { permissionCatalogue } from '@kervan/contract/account/permissions'
import type { BulkAnswer, ItemResult, RowOf, Selection } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { callPermissions, calls } from '@kervan/contract/registry'
import { assertMayGrant, assertProvenFor, findUser, userScope } from '../account/account.api.ts'
import { newApiKey } from '../kit/api-key.ts'
import { record } from '../kit/audit.ts'
import { passed, refusedItem, selectedIds, summarise } from '../kit/bulk.ts'
import { addDays, startOfDay } from '../kit/clock.ts'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { handle, handleDownload } from '../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'
import { hashToken } from '../kit/session.ts'
import { newId } from '../kit/uuid.ts'
import { assertOwnPassword, inOneLine } from './own-password.ts'

// Keys of API users (USR-009): their rights are what the user's roles and the key's scope both hold.

type Row = RowOf<typeof apiKeys>
type Found = {
  id: string
  version: number
  membership_id: string
  name: string
  username: string
  hint: string
  state: (typeof apiKeyStates)[number]
  scope: string[]
  without_effect: string[]
  created_at: Date
  created_by: string
  expires_at: Date
  last_used_at: Date | null
  last_address: string | null
  revoked_at: Date | null
  revoked_by: string | null
}

const state = sql`case when k.revoked_at is not null then 'Revoked' when k.expires_at <= now() then 'Expired' else 'Active' end`
const count = sql`cardinality(k.scope)`
const withoutEffect = sql`array(
  select s from unnest(k.scope) s where not exists (
    select from membership_role mr join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
    where mr.company_id = k.company_id and mr.membership_id = k.membership_id and p.permission = s) order by s)`

/** The keys of whom the caller may see; `membershipId` narrows them to one user. */
function keyList(actor: Actor, membershipId: string | null): ListSql {
  return {
    select: sql`k.id, k.version, k.membership_id, k.name, i.username, k.hint, ${state} as state, k.scope, ${withoutEffect} as without_effect, k.created_at, k.created_by, k.expires_at, k.last_used_at, k.last_address,
      k.revoked_at, k.revoked_by`,
    from: sql`api_key k join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id`,
    where: [...keyScope(actor), ...(membershipId ? [sql`k.membership_id = ${membershipId}`] : [])],
    columns: {
      name: sql`k.name`,
      username: sql`i.username`,
      hint: sql`k.hint`,
      state,
      permissionCount: count,
      createdAt: sql`k.created_at`,
      createdBy: sql`k.created_by`,
      expiresAt: sql`k.expires_at`,
      lastUsedAt: sql`k.last_used_at`,
      lastAddress: sql`k.last_address`,
      revokedAt: sql`k.revoked_at`,
      revokedBy: sql`k.revoked_by`,
    },
    id: sql`k.id`,
    search: sql`lower(k.name || ' ' || i.username_folded)`,
    createdAt: sql`k.created_at`,
  }
}

const keyScope = (actor: Actor): RawBuilder<unknown>[] => [
  sql`k.company_id = ${actor.company.id}`,
  ...userScope(actor),
]

function present(row: Found): Row {
  return {
    id: row.id,
    version: row.version,
    membershipId: row.membership_id,
    name: row.name,
    username: row.username,
    hint: row.hint,
    state: row.state,
    permissionCount: row.scope.length,
    scope: row.scope,
    withoutEffect: row.without_effect,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastAddress: row.last_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    actions: { revoke: row.state !== 'Revoked' },
  }
}

export const getApiKeysHandler = handle(apiKeys.page, async ({ input, tx, actor, now }) => {
  const { rows, total, totalIsExact } = await readPage<Found>(
    tx,
    actor,
    apiKeys,
    keyList(actor, input.membershipId),
    input,
  )
  return { rows: rows.map(present), total, totalIsExact, asOf: now.toISOString() }
})
export const exportApiKeysHandler = handleDownload(apiKeys.excel, async (context) =>
  exportRows(context, apiKeys, keyList(context.actor, context.input.membershipId), context.input, 'apiKeys'),
)

export const getOwnApiKeysHandler = handle(ownApiKeys.page, async ({ input, tx, actor, now }) => {
  const { rows, total, totalIsExact } = await readPage<Found>(
    tx,
    actor,
    ownApiKeys,
    keyList(actor, actor.membershipId),
    input,
  )
  return { rows: rows.map(present), total, totalIsExact, asOf: now.toISOString() }
})
export const exportOwnApiKeysHandler = handleDownload(ownApiKeys.excel, async (context) =>
  exportRows(
    context,
    ownApiKeys,
    keyList(context.actor, context.actor.membershipId),
    context.input,
    'apiKeys',
  ),
)

const ofCalls = permissionCatalogue(calls).filter(({ permission }) => callPermissions.includes(permission))

export const getApiKeyPermissionsHandler = handle(getApiKeyPermissions, async ({ input, tx, actor }) => {
  const user = await findUser(tx, actor, input.membershipId, { lock: false })
  if (user.user_type !== 'APIUser') throw refusal('ApiUserExpected')
  const rows = await tx
    .selectFrom('membership_role as mr')
    .innerJoin('role_permission as p', (join) =>
      join.onRef('p.company_id', '=', 'mr.company_id').onRef('p.role_id', '=', 'mr.role_id'),
    )
    .select('p.permission')
    .distinct()
    .where('mr.company_id', '=', actor.company.id)
    .where('mr.membership_id', '=', user.id)
    .execute()
  const held = new Set(rows.map((row) => row.permission))
  return {
    permissions: ofCalls
      .filter(({ permission }) => held.has(permission))
      .map((one) => ({ ...one, mine: actor.permissions.has(one.permission) })),
  }
})

export const getOwnApiKeyPermissionsHandler = handle(getOwnApiKeyPermissions, async ({ actor }) => {
  if (actor.userType !== 'APIUser') throw refusal('ApiUserExpected')
  return {
    permissions: ofCalls
      .filter(({ permission }) => actor.permissions.has(permission))
      .map((one) => ({ ...one, mine: true })),
  }
})

export const createApiKeyHandler = handle(createApiKey, async (context) => {
  const user = await findUser(context.tx, context.actor, context.input.membershipId)
  if (user.user_type !== 'APIUser') throw refusal('ApiUserExpected')
  // A key sees what its user sees, whoever made it.
  if (user.wider) throw refusal('ScopeExceedsOwn')
  assertSignedIn(context)
  const wish = checkedWish(context)
  // A key does what its scope says, whatever else its user holds, and also what the user comes to hold later.
  await assertProvenFor(context, [{ name: user.username, before: [], after: wish.scope }])
  return issueKey(context, user, wish)
})

export const createOwnApiKeyHandler = handle(createOwnApiKey, async (context) => {
  const { tx, actor, input } = context
  if (actor.userType !== 'APIUser') throw refusal('ApiUserExpected')
  assertSignedIn(context)
  await assertOwnPassword(context, await inOneLine(tx, actor.identityId), input.password)
  return issueKey(context, { id: actor.membershipId, username: actor.userName }, checkedWish(context))
})

/** Keys make no keys: one that is found in a log would otherwise outlive its own revocation. */
function assertSignedIn({ familyId }: SessionContext): void {
  if (familyId === null) throw refusal('SignInExpected')
}

type Wished = { name: string; scope: string[]; expiresOn: string }
type Wish = { scope: string[]; expiresAt: Date }

function checkedWish({ input, actor, now }: SessionContext & { input: Wished }): Wish {
  const scope = [...new Set(input.scope)].toSorted()
  assertMayGrant(actor, scope)
  const expiresAt = startOfDay(actor.company.timeZone, addDays(input.expiresOn, 1))
  const days = (expiresAt.getTime() - now.getTime()) / 86_400_000
  if (days <= 0 || days > apiKeyMaxDays + 1) throw refusal('ExpiryOutOfBounds', { days: apiKeyMaxDays })
  return { scope, expiresAt }
}

async function issueKey(
  { input, tx, actor, now }: SessionContext & { input: Wished },
  user: { id: string; username: string },
  { scope, expiresAt }: Wish,
) {
  const [id, key] = [newId(), newApiKey()]
  const row = { name: input.name, hint: `…${key.slice(-4)}`, scope, expires_at: expiresAt }
  await tx
    .insertInto('api_key')
    .values({
      company_id: actor.company.id,
      id,
      membership_id: user.id,
      ...row,
      created_at: now,
      created_by: actor.name,
    })
    .execute()
  await tx
    .insertInto('api_key_hash')
    .values({ key_hash: hashToken(key), company_id: actor.company.id, api_key_id: id })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'security.apiKeyCreated',
        recordType: 'apiKey',
        recordId: id,
        recordCode: input.name,
        after: { name: input.name, username: user.username, scope, expiresAt: expiresAt.toISOString() },
      },
    ],
  })
  return { id, key, expiresAt: expiresAt.toISOString() }
}

const bulkLimit = 10_000
type Revoking = SessionContext & { input: { selection: Selection; dryRun: boolean } }

export const revokeApiKeysHandler = handle(revokeApiKeys, async (context) => {
  const { tx, actor, input } = context
  const asked = input.selection.mode === 'query' ? input.selection.query.membershipId : null
  return revoke(
    context,
    await selectedIds(tx, actor, apiKeys, keyList(actor, asked), input.selection, bulkLimit),
    keyScope(actor),
  )
})

export const revokeOwnApiKeysHandler = handle(revokeOwnApiKeys, async (context) => {
  const { tx, actor, input } = context
  const ids = await selectedIds(
    tx,
    actor,
    ownApiKeys,
    keyList(actor, actor.membershipId),
    input.selection,
    bulkLimit,
  )
  return revoke(context, ids, [...keyScope(actor), sql`k.membership_id = ${actor.membershipId}`])
})

/** Dead from this commit on: without its hash nobody finds the key. A key that was revoked already is told, not revoked twice. */
async function revoke(
  { tx, actor, now, input, language }: Revoking,
  ids: readonly string[],
  scope: readonly RawBuilder<unknown>[],
): Promise<BulkAnswer> {
  const found = await lockKeys(tx, ids, scope)
  const known = new Map(found.map((key) => [key.id, key]))
  const results = ids.map((id): ItemResult => {
    const key = known.get(id)
    if (!key) return refusedItem(language, id, '', refusal('NotFound'))
    return key.revoked_at
      ? refusedItem(language, id, key.name, refusal('ApiKeyRevoked'))
      : passed(id, key.name)
  })
  const dying = found.filter((key) => key.revoked_at === null)
  if (!input.dryRun && dying.length > 0) {
    const keyIds = dying.map((key) => key.id)
    await tx
      .updateTable('api_key')
      .set((set) => ({ revoked_at: now, revoked_by: actor.name, version: set('version', '+', 1) }))
      .where('company_id', '=', actor.company.id)
      .where('id', 'in', keyIds)
      .execute()
    await tx
      .deleteFrom('api_key_hash')
      .where('company_id', '=', actor.company.id)
      .where('api_key_id', 'in', keyIds)
      .execute()
    await record(tx, actor, now, {
      audit: dying.map((key) => ({
        operation: 'security.apiKeyRevoked',
        recordType: 'apiKey',
        recordId: key.id,
        recordCode: key.name,
        before: { name: key.name, username: key.username },
      })),
    })
  }
  return { jobId: null, ...summarise(results) }
}

type Locked = { id: string; name: string; username: string; revoked_at: Date | null }

/** In the order of their ids, so that two who revoke the same never wait for each other. */
async function lockKeys(
  tx: Tx,
  ids: readonly string[],
  scope: readonly RawBuilder<unknown>[],
): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select k.id, k.name, i.username, k.revoked_at from api_key k
    join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id
    where ${sql.join([...scope], sql` and `)} and k.id = any(${ids}::uuid[]) order by k.id for update of k`.execute(
    tx,
  )
  return rows
}
