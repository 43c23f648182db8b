import { roleName } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { permissionCatalogue } from '@kervan/contract/administration/permissions'
import {
  copyRole,
  deleteRole,
  getPermissions,
  getRole,
  holdersShown,
  roles,
  updateRole,
  type RoleView,
} from '@kervan/contract/administration/roles'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { calls } from '@kervan/contract/registry'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { offer } from '../../kit/records/offer.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import {
  findRole,
  holderNames,
  holdersNamed,
  holdsRole,
  permissionsOfRole,
  readHolders,
  type HolderRow,
  type RoleRow,
} from './roles.sql.ts'

// Roles as they are read (USR-005): the list, one role with who holds it, and everything that can be granted.

export const roleList = serveList(
  roles,
  'roles',
  ({ actor, language }) => {
    const name = roleName(language)
    const company = actor.company.id
    return {
      from: sql`role r`,
      where: [sql`r.company_id = ${company}`],
      id: sql`r.id`,
      key: sql`r.id`,
      columns: {
        name,
        code: sql`r.code`,
        readyMade: sql`r.ready_made`,
        userCount: sql`(select count(*) from membership_role mr where mr.company_id = ${company} and mr.role_id = r.id)`,
        permissionCount: sql`(select count(*) from role_permission p where p.company_id = ${company} and p.role_id = r.id)`,
        secondFactorRequired: sql`r.second_factor_required`,
      },
      extra: { version: sql`r.version` },
      facts: { holders: holderNames(actor, sql`r.id`) },
      search: folded(sql`concat_ws(' ', ${name}, r.code)`),
    }
  },
  ({ name, readyMade, userCount: holderCount, holders }, context) => ({
    actions: offerOnRole(context, { name, readyMade, holderCount, holders }),
  }),
)

type RoleFacts = { name: string; readyMade: boolean; holderCount: number; holders: readonly string[] }

/** Why the action is not open on this role, or null when it is. */
export function refusedOnRole(
  action: 'edit' | 'copy' | 'delete',
  actor: Actor,
  { name, readyMade, holderCount: count, holders }: RoleFacts,
): Refusal | null {
  if (action === 'edit' && seesPartOnly(actor)) return refusal('WholeCompanyNeeded')
  if (action !== 'delete') return null
  if (readyMade) return refusal('ReadyMadeRole', { name })
  const names = holders.slice(0, holdersNamed).join(', ') + (count > holdersNamed ? ' …' : '')
  return count > 0 ? refusal('RoleInUse', { count, names }) : null
}

export const factsOf = (role: RoleRow, holders: readonly HolderRow[], holderCount: number): RoleFacts => ({
  name: role.name,
  readyMade: role.ready_made,
  holderCount,
  holders: holders.map(({ name }) => name),
})

const offerOnRole = (context: Pick<SessionContext, 'actor' | 'language'>, role: RoleFacts) =>
  offer(context, { edit: updateRole, copy: copyRole, delete: deleteRole }, (action) =>
    refusedOnRole(action, context.actor, role),
  )

export const getRoleHandler = handle(getRole, ({ input, tx, actor, language }) =>
  presentRole(tx, actor, language, input.roleId),
)

/** One role as the reader sees it. Throws `RoleNotFound` for one that is not there or another company's. */
export async function presentRole(
  tx: Tx,
  actor: Actor,
  language: Language,
  roleId: string,
): Promise<RoleView> {
  const role = await findRole(tx, actor, roleId, language)
  if (!role) throw getRole.refuse('RoleNotFound')
  const [held, { holders, count }, heldByMe] = await Promise.all([
    permissionsOfRole(tx, actor, roleId),
    readHolders(tx, actor, roleId, holdersShown),
    holdsRole(tx, actor, roleId),
  ])
  return {
    id: role.id,
    version: role.version,
    name: role.name,
    code: role.code,
    readyMade: role.ready_made,
    secondFactorRequired: role.second_factor_required,
    permissions: held,
    holders: holders.map((one) => ({
      membershipId: one.id,
      name: one.name,
      username: one.username,
      userType: one.user_type,
      state: one.state,
    })),
    holderCount: count,
    heldByMe,
    actions: offerOnRole({ actor, language }, factsOf(role, holders, count)),
  }
}

const catalogue = permissionCatalogue(calls)

export const getPermissionsHandler = handle(getPermissions, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('role_permission')
    .select(['permission', (of) => of.fn.countAll<number>().as('roles')])
    .where('company_id', '=', actor.company.id)
    .groupBy('permission')
    .execute()
  const held = new Map(rows.map((row) => [row.permission, row.roles]))
  return {
    permissions: catalogue.map((one) => ({
      ...one,
      roles: held.get(one.permission) ?? 0,
      mine: actor.permissions.has(one.permission),
    })),
  }
})
