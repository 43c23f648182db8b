import { plainText } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { Field, Values } from '@kervan/contract/kit/master-fields'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { columnName, columnSql, fieldOf, type ServedKind, type Sql } from './kind.ts'
import {
  codeOfTarget,
  foldCode,
  foldedCodeOfTarget,
  foldedSql,
  target,
  valueSql,
  valuesSql,
} from './values-sql.ts'

// Records of a kind by their id and by their key.

export type FoundRecord = { id: string; version: number; values: Values }

/** Records by id, in id order, without those that this reader does not see. Locked, others may still refer to them. */
export async function recordsById(
  tx: Tx,
  served: ServedKind,
  actor: Actor,
  ids: readonly string[],
  { lock = false } = {},
): Promise<FoundRecord[]> {
  const company = actor.company.id
  const { rows } = await sql<FoundRecord>`
    select t.id, t.version, ${valuesSql(served, company)} as values
    from ${sql.table(served.options.table)} t join unnest(${ids}::uuid[]) as asked(id) on t.id = asked.id
    where ${sql.join([sql`t.company_id = ${company}`, ...(served.options.scope?.(actor) ?? [])], sql` and `)}
    order by t.id ${lock ? sql`for no key update of t` : sql``}`.execute(tx)
  return rows
}

/** Records by key: the folded values of the key fields, joined by `keySeparator`. */
export async function recordsByKey(
  tx: Tx,
  served: ServedKind,
  company: number,
  keys: readonly string[],
): Promise<Map<string, FoundRecord>> {
  const rows = await recordsOf(tx, served, company, served.kind.keys, keys)
  return new Map(rows.map((row) => [keyOf(served.kind, row.values), row]))
}

/** Records by some of the key fields, `names`: those that agree in them with one of `keys`. */
export async function recordsOf(
  tx: Tx,
  served: ServedKind,
  company: number,
  names: readonly string[],
  keys: readonly string[],
): Promise<FoundRecord[]> {
  if (keys.length === 0) return []
  const parts = keys.map((key) => key.split(keySeparator))
  const on = names.map((name, at) => {
    const field = fieldOf(served.kind, name)
    const asked = sql`asked.${sql.id(`k${at}`)}`
    if (field.type !== 'reference') return sql`${keyPartSql(served, company, name, field)} = ${asked}`
    // The code is looked up once for each key that is asked for, not for each row of the table.
    const found = target(served, company, name)
    return sql`${columnSql(served, name)} = (select ${found.keeps === 'id' ? sql`x.id` : codeOfTarget(found)} from ${found.from} x
      where x.company_id = ${company} and ${foldedCodeOfTarget(found)} = ${asked} limit 1)`
  })
  const columns = names.map((_, at) => sql`${parts.map((part) => part[at] ?? '')}::text[]`)
  const aliases = names.map((_, at) => sql.id(`k${at}`))
  const table = sql`${sql.table(served.options.table)} t`
  // Of no names, as of a kind whose only key is the first day on which a record holds, all records are one line.
  const from =
    names.length === 0
      ? table
      : sql`unnest(${sql.join(columns)}) as asked(${sql.join(aliases)}) join ${table} on ${sql.join(on, sql` and `)}`
  const { rows } = await sql<FoundRecord>`
    select t.id, t.version, ${valuesSql(served, company)} as values
    from ${from}
    where t.company_id = ${company} order by t.id`.execute(tx)
  return rows
}

/** A part of the key as it is compared; a unique index of the table holds the same expression. */
function keyPartSql(served: ServedKind, company: number, name: string, field: Field): Sql {
  return ['text', 'code'].includes(field.type)
    ? foldedSql('t', columnName(served.options, name))
    : sql`(${valueSql(served, company, name, field)})::text`
}

export const keySeparator = '\u0001'

/** The key of a record as it is compared: without case, dots of i and blanks around it. */
export function keyOf(
  kind: Pick<ImportKind, 'keys' | 'fields'>,
  values: Partial<Values>,
  names: readonly string[] = kind.keys,
): string {
  return names.map((name) => keyPart(fieldOf(kind, name), values[name])).join(keySeparator)
}

/** A value of a key field as it is compared. */
export function keyPart(field: Field, value: unknown): string {
  const text = plainText(value)
  return ['text', 'code', 'reference'].includes(field.type) ? foldCode(field, text) : text
}
