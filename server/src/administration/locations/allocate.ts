import { sql } from 'kysely'
import {
  allocateLocations,
  removeAllocations,
  setUserLocations,
} from '@kervan/contract/administration/user-locations'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { record } from '../../kit/records/audit.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { presentUser } from '../users/present-user.ts'
import { refusedAction } from '../users/user-actions.ts'
import { userList } from '../users/user-lists.ts'
import { factsOf, findUser, findUsers, type FoundUser } from '../users/user.sql.ts'
import {
  allocationEntry,
  findLocations,
  readAllocations,
  saveAllocations,
  type AllocationChange,
  type Location,
} from './allocations.sql.ts'
import { allocationId, allocationList, allocationScope, allocationTables } from './location-lists.ts'

// Giving users locations and taking them away (USR-006). It counts from their next call on, because scope is read for
// every request.

export const setUserLocationsHandler = handle(setUserLocations, async (context) => {
  const { tx, actor, input, now, language } = context
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction('allocate', factsOf(actor, user))
  if (refused) throw refused
  if (user.version !== input.version) throw await changedMeanwhile(context, 'membership', user.id)
  const locations = await findLocations(tx, actor, [...input.add, ...input.remove])
  const held = (await readAllocations(tx, actor.company.id, [user.id], [...locations.keys()])).get(user.id)
  const change = { user, ...changeOf(held, locations, input) }
  if (change.add.length + change.remove.length > 0) {
    await saveAllocations(tx, actor.company.id, [change])
    await record(tx, actor, now, { audit: [allocationEntry(change)] })
  }
  return presentUser(tx, actor, language, user.id)
})

function changeOf(
  held: ReadonlySet<string> = new Set(),
  locations: ReadonlyMap<string, Location>,
  requested: { add: readonly string[]; remove: readonly string[] },
): { add: Location[]; remove: Location[] } {
  const named = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => locations.get(id) ?? [])
  return {
    add: named(requested.add).filter((location) => !held.has(location.id)),
    remove: named(requested.remove).filter(
      (location) => held.has(location.id) && !requested.add.includes(location.id),
    ),
  }
}

type Requested = { add: readonly string[]; remove: readonly string[] }
type Change = { add: Location[]; remove: Location[] }

async function saveChanges(
  { tx, actor, now }: SessionContext,
  changes: readonly AllocationChange[],
): Promise<void> {
  await saveAllocations(tx, actor.company.id, changes)
  await record(tx, actor, now, { audit: changes.map(allocationEntry) })
}

/** What each of these users would get and lose of what is asked, or why nothing. */
async function judgeUsers(
  { tx, actor }: SessionContext,
  users: readonly FoundUser[],
  requestedOf: (user: FoundUser) => Requested,
): Promise<(user: FoundUser) => Refusal | Change> {
  const locations = await findLocations(tx, actor, [
    ...new Set(users.flatMap((user) => [...requestedOf(user).add, ...requestedOf(user).remove])),
  ])
  const held = await readAllocations(
    tx,
    actor.company.id,
    users.map((user) => user.id),
    [...locations.keys()],
  )
  return (user) => {
    const refused = refusedAction('allocate', factsOf(actor, user))
    if (refused) return refused
    const change = changeOf(held.get(user.id), locations, requestedOf(user))
    return change.add.length + change.remove.length === 0 ? refusal('NothingToChange') : change
  }
}

export const allocateLocationsHandler = handleBulk(allocateLocations, {
  limit: 10_000,
  notFound: () => refusal('UserNotFound'),
  list: () => userList,
  async load({ tx, actor }, ids, options) {
    const found = await findUsers(tx, actor, [...ids], options)
    return found.map((user) => ({ ...user, code: user.username }))
  },
  async judge(context, found) {
    const judge = await judgeUsers(context, found, () => context.input)
    return (user) => {
      const change = judge(user)
      return change instanceof Refusal ? change : pass(change, change.add.length + change.remove.length)
    }
  },
  apply: (context, passing) =>
    saveChanges(
      context,
      passing.map(({ record: user, plan }) => ({ user, ...plan })),
    ),
})

type AllocationRow = {
  id: string
  code: string
  membership_id: string
  location_id: string
}

/** Each allocation is told by itself: what was chosen is what is answered for. */
export const removeAllocationsHandler = handleBulk(removeAllocations, {
  limit: 20_000,
  notFound: () => refusal('NothingToChange'),
  list: () => allocationList,
  async load({ tx, actor }, ids, options) {
    const where = sql.join(
      [...allocationScope(actor), sql`${allocationId} = any(${ids}::uuid[])`],
      sql` and `,
    )
    const { rows } = await sql<AllocationRow>`
      select ${allocationId} as id, i.username || ' · ' || l.code as code, ml.membership_id, ml.location_id
      from ${allocationTables} where ${where}`.execute(tx)
    const found = await findUsers(tx, actor, [...new Set(rows.map((row) => row.membership_id))], options)
    const byId = new Map(found.map((user) => [user.id, user]))
    return rows.flatMap((row) => {
      const user = byId.get(row.membership_id)
      return user ? [{ ...row, user }] : []
    })
  },
  async judge(context, rows) {
    const ofUser = Map.groupBy(rows, (row) => row.user)
    const remove = new Map([...ofUser].map(([user, all]) => [user, all.map((row) => row.location_id)]))
    const judge = await judgeUsers(context, [...ofUser.keys()], (user) => ({
      add: [],
      remove: remove.get(user) ?? [],
    }))
    return (row) => {
      const change = judge(row.user)
      return change instanceof Refusal ? change : pass(change)
    }
  },
  apply: (context, passing) =>
    saveChanges(
      context,
      [...Map.groupBy(passing, ({ record: row }) => row.user)].map(([user, [first]]) => ({
        user,
        add: [],
        remove: first?.plan.remove ?? [],
      })),
    ),
})
