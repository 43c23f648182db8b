import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import type { AuditEntry } from '../../kit/records/audit.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { locationScope, type FoundUser } from '../users/user.sql.ts'

export type Location = { id: string; code: string; name: string }
/** A user with what they have and what they shall no longer have. */
export type AllocationChange = { user: FoundUser; add: Location[]; remove: Location[] }

/** Locations the caller may give, by id. Throws `LocationNotFound` when one of them is not. */
export async function findLocations(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Location>> {
  const wanted = [...new Set(ids)]
  const { rows } =
    await sql<Location>`select l.id, l.code, l.name from location l where ${sql.join(locationScope(actor), sql` and `)} and l.id = any(${wanted}::uuid[])`.execute(
      tx,
    )
  if (rows.length < wanted.length) throw refusal('LocationNotFound')
  return new Map(rows.map((row) => [row.id, row]))
}

/** What each of the users is allocated of these locations; of all where none are named. */
export async function readAllocations(
  tx: Tx,
  companyId: number,
  membershipIds: readonly string[],
  locationIds?: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ membership_id: string; location_id: string }>`
    select membership_id, location_id from membership_location
    where company_id = ${companyId} and membership_id = any(${membershipIds}::uuid[]) and (${locationIds === undefined} or location_id = any(${locationIds ?? []}::uuid[]))`.execute(
    tx,
  )
  const held = new Map<string, Set<string>>(membershipIds.map((id) => [id, new Set()]))
  for (const row of rows) held.get(row.membership_id)?.add(row.location_id)
  return held
}

/** Writes the changes of many users, with one statement for each kind of write. */
export async function saveAllocations(
  tx: Tx,
  companyId: number,
  changes: readonly AllocationChange[],
): Promise<void> {
  const pairs = (of: 'add' | 'remove') =>
    changes.flatMap((change) =>
      change[of].map((location) => ({ membership: change.user.id, location: location.id })),
    )
  const [added, removed] = [pairs('add'), pairs('remove')]
  if (removed.length > 0) {
    await sql`
      delete from membership_location ml using unnest(${removed.map((pair) => pair.membership)}::uuid[], ${removed.map((pair) => pair.location)}::uuid[]) as gone(membership_id, location_id)
      where ml.company_id = ${companyId} and ml.membership_id = gone.membership_id and ml.location_id = gone.location_id`.execute(
      tx,
    )
  }
  await insertMany(
    tx,
    'membership_location',
    added.map((pair) => ({
      company_id: companyId,
      membership_id: pair.membership,
      location_id: pair.location,
    })),
    'on conflict do nothing',
  )
  const touched = changes
    .filter((change) => change.add.length + change.remove.length > 0)
    .map((change) => change.user.id)
  await touchUsers(tx, companyId, touched)
}

/** What somebody sees has changed: forms that are open on these users say so. */
export async function touchUsers(tx: Tx, companyId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update membership set version = version + 1 where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

const shownCodes = 50

/** Codes rather than ids, because a person reads them; of very many the first. */
export function allocationEntry({ user, add, remove }: AllocationChange): AuditEntry {
  const codes = (locations: Location[]) =>
    locations
      .map((location) => location.code)
      .toSorted()
      .slice(0, shownCodes)
  return {
    operation: 'user.locationsChanged',
    recordType: 'membership',
    recordId: user.id,
    recordCode: user.username,
    before: { locations: codes(remove) },
    after: { locations: codes(add) },
  }
}
