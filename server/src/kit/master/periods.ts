import type { ImportKind, Validity } from '@kervan/contract/kit/master-import'
import type { Values } from '@kervan/contract/kit/master-fields'
import { plainText } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { keyOf, recordsOf } from './find-records.ts'
import { columnSql, type Issue, type MasterContext, type ServedKind, type Sql } from './kind.ts'
import type { ChangedRow } from './change.sql.ts'

// From when to when records hold (`validity`): records whose other key fields are the same do not hold on the same day.
// Asked when rows are proposed, and again, one change after the other, when they take effect; the table has an exclusion
// constraint for what is written past the kit (`masterTable`).

/** A kind of which several records may have the same key and hold one after the other. */
const followsOn = ({ kind }: ServedKind): Validity | null =>
  kind.validity && kind.keys.includes(kind.validity.from) ? kind.validity : null

/** Whether it is asked which records of a kind hold on the same day. */
export const hasPeriods = (served: ServedKind): boolean => followsOn(served) !== null

/** The condition that the record `t` holds on a day; `of` gives a field as a day. */
export const holdsOn = ({ from, to }: Validity, day: string, of: (field: string) => Sql): Sql =>
  sql`${of(from)} <= ${day}::date and coalesce(${of(to)} >= ${day}::date, true)`

/** The same for who reads the table of a kind by itself: a rate, a margin, a contract on a day of the company. */
export function heldOn(served: ServedKind, day: string): Sql {
  if (!served.kind.validity) throw new Error(`${served.kind.key} holds on no day: it has no validity`)
  return holdsOn(served.kind.validity, day, (field) => columnSql(served, field))
}

/** Where a day stands to the record `t` (`recordTimings`); `of` gives a field as a day. */
export const timingOn = (
  { from, to }: { from: string; to: string | null },
  day: string,
  of: (field: string) => Sql,
): Sql =>
  sql`case when ${of(from)} > ${day}::date then 'Upcoming' ${to === null ? sql`` : sql`when coalesce(${of(to)} >= ${day}::date, true) then 'Current'`} else 'Past' end`

/** What is wrong with the days of a record, whatever other records there are. */
export function endsBeforeStart({ validity }: Pick<ImportKind, 'validity'>, values: Values): boolean {
  const [from, to] = validity ? [values[validity.from], values[validity.to]] : []
  return typeof from === 'string' && typeof to === 'string' && to < from
}

type Span = { id: string | null; row: ChangedRow | null; from: string; to: string | null }

/** The rows that hold on a day on which another record does, and what is wrong with them. */
export async function overlappingRows(
  { tx, actor }: MasterContext,
  served: ServedKind,
  rows: readonly ChangedRow[],
): Promise<Map<string, Issue[]>> {
  const wrong = new Map<string, Issue[]>()
  const validity = followsOn(served)
  if (!validity) return wrong
  const names = served.kind.keys.filter((name) => name !== validity.from)
  const lineOf = (values: Values) => keyOf(served.kind, values, names)
  const spanOf = (id: string | null, row: ChangedRow | null, values: Values): Span => ({
    id,
    row,
    from: plainText(values[validity.from]),
    to: (values[validity.to] ?? null) as string | null,
  })
  const claiming = rows.filter(({ action, after }) => after && (action === 'Added' || action === 'Changed'))
  const lines = [...new Set(claiming.map(({ after }) => lineOf(after ?? {})))]
  const standing = await recordsOf(tx, served, actor.company.id, names, lines)
  // A record that is removed or moved by this change gives its days free, unless its own row fails.
  for (let failed = -1; failed < wrong.size;) {
    failed = wrong.size
    const moving = new Set(
      rows.flatMap(({ id, action, recordId }) =>
        ['Changed', 'Removed'].includes(action) && !wrong.has(id) ? (recordId ?? []) : [],
      ),
    )
    const taken = new Map<string, Span[]>()
    const take = (line: string, span: Span) => taken.set(line, [...(taken.get(line) ?? []), span])
    for (const { id, values } of standing) if (!moving.has(id)) take(lineOf(values), spanOf(id, null, values))
    for (const row of claiming) {
      if (wrong.has(row.id) || !row.after) continue
      const [line, span] = [lineOf(row.after), spanOf(row.recordId, row, row.after)]
      const other = taken.get(line)?.find((one) => one.id !== row.recordId && meets(one, span))
      if (other) wrong.set(row.id, [issueOf(validity, other)])
      else take(line, span)
    }
  }
  return wrong
}

const meets = (one: Span, other: Span): boolean =>
  (one.to === null || other.from <= one.to) && (other.to === null || one.from <= other.to)

function issueOf({ from: field }: Validity, { row, from, to }: Span): Issue {
  const period = `${from} – ${to ?? '…'}`
  return row?.fileRow
    ? { field, code: 'PeriodTwice', facts: { period, row: row.fileRow } }
    : { field, code: 'PeriodOverlaps', facts: { period } }
}

/** What is answered when the table itself refuses a record that holds on the days of another. */
export const tableRefuses = ({ kind }: ServedKind): Issue => ({
  field: kind.validity?.from ?? null,
  code: 'PeriodOverlaps',
  facts: { period: '…' },
})
