import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Columns, PageList } from '@kervan/contract/kit/page'
import type { SessionContext } from '../context.ts'

// What a list says in SQL. The types bind it to the contract: a column or field that is missing or misspelt does not
// compile, and what SQL does not give has to be made by `row`.

export type Sql = RawBuilder<unknown>
type ById = z.ZodRawShape & { id: z.ZodUUID }

type ComputedColumn<C extends Columns> = {
  [K in keyof C]: true extends C[K]['computed'] ? K : never
}[keyof C]
type CellsOf<C extends Columns> = { [K in keyof C]: z.infer<C[K]['cell']> }
type FieldsOf<E extends z.ZodRawShape> = { [K in keyof E]: z.infer<E[K]> }

/** The fields of a row that SQL may give beside the columns. */
export type ExtraSql<E extends ById> = { [K in Exclude<keyof E, 'id'>]?: Sql }
/** What `row` needs to know and the answer does not tell. */
export type FactSql = Record<string, Sql>

/** A row as SQL has found it: columns and extra fields as the contract has them, facts as they are. */
export type FoundRow<C extends Columns, E extends ById, X, F> = { id: string } & Omit<
  CellsOf<C>,
  ComputedColumn<C>
> &
  Pick<FieldsOf<E>, keyof X & keyof E> & {
    [K in keyof F]: F[K] extends RawBuilder<infer T> ? T : never
  }
/** What is left for `row` to make. */
export type MadeFields<C extends Columns, E extends ById, X> = Pick<CellsOf<C>, ComputedColumn<C>> &
  Omit<FieldsOf<E>, 'id' | keyof X>

/** No type has it: stands where nothing is left for `row` to make, and otherwise asks for `row`. */
export type Complete<Made> = keyof Made extends never ? unknown : { readonly 'row has to make': keyof Made }

export type ListSource<C extends Columns, B extends boolean, X, F> = {
  from: Sql
  /** Company and row scope. Page, total, file and selection all stand on it, so they cannot differ in what is seen. */
  where: readonly Sql[]
  /** The `id` of the row, a UUID. */
  id: Sql
  /**
   * An indexed column that names a row within the company. Rows are then found by it: a later page reads only the keys
   * of the rows before it, and no column of theirs.
   */
  key?: Sql
  columns: { [K in Exclude<keyof C, ComputedColumn<C>>]: Sql }
  /** What a column is sorted by, where that is not the column itself. */
  sortedBy?: { readonly [K in keyof C]?: Sql }
  extra?: X
  facts?: F
  /** The folded text that the search looks into. Required where the list has a search. */
  search?: Sql
  /** Columns whose text stands in `search`: a filter on one of them uses its index as well. */
  searched?: readonly (keyof C & string)[]
  /** A code with a unique index: who searches for exactly the code of a row finds that row, without a search. */
  code?: Sql
  /** Whether this reader sees the columns declared as prices. Required where the list has one (ORD-020). */
  pricesVisible?: boolean
} & (B extends true
  ? { /** When a row came to be: selections mean what was there. */ createdAt: Sql }
  : unknown)

/** A source whose list is not known by its type. */
export type AnySource = {
  from: Sql
  where: readonly Sql[]
  id: Sql
  key?: Sql
  columns: Record<string, Sql>
  sortedBy?: { readonly [name: string]: Sql | undefined }
  extra?: Record<string, Sql>
  facts?: Record<string, Sql>
  search?: Sql
  searched?: readonly string[]
  code?: Sql
  pricesVisible?: boolean
  createdAt?: Sql
  /** What `row` needs that is the same for all rows. */
  given?: unknown
}

/** A list that somebody asks, what it says in SQL for this reader, and what makes the rest of its rows. */
export type Asked = {
  list: PageList
  source: AnySource
  row?(found: Record<string, unknown>, context: SessionContext, given: unknown): Record<string, unknown>
}
