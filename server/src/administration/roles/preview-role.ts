import { administratorPermissions, administrators } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { previewRole } from '@kervan/contract/administration/roles'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { assertRoleChange, assertSeesWhole } from '../rights.ts'
import { assertKnown } from './change-role.ts'
import { beyond, reachOf } from './difference.ts'
import { findRole, holdsRole, permissionsOfRole } from './roles.sql.ts'

/** What a change of a role would do (USR-005), before anybody does it. */
export default handle(previewRole, async (context) => {
  const { input, tx, actor, language } = context
  const { roleId } = input
  if (roleId !== null && !(await findRole(tx, actor, roleId, language)))
    throw previewRole.refuse('RoleNotFound')
  const before = roleId === null ? [] : await permissionsOfRole(tx, actor, roleId)
  const [was, is] = [reachOf(new Set(before)), reachOf(new Set(input.permissions))]
  const removed = before.filter((one) => !input.permissions.includes(one))
  const changed = [...input.permissions.filter((one) => !before.includes(one)), ...removed]
  const heldByActor = roleId !== null && (await holdsRole(tx, actor, roleId))
  const isLast =
    roleId !== null &&
    removed.some((one) => administratorPermissions.includes(one)) &&
    (await administrators(tx, actor.company.id, 1, { without: { roleId, permissions: removed } })).length ===
      0
  return {
    opens: beyond(was, is),
    closes: beyond(is, was),
    ...(roleId === null
      ? { holders: 0, touched: 0, sessions: 0 }
      : await countTouched(context, roleId, changed)),
    refusals: [
      () => roleId !== null && assertSeesWhole(actor),
      () => assertKnown(before, input.permissions),
      () => assertRoleChange(actor, { before, after: input.permissions, heldByActor }),
      () => assertNot(isLast),
    ].flatMap((ask) => refusalOf(language, ask)),
  }
})

function assertNot(isLast: boolean): void {
  if (isLast) throw refusal('LastAdministrator')
}

/** How many hold the role, for how many of them something changes, and their open sessions. */
async function countTouched(
  { tx, actor }: SessionContext,
  roleId: string,
  changed: readonly string[],
): Promise<{ holders: number; touched: number; sessions: number }> {
  const { rows } = await sql<{ holders: number; touched: number; sessions: number }>`
    with holder as (
      select mr.membership_id, (
        select count(distinct p.permission) from membership_role other
        join role_permission p on p.company_id = other.company_id and p.role_id = other.role_id
        where other.company_id = ${actor.company.id} and other.membership_id = mr.membership_id and other.role_id <> mr.role_id and p.permission = any(${changed}::text[])
      ) < ${changed.length} as touched
      from membership_role mr where mr.company_id = ${actor.company.id} and mr.role_id = ${roleId}
    )
    select count(*) as holders, count(*) filter (where touched) as touched, (
      select count(distinct s.family_id) from session s
      where s.company_id = ${actor.company.id} and s.membership_id in (select membership_id from holder where touched)
        and s.ended_at is null and s.replaced_at is null and s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
    ) as sessions
    from holder`.execute(tx)
  return rows[0] ?? { holders: 0, touched: 0, sessions: 0 }
}

/** What the change itself would be answered. */
function refusalOf(language: Language, ask: () => void): { code: string; message: string }[] {
  try {
    ask()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [{ code: error.code, message: refusalMessage(language, error) }]
  }
}
