import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { seesPartOnly } from '../kit/records/scope.ts'

// What nobody may do with rights (USR-004), asked by every handler that gives, takes or borrows them: nobody grants
// what they do not hold, nobody changes their own rights, and somebody who can repair everything always remains.

type Grantor = Pick<Actor, 'permissions' | 'membershipId' | 'company'>

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
