import { plainText } from '@kervan/contract/kit/typed'
import { sql, type RawBuilder } from 'kysely'
import type { Operation, RecordType } from '@kervan/contract/kit/operations'
import type { Call } from '@kervan/contract/kit/call'
import type { CustomProperty, MasterData } from '@kervan/contract/kit/master-data'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { Field, Fields, ReferencesOf, Values } from '@kervan/contract/kit/master-fields'
import type { Language } from '@kervan/contract/kit/values'
import type { ChangeAction } from '@kervan/contract/kit/master-change'
import type { Actor, SessionContext } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { fold } from '../lists/fold.ts'
import type { OwnNumber } from './numbers.ts'
import { typed } from './typed-sql.ts'

// What a kind of master data says on the server, and the SQL that follows from its fields. Everything else of the kit's
// folder asks these functions and knows no table by name.

export type Sql = RawBuilder<unknown>

/** Where a reference points: the table of the other kind (or what stands for one, with `company_id, id, code, code_folded,
 * name`), and whether the record keeps its id or its code. */
export type Target = {
  table: string | ((company: number) => Sql)
  code?: string
  name?: string
  keeps: 'id' | 'code'
}

/** What is wrong with a row: the field, and `masterData.issue.<code>` with its facts. */
export type Issue = { field: string | null; code: string; facts?: Record<string, string | number | null> }

/** The values of a record with these fields, as they travel. A name that is none of them does not compile. */
export type ValuesOf<F extends Fields> = Fields extends F
  ? Values
  : { readonly [K in keyof F]: F[K]['value']['_output'] }

/** A row of a change as rules see it; `say` adds what is wrong with it. */
export type JudgedRow<F extends Fields = Fields> = {
  recordId: string | null
  before: ValuesOf<F> | null
  after: ValuesOf<F> | null
  action: ChangeAction
  say: (field: (keyof F & string) | null, code: string, facts?: Issue['facts']) => void
}
/** A row of a kind: `RowOfKind<typeof priceChangeKind>`. */
export type RowOfKind<K extends { fields: Fields }> = JudgedRow<K['fields']>

/** What the hooks of a kind are given: in a request and in a job. */
export type MasterContext = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'language' | 'now'>

/** Records that keep others from being deleted: `state.recordUse.<by>`, and how to find the used ones among some. */
export type Use = {
  by: string
  /** Fields that may not be changed either while the record is used. */
  settles?: readonly string[]
  /** `leaving` are records of the kind itself that the same change removes or hangs elsewhere. */
  find: (company: number, ids: readonly string[], leaving: readonly string[]) => Sql
}

/** A use that an area adds to a kind of an area below it, named by its key. */
export type UseOf = Use & { of: string }

/** Where each reference points; a text that names records may say so too. Without its reference a kind does not compile. */
type Refers<F extends Fields> = Fields extends F
  ? { references?: Readonly<Record<string, Target>> }
  : [ReferencesOf<F>] extends [never]
    ? { references?: { [K in keyof F]?: Target } }
    : { references: { [K in ReferencesOf<F>]: Target } & { [K in keyof F]?: Target } }

export type KindOptions<F extends Fields = Fields> = Refers<F> & {
  table: string
  recordType: RecordType
  /** What the audit log calls that a record was added, changed or removed, where contacts are told of each at once; each
   * record is an entry then, however many a change has. `masterData.added` and its kin where nothing is said. */
  operations?: Readonly<Record<'Added' | 'Changed' | 'Removed', Operation>>
  /** Where the column is not the field's name with underscores. */
  columns?: { [K in keyof F]?: string }
  /** Columns that follow from fields on every write: `value(field)` is the field's new value in SQL. */
  derived?: Readonly<Record<string, (value: (field: keyof F & string) => Sql, company: number) => Sql>>
  /** Columns that a new record gets and keeps, such as a number of its own; `r` is the row of the change. */
  created?: Readonly<Record<string, (company: number) => Sql>>
  /** Which records this reader sees; `t` is the table. Without it every reader with the permission sees all of them. */
  scope?: (actor: Actor) => Sql[]
  /** Whether this reader sees the fields declared as prices. */
  pricesVisible?: (actor: Actor) => boolean
  /** The calls behind the kind's own `actions`. */
  actions?: Readonly<Record<string, Pick<Call, 'permission'>>>
  /** Throws where somebody may not add or change records: asked of who proposes it, and of who lets it take effect. */
  mayWrite?: (actor: Actor) => void
  /** What the kind's own rule says of rows that are good by themselves. */
  rules?: (context: MasterContext, rows: readonly JudgedRow<F>[]) => Promise<void> | void
  /** What all rows of a change tell together, a file's after its last one: circles, the depth of a tree. */
  together?: (context: MasterContext, rows: readonly JudgedRow<F>[]) => Promise<void>
  /** What is asked and done in the transaction of a change right before its rows take effect. */
  before?: (context: MasterContext, changeId: string) => Promise<void>
  /** What else is done in the transaction in which a change takes effect. */
  after?: (context: MasterContext, changeId: string) => Promise<void>
  /** Sentences in the reader's language that have to be accepted before the change takes effect. */
  consequences?: (context: MasterContext, changeId: string) => Promise<string[]>
  uses?: readonly Use[]
  /** Fields beside the key whose value belongs to one record, such as a GTIN. */
  numbers?: { [K in keyof F]?: OwnNumber }
  /** The custom properties that the company has defined; of a kind with a field for them. */
  properties?: (context: Pick<SessionContext, 'tx' | 'actor'>) => Promise<CustomProperty[]>
  /** What a list shows of a field that is called something in the reader's language, by company and language. */
  shown?: { [K in keyof F]?: (company: number, language: Language) => Sql }
  /** What the list tells beside the fields, of a record `t`; `searched` where it stands in `search`. */
  told?: Readonly<Record<string, { of: (actor: Actor) => Sql; searched?: boolean }>>
  /** The folded text that the search looks into, where the table keeps one: it holds whatever is declared searched. */
  search?: Sql
  /** Rows of a file; one with more is refused. */
  rowLimit?: number
  /** Who sees part of the company may import as well: `rules` and `before` hold them to what they see. */
  forPart?: boolean
  /** What else a column of a file may be called, beside its title in three languages. */
  titles?: { [K in keyof F]?: readonly string[] }
}

export type ServedKind<K extends ImportKind = ImportKind> = {
  kind: K
  options: KindOptions
  fields: [string, Field][]
}
/** A kind whose records are kept up here as well. */
export type ServedRecords = ServedKind<MasterData>

/** The kinds that this server serves, by key; filled as they are served. */
export const servedByKey = new Map<string, ServedKind>()

/** Whether this reader sees the prices of a kind (ORD-020). */
export const seesPrices = ({ options }: ServedKind, actor: Actor): boolean =>
  options.pricesVisible?.(actor) ?? true

/** The kind with the fields that this reader may see: what is said, written into files and taken from them goes by these. */
export function visibleKind<K extends ImportKind>(served: ServedKind<K>, actor: Actor): ServedKind<K> {
  if (seesPrices(served, actor)) return served
  return { ...served, fields: served.fields.filter(([, field]) => !field.price) }
}

export function columnName(options: KindOptions, field: string): string {
  return options.columns?.[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export const columnSql = (served: ServedKind, field: string): Sql =>
  sql`t.${sql.id(columnName(served.options, field))}`

export function target({ options }: ServedKind, company: number, field: string) {
  const found = options.references?.[field]
  if (!found) throw new Error(`${options.table}.${field} does not say what it refers to`)
  const { table, code = 'code', name = 'name', keeps } = found
  return { from: typeof table === 'string' ? sql.table(table) : table(company), code, name, keeps }
}

/** The code of the record that a field refers to, from the record's own column. */
function codeOf(served: ServedKind, company: number, field: string): Sql {
  const { from, code, keeps } = target(served, company, field)
  if (keeps === 'code') return columnSql(served, field)
  return sql`(select x.${sql.id(code)} from ${from} x where x.company_id = ${company} and x.id = ${columnSql(served, field)})`
}

/** A field that the kind declares. Throws for a name that it does not. */
export function fieldOf({ fields }: Pick<ImportKind, 'fields'>, name: string): Field {
  const field = fields[name]
  if (!field) throw new Error(`no field ${name} is declared`)
  return field
}

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

function valueSql(served: ServedKind, company: number, name: string, field: Field): Sql {
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
      const { from, code, keeps } = target(served, company, name)
      if (keeps === 'code') return text
      return sql`(select x.id from ${from} x where x.company_id = ${company} and x.${sql.id(code)} = ${text})`
    }
    default:
      return typed(field, text)
  }
}

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
  if (keys.length === 0) return new Map()
  const parts = keys.map((key) => key.split(keySeparator))
  const on = served.kind.keys.map((name, at) => {
    const field = fieldOf(served.kind, name)
    const asked = sql`asked.${sql.id(`k${at}`)}`
    if (field.type !== 'reference') return sql`${keyPartSql(served, company, name, field)} = ${asked}`
    // The code is looked up once for each key that is asked for, not for each row of the table.
    const { from, code, keeps } = target(served, company, name)
    return sql`${columnSql(served, name)} = (select x.${sql.id(keeps === 'id' ? 'id' : code)} from ${from} x
      where x.company_id = ${company} and ${foldedSql('x', code)} = ${asked} limit 1)`
  })
  const columns = served.kind.keys.map((_, at) => sql`${parts.map((part) => part[at] ?? '')}::text[]`)
  const names = served.kind.keys.map((_, at) => sql.id(`k${at}`))
  const { rows } = await sql<FoundRecord>`
    select t.id, t.version, ${valuesSql(served, company)} as values
    from unnest(${sql.join(columns)}) as asked(${sql.join(names)}) join ${sql.table(served.options.table)} t on ${sql.join(on, sql` and `)}
    where t.company_id = ${company}`.execute(tx)
  return new Map(rows.map((row) => [keyOf(served.kind, row.values), row]))
}

/** A part of the key as it is compared; a unique index of the table holds the same expression. */
function keyPartSql(served: ServedKind, company: number, name: string, field: Field): Sql {
  return ['text', 'code'].includes(field.type)
    ? foldedSql('t', columnName(served.options, name))
    : sql`(${valueSql(served, company, name, field)})::text`
}

/** Codes stand folded in a column of their own: only columns are looked up by index under row-level security. */
export const foldedSql = (alias: string, column: string): Sql =>
  column === 'code' ? sql`${sql.ref(`${alias}.code_folded`)}` : sql`fold(${sql.ref(`${alias}.${column}`)})`

export const keySeparator = '\u0001'

/** The key of a record as it is compared: without case, dots of i and blanks around it. */
export function keyOf(kind: Pick<ImportKind, 'keys' | 'fields'>, values: Partial<Values>): string {
  return kind.keys.map((name) => keyPart(fieldOf(kind, name), values[name])).join(keySeparator)
}

/** A value of a key field as it is compared. */
export function keyPart(field: Field, value: unknown): string {
  const text = plainText(value)
  return ['text', 'code', 'reference'].includes(field.type) ? (field.folds ?? fold)(text) : text
}

/** The first codes that a reference may name. */
export async function targetCodes(
  tx: Tx,
  served: ServedKind,
  company: number,
  field: string,
  limit: number,
): Promise<string[]> {
  const { from, code } = target(served, company, field)
  const { rows } = await sql<{ code: string }>`
    select x.${sql.id(code)} as code from ${from} x where x.company_id = ${company} order by 1 limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.code)
}
