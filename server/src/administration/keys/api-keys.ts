import { assertOwnPassword, inOneLine } from '../../access/access.api.ts'
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
} from '@kervan/contract/administration/api-keys'
import { permissionCatalogue } from '@kervan/contract/administration/permissions'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { callPermissions, calls, devicePermissions } from '@kervan/contract/registry'
import { assertMayGrant, requireStepUp, findUser, userScope } from '../administration.api.ts'
import { newApiKey } from '../../kit/http/api-key.ts'
import { record } from '../../kit/records/audit.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { addDays } from '@kervan/contract/kit/days'
import { startOfDay } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { offer } from '../../kit/records/offer.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList, type ServedList } from '../../kit/lists/serve-list.ts'
import { hashToken } from '../../kit/http/session.ts'
import { newId } from '../../kit/database/uuid.ts'

// Keys of API users (USR-009): their rights are what the user's roles and the key's scope both hold.

const keyState = sql`case when k.revoked_at is not null then 'Revoked' when k.expires_at <= now() then 'Expired' else 'Active' end`
const withoutEffect = (actor: Actor) => sql`array(
  select s from unnest(k.scope) s where not exists (
    select from membership_role mr join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
    where mr.company_id = ${actor.company.id} and mr.membership_id = k.membership_id and p.permission = s) order by s)`

const keyScope = (actor: Actor): RawBuilder<unknown>[] => [
  sql`k.company_id = ${actor.company.id}`,
  ...userScope(actor),
]

/** The keys of whom the caller may see, or of one user. */
const keySource = (actor: Actor, membershipId: string | null) => ({
  from: sql`api_key k join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id`,
  where: [...keyScope(actor), ...(membershipId ? [sql`k.membership_id = ${membershipId}`] : [])],
  id: sql`k.id`,
  key: sql`k.id`,
  columns: {
    name: sql`k.name`,
    username: sql`i.username`,
    hint: sql`k.hint`,
    state: keyState,
    permissionCount: sql`cardinality(k.scope)`,
    createdAt: sql`k.created_at`,
    createdBy: sql`k.created_by`,
    expiresAt: sql`k.expires_at`,
    lastUsedAt: sql`k.last_used_at`,
    lastAddress: sql`k.last_address`,
    revokedAt: sql`k.revoked_at`,
    revokedBy: sql`k.revoked_by`,
  },
  extra: {
    version: sql`k.version`,
    membershipId: sql`k.membership_id`,
    scope: sql`k.scope`,
    withoutEffect: withoutEffect(actor),
  },
  search: folded(sql`k.name || ' ' || i.username`),
  createdAt: sql`k.created_at`,
})

const refusedKey = (isRevoked: boolean): Refusal | null => (isRevoked ? refusal('ApiKeyRevoked') : null)

const keyRow =
  (revoke: typeof revokeApiKeys | typeof revokeOwnApiKeys) =>
  ({ state }: Pick<RowOf<typeof apiKeys>, 'state'>, context: SessionContext) => ({
    actions: offer(context, { revoke }, () => refusedKey(state === 'Revoked')),
  })

export const keyList = serveList(
  apiKeys,
  'apiKeys',
  ({ actor }, { membershipId }) => keySource(actor, membershipId),
  keyRow(revokeApiKeys),
)
export const ownKeyList = serveList(
  ownApiKeys,
  'apiKeys',
  ({ actor }) => keySource(actor, actor.membershipId),
  keyRow(revokeOwnApiKeys),
)

const ofCalls = permissionCatalogue(calls).filter(
  ({ permission }) => callPermissions.includes(permission) && !devicePermissions.has(permission),
)

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
  if (user.hasWiderScope) throw refusal('ScopeExceedsOwn')
  assertSignedIn(context)
  const requested = checkedKey(context)
  // A key does what its scope says, whatever else its user holds, and also what the user comes to hold later.
  await requireStepUp(context, [{ name: user.username, before: [], after: requested.scope }])
  return issueKey(context, user, requested)
})

export const createOwnApiKeyHandler = handle(createOwnApiKey, async (context) => {
  const { tx, actor, input } = context
  if (actor.userType !== 'APIUser') throw refusal('ApiUserExpected')
  assertSignedIn(context)
  await assertOwnPassword(context, await inOneLine(tx, actor.identityId), input.password)
  return issueKey(context, { id: actor.membershipId, username: actor.userName }, checkedKey(context))
})

/** Keys make no keys: one that is found in a log would otherwise outlive its own revocation. */
function assertSignedIn({ familyId }: SessionContext): void {
  if (familyId === null) throw refusal('SignInExpected')
}

type KeyInput = { name: string; scope: string[]; expiresOn: string }
type NewKey = { scope: string[]; expiresAt: Date }

function checkedKey({ input, actor, now }: SessionContext & { input: KeyInput }): NewKey {
  const scope = [...new Set(input.scope)].toSorted()
  assertMayGrant(actor, scope)
  const expiresAt = startOfDay(actor.company.timeZone, addDays(input.expiresOn, 1))
  const days = (expiresAt.getTime() - now.getTime()) / 86_400_000
  if (days <= 0 || days > apiKeyMaxDays + 1) throw refusal('ExpiryOutOfBounds', { days: apiKeyMaxDays })
  return { scope, expiresAt }
}

async function issueKey(
  { input, tx, actor, now }: SessionContext & { input: KeyInput },
  user: { id: string; username: string },
  { scope, expiresAt }: NewKey,
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

/**
 * Dead from this commit on: without its hash nobody finds the key. A key that was revoked already is told, not revoked
 * twice.
 */
const revoking = (list: ServedList, scopeOf: (actor: Actor) => readonly RawBuilder<unknown>[]) => ({
  list: () => list,
  limit: 10_000,
  notFound: () => refusal('NotFound'),
  load: ({ tx, actor }: SessionContext, ids: readonly string[]) => lockKeys(tx, ids, scopeOf(actor)),
  judge: async () => (key: Locked) => refusedKey(key.revoked_at !== null) ?? pass(null),
  async apply({ tx, actor, now }: SessionContext, passing: readonly { record: Locked }[]) {
    const dying = passing.map(({ record: key }) => key)
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
        recordCode: key.code,
        before: { name: key.code, username: key.username },
      })),
    })
  },
})

const ownKeyScope = (actor: Actor) => [...keyScope(actor), sql`k.membership_id = ${actor.membershipId}`]

export const revokeApiKeysHandler = handleBulk(revokeApiKeys, revoking(keyList, keyScope))
export const revokeOwnApiKeysHandler = handleBulk(revokeOwnApiKeys, revoking(ownKeyList, ownKeyScope))

type Locked = { id: string; code: string; username: string; revoked_at: Date | null }

/** In the order of their ids, so that two who revoke the same never wait for each other. */
async function lockKeys(
  tx: Tx,
  ids: readonly string[],
  scope: readonly RawBuilder<unknown>[],
): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select k.id, k.name as code, i.username, k.revoked_at from api_key k
    join membership m on m.company_id = k.company_id and m.id = k.membership_id join identity i on i.id = m.identity_id
    where ${sql.join([...scope], sql` and `)} and k.id = any(${ids}::uuid[]) order by k.id for update of k`.execute(
    tx,
  )
  return rows
}
