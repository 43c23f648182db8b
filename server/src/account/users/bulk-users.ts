import { sql } from 'kysely'
import { assignRoles, changeUserStates, users } from '@kervan/contract/account/users'
import type { MembershipState } from '@kervan/contract/access/words'
import type { BulkAnswer, ItemResult, Selection } from '@kervan/contract/kit/page'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { endSessionsOf } from '../../access/access.api.ts'
import { record, type AuditEntry } from '../../kit/audit.ts'
import { passed, refusedItem, selectedIds, summarise } from '../../kit/bulk.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/handle.ts'
import { assertProvenForUsers, wayIn } from '../administering.ts'
import { administrators, assertMayGrantRoles, lockAdministration } from '../rights.ts'
import { changeRoles, roleNames } from './save-user.ts'
import { refusedAction } from './user-actions.ts'
import { userList } from './user-lists.ts'
import { countActive, factsOf, findUsers, type FoundUser } from './user.sql.ts'

// States and roles of many users at once (USR-004). Each user stands for itself: one that must stay as it is holds up
// nobody. A rehearsal goes the same way and writes nothing. A fresh proof is asked for once, for all that would change.

/** As many as a company has people; what is done with them is a few statements. */
const bulkLimit = 10_000

type Context = SessionContext & { input: { selection: Selection; dryRun: boolean } }

/** The users that are meant, under the lock of whoever administers, and a refusal for each that is not there. */
async function takeUsers({
  tx,
  actor,
  input,
  language,
}: Context): Promise<{ found: FoundUser[]; missing: ItemResult[] }> {
  const ids = await selectedIds(tx, actor, users, userList(actor, language), input.selection, bulkLimit)
  await lockAdministration(tx, actor.company.id)
  const found = await findUsers(tx, actor, ids, { lock: !input.dryRun })
  const known = new Set(found.map((user) => user.id))
  return {
    found,
    missing: ids
      .filter((id) => !known.has(id))
      .map((id) => refusedItem(language, id, '', refusal('UserNotFound'))),
  }
}

export const changeUserStatesHandler = handle(changeUserStates, async (context) => {
  const { tx, actor, input, now, language } = context
  const { found, missing } = await takeUsers(context)
  const room = await countActive(tx, actor.company.id)
  const leaving =
    input.state === 'Active'
      ? []
      : found.filter((user) => user.state === 'Active' && !refusedAction('changeState', factsOf(actor, user)))
  const keeper = await lastAdministratorAmong(
    context,
    leaving.map((user) => user.id),
  )
  let active = room.active
  const judge = (user: FoundUser): Refusal | null => {
    const refused = refusedAction('changeState', factsOf(actor, user))
    if (refused) return refused
    if (user.state === input.state) return refusal('NothingToChange')
    if (user.id === keeper) return refusal('LastAdministrator')
    if (input.state === 'Active' && ++active > room.maximum)
      return refusal('UserLimitReached', { maximum: room.maximum })
    return null
  }
  const { results, passing } = judgeAll(found, judge, language)
  if (!input.dryRun && passing.length > 0) {
    if (input.state === 'Active') await assertProvenForUsers(context, passing.map(wayIn))
    const ids = passing.map((user) => user.id)
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
      audit: passing.map((user) =>
        entry(user, 'user.stateChanged', { state: user.state }, { state: input.state }),
      ),
    })
  }
  return answer([...results, ...missing])
})

export const assignRolesHandler = handle(assignRoles, async (context) => {
  const { tx, actor, input, now, language } = context
  await assertMayGrantRoles(tx, actor, input.add)
  const { found, missing } = await takeUsers(context)
  const roleIdsAfter = (user: FoundUser) =>
    [...new Set([...user.role_ids.filter((id) => !input.remove.includes(id)), ...input.add])].toSorted()
  const isSame = (user: FoundUser) => roleIdsAfter(user).join() === user.role_ids.join()
  const judge = (user: FoundUser): Refusal | null =>
    refusedAction('assignRoles', factsOf(actor, user)) ?? (isSame(user) ? refusal('NothingToChange') : null)
  const { results, passing } = judgeAll(found, judge, language)
  const keeper = await lastAdministratorAfter(
    context,
    passing.map((user) => user.id),
  )
  const told = results.map((result) =>
    result.id === keeper
      ? refusedItem(language, result.id, result.code, refusal('LastAdministrator'))
      : result,
  )
  const changing = passing.filter((user) => user.id !== keeper)
  const ids = changing.map((user) => user.id)
  if (input.dryRun || ids.length === 0) return answer([...told, ...missing])
  await assertProvenForUsers(
    context,
    changing.map((user) => ({ name: user.username, before: user.role_ids, after: roleIdsAfter(user) })),
  )
  await changeRoles(tx, actor.company.id, ids, input)
  await tx
    .updateTable('membership')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', 'in', ids)
    .execute()
  const names = await roleNames(tx, actor.company.id, [
    ...new Set(changing.flatMap((user) => [...user.role_ids, ...roleIdsAfter(user)])),
  ])
  const named = (roleIds: string[]) => roleIds.map((id) => names.get(id) ?? id).toSorted()
  await record(tx, actor, now, {
    audit: changing.map((user) =>
      entry(user, 'user.rolesChanged', { roles: named(user.role_ids) }, { roles: named(roleIdsAfter(user)) }),
    ),
  })
  return answer([...told, ...missing])
})

function judgeAll(
  found: readonly FoundUser[],
  judge: (user: FoundUser) => Refusal | null,
  language: SessionContext['language'],
): { results: ItemResult[]; passing: FoundUser[] } {
  const passing: FoundUser[] = []
  const results = found.map((user) => {
    const refused = judge(user)
    if (refused) return refusedItem(language, user.id, user.username, refused)
    passing.push(user)
    return passed(user.id, user.username)
  })
  return { results, passing }
}

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
  await sql`savepoint rehearsal`.execute(tx)
  await changeRoles(tx, actor.company.id, ids, input)
  const after = await administrators(tx, actor.company.id, 1)
  await sql`rollback to savepoint rehearsal`.execute(tx)
  return after.length > 0 ? null : (before.find((id) => ids.includes(id)) ?? null)
}

function entry(
  user: FoundUser,
  operation: string,
  before: Record<string, MembershipState | string[]>,
  after: Record<string, MembershipState | string[]>,
): AuditEntry {
  return { operation, recordType: 'membership', recordId: user.id, recordCode: user.username, before, after }
}

function answer(results: ItemResult[]): BulkAnswer {
  return { jobId: null, ...summarise(results) }
}
