import { assignRoles, changeUserStates } from '@kervan/contract/administration/users'
import type { MembershipState } from '@kervan/contract/access/words'
import type { Operation } from '@kervan/contract/kit/operations'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { administrators, endSessionsOf, lockAdministration } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { tryOut } from '../../kit/database/db.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { record, type AuditEntry } from '../../kit/records/audit.ts'
import { assertMayGrantRoles } from '../rights.ts'
import { requireStepUpForUsers, signInAccess } from '../step-up-rules.ts'
import { changeRoles, roleNames } from './save-user.ts'
import { refusedAction } from './user-actions.ts'
import { userList } from './user-lists.ts'
import { countActive, factsOf, findUsers, type FoundUser } from './user.sql.ts'

// States and roles of many users at once (USR-004). A fresh proof is asked for once, for all that would change.

type ChosenUser = FoundUser & { code: string }

/** Users by selection, under the lock of whoever administers. As many as a company has people: a few statements. */
const chosenUsers = {
  limit: 10_000,
  notFound: () => refusal('UserNotFound'),
  list: () => userList,
  async load(
    { tx, actor }: SessionContext,
    ids: readonly string[],
    options: { lock: boolean },
  ): Promise<ChosenUser[]> {
    await lockAdministration(tx, actor.company.id)
    const found = await findUsers(tx, actor, [...ids], options)
    return found.map((user) => ({ ...user, code: user.username }))
  },
}

export const changeUserStatesHandler = handleBulk(changeUserStates, {
  ...chosenUsers,
  async judge(context, found) {
    const { tx, actor, input } = context
    const isRefused = (user: FoundUser) => refusedAction('changeState', factsOf(actor, user))
    const leaving =
      input.state === 'Active' ? [] : found.filter((user) => user.state === 'Active' && !isRefused(user))
    const keeper = await lastAdministratorAmong(
      context,
      leaving.map((user) => user.id),
    )
    const { active, maximum } = await countActive(tx, actor.company.id)
    let room = maximum - active
    return (user) => {
      const refused = isRefused(user)
      if (refused) return refused
      if (user.state === input.state) return refusal('NothingToChange')
      if (user.id === keeper) return refusal('LastAdministrator')
      if (input.state === 'Active' && --room < 0) return refusal('UserLimitReached', { maximum })
      return pass(null)
    }
  },
  async apply(context, passing) {
    const { tx, actor, input, now } = context
    const changing = passing.map(({ record: user }) => user)
    if (input.state === 'Active') await requireStepUpForUsers(context, changing.map(signInAccess))
    const ids = changing.map((user) => user.id)
    await tx
      .updateTable('membership')
      .set((row) => ({ state: input.state, version: row('version', '+', 1) }))
      .where('company_id', '=', actor.company.id)
      .where('id', 'in', ids)
      .execute()
    if (input.state !== 'Active')
      await Promise.all(
        ids.map((membershipId) => endSessionsOf(tx, { companyId: actor.company.id, membershipId })),
      )
    await record(tx, actor, now, {
      audit: changing.map((user) =>
        entry(user, 'user.stateChanged', { state: user.state }, { state: input.state }),
      ),
    })
  },
})

export const assignRolesHandler = handleBulk(assignRoles, {
  ...chosenUsers,
  async load(context, ids, options) {
    await assertMayGrantRoles(context.tx, context.actor, context.input.add)
    return chosenUsers.load(context, ids, options)
  },
  async judge(context, found) {
    const { actor, input } = context
    const rolesAfter = (user: FoundUser) =>
      [...new Set([...user.role_ids.filter((id) => !input.remove.includes(id)), ...input.add])].toSorted()
    const refusedFor = (user: FoundUser): Refusal | null =>
      refusedAction('assignRoles', factsOf(actor, user)) ??
      (rolesAfter(user).join() === user.role_ids.join() ? refusal('NothingToChange') : null)
    const keeper = await lastAdministratorAfter(
      context,
      found.filter((user) => !refusedFor(user)).map((user) => user.id),
    )
    return (user) =>
      refusedFor(user) ?? (user.id === keeper ? refusal('LastAdministrator') : pass(rolesAfter(user)))
  },
  async apply(context, passing) {
    const { tx, actor, input, now } = context
    const ids = passing.map(({ record: user }) => user.id)
    await requireStepUpForUsers(
      context,
      passing.map(({ record: user, plan }) => ({ name: user.username, before: user.role_ids, after: plan })),
    )
    await changeRoles(tx, actor.company.id, ids, input)
    await tx
      .updateTable('membership')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('company_id', '=', actor.company.id)
      .where('id', 'in', ids)
      .execute()
    const names = await roleNames(tx, actor.company.id, [
      ...new Set(passing.flatMap(({ record: user, plan }) => [...user.role_ids, ...plan])),
    ])
    const named = (roleIds: string[]) => roleIds.map((id) => names.get(id) ?? id).toSorted()
    await record(tx, actor, now, {
      audit: passing.map(({ record: user, plan }) =>
        entry(user, 'user.rolesChanged', { roles: named(user.role_ids) }, { roles: named(plan) }),
      ),
    })
  },
})

/** When all who administer are among these, one of them has to stay. */
async function lastAdministratorAmong(
  { tx, actor }: SessionContext,
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null
  const all = await administrators(tx, actor.company.id, ids.length + 1)
  return all.length > 0 && all.every((id) => ids.includes(id)) ? (all.at(-1) ?? null) : null
}

/** The change of roles is tried and taken back, to see whether somebody who administers remains; if not, one has to stay as they are. */
async function lastAdministratorAfter(
  { tx, actor, input }: SessionContext & { input: { add: string[]; remove: string[] } },
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0 || input.remove.length === 0) return null
  const before = await administrators(tx, actor.company.id, ids.length + 1)
  const after = await tryOut(tx, async () => {
    await changeRoles(tx, actor.company.id, ids, input)
    return administrators(tx, actor.company.id, 1)
  })
  return after.length > 0 ? null : (before.find((id) => ids.includes(id)) ?? null)
}

function entry(
  user: FoundUser,
  operation: Operation,
  before: Record<string, MembershipState | string[]>,
  after: Record<string, MembershipState | string[]>,
): AuditEntry {
  return { operation, recordType: 'membership', recordId: user.id, recordCode: user.username, before, after }
}
