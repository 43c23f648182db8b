import { sql } from 'kysely'
import {
  allocateLocations,
  removeAllocations,
  setUserLocations,
  userLocations,
} from '@kervan/contract/account/user-locations'
import { users } from '@kervan/contract/account/users'
import type { ItemResult } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../../kit/audit.ts'
import { passed, refusedItem, selectedIds, summarise } from '../../kit/bulk.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/handle.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { presentUser } from '../users/present-user.ts'
import { refusedAction } from '../users/user-actions.ts'
import { userList } from '../users/user-lists.ts'
import { factsOf, findUser, findUsers } from '../users/user.sql.ts'
import {
  allocationEntry,
  findLocations,
  readAllocations,
  saveAllocations,
  type AllocationChange,
  type Place,
} from './allocations.sql.ts'
import { allocationList } from './location-lists.ts'

// Giving users locations and taking them away (USR-006). It counts from their next call on, because scope is read for
// every request.

export const setUserLocationsHandler = handle(setUserLocations, async (context) => {
  const { tx, actor, input, now, language } = context
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction('allocate', factsOf(actor, user))
  if (refused) throw refused
  if (user.version !== input.version) throw await changedMeanwhile(context, 'membership', user.id)
  const places = await findLocations(tx, actor, [...input.add, ...input.remove])
  const held = (await readAllocations(tx, actor.company.id, [user.id], [...places.keys()])).get(user.id)
  const change = { user, ...changeOf(held, places, input) }
  if (change.add.length + change.remove.length > 0) {
    await saveAllocations(tx, actor.company.id, [change])
    await record(tx, actor, now, { audit: [allocationEntry(change)] })
  }
  return presentUser(tx, actor, language, user.id)
})

function changeOf(
  held: ReadonlySet<string> = new Set(),
  places: ReadonlyMap<string, Place>,
  wish: { add: readonly string[]; remove: readonly string[] },
): { add: Place[]; remove: Place[] } {
  const named = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => places.get(id) ?? [])
  return {
    add: named(wish.add).filter((place) => !held.has(place.id)),
    remove: named(wish.remove).filter((place) => held.has(place.id) && !wish.add.includes(place.id)),
  }
}

const userLimit = 10_000

export const allocateLocationsHandler = handle(allocateLocations, async (context) => {
  const { tx, actor, input, language } = context
  const ids = await selectedIds(tx, actor, users, userList(actor, language), input.selection, userLimit)
  const places = await findLocations(tx, actor, [...input.add, ...input.remove])
  const { results } = await changeMany(context, new Map(ids.map((id) => [id, input])), places)
  return { jobId: null, ...summarise(results) }
})

const allocationLimit = 20_000

export const removeAllocationsHandler = handle(removeAllocations, async (context) => {
  const { tx, actor, input } = context
  const { selection } = input
  const source = allocationList(actor, selection.mode === 'query' ? selection.query.membershipId : null)
  const ids = await selectedIds(tx, actor, userLocations, source, selection, allocationLimit)
  const { rows } = await sql<{
    id: string
    username: string
    location_code: string
    membership_id: string
    location_id: string
  }>`
    select ${source.id} as id, i.username, l.code as location_code, ml.membership_id, ml.location_id from ${source.from} where ${sql.join(source.where, sql` and `)} and ${source.id} = any(${ids}::uuid[])`.execute(
    tx,
  )
  const wishes = new Map(
    [...Map.groupBy(rows, (row) => row.membership_id)].map(([id, all]) => [
      id,
      { add: [], remove: all.map((row) => row.location_id) },
    ]),
  )
  const places = await findLocations(
    tx,
    actor,
    rows.map((row) => row.location_id),
  )
  const ofUsers = new Map(
    (await changeMany(context, wishes, places)).results.map((result) => [result.id, result]),
  )
  // Each allocation is told by itself: what was chosen is what is answered for.
  const results = rows.map((row): ItemResult => ({
    ...passed(row.id, ''),
    ...ofUsers.get(row.membership_id),
    id: row.id,
    code: `${row.username} · ${row.location_code}`,
    count: 1,
  }))
  const found = new Set(rows.map((row) => row.id))
  const missing = ids
    .filter((id) => !found.has(id))
    .map((id) => refusedItem(context.language, id, '', refusal('NothingToChange')))
  return { jobId: null, ...summarise([...results, ...missing]) }
})

type Wish = { add: readonly string[]; remove: readonly string[] }

/** What each user gets and loses; one that cannot be changed is told and holds up nobody. */
async function changeMany(
  { tx, actor, input, now, language }: SessionContext & { input: { dryRun: boolean } },
  wishes: ReadonlyMap<string, Wish>,
  places: ReadonlyMap<string, Place>,
): Promise<{ results: ItemResult[] }> {
  const found = await findUsers(tx, actor, [...wishes.keys()], { lock: !input.dryRun })
  const held = await readAllocations(
    tx,
    actor.company.id,
    found.map((user) => user.id),
    [...places.keys()],
  )
  const known = new Set(found.map((user) => user.id))
  const changes: AllocationChange[] = []
  const results: ItemResult[] = [...wishes.keys()]
    .filter((id) => !known.has(id))
    .map((id) => refusedItem(language, id, '', refusal('UserNotFound')))
  for (const user of found) {
    const change = {
      user,
      ...changeOf(held.get(user.id), places, wishes.get(user.id) ?? { add: [], remove: [] }),
    }
    const count = change.add.length + change.remove.length
    const refused =
      refusedAction('allocate', factsOf(actor, user)) ?? (count === 0 ? refusal('NothingToChange') : null)
    results.push(
      refused
        ? refusedItem(language, user.id, user.username, refused)
        : passed(user.id, user.username, count),
    )
    if (!refused) changes.push(change)
  }
  if (!input.dryRun && changes.length > 0) {
    await saveAllocations(tx, actor.company.id, changes)
    await record(tx, actor, now, { audit: changes.map(allocationEntry) })
  }
  return { results }
}
