import { sql, type Insertable } from 'kysely'
import type { DB } from '../kit/db.gen.ts'
import type { Tx } from '../kit/db.ts'

const batch = 20_000

/** Writes many rows in few statements: each column travels as one array. All rows have the columns of the first. */
export async function insertAll<T extends keyof DB>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<DB[T]>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Insertable<DB[T]> & string)[]
  if (columns.length === 0) return
  const types = await typesOf(tx, table)
  for (let at = 0; at < rows.length; at += batch) {
    const some = rows.slice(at, at + batch)
    const arrays = columns.map(
      (column) => sql`${some.map((row) => row[column])}::${sql.raw(`${types.get(column) ?? 'text'}[]`)}`,
    )
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) select * from unnest(${sql.join(arrays)})`.execute(
      tx,
    )
  }
}

const known = new Map<string, ReadonlyMap<string, string>>()

async function typesOf(tx: Tx, table: string): Promise<ReadonlyMap<string, string>> {
  const types = known.get(table) ?? (await readTypes(tx, table))
  known.set(table, types)
  return types
}

async function readTypes(tx: Tx, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
    tx,
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
