import { z } from 'zod'
import { Binary, call, type Call } from './call.ts'
import { keywordMinimum, pageSizes } from './page-limits.ts'
import {
  Counts,
  Summary,
  type ExcelInput,
  type PageInput,
  type PageOutput,
  type RowShape,
  type SelectionSchema,
} from './page-shapes.ts'
import type { RefusalCode } from './refusals.ts'
import { DateOnly, Instant } from './values.ts'

// A list is declared once, as columns. From them follow the row, the filters, the sort order, the page call,
// its Excel twin and the selection that bulk actions take. Grid and SQL read the same declaration.

/** Totals are counted up to here and then said to be "more than" (architecture section 6). */
export const totalCap = 10_000
export const selectionLimit = 1_000

const cells = {
  text: z.string(),
  code: z.string(),
  integer: z.int(),
  decimal: z.string(),
  date: DateOnly,
  instant: Instant,
  flag: z.boolean(),
}

export type ColumnType = keyof typeof cells | 'choice' | 'choices'

export type Column<C extends z.ZodType = z.ZodType, Computed extends boolean = boolean> = {
  readonly type: ColumnType
  readonly cell: C
  readonly values: readonly string[] | null
  /** Where the words of choices stand: `state.<words>.<Value>`; null for every other type. */
  readonly words: string | null
  readonly sort: boolean
  readonly filter: boolean
  /** A price: whoever may not see prices is not offered the column at all (ORD-020). */
  readonly price: boolean
  /** Decimals are shown with this many places at least, so that a column of them lines up; prices with two. */
  readonly places: number
  /** Made by the server's code from what SQL found, so it can be neither sorted by nor filtered. */
  readonly computed: Computed
}

type ColumnOptions = {
  sort?: boolean
  filter?: boolean
  nullable?: boolean
  price?: boolean
  places?: number
  computed?: boolean
}
type CellOf<C extends z.ZodType, O extends ColumnOptions> = O extends { nullable: true }
  ? z.ZodNullable<C>
  : C
type ComputedOf<O extends ColumnOptions> = O extends { computed: true } ? true : false

function make<C extends z.ZodType, O extends ColumnOptions>(
  type: ColumnType,
  cell: C,
  choice: { values: readonly string[]; words: string } | null,
  options?: O,
): Column<CellOf<C, O>, ComputedOf<O>> {
  const computed = options?.computed ?? false
  return {
    type,
    cell: (options?.nullable ? cell.nullable() : cell) as CellOf<C, O>,
    values: choice?.values ?? null,
    words: choice?.words ?? null,
    sort: !computed && (options?.sort ?? true),
    filter: !computed && (options?.filter ?? true),
    price: options?.price ?? false,
    places: options?.places ?? (options?.price ? 2 : 0),
    computed: computed as ComputedOf<O>,
  }
}

/** The kinds of column a list may have. `sort` and `filter` default to true, `nullable` to false. */
export const column = {
  text: <const O extends ColumnOptions>(options?: O) => make('text', cells.text, null, options),
  /** A code: shown in mono, matched exactly or by its beginning. */
  code: <const O extends ColumnOptions>(options?: O) => make('code', cells.code, null, options),
  integer: <const O extends ColumnOptions>(options?: O) => make('integer', cells.integer, null, options),
  decimal: <const O extends ColumnOptions>(options?: O) => make('decimal', cells.decimal, null, options),
  date: <const O extends ColumnOptions>(options?: O) => make('date', cells.date, null, options),
  instant: <const O extends ColumnOptions>(options?: O) => make('instant', cells.instant, null, options),
  flag: <const O extends ColumnOptions>(options?: O) => make('flag', cells.flag, null, options),
  /** One of some values, named by the messages under `state.<words>`. */
  choice: <const V extends readonly [string, ...string[]], const O extends ColumnOptions & { words: string }>(
    values: V,
    options: O,
  ) => make('choice', z.enum(values), { values, words: options.words }, options),
  /** Several of some values; a filter finds the rows that have one of those it names. They have no order. */
  choices: <
    const V extends readonly [string, ...string[]],
    const O extends Omit<ColumnOptions, 'sort'> & { words: string },
  >(
    values: V,
    options: O,
  ) =>
    make('choices', z.array(z.enum(values)), { values, words: options.words }, { ...options, sort: false }),
}

export type Columns = Record<string, Column>

const range = (value: z.ZodType<string>) => z.strictObject({ from: value.optional(), to: value.optional() })
const someText = z.string().min(1).max(200)
const numberText = z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/)

function filterSchema(column: Column) {
  switch (column.type) {
    case 'text':
    case 'code':
      return z.strictObject({
        contains: someText.min(keywordMinimum).optional(),
        in: z.array(someText).min(1).max(200).optional(),
      })
    case 'integer':
    case 'decimal':
      return range(numberText)
    case 'date':
    case 'instant':
      return range(DateOnly)
    case 'flag':
      return z.strictObject({ is: z.boolean() })
    case 'choice':
    case 'choices':
      return z.strictObject({ in: z.array(z.enum(column.values as [string, ...string[]])).min(1) })
  }
}

/** The filters that a list of these columns takes; without those `required` a question is not asked. */
export const filtersOf = (columns: Columns, required: readonly string[] = []) => {
  const filters = z.strictObject(
    Object.fromEntries(
      Object.entries(columns)
        .filter(([, column]) => column.filter)
        .map(([name, column]) => [name, filterSchema(column).optional()]),
    ),
  )
  return required.length === 0
    ? filters
    : filters.refine((given) => required.every((name) => saysSomething(given[name])), { error: 'required' })
}

const saysSomething = (filter: object | undefined): boolean =>
  Object.values(filter ?? {}).some((value) => value !== undefined)

/** What a filter of any column may carry; the schema of a list says which fields its column takes. */
export type FilterValue = {
  contains?: string | undefined
  in?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  is?: boolean | undefined
}
export type Filters = Record<string, FilterValue>
export type Sort = { column: string; direction: 'asc' | 'desc' }[]

/** The question a list answers: which rows, in which order. */
export type PageQuery = { sort: Sort; filters: Filters; search: string }

/** A list of the product: its columns and the calls that answer it. */
export type PageList<
  C extends Columns = Columns,
  E extends z.ZodRawShape = z.ZodRawShape,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends RefusalCode = RefusalCode,
  B extends boolean = boolean,
> = {
  /** Names the list in stored grid states and templates. */
  readonly key: string
  /** Whose words name its columns before those that all lists share: `list.product.stockByLocation.column.free`. */
  readonly words: string
  readonly columns: C
  readonly defaultSort: Sort
  readonly search: boolean
  /** How its pages are found: by their number and a total, or by the last row of the page before and no total. */
  readonly paging: 'number' | 'keyset'
  /** The filters without which it is not asked. */
  readonly requires: readonly string[]
  /** Each filter alone: what an address or a template holds is fitted to it. */
  readonly filters: z.ZodType<Filters>
  readonly row: z.ZodObject<RowShape<C, E>, z.core.$strict>
  readonly page: Call<string, PageInput<S>, PageOutput<z.ZodObject<RowShape<C, E>, z.core.$strict>>, R>
  readonly excel: Call<string, ExcelInput<S>, typeof Binary, R>
  /** What is summed up, and by which columns, each with the column that names its groups; null where nothing is. */
  readonly summed: Summed | null
  /** What bulk actions take; null where the list is not `selectable`. */
  readonly selection: B extends true ? SelectionSchema<S> : null
}

export type Summed = { readonly sums: readonly string[]; readonly groups: Readonly<Record<string, string>> }

export type RowOf<L> = L extends { row: infer Row extends z.ZodType } ? z.infer<Row> : never
export type Selection =
  | { mode: 'ids'; ids: string[] }
  | { mode: 'query'; query: PageQuery & Record<string, unknown>; exclude: string[]; asOf: string }

/** Characters of what names the place where a page begins. */
const cursorLimit = 2_000

/** Throws for a sortable column that may be null: nothing comes after a null. */
function assertKeyset(name: string, columns: Columns, sortable: readonly string[]): void {
  const wrong = sortable.filter((one) => columns[one]?.cell.safeParse(null).success)
  if (wrong.length > 0) throw new Error(`${name} is paged by keys, and ${wrong.join(', ')} may be null`)
}

/** The columns that may have few values: a page call says how many rows have each, in place of rows. */
export const countedColumns = (columns: Columns): string[] =>
  Object.keys(columns).filter((name) => {
    const { type, filter } = columns[name] as Column
    return filter && (type === 'choice' || type === 'flag' || type === 'text')
  })

const lowered = (word: string) => word.charAt(0).toLowerCase() + word.slice(1)

/** `Product/GetStockByLocation` has its words at `list.product.stockByLocation`. */
function wordsOfList(name: string): string {
  const [group = '', operation = ''] = name.split('/')
  return `list.${lowered(group)}.${lowered(operation.replace(/^Get/, ''))}`
}

/**
 * Declares a list `Area/GetThings`, giving the page call of that name and `Area/ExportThings`, which streams every
 * matching row as a workbook with the columns asked for.
 *
 * `extra` are fields of a row that are not columns (id, version, actions); every row has an `id`.
 * `scope` are further inputs that narrow the list, such as the tab. `access: 'session'` is for what is one's own.
 * `selectable`: bulk actions take a selection of its rows. `summed`: asked with `summary`, the page call answers sums in
 * place of rows, of all that match or by group, and its twin writes the groups. Asked with `count`, the name of a choice,
 * a flag or a text, it answers how many rows have each value, whatever the question itself says of that column.
 *
 * `paging: 'keyset'` is for lists that grow without a limit and need no total: a page is asked for by what stands `next`
 * in the answer before it, whatever its number costs as much as the first, and rows that come in meanwhile move nothing.
 * Such a list is sorted by one column at a time, each with an index that ends in the row's key, and never null.
 * `requires` are filters without which the list is not asked: a table in parts is read in some of them.
 */
export function pageList<
  C extends Columns,
  E extends z.ZodRawShape & { id: z.ZodUUID },
  S extends z.ZodRawShape = {},
  const R extends RefusalCode = never,
  const B extends boolean = false,
>(
  name: `${string}/Get${string}`,
  options: {
    columns: C
    extra: E
    scope?: S
    defaultSort: { column: keyof C & string; direction: 'asc' | 'desc' }[]
    search?: boolean
    selectable?: B
    paging?: 'number' | 'keyset'
    requires?: readonly (keyof C & string)[]
    summed?: {
      sums: readonly (keyof C & string)[]
      groups: { readonly [K in keyof C & string]?: keyof C & string }
    }
    access?: 'permission' | 'session'
    /** Whose words its columns have, where they are not its own. */
    words?: string
    /** The operations whose permissions page and workbook ask for, where the list is a part of another one. */
    sharesPermission?: { page: string; excel: string }
    refusals?: readonly R[]
  },
): PageList<C, E, S, R, B> {
  const names = Object.keys(options.columns)
  const sortable = names.filter((name) => options.columns[name]?.sort)
  const isKeyset = options.paging === 'keyset'
  if (isKeyset && options.summed)
    throw new Error(`${name} is paged by keys and not counted, so it has no sums`)
  if (isKeyset) assertKeyset(name, options.columns, sortable)
  const query = {
    sort: z
      .array(z.strictObject({ column: z.enum(sortable), direction: z.enum(['asc', 'desc']) }))
      .max(isKeyset ? 1 : 3),
    filters: filtersOf(options.columns, options.requires),
    search: options.search
      ? z
          .string()
          .max(100)
          .refine((text) => text === '' || text.trim().length >= keywordMinimum)
      : z.literal(''),
    ...options.scope,
  }
  const cellShape = Object.fromEntries(
    Object.entries(options.columns).map(([name, column]) => [name, column.cell]),
  )
  const row = z.strictObject({ ...cellShape, ...options.extra })
  const refusals = options.refusals ?? []
  const access = options.access ?? 'permission'
  const groups = Object.keys(options.summed?.groups ?? {})
  const counted = isKeyset ? [] : countedColumns(options.columns)
  const page = call(name, {
    input: z.strictObject({
      page: z.int().min(1).max(10_000),
      pageSize: z.literal([...pageSizes]),
      ...(isKeyset
        ? {
            /** `next` of the answer before; the first page has none. */
            after: z.string().min(1).max(cursorLimit).optional(),
          }
        : {
            /** The total that the reader was told for the same rows in another page or order: it is not counted again. */
            known: z
              .int()
              .min(0)
              .max(totalCap + 1)
              .optional(),
          }),
      ...(options.summed && { summary: z.enum(['all', ...groups]).optional() }),
      ...(counted.length > 0 && { count: z.enum(counted).optional() }),
      ...query,
    }),
    output: z.strictObject({
      rows: z.array(row),
      /** By keyset: how many rows there are up to the end of this page, exact on the last one. */
      total: z.int(),
      totalIsExact: z.boolean(),
      asOf: Instant,
      /** What `after` of the next page is; null where no row follows. */
      ...(isKeyset && { next: z.string().nullable() }),
      ...(options.summed && { summary: Summary.optional() }),
      ...(counted.length > 0 && { counts: Counts.optional() }),
    }),
    refusals,
    access,
    ...(options.sharesPermission && { sharesPermission: options.sharesPermission.page }),
    reads: true,
  })
  const excel = call(name.replace('/Get', '/Export') as `${string}/${string}`, {
    input: z.strictObject({
      columns: z.array(z.enum(names)).min(1),
      ...(groups.length > 0 && { summary: z.enum(groups).optional() }),
      ...query,
    }),
    output: Binary,
    refusals,
    access,
    ...(options.sharesPermission && { sharesPermission: options.sharesPermission.excel }),
    reads: true,
    kind: 'download',
  })
  const selection = z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('ids'), ids: z.array(z.uuid()).min(1).max(selectionLimit) }),
    z.strictObject({
      mode: z.literal('query'),
      query: z.strictObject(query),
      exclude: z.array(z.uuid()).max(selectionLimit),
      asOf: Instant,
    }),
  ])
  // The maps above lose the names of the columns; the types say again what the code has just built.
  return {
    key: name,
    words: options.words ?? wordsOfList(name),
    columns: options.columns,
    defaultSort: options.defaultSort,
    search: options.search ?? false,
    paging: options.paging ?? 'number',
    requires: options.requires ?? [],
    filters: options.requires ? filtersOf(options.columns) : query.filters,
    row,
    page,
    excel,
    summed: options.summed ?? null,
    selection: options.selectable ? selection : null,
  } as unknown as PageList<C, E, S, R, B>
}
