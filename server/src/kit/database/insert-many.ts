import { CompiledQuery, type Insertable } from 'kysely'
import type { Tx } from './db.ts'
import type { DB } from './db.gen.ts'

const batch = 5_000

/**
 * Adds rows to a table: one statement for each 5,000, one round trip for all. Every row has the columns of the
 * first; columns left out take their default; dates may be `Date`, JSON columns take plain values. `conflict`: an
 * `on conflict` clause.
 */
export async function insertMany<T extends keyof DB>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<DB[T]>[],
  conflict = '',
): Promise<void> {
  await Promise.all(insertManyQueries(table, rows, conflict).map((query) => tx.executeQuery(query)))
}

/** The statements behind `insertMany`, for who sends them with others; none for no rows. */
export function insertManyQueries<T extends keyof DB>(
  table: T,
  rows: readonly Insertable<DB[T]>[],
  conflict = '',
): CompiledQuery[] {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.join(', ')
  // Distributed PostgreSQL would do it by COPY, which row-level security refuses, if nothing were returned.
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json) ${conflict} returning ${names[0]}`
  return Array.from({ length: Math.ceil(rows.length / batch) }, (_, at) =>
    CompiledQuery.raw(text, [toJson(rows.slice(at * batch, (at + 1) * batch))]),
  )
}

function toJson(rows: readonly object[]): string {
  const quick = JSON.stringify(rows)
  return needsCare.test(quick) ? withCare(rows) : quick
}

/** What JSON would write as PostgreSQL does not read it: bytes, and half a surrogate pair, which has no UTF-8. */
const needsCare = /"type":"Buffer"|\\ud[89a-f]/

function withCare(rows: readonly object[]): string {
  return JSON.stringify(rows, function (this: Record<string, unknown>, key, value: unknown) {
    const given = this[key]
    if (Buffer.isBuffer(given)) return `\\x${given.toString('hex')}`
    // A plain parameter would replace half a pair as well.
    return typeof value === 'string' ? value.toWellFormed() : value
  })
}
