import type { OrderFlow } from '@kervan/contract/order/words'
import type { PriceVisibility, PasswordLimit } from '@kervan/contract/access/words'
import { sql } from 'kysely'
import { lentPermissions } from '@kervan/contract/order/lent-permissions'
import { refusal } from '@kervan/contract/kit/refusals'
import type { ActsFor, Actor, Narrowing } from '../context.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { Tx } from '../database/db.ts'

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

const member = compiledOnce(({ companyId, membershipId }: { companyId: number; membershipId: string }, db) =>
  db
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .leftJoin('order_policy as op', 'op.company_id', 'm.company_id')
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
      'c.order_prefix',
      'c.rounding_strategy',
      'c.price_management_type',
      'c.backorders_allowed',
      'c.is_prod',
      'c.quota_active',
    ])
    .select(
      sql<string[]>`array(
      select r.id || '/' || r.version from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
      where mr.company_id = ${companyId} and mr.membership_id = m.id)`.as('roles'),
    )
    .select([
      sql<PriceVisibility>`coalesce(op.price_visibility, 'NoHide')`.as('price_visibility'),
      sql<boolean>`coalesce(op.check_po_number, false)`.as('check_po_number'),
      sql<boolean>`coalesce(op.medula_active, false)`.as('medula_active'),
      sql<number>`coalesce(op.pack_bundle_amount, 1)`.as('pack_bundle_amount'),
      sql<number>`coalesce(op.top_location_groups, 0)`.as('top_location_groups'),
      sql<boolean>`coalesce(op.require_erp_codes, false)`.as('require_erp_codes'),
      sql<string | null>`op.archive_date::text`.as('archive_date'),
      sql<OrderFlow>`coalesce(op.order_flow, 'FundamentalFlow')`.as('order_flow'),
    ])
    .select([activeFilters(companyId).as('narrowed_to'), actsFor(companyId).as('acts_for')])
    .select([
      acknowledgementPending(companyId).as('acknowledgement_pending'),
      secondFactorMissing(companyId).as('second_factor_missing'),
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', '=', membershipId)
    .compile(),
)

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
  const others = isProgram ? [] : await lentBy(tx, companyId, row.acts_for)
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
      orderPrefix: row.order_prefix,
      rounding: row.rounding_strategy,
      priceManagement: row.price_management_type,
      priceVisibility: row.price_visibility,
      backordersAllowed: row.backorders_allowed,
      isProd: row.is_prod,
      quotaActive: row.quota_active,
      checkPoNumber: row.check_po_number,
      packBundleAmount: row.pack_bundle_amount,
      topLocationGroups: row.top_location_groups,
      requireErpCodes: row.require_erp_codes,
      orderFlow: row.order_flow,
      archiveDate: row.archive_date,
      medulaActive: row.medula_active,
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

type Naming = {
  membershipId: string
  name: string
  roles: string[]
  customerIds: string[]
  maxAmount: string | null
}

/** Who has named this member deputy for today, and may still do what is lent. */
const actsFor = (companyId: number) => sql<Naming[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('membershipId', a.id, 'name', ia.first_name || ' ' || ia.last_name,
    'customerIds', d.customer_ids, 'maxAmount', d.max_amount::text,
    'roles', array(select r.id || '/' || r.version from membership_role mr join role r on r.company_id = ${companyId} and r.id = mr.role_id
      where mr.company_id = ${companyId} and mr.membership_id = a.id)) order by d.id), '[]')
  from deputy d join membership a on a.company_id = ${companyId} and a.id = d.by_membership_id join identity ia on ia.id = a.identity_id
  where d.company_id = ${companyId} and d.deputy_membership_id = m.id and d.ended_at is null and a.state = 'Active'
    and (now() at time zone c.time_zone)::date between d.starts_on and d.ends_on)`

async function lentBy(tx: Tx, companyId: number, namings: readonly Naming[]): Promise<ActsFor[]> {
  const acts: ActsFor[] = []
  for (const { roles, ...naming } of namings) {
    const held = await permissionsOf(tx, companyId, roles)
    acts.push({ ...naming, permissions: new Set([...held].filter((one) => lentPermissions.has(one))) })
  }
  return acts
}

/** The UI filters that narrow what this company shows (UIF-001). */
const activeFilters = (companyId: number) => sql<Narrowing[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('type', f.type, 'filterId', f.id, 'generation', f.active_generation) order by f.order_index, f.number), '[]')
  from ui_filter f where f.company_id = ${companyId} and f.active_generation is not null)`

/** The newest version of something to agree to is out, and this member has not agreed to it (ACC-010). */
const acknowledgementPending = (companyId: number) => sql<boolean>`exists (
  select from acknowledgement a
  where a.company_id = ${companyId} and a.kind = 'User' and a.published_at <= now()
    and not exists (select from acknowledgement n where n.company_id = ${companyId} and n.int_code = a.int_code and n.version > a.version and n.published_at <= now())
    and not exists (select from acknowledgement_choice c
      where c.company_id = ${companyId} and c.membership_id = m.id and c.int_code = a.int_code and c.version = a.version and c.choice = 'Activated'))`

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
