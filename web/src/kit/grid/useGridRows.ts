import { pageSizes } from '@kervan/contract/kit/page'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callServer } from '../client.ts'
import type { GridQuery } from './gridQuery.ts'
import type { AnyList } from './gridState.ts'

export type GridRowData = Record<string, unknown> & { id: string }
export type GridPage = { rows: GridRowData[]; total: number; totalIsExact: boolean; asOf: string }

/** One page of a list, for the loader and for the grid. */
export function pageOptions(list: AnyList, query: GridQuery, scope: Record<string, unknown>) {
  const input = { ...query, ...scope, pageSize: query.pageSize as (typeof pageSizes)[number] }
  return queryOptions({
    queryKey: [list.page.group, list.page.operation, input] as const,
    queryFn: ({ signal }) => callServer(list.page, input, { signal }) as Promise<GridPage>,
  })
}

export function useGridRows(
  list: AnyList,
  query: GridQuery,
  scope: Record<string, unknown>,
  enabled: boolean,
) {
  return useQuery({ ...pageOptions(list, query, scope), placeholderData: keepPreviousData, enabled })
}
