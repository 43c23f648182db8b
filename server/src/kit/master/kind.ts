import { sql, type RawBuilder } from 'kysely'
import type { Operation, RecordType } from '@kervan/contract/kit/operations'
import type { Call } from '@kervan/contract/kit/call'
import type { CustomProperty, MasterData } from '@kervan/contract/kit/master-data'
import type { ImportKind } from '@kervan/contract/kit/master-import'
import type { Field, Fields, PricesOf, ReferencesOf, Values } from '@kervan/contract/kit/master-fields'
import type { Language } from '@kervan/contract/kit/values'
import type { ChangeAction } from '@kervan/contract/kit/master-change'
import type { Actor, SessionContext } from '../context.ts'
import type { OwnNumber } from './numbers.ts'

// What a kind of master data says on the server.

export type Sql = RawBuilder<unknown>

/**
 * Where a reference points: the table of the other kind (or what stands for one, with `company_id, id, code, code_folded,
 * name`), and whether the record keeps its id or its code. `code`: the column that names a record, or the columns of all
 * key fields where the reference has several parts.
 */
export type Target = {
  table: string | ((company: number) => Sql)
  name?: string
} & ({ code?: string; keeps: 'id' | 'code' } | { code: readonly [string, string, ...string[]]; keeps: 'id' })

/** What is wrong with a row: the field, and `masterData.issue.<code>` with its facts. */
export type Issue = { field: string | null; code: string; facts?: Record<string, string | number | null> }

/** The values of a record with these fields, as they travel. A name that is none of them does not compile. */
export type ValuesOf<F extends Fields> = Fields extends F
  ? Values
  : { readonly [K in keyof F]: F[K]['value']['_output'] }

/** A row of a change as rules see it; `addIssue` adds what is wrong with it. */
export type JudgedRow<F extends Fields = Fields> = {
  recordId: string | null
  before: ValuesOf<F> | null
  after: ValuesOf<F> | null
  action: ChangeAction
  addIssue: (field: (keyof F & string) | null, code: string, facts?: Issue['facts']) => void
}
/** A row of a kind: `RowOfKind<typeof priceChangeKind>`. */
export type RowOfKind<K extends { fields: Fields }> = JudgedRow<K['fields']>

/** What the hooks of a kind are given: in a request and in a job. */
export type MasterContext = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'language' | 'now'>

/** Records that keep others from being deleted: `state.recordUse.<by>`, and how to find the used ones among some. */
export type Use = {
  by: string
  /** Fields that may not be changed either while the record is used. */
  locks?: readonly string[]
  /** `leaving` are records of the kind itself that the same change removes or hangs elsewhere. */
  find: (company: number, ids: readonly string[], leaving: readonly string[]) => Sql
}

/**
 * How a column of a file becomes a custom property of a kind (`of`): `add` defines one that is called so, or finds it, and
 * answers its code; `by` is the call that does it by hand.
 */
export type PropertyAdder = {
  of: string
  by: Call
  add: (context: SessionContext, name: string) => Promise<string>
}

/** A use that an area adds to a kind of an area below it, named by its key, or to another record that asks for its uses. */
export type UseOf = Use & { of: string }

/** Where each reference points; a text that names records may say so too. Without its reference a kind does not compile. */
type Refers<F extends Fields> = Fields extends F
  ? { references?: Readonly<Record<string, Target>> }
  : [ReferencesOf<F>] extends [never]
    ? { references?: { [K in keyof F]?: Target } }
    : { references: { [K in ReferencesOf<F>]: Target } & { [K in keyof F]?: Target } }

/** Who sees the fields declared as prices. Without it a kind with prices does not compile. */
type HidesPrices<F extends Fields> = Fields extends F
  ? { pricesVisible?: (actor: Actor) => boolean }
  : [PricesOf<F>] extends [never]
    ? unknown
    : { pricesVisible: (actor: Actor) => boolean }

export type KindOptions<F extends Fields = Fields> = Refers<F> &
  HidesPrices<F> & {
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
    /** The calls behind the kind's own `actions`. */
    actions?: Readonly<Record<string, Pick<Call, 'permission'>>>
    /** Throws where somebody may not add or change records: asked of who proposes it, and of who lets it take effect. */
    mayWrite?: (actor: Actor) => void
    /** Values in the spelling of the company's own lists, such as `İstanbul` for `ISTANBUL`, before rows are judged. */
    spelling?: (context: MasterContext, given: readonly Partial<Values>[]) => Promise<Partial<Values>[]>
    /** What the kind's own rule says of rows that are good by themselves. */
    rules?: (context: MasterContext, rows: readonly JudgedRow<F>[]) => Promise<void> | void
    /** What all rows of a change tell together, a file's after its last one: circles, the depth of a tree. */
    judgeAll?: (context: MasterContext, rows: readonly JudgedRow<F>[]) => Promise<void>
    /** What is asked and done in the transaction of a change right before its rows take effect. */
    before?: (context: MasterContext, changeId: string) => Promise<void>
    /** What else is done in the transaction in which a change takes effect. */
    after?: (context: MasterContext, changeId: string) => Promise<void>
    /** Sentences in the reader's language that have to be accepted before the change takes effect. */
    consequences?: (context: MasterContext, changeId: string) => Promise<string[]>
    usedBy?: readonly Use[]
    /** Fields beside the key whose value belongs to one record, such as a GTIN. */
    numbers?: { [K in keyof F]?: OwnNumber }
    /** The custom properties that the company has defined; of a kind with a field for them. */
    properties?: (context: Pick<SessionContext, 'tx' | 'actor'>) => Promise<CustomProperty[]>
    /** What a list shows of a field that is called something in the reader's language, by company and language. */
    displayAs?: { [K in keyof F]?: (company: number, language: Language) => Sql }
    /** What the list tells beside the fields, of a record `t`; `searched` where it stands in `search`. */
    computed?: Readonly<Record<string, { of: (actor: Actor, language: Language) => Sql; searched?: boolean }>>
    /** What a row carries beside its columns (`extra` of the declaration), of a record `t` of the company. */
    extra?: Readonly<Record<string, (company: number) => Sql>>
    /** The folded text that the search looks into, where the table keeps one: it holds whatever is declared searched. */
    search?: Sql
    /** Rows of a file; one with more is refused. */
    rowLimit?: number
    /** Who sees part of the company may import as well: `rules` and `before` hold them to what they see. */
    partialScope?: boolean
    /** What else a column of a file may be called, beside its title in three languages. */
    titles?: { [K in keyof F]?: readonly string[] }
    /** What other systems write for a choice, for yes and for no: `{ status: { Active: ['A'] } }`. */
    valueTitles?: { [K in keyof F]?: Readonly<Record<string, readonly string[]>> }
    /** What the sample row of the template says of a field, where the declaration tells too little. */
    examples?: { [K in keyof F]?: string | number }
    /** Fields that a file without a column for them takes from another one: `{ code: 'product' }`. */
    sameAs?: { [K in keyof F]?: keyof F & string }
    /** References by whose names records may be named as well, where only one has the name. */
    byName?: readonly (keyof F & string)[]
  }

export type ServedKind<K extends ImportKind = ImportKind> = {
  kind: K
  options: KindOptions
  fields: [string, Field][]
  /** The custom properties of a company, where columns of a file are read or written for them (`withOwnColumns`). */
  own?: readonly CustomProperty[]
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

/** A field that the kind declares. Throws for a name that it does not. */
export function fieldOf({ fields }: Pick<ImportKind, 'fields'>, name: string): Field {
  const field = fields[name]
  if (!field) throw new Error(`no field ${name} is declared`)
  return field
}
