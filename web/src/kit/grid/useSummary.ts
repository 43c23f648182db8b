import type { Summary } from '@kervan/contract/kit/page-shapes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callServer } from '../call/client.ts'
import { isInMemory } from './gridState.ts'
import type { GridModel } from './useGridModel.ts'

/** The view of a list in groups: the first that it declares, or none. */
export const groupOf = ({ list }: Pick<GridModel, 'list'>): string | null =>
  Object.keys(list.summed?.groups ?? {})[0] ?? null

/**
 * What the rows come to that the grid is asked for, all of them or `by` group. Asked after the page, so that nobody waits
 * for it, and anew when the page has another total.
 */
export function useSummary({ list, query, scope, page }: GridModel, by: string | null) {
  const call = isInMemory(list) ? null : list.page
  const input = { ...query, page: 1, pageSize: 50, sort: [], ...scope, summary: by }
  return useQuery({
    queryKey: [call?.group, call?.operation, input, page?.total, page?.totalIsExact] as const,
    queryFn: async ({ signal }): Promise<Summary | null> => {
      if (!call) return null
      const answer: { summary?: Summary | undefined } = await callServer(call, input, { signal })
      return answer.summary ?? null
    },
    enabled: call !== null && by !== null && page !== undefined,
    placeholderData: keepPreviousData,
  })
}
