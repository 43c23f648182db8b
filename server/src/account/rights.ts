import { sql } from 'kysely'
import { permissionOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { seesPartOnly } from '../kit/reach.ts'

// What nobody may do with rights (USR-004), asked by every handler that gives, takes or borrows them: nobody grants
// what they do not hold, nobody changes their own rights, and somebody who can repair everything always remains.

type Grantor = Pick<Actor, 'permissions' | 'membershipId' | 'company'>

/** Who holds all of these can repair whatever else went wrong with users and roles; one such person always remains. */
export const administratorPermissions: readonly string[] = [
  'AccountSettings',
  'UserManagement',
  ...[
    'GetUsers',
    'GetUser',
    'UpdateUser',
    'ChangeUserStates',
    'AssignRoles',
    'GetRoles',
    'GetRole',
    'GetPermissions',
    'UpdateRole',
  ].map((operation) => permissionOf('UserManagement', operation)),
  // Without it an expired password cannot be replaced, nor a new one be mailed.
  permissionOf('UserManagement', 'ChangePassword'),
]

/** The granted permissions that the grantor does not hold, each once and in order. */
export function exceeding(own: ReadonlySet<string>, granted: Iterable<string>): string[] {
  return [...new Set(granted)].filter((permission) => !own.has(permission)).toSorted()
}

/** Throws `RightsExceedOwn` when one of the permissions is not the grantor's own. */
export function assertMayGrant(actor: Pick<Actor, 'permissions'>, granted: Iterable<string>): void {
  const permissions = exceeding(actor.permissions, granted)
  if (permissions.length > 0) throw refusal('RightsExceedOwn', { permissions })
}

/** Throws `WholeCompanyNeeded` for who sees a part, where what they are about to change holds for everybody. */
export function assertSeesWhole(actor: Parameters<typeof seesPartOnly>[0]): void {
  if (seesPartOnly(actor)) throw refusal('WholeCompanyNeeded')
}

/** Throws `OwnRights` where somebody is about to change roles, type, state or locations of their own membership. */
export function assertNotOwn(actor: Pick<Actor, 'membershipId'>, membershipId: string): void {
  if (actor.membershipId === membershipId) throw refusal('OwnRights')
}

export type RoleChange = {
  before: Iterable<string>
  after: Iterable<string>
  heldByActor: boolean
  /** The role asked for a second factor, and would no longer. */
  dropsSecondFactor?: boolean
}

/**
 * What a change of a role adds. What it takes away needs no right but that of changing roles, except the second factor:
 * nobody frees themselves of what the company asks of their role.
 */
export function assertRoleChange(actor: Pick<Actor, 'permissions'>, change: RoleChange): void {
  const before = new Set(change.before)
  const added = [...change.after].filter((permission) => !before.has(permission))
  assertMayGrant(actor, added)
  if (change.heldByActor && (added.length > 0 || change.dropsSecondFactor)) throw refusal('OwnRights')
}

/**
 * Asked before roles are given to somebody. Throws `NotFound` for a role that is not this company's and
 * `RightsExceedOwn` for one that holds more than the grantor. The roles cannot be deleted until the transaction ends.
 */
export async function assertMayGrantRoles(tx: Tx, actor: Grantor, roleIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(roleIds)]
  if (wanted.length === 0) return
  const roles = await tx
    .selectFrom('role')
    .select('id')
    .where('company_id', '=', actor.company.id)
    .where('id', 'in', wanted)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (roles.length < wanted.length) throw refusal('NotFound')
  const granted = await tx
    .selectFrom('role_permission')
    .select('permission')
    .distinct()
    .where('company_id', '=', actor.company.id)
    .where('role_id', 'in', wanted)
    .execute()
  assertMayGrant(
    actor,
    granted.map((row) => row.permission),
  )
}

/**
 * Asked before somebody can come to sign in as these members: a password reset, a new user name, a key, a link to
 * another sign-in. Who signs in as somebody has their rights, so they must not be more than one's own.
 */
export async function assertNotAbove(
  tx: Tx,
  actor: Grantor,
  membershipIds: readonly string[],
): Promise<void> {
  if (membershipIds.length === 0) return
  const { rows } = await sql<{ permission: string }>`
    select distinct p.permission from membership_role mr
    join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
    where mr.company_id = ${actor.company.id} and mr.membership_id = any(${membershipIds}::uuid[])`.execute(
    tx,
  )
  assertMayGrant(
    actor,
    rows.map((row) => row.permission),
  )
}

/**
 * Everybody who changes who administers stands in this line: of two that each take the other's right away, the second
 * sees what the first has done. Take it before the change, so that two never wait for each other.
 */
export async function lockAdministration(tx: Tx, companyId: number): Promise<void> {
  await tx
    .selectFrom('company_policy')
    .select('company_id')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Asked after the change, in its transaction: throws `LastAdministrator` when no active person of the company's own
 * is left who holds every one of `administratorPermissions`. Takes the lock itself for who has not done so.
 */
export async function assertAdministratorRemains(tx: Tx, companyId: number): Promise<void> {
  await lockAdministration(tx, companyId)
  // A statement of its own: what it sees is from after the lock was taken.
  if ((await administrators(tx, companyId, 1)).length === 0) throw refusal('LastAdministrator')
}

/** `membership m` could come in through Microsoft: linked in the tenant that the company signs in with, while that is switched on. */
export const isLinked = sql<boolean>`exists (
  select from entra_setting s join entra_link l on l.tenant_id = s.tenant_id
  where s.company_id = m.company_id and s.enabled and l.identity_id = m.identity_id)`

type Supposing = {
  /** Who they would be if a role had these permissions no more. */
  without?: { roleId: string; permissions: readonly string[] }
  /** Nobody but this one. */
  only?: string
}

/**
 * Who can repair everything, at most so many: active people of the company's own, who have agreed to be that, who see all of it, hold every
 * administrator permission and have a way in, which is Microsoft alone where the company says so. A temporary password
 * nobody has used yet is no way in: it may have run out when it is needed.
 */
export async function administrators(
  tx: Tx,
  companyId: number,
  limit: number,
  { without, only }: Supposing = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m
    join identity i on i.id = m.identity_id
    join company_policy cp on cp.company_id = m.company_id
    join membership_role mr on mr.company_id = m.company_id and mr.membership_id = m.id
    join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
    where m.company_id = ${companyId} and m.state = 'Active' and m.invitation is distinct from 'Pending' and m.user_type = 'InternalUser' and not m.location_scoped
      and ((i.password_hash is not null and not cp.entra_only) or ${isLinked})
      and p.permission = any(${administratorPermissions}::text[])
      ${only === undefined ? sql`` : sql`and m.id = ${only}`}
      ${without ? sql`and not (mr.role_id = ${without.roleId} and p.permission = any(${without.permissions}::text[]))` : sql``}
    group by m.id having count(distinct p.permission) = ${administratorPermissions.length}
    order by m.id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
