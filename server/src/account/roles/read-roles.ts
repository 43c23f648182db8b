import { sql } from 'kysely'
import { permissionCatalogue } from '@kervan/contract/account/permissions'
import {
  copyRole,
  deleteRole,
  getPermissions,
  getRole,
  holdersShown,
  roles,
  updateRole,
  type RoleView,
} from '@kervan/contract/account/roles'
import type { Call } from '@kervan/contract/kit/call'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import { calls } from '@kervan/contract/registry'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/db.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { findRole, holdsRole, permissionsOfRole, readHolders, roleName } from './roles.sql.ts'

// Roles as they are read (USR-005): the list, one role with who holds it, and everything that can be granted.

type Row = RowOf<typeof roles>
type Found = {
  id: string
  version: number
  name: string
  code: string
  ready_made: boolean
  second_factor_required: boolean
  users: number
  permissions: number
}

const users = sql`(select count(*) from membership_role mr where mr.company_id = r.company_id and mr.role_id = r.id)`
const permissions = sql`(select count(*) from role_permission p where p.company_id = r.company_id and p.role_id = r.id)`

function roleList(actor: Actor, language: Language): ListSql {
  const name = roleName(language)
  return {
    select: sql`r.id, r.version, ${name} as name, r.code, r.ready_made, r.second_factor_required, ${users} as users, ${permissions} as permissions`,
    from: sql`role r`,
    where: [sql`r.company_id = ${actor.company.id}`],
    columns: {
      name,
      code: sql`r.code`,
      readyMade: sql`r.ready_made`,
      userCount: users,
      permissionCount: permissions,
      secondFactorRequired: sql`r.second_factor_required`,
    },
    id: sql`r.id`,
    search: sql`translate(lower(replace(concat_ws(' ', ${name}, r.code), 'İ', 'i')), 'ıçğöşüäâîûß', 'icgosuaaius')`,
  }
}

function present(actor: Actor, row: Found): Row {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    code: row.code,
    readyMade: row.ready_made,
    userCount: row.users,
    permissionCount: row.permissions,
    secondFactorRequired: row.second_factor_required,
    actions: actionsOn(actor, { readyMade: row.ready_made, holders: row.users }),
  }
}

function actionsOn(actor: Actor, role: { readyMade: boolean; holders: number }) {
  const may = (call: Call) => call.permission === null || actor.permissions.has(call.permission)
  return {
    edit: may(updateRole),
    copy: may(copyRole),
    delete: may(deleteRole) && !role.readyMade && role.holders === 0,
  }
}

export const getRoles = handle(roles.page, async ({ input, tx, actor, language, now }) => {
  const page = await readPage<Found>(tx, actor, roles, roleList(actor, language), input)
  return {
    rows: page.rows.map((row) => present(actor, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportRoles = handleDownload(roles.excel, async (context) =>
  exportRows<Found>(
    context,
    roles,
    roleList(context.actor, context.language),
    context.input,
    'roles',
    (row) => present(context.actor, row),
  ),
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
    actions: actionsOn(actor, { readyMade: role.ready_made, holders: count }),
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
