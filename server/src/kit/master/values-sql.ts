import { sql } from 'kysely'
import type { Field } from '@kervan/contract/kit/master-fields'
import type { Tx } from '../database/db.ts'
import { fold } from '../lists/fold.ts'
import { columnSql, type ServedKind, type Sql } from './kind.ts'
import { typed } from './typed-sql.ts'

// The SQL that follows from the fields of a kind. Everything else of this folder asks these functions and knows no table
// by name.

/** What stands between the codes of several key fields where they name a record together. */
const between = ' · '

export function target({ options }: ServedKind, company: number, field: string) {
  const found = options.references?.[field]
  if (!found) throw new Error(`${options.table}.${field} does not say what it refers to`)
  const { table, code = 'code', name = 'name', keeps } = found
  const codes: readonly string[] = typeof code === 'string' ? [code] : code
  return { from: typeof table === 'string' ? sql.table(table) : table(company), codes, name, keeps }
}
type Found = ReturnType<typeof target>

const joined = (parts: readonly Sql[]): Sql => sql.join(parts, sql` || ${sql.lit(between)} || `)

/** What names a record `x` that is referred to. */
export const codeOfTarget = ({ codes }: Found): Sql => joined(codes.map((code) => sql.ref(`x.${code}`)))

/** The same as it is compared. */
export const foldedCodeOfTarget = ({ codes }: Found): Sql => joined(codes.map((code) => foldedSql('x', code)))

/** The condition that a text names the record `x`. */
export const isNamed = ({ codes }: Found, text: Sql): Sql =>
  sql.join(
    codes.map((code, at) =>
      codes.length === 1
        ? sql`${sql.ref(`x.${code}`)} = ${text}`
        : sql`${sql.ref(`x.${code}`)} = split_part(${text}, ${sql.lit(between)}, ${sql.lit(at + 1)})`,
    ),
    sql` and `,
  )

/** What names a record in references to it, as it is compared; a bar may stand for the sign between several codes. */
export function foldCode(field: Pick<Field, 'folds' | 'parts'>, text: string): string {
  const folds = field.folds ?? fold
  return field.parts > 1 ? text.split(/[·|]/).map(folds).join(between) : folds(text)
}

/** Codes stand folded in a column of their own: only columns are looked up by index under row-level security. */
export const foldedSql = (alias: string, column: string): Sql =>
  column === 'code' ? sql`${sql.ref(`${alias}.code_folded`)}` : sql`fold(${sql.ref(`${alias}.${column}`)})`

/** The code of the record that a field refers to, from the record's own column. */
function codeOf(served: ServedKind, company: number, field: string): Sql {
  const found = target(served, company, field)
  if (found.keeps === 'code') return columnSql(served, field)
  return sql`(select ${codeOfTarget(found)} from ${found.from} x where x.company_id = ${company} and x.id = ${columnSql(served, field)})`
}

/** What names a record `t`: its key, all of its fields together. */
export const wholeKeySql = (served: ServedKind, company: number): Sql =>
  joined(served.kind.keys.map((name) => sql`(${plainSql(served, company, name)})::text`))

/** A field as the code or text that is compared: a reference by the other record's code. */
export function plainSql(served: ServedKind, company: number, name: string): Sql {
  return served.kind.fields[name]?.type === 'reference'
    ? codeOf(served, company, name)
    : columnSql(served, name)
}

/** The values of a record as JSON, as they travel and are compared: `t` is the table. */
export function valuesSql(served: ServedKind, company: number): Sql {
  const pairs = served.fields.map(
    ([name, field]) => sql`${sql.lit(name)}, ${valueSql(served, company, name, field)}`,
  )
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

export function valueSql(served: ServedKind, company: number, name: string, field: Field): Sql {
  const column = columnSql(served, name)
  switch (field.type) {
    case 'decimal':
      return sql`trim_scale(${column})::text`
    case 'date':
      return sql`to_char(${column}, 'YYYY-MM-DD')`
    case 'instant':
      return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    case 'reference':
      return codeOf(served, company, name)
    case 'references':
    case 'choices':
      return sql`to_jsonb(${column})`
    case 'text':
    case 'code':
      return field.optional ? sql`nullif(${column}, '')` : column
    default:
      return column
  }
}

/** The value of a column from the JSON of a row: `r.after`. */
export function writtenSql(served: ServedKind, company: number, name: string, field: Field): Sql {
  const text = sql`(r.after ->> ${sql.lit(name)})`
  const json = sql`(r.after -> ${sql.lit(name)})`
  switch (field.type) {
    case 'properties':
      return json
    case 'references':
    case 'choices':
      return sql`array(select jsonb_array_elements_text(${json}))`
    case 'reference': {
      const found = target(served, company, name)
      if (found.keeps === 'code') return text
      return sql`(select x.id from ${found.from} x where x.company_id = ${company} and ${isNamed(found, text)})`
    }
    default:
      return typed(field, text)
  }
}

/** The first codes that a reference may name. */
export async function targetCodes(
  tx: Tx,
  served: ServedKind,
  company: number,
  field: string,
  limit: number,
): Promise<string[]> {
  const found = target(served, company, field)
  const { rows } = await sql<{ code: string }>`
    select ${codeOfTarget(found)} as code from ${found.from} x where x.company_id = ${company} order by 1 limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.code)
}
