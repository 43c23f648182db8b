import { sql } from 'kysely'
import { userLocationKind } from '@kervan/contract/administration/user-locations'
import { refusal } from '@kervan/contract/kit/refusals'
import { plainText } from '@kervan/contract/kit/typed'
import { record } from '../../kit/records/audit.ts'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveFileImport } from '../../kit/master/serve-master-data.ts'
import { refusedAction } from '../users/user-actions.ts'
import {
  factsOf,
  findUsers,
  locationScope,
  seenPerson,
  userScope,
  type FoundUser,
} from '../users/user.sql.ts'
import { allocationEntry, findLocations, touchUsers, type AllocationChange } from './allocations.sql.ts'

// Allocations from a workbook (USR-006): a file of the mechanism of master data whose records are the pairs of a user and
// a location. What is asked of one allocation by hand is asked of each row, when it is read and when it takes effect.

export const allocationFiles = serveFileImport(userLocationKind, {
  table: 'membership_location',
  recordType: 'userLocation',
  columns: { username: 'membership_id', locationCode: 'location_id' },
  references: {
    username: {
      table: (company) => sql`(
        select m.company_id, m.id, i.username as code, i.username_folded as code_folded, i.first_name || ' ' || i.last_name as name
        from membership m join ${seenPerson} where m.company_id = ${company})`,
      keeps: 'id',
    },
    locationCode: { table: 'location', keeps: 'id' },
  },
  titles: {
    username: ['User', 'Email', 'E-mail', 'Kullanıcı', 'E-posta', 'Benutzer'],
    locationCode: ['Location', 'Lokasyon', 'Standort', 'Standortcode'],
  },
  rowLimit: 20_000,
  partialScope: true,
  scope: (actor) => [
    sql`t.membership_id in (select m.id from membership m where ${sql.join(userScope(actor), sql` and `)})`,
    sql`t.location_id in (select l.id from location l where ${sql.join(locationScope(actor), sql` and `)})`,
  ],
  rules: judgeAllocations,
  before: beginEffect,
})

/** What the caller may not see does not exist for them; whose locations are fixed is given none. */
async function judgeAllocations(context: MasterContext, rows: readonly Row[]): Promise<void> {
  const { tx, actor } = context
  const codes = rows.map((row) => plainText(valuesOf(row)['locationCode']))
  const [users, locations] = await Promise.all([
    usersByName(
      context,
      rows.map((row) => plainText(valuesOf(row)['username'])),
    ),
    sql<{ code: string }>`
      select l.code from location l where ${sql.join(locationScope(actor), sql` and `)} and l.code = any(${codes}::text[])`.execute(
      tx,
    ),
  ])
  const known = new Set(locations.rows.map(({ code }) => code))
  for (const row of rows) {
    const values = valuesOf(row)
    const user = users.get(plainText(values['username']))
    if (!user) row.addIssue('username', 'ReferenceUnknown', { value: plainText(values['username']) })
    else {
      const refused = refusedAction('allocate', factsOf(actor, user))
      if (refused) row.addIssue('username', 'Refused', { refusal: refused.code })
    }
    if (!known.has(plainText(values['locationCode'])))
      row.addIssue('locationCode', 'ReferenceUnknown', { value: plainText(values['locationCode']) })
  }
}

type Row = RowOfKind<typeof userLocationKind>

const valuesOf = ({ before, after }: Row): Partial<NonNullable<Row['after']>> => after ?? before ?? {}

async function usersByName(
  { tx, actor }: MasterContext,
  names: readonly string[],
): Promise<Map<string, FoundUser>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m join ${seenPerson} where ${sql.join(userScope(actor), sql` and `)} and i.username = any(${[...new Set(names)]}::text[])`.execute(
    tx,
  )
  const users = await findUsers(
    tx,
    actor,
    rows.map(({ id }) => id),
    { lock: false },
  )
  return new Map(users.map((user) => [user.username, user]))
}

/**
 * Each user has an entry of their own and a new version. Throws `UserNotFound`, `LocationNotFound` or the rule's refusal
 * where whoever lets the change take effect, or takes it back, may not do that to one of them. Who sees a user by the
 * location that is taken away sees them until then, so all of this comes first.
 */
async function beginEffect({ tx, actor, now }: MasterContext, changeId: string): Promise<void> {
  const company = actor.company.id
  const { rows } = await sql<{ action: 'Added' | 'Removed'; user: string; location: string }>`
    select r.action, m.id as "user", l.id as location
    from master_change_row r
      join membership m on m.company_id = ${company} join ${seenPerson} and i.username = coalesce(r.after, r.before) ->> 'username'
      join location l on l.company_id = ${company} and l.code = coalesce(r.after, r.before) ->> 'locationCode'
    where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Added', 'Removed')`.execute(
    tx,
  )
  const byUser = Map.groupBy(rows, ({ user }) => user)
  const users = await findUsers(tx, actor, [...byUser.keys()])
  if (users.length < byUser.size) throw refusal('UserNotFound')
  const locations = await findLocations(
    tx,
    actor,
    rows.map(({ location }) => location),
  )
  const changes = users.map((user): AllocationChange => {
    const refused = refusedAction('allocate', factsOf(actor, user))
    if (refused) throw refused
    const of = (action: 'Added' | 'Removed') =>
      (byUser.get(user.id) ?? []).flatMap((row) =>
        row.action === action ? (locations.get(row.location) ?? []) : [],
      )
    return { user, add: of('Added'), remove: of('Removed') }
  })
  await touchUsers(tx, company, [...byUser.keys()])
  await record(tx, actor, now, { audit: changes.map(allocationEntry) })
}
