import { sql } from 'kysely'
import type { ExplainLookup } from '@kervan/contract/administration/explain'
import { thirdPartyUsers } from '@kervan/contract/administration/third-party-users'
import { getUser, getUserOptions, users } from '@kervan/contract/administration/users'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { containing } from '../../kit/lists/fold.ts'
import { holds } from '../../kit/http/gates.ts'
import { partsOf } from '../../kit/parts.ts'
import type { Conditions, ExplainedRecord, RecordKey } from '../../kit/records/explained.ts'
import { thirdPartyUserScope } from '../third-party/third-party-users.ts'
import { locationScope, seenPerson, userScope } from '../users/user.sql.ts'

// The kinds of records that can be asked about. Nothing is decided here: each names the calls that show such a record,
// and the conditions those calls themselves put on it. Who asks must see a record in one of these ways as well.

/** Users and locations; what other areas let people ask about are their parts. */
const own: readonly ExplainedRecord[] = [
  {
    kind: 'user',
    from: sql`membership m join ${seenPerson}`,
    key: sql`m.id`,
    company: sql`m.company_id`,
    lookup: {
      search: (pattern) => sql`i.search_text like ${pattern}`,
      code: sql`i.username`,
      name: sql`i.first_name || ' ' || i.last_name`,
    },
    place: null,
    priced: false,
    missing: 'UserNotFound',
    ways: [
      { call: getUser, scope: userScope },
      { call: users.page, scope: userScope },
      { call: thirdPartyUsers.page, scope: thirdPartyUserScope },
    ],
  },
  {
    kind: 'location',
    from: sql`location l`,
    key: sql`l.id`,
    company: sql`l.company_id`,
    lookup: {
      search: (pattern) => sql`(l.name_folded like ${pattern} or lower(l.code) like ${pattern})`,
      code: sql`l.code`,
      name: sql`l.name`,
    },
    place: sql`l.id`,
    priced: false,
    missing: 'LocationNotFound',
    ways: [{ call: getUserOptions, scope: locationScope }],
  },
]

/** The record of a kind with all ways to see it: those that areas add come first, within the scope of the record's own. */
export function explainedOf(kind: RecordKey): ExplainedRecord {
  const found = [...own, ...partsOf('explained')].find((one) => one.kind === kind)
  if (!found) throw new Error(`nothing explains the record ${kind}`)
  const [{ scope }] = found.ways
  const added = partsOf('explainedWay').filter(({ of }) => of === kind)
  const [first, ...further] = [...added.map(({ way }) => ({ scope, ...way })), ...found.ways]
  return first ? { ...found, ways: [first, ...further] } : found
}

/** How far somebody gets with a record in one of its ways; `deliverable` is null where the way does not ask. */
export type Look = {
  permission: string | null
  holds: boolean
  isWithin: boolean
  deliverable: boolean | null
}
export const isOpen = (look: Look) => look.holds && look.isWithin && look.deliverable !== false

/** The way that gets furthest: one that is open, or else one whose permission is held, or else the first. */
export async function lookAt(
  tx: Tx,
  actor: Actor,
  { kind, value }: { kind: RecordKey; value: string },
): Promise<Look> {
  const { ways, from, key, company } = explainedOf(kind)
  const looks = await Promise.all(
    ways.map(async (way): Promise<Look> => {
      const { rows } = await sql<{ within: boolean; deliverable: boolean }>`
      select (${all(way.scope(actor))}) is true as within, (${all(way.deliverable?.(actor) ?? [])}) is true as deliverable from ${from} where ${company} = ${actor.company.id} and ${key} = ${value}`.execute(
        tx,
      )
      return {
        permission: way.call.permission,
        holds: holds(way.call, actor),
        isWithin: rows[0]?.within ?? false,
        deliverable: way.deliverable ? (rows[0]?.deliverable ?? false) : null,
      }
    }),
  )
  const [first] = looks
  return (
    looks.find(isOpen) ??
    looks.find((look) => look.holds && look.isWithin) ??
    looks.find((look) => look.holds) ??
    first!
  )
}

/** Who somebody would be if the company showed everything: what is explained are rights, and filters beside them. */
export const withoutFilters = (actor: Actor): Actor => ({ ...actor, narrowedTo: [] })

/** Names of the active UI filters that hide a record (UIF-001); null where none could. */
export async function filtersHiding(
  tx: Tx,
  { company: { id }, narrowedTo }: Actor,
  { kind, value }: { kind: RecordKey; value: string },
): Promise<string[] | null> {
  const { from, key, company, place } = explainedOf(kind)
  if (!place || !narrowedTo.some(({ type }) => type === 'Location')) return null
  const { rows } = await sql<{ name: string }>`
    with place as (select ${place} as id from ${from} where ${company} = ${id} and ${key} = ${value})
    select f.name from place join ui_filter f on f.company_id = ${id} and f.type = 'Location' and f.active_generation is not null
    where place.id is not null and not exists (select from ui_filter_member kept where kept.company_id = ${id} and kept.filter_id = f.id
      and kept.generation = f.active_generation and kept.record_id = place.id)
    order by f.order_index, f.number`.execute(tx)
  return rows.map(({ name }) => name)
}

const shown = 50

/** Records of the kind that the asker sees, whichever way. */
export async function findTargets(
  tx: Tx,
  actor: Actor,
  kind: ExplainLookup,
  search: string,
): Promise<{ targets: { id: string; code: string; name: string }[]; hasMore: boolean }> {
  const { lookup, ways, from, key, company } = explainedOf(kind)
  if (!lookup) return { targets: [], hasMore: false }
  const open = ways
    .filter((way) => holds(way.call, actor))
    .map((way) => sql`(${all([...way.scope(withoutFilters(actor)), ...(way.deliverable?.(actor) ?? [])])})`)
  if (open.length === 0) return { targets: [], hasMore: false }
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select ${key} as id, ${lookup.code} as code, ${lookup.name} as name from ${from}
    where ${company} = ${actor.company.id} and (${sql.join(open, sql` or `)}) and ${lookup.search(containing(search))} order by 3, 1 limit ${shown + 1}`.execute(
    tx,
  )
  return { targets: rows.slice(0, shown), hasMore: rows.length > shown }
}

const all = (conditions: Conditions) => sql.join([sql`true`, ...conditions], sql` and `)
