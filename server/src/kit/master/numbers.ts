import { sql } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { ChangeAction } from '@kervan/contract/kit/master-change'
import type { ChangedRow } from './change.sql.ts'
import { columnSql, type Issue, type MasterContext, type ServedKind } from './kind.ts'
import { valuesSql } from './values-sql.ts'
import { titleOf } from './names.ts'

// Numbers that others find a record by, beside its key: one of them belongs to one record. Asked when rows are proposed,
// and again, one change after the other, when they take effect. What old data have twice stays until it is changed.

/** A field whose value belongs to one record. */
export type OwnNumber = {
  /** The value as it is compared. */
  plain: (value: string) => string
  /** Every way in which a compared value may be kept. */
  forms: (plain: string) => string[]
}

/** What a row of a change does to the number of its record. */
type Claim = {
  id: string
  recordId: string | null
  record: string
  fileRow: number | null
  action: ChangeAction
  before: string | null
  after: string | null
}

/** The rows that take a number which another record has or an earlier row takes, and what is wrong with them. */
export async function takenNumbers(
  context: MasterContext,
  served: ServedKind,
  rows: readonly ChangedRow[],
): Promise<Map<string, Issue[]>> {
  const found = new Map<string, Issue[]>()
  for (const field of numbersOf(served)) {
    const claims = rows.map((row): Claim => ({
      ...row,
      before: textOf(row.before?.[field]),
      after: textOf(row.after?.[field]),
    }))
    for (const [id, issue] of await takenOf(context, served, field, claims))
      found.set(id, [...(found.get(id) ?? []), issue])
  }
  return found
}

/** Whether records of a kind have numbers of their own. */
export const hasNumbers = (served: ServedKind): boolean => numbersOf(served).length > 0

const numbersOf = ({ options }: ServedKind): string[] => Object.keys(options.numbers ?? {})

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

async function takenOf(
  context: MasterContext,
  served: ServedKind,
  field: string,
  claims: readonly Claim[],
): Promise<Map<string, Issue>> {
  const taken = new Map<string, Issue>()
  const number = served.options.numbers?.[field]
  if (!number) return taken
  const plain = (value: string | null): string | null => (value === null ? null : number.plain(value))
  const claiming = claims.filter(
    ({ action, before, after }) =>
      (action === 'Added' || action === 'Changed') && after !== null && plain(before) !== plain(after),
  )
  if (claiming.length === 0) return taken
  const holders = await holdersOf(context, served, field, claiming)
  // A record that gives its number away in this change holds it no longer, unless its own row fails.
  for (let failed = -1; failed < taken.size;) {
    failed = taken.size
    const giving = new Set(
      claims.flatMap(({ id, action, recordId, before, after }) =>
        action !== 'Faulty' && !taken.has(id) && plain(before) !== plain(after) ? (recordId ?? []) : [],
      ),
    )
    const first = new Map<string, Claim>()
    for (const claim of claiming) {
      if (taken.has(claim.id)) continue
      const value = plain(claim.after) ?? ''
      const holder = holders.get(value)?.find(({ id }) => id !== claim.recordId && !giving.has(id))
      const earlier = first.get(value)
      if (holder) taken.set(claim.id, issueOf(field, claim, holder.record, null))
      else if (earlier) taken.set(claim.id, issueOf(field, claim, earlier.record, earlier.fileRow))
      else first.set(value, claim)
    }
  }
  return taken
}

const issueOf = (field: string, { after }: Claim, record: string, row: number | null): Issue =>
  row === null
    ? { field, code: 'NumberTaken', facts: { value: after, record } }
    : { field, code: 'NumberTwice', facts: { value: after, record, row } }

/** Who has these numbers now, by the number as it is compared. */
async function holdersOf(
  { tx, actor }: MasterContext,
  served: ServedKind,
  field: string,
  claiming: readonly Claim[],
): Promise<Map<string, { id: string; record: string }[]>> {
  const number = served.options.numbers?.[field]
  if (!number) return new Map()
  const company = actor.company.id
  const forms = new Set(claiming.flatMap(({ after }) => number.forms(number.plain(after ?? ''))))
  const { rows } = await sql<{ id: string; value: string; values: Values }>`
    select t.id, ${columnSql(served, field)} as value, ${valuesSql(served, company)} as values
    from unnest(${[...forms]}::text[]) as asked(form) join ${sql.table(served.options.table)} t on ${columnSql(served, field)} = asked.form
    where t.company_id = ${company} order by t.id`.execute(tx)
  const holders = new Map<string, { id: string; record: string }[]>()
  for (const { id, value, values } of rows) {
    const plain = number.plain(value)
    holders.set(plain, [...(holders.get(plain) ?? []), { id, record: titleOf(served.kind, values) }])
  }
  return holders
}
