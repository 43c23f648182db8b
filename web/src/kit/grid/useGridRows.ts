import { totalCap } from '@kervan/contract/kit/page'
import { hashKey, keepPreviousData, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { callServer } from '../call/client.ts'
import type { GridQuery } from './gridQuery.ts'
import type { AnyList } from './gridState.ts'

export type GridRowData = Record<string, unknown> & { id: string }
export type GridPage = {
  rows: GridRowData[]
  total: number
  totalIsExact: boolean
  /** Of a list that is not counted: where its next page begins, null at its end. */
  next?: string | null
  /** Empty where the rows are in memory: they are as old as what they came with. */
  asOf: string
  /** Where the rows are in memory all of them, whatever is searched and filtered. */
  all?: readonly GridRowData[]
}
/** What a grid knows of its rows, wherever they come from. */
export type RowsAnswer = {
  data: GridPage | undefined
  isFetching: boolean
  /** The rows of the question before, until those of this one are there. */
  isPlaceholderData: boolean
  isError: boolean
  error: unknown
  refetch: () => unknown
}

/** One page of a list, for the loader and for the grid. */
export function pageOptions(list: AnyList, query: GridQuery, scope: Record<string, unknown>) {
  const input = { ...query, ...scope }
  return queryOptions({
    queryKey: [list.page.group, list.page.operation, input] as const,
    queryFn: ({ signal, client, queryKey }) => {
      const known = list.paging === 'keyset' ? null : knownTotal(client, queryKey)
      return callServer(list.page, known === null ? input : { ...input, known }, {
        signal,
      }) as Promise<GridPage>
    },
  })
}

type PageKey = readonly [group: string, operation: string, input: PageInput]
type PageInput = GridQuery & Record<string, unknown>
const totalHolds = 60_000

/**
 * What another page or order of the same question was told a moment ago, so that turning the page or sorting does not
 * count anew. Null when this very page is asked again, or when something was changed since: then it is counted.
 */
function knownTotal(client: QueryClient, key: PageKey): number | null {
  if (client.getQueryData(key)) return null
  const [group, operation, input] = key
  const question = questionOf(input)
  const told = client
    .getQueryCache()
    .findAll({ queryKey: [group, operation] })
    .find(
      ({ queryKey, state }) =>
        state.data !== undefined &&
        !state.isInvalidated &&
        Date.now() - state.dataUpdatedAt < totalHolds &&
        questionOf(queryKey[2] as PageInput) === question,
    )
  if (!told) return null
  const { total, totalIsExact } = told.state.data as GridPage
  return totalIsExact ? total : totalCap + 1
}

function questionOf({
  page: _page,
  after: _after,
  pageSize: _size,
  sort: _sort,
  ...question
}: PageInput): string {
  return hashKey([question])
}

export function useGridRows(
  list: AnyList,
  query: GridQuery,
  scope: Record<string, unknown>,
  enabled: boolean,
): RowsAnswer {
  return useQuery({ ...pageOptions(list, query, scope), placeholderData: keepPreviousData, enabled })
}
