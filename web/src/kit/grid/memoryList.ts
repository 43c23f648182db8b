import { filtersOf, type Column, type Columns, type Filters, type Sort } from '@kervan/contract/kit/page'
import type { z } from 'zod'

// A list whose rows came with something else, such as the lines of an order: declared by the same columns as a list of
// the server's, and answered by `memoryRows.ts` in place of a call.

export type MemoryList<Row, C extends Columns = Columns> = {
  readonly key: string
  readonly columns: C
  /** Empty: the rows have an order of their own, to which the third press on a heading leads back. */
  readonly defaultSort: Sort
  readonly search: boolean
  readonly summed: null
  readonly filters: z.ZodType<Filters>
  /** The text that the search looks through. */
  readonly searched: (row: Row) => string
  /** By what a column sorts, where its own value leaves rows equal. */
  readonly sortedBy: { readonly [column: string]: ((row: Row) => string) | undefined }
}

export function memoryList<Row, const C extends { readonly [K in keyof Row & string]?: Column }>(
  key: string,
  {
    columns,
    searched,
    sortedBy = {},
    defaultSort = [],
  }: {
    columns: C
    searched: (row: Row) => string
    sortedBy?: { readonly [K in keyof C & string]?: (row: Row) => string }
    defaultSort?: Sort
  },
): MemoryList<Row, C & Columns> {
  const known = columns as C & Columns
  return {
    key,
    columns: known,
    defaultSort,
    search: true,
    summed: null,
    filters: filtersOf(known) as z.ZodType<Filters>,
    searched,
    sortedBy,
  }
}
