import { sql, type RawBuilder } from 'kysely'
import { permissionOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Tx } from '../kit/database/db.ts'

// Who can repair everything in a company, and that somebody who can always remains (USR-004).

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
export const isLinked = (companyId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from entra_setting s join entra_link l on l.tenant_id = s.tenant_id
  where s.company_id = ${companyId} and s.enabled and l.identity_id = m.identity_id)`

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
      and ((i.password_hash is not null and not cp.entra_only) or ${isLinked(companyId)})
      and p.permission = any(${administratorPermissions}::text[])
      ${only === undefined ? sql`` : sql`and m.id = ${only}`}
      ${without ? sql`and not (mr.role_id = ${without.roleId} and p.permission = any(${without.permissions}::text[]))` : sql``}
    group by m.id having count(distinct p.permission) = ${administratorPermissions.length}
    order by m.id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
