import { z } from 'zod'
import type { Columns, Filters, Sort } from './page.ts'

// What the calls of a list carry: the sums that take the place of rows, and what the compiler knows of the inputs and
// outputs that `pageList` makes.

/** What rows come to: how many, and the sums that the list declares. A sum is null where currencies are mixed. */
const Sums = z.strictObject({
  rows: z.int(),
  sums: z.record(z.string(), z.string().nullable()),
  currency: z.string().nullable(),
})
export type Sums = z.infer<typeof Sums>
export const Summary = z.strictObject({
  /** Of everything that matches; null where that is more than `totalCap` rows and was not asked in groups. */
  all: Sums.nullable(),
  /** The largest first, `groupLimit` at most. `value` is what a filter of the column takes. */
  groups: z.array(Sums.extend({ value: z.string(), label: z.string() })),
  groupsAreComplete: z.boolean(),
})
export type Summary = z.infer<typeof Summary>
export const groupLimit = 1_000

/**
 * How many rows have each value of a column, `true` of a flag; values that no row has are left out, and of a text all but
 * the `countedValues` most frequent. Null where there are more than `totalCap` rows.
 */
export const Counts = z.record(z.string(), z.int()).nullable()
export const countedValues = 50
export type Counts = z.infer<typeof Counts>

export type RowShape<C extends Columns, E extends z.ZodRawShape> = { [K in keyof C]: C[K]['cell'] } & E
type QueryShape = { sort: z.ZodType<Sort>; filters: z.ZodType<Filters>; search: z.ZodString }
export type PageInput<S extends z.ZodRawShape> = z.ZodObject<
  QueryShape & {
    page: z.ZodInt
    pageSize: z.ZodType<number>
    known: z.ZodOptional<z.ZodInt>
    after: z.ZodOptional<z.ZodString>
    summary: z.ZodOptional<z.ZodType<string>>
    count: z.ZodOptional<z.ZodType<string>>
  } & S,
  z.core.$strict
>
export type PageOutput<Row extends z.ZodType> = z.ZodObject<
  {
    rows: z.ZodArray<Row>
    total: z.ZodInt
    totalIsExact: z.ZodBoolean
    asOf: z.ZodISODateTime
    summary: z.ZodOptional<typeof Summary>
    counts: z.ZodOptional<typeof Counts>
    next: z.ZodOptional<z.ZodNullable<z.ZodString>>
  },
  z.core.$strict
>
export type ExcelInput<S extends z.ZodRawShape> = z.ZodObject<
  QueryShape & { columns: z.ZodArray<z.ZodString>; summary: z.ZodOptional<z.ZodType<string>> } & S,
  z.core.$strict
>
export type SelectionSchema<S extends z.ZodRawShape> = z.ZodDiscriminatedUnion<
  [
    z.ZodObject<{ mode: z.ZodLiteral<'ids'>; ids: z.ZodArray<z.ZodUUID> }, z.core.$strict>,
    z.ZodObject<
      {
        mode: z.ZodLiteral<'query'>
        query: z.ZodObject<QueryShape & S, z.core.$strict>
        exclude: z.ZodArray<z.ZodUUID>
        asOf: z.ZodISODateTime
      },
      z.core.$strict
    >,
  ]
>
