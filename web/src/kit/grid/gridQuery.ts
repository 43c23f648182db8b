import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import type { Filters, FilterValue, PageQuery, Sort } from '@kervan/contract/kit/page'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { GridSearch } from './gridSearch.ts'
import { isInMemory, type GridList, type GridLayout } from './gridState.ts'
import { useGo } from '../page/go.ts'

// The question a grid asks, as it stands in the address: ?page=2&size=100&sort=orderDate.desc&q=selvi&f={…}
// What somebody typed wrong into an address is dropped, never an error.

export type GridQuery = PageQuery & {
  page: number
  pageSize: GridLayout['pageSize']
  /** Where the page begins, in a list that is paged by keys. */
  after?: string | undefined
}
export type GridQueryState = {
  query: GridQuery
  change: (patch: Partial<GridQuery>, options?: { replace?: boolean }) => void
}

/** The question of an address, fitted to the list; what the address leaves open comes from the user's layout. */
export function queryOf(
  list: GridList,
  search: GridSearch,
  layout: Pick<GridLayout, 'sort' | 'pageSize'>,
): GridQuery {
  const isKeyset = !isInMemory(list) && list.paging === 'keyset'
  const sort = readSort(list, search.sort)
  const typed = search.q?.trim().slice(0, 100).trim() ?? ''
  return {
    // A page by keys is found by where it begins alone.
    page: isKeyset && !search.after ? 1 : (search.page ?? 1),
    pageSize: search.size ?? layout.pageSize,
    sort: (sort.length > 0 ? sort : layout.sort).slice(0, isKeyset ? 1 : 3),
    ...(isKeyset && search.after && { after: search.after }),
    filters: fitFilters(list, search.f ?? {}),
    search: list.search && typed.length >= keywordMinimum ? typed : '',
  }
}

/** Keeps the filters this list understands. */
export function fitFilters(list: GridList, given: Record<string, unknown>): Filters {
  const schema: z.ZodType<Filters> = list.filters
  const fitting: Filters = {}
  for (const [column, value] of Object.entries(given)) {
    if (!Object.hasOwn(list.columns, column)) continue
    const filter = schema.safeParse({ [column]: value }).data?.[column]
    if (filter && !isBlank(filter)) fitting[column] = filter
  }
  return fitting
}

export function isBlank(filter: FilterValue | undefined): boolean {
  return !filter || Object.values(filter).every((value) => value === undefined)
}

function toSearch(patch: Partial<GridQuery>): Record<string, unknown> {
  const search: Record<string, unknown> = {}
  if ('page' in patch) search.page = patch.page === 1 ? undefined : patch.page
  if ('page' in patch || 'after' in patch) search.after = patch.after
  if ('pageSize' in patch) search.size = patch.pageSize
  if ('sort' in patch)
    search.sort = patch.sort?.map(({ column, direction }) => `${column}.${direction}`).join(',')
  if ('search' in patch) search.q = patch.search || undefined
  if ('filters' in patch)
    search.f = patch.filters && Object.keys(patch.filters).length > 0 ? patch.filters : undefined
  return search
}

/** A new question starts at its first page. */
function startOver(patch: Partial<GridQuery>): Partial<GridQuery> {
  return 'page' in patch ? { after: undefined, ...patch } : { ...patch, page: 1, after: undefined }
}

export function useAddressQuery(list: GridList, layout: GridLayout): GridQueryState {
  const search = useSearch({ strict: false })
  const go = useGo()
  return {
    query: queryOf(list, GridSearch.parse(search), layout),
    change: (patch, options) =>
      go({
        search: (before: object) => ({ ...before, ...toSearch(startOver(patch)) }),
        replace: options?.replace ?? false,
        resetScroll: false,
      }),
  }
}

/** For grids in drawers and dialogs, whose state nobody would send by mail. */
export function useOwnQuery(list: GridList, layout: GridLayout): GridQueryState {
  const [own, setOwn] = useState<Partial<GridQuery>>({})
  return {
    query: { ...queryOf(list, {}, layout), ...own },
    change: (patch) => setOwn((before) => ({ ...before, ...startOver(patch) })),
  }
}

function readSort(list: GridList, given: string | undefined): Sort {
  return (given ?? '')
    .split(',')
    .flatMap((part): Sort => {
      const [column = '', direction] = part.split('.')
      if (!list.columns[column]?.sort || (direction !== 'asc' && direction !== 'desc')) return []
      return [{ column, direction }]
    })
    .slice(0, 3)
}
