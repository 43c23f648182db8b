import type { PriceVisibility, PasswordLimit } from '@kervan/contract/access/words'
import { sql, type RawBuilder } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import type { ActsFor, Actor, Narrowing } from '../context.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { Tx } from '../database/db.ts'
import { partsOf } from '../parts.ts'

/** Permissions by company, roles and the versions of these: a change makes a new key, so the cache is never wrong. */
const permissionsOfRoles = new Map<string, ReadonlySet<string>>()
const cacheLimit = 5_000

/** How the actor came in, and what that allows of the rights of the membership. */
export type Entrance = {
  method: 'Password' | 'Entra' | 'ApiKey' | 'Device' | 'Job'
  passwordLimit: PasswordLimit | null
  /** The only permissions an API key or a device may use; null for everything the roles give. */
  scope: ReadonlySet<string> | null
}
const unlimited: Entrance = { method: 'Job', passwordLimit: null, scope: null }

/** The row that a request reads of who asks: expressions for what areas add to its statement. */
export type ReadMember = {
  companyId: number
  id: RawBuilder<string>
  /** Roles of another member, as this statement reads those of its own. */
  rolesOf: (membershipId: RawBuilder<string>) => RawBuilder<string[]>
  /** The company's day. */
  today: RawBuilder<string>
}
/** Rights that others lend, as an area keeps it: who lends to this member today, and which permissions can be lent. */
export type Lending = {
  permissions: ReadonlySet<string>
  namings: (member: ReadMember) => RawBuilder<Naming[]>
}
/** Something that waits for the person before they may go on, as an area keeps it. */
export type ActorGate = {
  gate: 'acknowledgement'
  isWaiting: (member: ReadMember) => RawBuilder<boolean>
}

const member = compiledOnce(({ companyId, membershipId }: { companyId: number; membershipId: string }, db) =>
  db
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .leftJoin('company_policy as cp', 'cp.company_id', 'm.company_id')
    .select([
      'm.id',
      'm.identity_id',
      'm.user_type',
      'm.state',
      'm.partner_id',
      'm.point_of_sale_id',
      'm.third_party_location_id',
      'm.location_scoped',
      'm.invitation',
    ])
    .select(['i.username', 'i.first_name', 'i.last_name'])
    .select([
      'c.code',
      'c.name',
      'c.relation_type',
      'c.time_zone',
      'c.currency',
      'c.price_management_type',
      'c.is_prod',
    ])
    .select([
      rolesOf(companyId, sql`m.id`).as('roles'),
      sql<PriceVisibility>`coalesce(cp.price_visibility, 'NoHide')`.as('price_visibility'),
      activeFilters(companyId).as('narrowed_to'),
      namings(readMember(companyId)).as('namings'),
    ])
    .select([
      isWaiting('acknowledgement', readMember(companyId)).as('acknowledgement_pending'),
      secondFactorMissing(companyId).as('second_factor_missing'),
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', membershipId)
    .compile(),
)

const readMember = (companyId: number): ReadMember => ({
  companyId,
  id: sql`m.id`,
  rolesOf: (membershipId) => rolesOf(companyId, membershipId),
  today: sql`(now() at time zone c.time_zone)::date`,
})

/** Each with its version, so that a change of a role makes another key of `permissionsOfRoles`. */
const rolesOf = (companyId: number, membershipId: RawBuilder<string>) => sql<string[]>`array(
  select r.id || '/' || r.version from membership_role mr join role r on r.company_id = ${companyId} and r.id = mr.role_id
  where mr.company_id = ${companyId} and mr.membership_id = ${membershipId})`

/** Who lends to the member, by the areas in which something is lent. */
const namings = (member: ReadMember) =>
  sql<
    Naming[][]
  >`jsonb_build_array(${sql.join(partsOf('lending').map((lending) => lending.namings(member)))})`

const isWaiting = (gate: ActorGate['gate'], member: ReadMember) =>
  sql<boolean>`(${sql.join(
    [
      sql`false`,
      ...partsOf('gate')
        .filter((one) => one.gate === gate)
        .map((one) => one.isWaiting(member)),
    ],
    sql` or `,
  )})`

/**
 * Who the membership is, now: state, roles and permissions are read for every request, so that what an administrator
 * changes holds from the next call on (ACC-008). Throws `SessionExpired` when the membership is no longer active,
 * and for a job `InvitationPending` when the person has not agreed to it.
 */
export async function loadActor(
  tx: Tx,
  companyId: number,
  membershipId: string,
  cameIn: Entrance | Promise<Entrance> = unlimited,
): Promise<Actor> {
  const reading = tx.executeQuery(member({ companyId, membershipId }))
  const [entrance, { rows }] = await Promise.all([cameIn, reading])
  const [row] = rows
  if (row?.state !== 'Active') throw refusal('SessionExpired')
  const invitationPending = row.invitation === 'Pending'
  // What goes on without a request meets no gate.
  if (invitationPending && entrance.method === 'Job') throw refusal('InvitationPending')
  const own = await permissionsOf(tx, companyId, row.roles)
  const isProgram = entrance.method === 'ApiKey' || entrance.method === 'Device'
  // A program acts in its own name only.
  const others = isProgram ? [] : await lentBy(tx, companyId, row.namings)
  const lent = new Set(others.flatMap(({ permissions }) => [...permissions]).filter((one) => !own.has(one)))
  return {
    membershipId: row.id,
    identityId: row.identity_id,
    name: `${row.first_name} ${row.last_name}`,
    userName: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type,
    company: {
      id: companyId,
      code: row.code,
      name: row.name,
      relationType: row.relation_type,
      timeZone: row.time_zone,
      currency: row.currency,
      priceManagement: row.price_management_type,
      priceVisibility: row.price_visibility,
      isProd: row.is_prod,
    },
    partnerId: row.partner_id,
    pointOfSaleId: row.point_of_sale_id,
    thirdPartyLocationId: row.third_party_location_id,
    locationScoped: row.location_scoped,
    narrowedTo: row.narrowed_to,
    invitationPending,
    // Nobody sits in front of a program, so it is not held up by what a person has to do.
    acknowledgementPending: row.acknowledgement_pending && !isProgram,
    passwordLimit: entrance.passwordLimit,
    secondFactorMissing: row.second_factor_missing && entrance.method === 'Password',
    permissions: within(entrance.scope, own),
    lent,
    actsFor: others,
  }
}

/** One who lends, by what an area keeps of it. */
export type Naming = {
  membershipId: string
  name: string
  roles: string[]
  customerIds: string[]
  maxAmount: string | null
}

async function lentBy(tx: Tx, companyId: number, namings: readonly Naming[][]): Promise<ActsFor[]> {
  const acts: ActsFor[] = []
  for (const [index, { permissions }] of partsOf('lending').entries())
    for (const { roles, ...naming } of namings[index] ?? []) {
      const held = await permissionsOf(tx, companyId, roles)
      acts.push({ ...naming, permissions: new Set([...held].filter((one) => permissions.has(one))) })
    }
  return acts
}

/** The UI filters that narrow what this company shows (UIF-001). */
const activeFilters = (companyId: number) => sql<Narrowing[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('type', f.type, 'filterId', f.id, 'generation', f.active_generation) order by f.order_index, f.number), '[]')
  from ui_filter f where f.company_id = ${companyId} and f.active_generation is not null)`

/** The company or one of the roles requires a second factor, and the person has none. Who comes from Microsoft proved one there. */
const secondFactorMissing = (companyId: number) => sql<boolean>`(
  (exists (select from company_policy p where p.company_id = ${companyId} and p.second_factor = 'Required')
   or exists (select from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
     where mr.company_id = ${companyId} and mr.membership_id = m.id and r.second_factor_required))
  and not exists (select from second_factor f where f.identity_id = m.identity_id and f.confirmed_at is not null))`

function within(scope: ReadonlySet<string> | null, permissions: ReadonlySet<string>): ReadonlySet<string> {
  return scope ? new Set([...permissions].filter((permission) => scope.has(permission))) : permissions
}

async function permissionsOf(
  tx: Tx,
  companyId: number,
  roles: readonly string[],
): Promise<ReadonlySet<string>> {
  if (roles.length === 0) return new Set()
  const key = `${companyId}/${roles.toSorted().join()}`
  const known = permissionsOfRoles.get(key)
  if (known) return known
  const rows = await tx
    .selectFrom('role as r')
    .leftJoin('role_permission as p', (join) =>
      join.onRef('p.company_id', '=', 'r.company_id').onRef('p.role_id', '=', 'r.id'),
    )
    .select([
      sql<string>`r.id || '/' || r.version`.as('role'),
      sql<string[]>`coalesce(array_agg(p.permission) filter (where p.permission is not null), '{}')`.as(
        'permissions',
      ),
    ])
    .where('r.company_id', '=', companyId)
    .where(
      'r.id',
      'in',
      roles.map((role) => role.split('/')[0] ?? ''),
    )
    .groupBy(['r.id', 'r.version'])
    .execute()
  const permissions = new Set(rows.flatMap((row) => row.permissions))
  const read = new Set(rows.map(({ role }) => role))
  // A version may have moved on since the roles were read. Then these are the permissions of the new one, not of this key.
  if (roles.every((role) => read.has(role))) {
    if (permissionsOfRoles.size > cacheLimit) permissionsOfRoles.clear()
    permissionsOfRoles.set(key, permissions)
  }
  return permissions
}
