import type { Counts } from '@kervan/contract/kit/page-shapes'
import { useQueries } from '@tanstack/react-query'
import { callServer } from '../call/client.ts'
import { asText } from '../values/asText.ts'
import { isInMemory, type GridList } from './gridState.ts'
import type { GridModel, LooseProps } from './useGridModel.ts'
import type { GridRowData } from './useGridRows.ts'

/** A column that is filtered by chips: one for each of its values, also of a text that has few of them, or one for a flag. */
export type Quick = {
  name: string
  values: readonly string[]
  /** How many rows each chip would show; null while that is not known, or where there are too many rows. */
  counts: Readonly<Record<string, number>> | null
  /** The counts are on their way: until they are there a chip may say nothing. */
  isWaiting: boolean
  /** Whether the rows or the screen told the counts, and no question of the grid. */
  isTold: boolean
}

/** The value of a flag that has a chip. */
export const isSet = 'true'

/**
 * The columns with chips, each with its counts: of rows in memory they are counted here, as of a list that is shown whole;
 * of a longer one the server is asked after its page. More than `totalCap` rows are not counted.
 */
export function useQuick(props: LooseProps, grid: GridModel): Quick[] {
  const { list, rows, quickFilter = [] } = props
  const names = (typeof quickFilter === 'string' ? [quickFilter] : quickFilter).filter(
    (one) => list.columns[one],
  )
  const here = names.map((name) => (props.quickCounts ?? null) || countHere(grid, rows, name))
  const asked = useQueries({
    queries: names.map((name, at) => countsOf(grid, name, here[at] === null)),
  })
  return names.map((name, at) => {
    const counts = here[at] ?? null
    const told = counts ?? asked[at]?.data ?? null
    const values = valuesOf(list, name, told)
    return {
      name,
      values: (list.columns[name]?.type === 'flag' || rows ? undefined : props.quickValues) ?? values,
      counts: told,
      isWaiting: told === null && (grid.page === undefined || asked[at]?.fetchStatus === 'fetching'),
      isTold: rows !== undefined || props.quickCounts !== undefined,
    }
  })
}

/** More different texts than these are searched for, not chosen from. */
const manyTexts = 8

function valuesOf(list: GridList, name: string, counts: Counts): readonly string[] {
  const column = list.columns[name]
  if (column?.type === 'flag') return [isSet]
  if (column?.type !== 'text') return column?.values ?? []
  const texts = Object.keys(counts ?? {}).filter((text) => text !== '')
  return texts.length > manyTexts ? [] : texts.toSorted()
}

/** Counted without asking: all rows are here, or the page is all that the question without this filter means. */
function countHere(
  { page, query }: GridModel,
  rows: readonly GridRowData[] | undefined,
  name: string,
): Record<string, number> | null {
  const isWhole = page && !query.filters[name] && page.totalIsExact && page.total === page.rows.length
  const all = rows ?? (isWhole ? page.rows : null)
  if (!all) return null
  const counts: Record<string, number> = {}
  for (const row of all) {
    const value = asText(row[name])
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}

function countsOf({ list, query, scope, page }: GridModel, name: string, isUnknown: boolean) {
  const call = isInMemory(list) || list.paging === 'keyset' ? null : list.page
  const { [name]: own, ...filters } = query.filters
  const input = { page: 1, pageSize: 50, sort: [], search: query.search, filters, ...scope, count: name }
  return {
    // Anew where other rows have come.
    queryKey: [call?.group, call?.operation, input, own ? null : page?.total] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Counts> => {
      if (!call) return null
      const answer: { counts?: Counts | undefined } = await callServer(call, input, { signal })
      return answer.counts ?? null
    },
    enabled: call !== null && isUnknown && page !== undefined && page.totalIsExact,
    placeholderData: (before: Counts | undefined) => before,
  }
}
