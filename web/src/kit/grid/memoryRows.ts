import type { Column, FilterValue, PageQuery } from '@kervan/contract/kit/page'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fold, matches } from '../fold.ts'
import { useWords } from '../i18n/words.ts'
import { asText } from '../values/asText.ts'
import type { MemoryList } from './memoryList.ts'
import type { GridRowData, RowsAnswer } from './useGridRows.ts'

type List = MemoryList<never>
type Words = (group: string, value: string) => string

/** What a question means of rows in memory, as `conditions.ts` of the server says it in SQL. */
export function matchingRows(
  list: List,
  rows: readonly GridRowData[],
  { filters, search, sort }: Pick<PageQuery, 'filters' | 'search' | 'sort'>,
  language: string,
  words: Words,
): readonly GridRowData[] {
  const asked = Object.entries(filters)
  const found =
    asked.length === 0 && search === ''
      ? rows
      : rows.filter(
          (row) =>
            asked.every(([name, filter]) => passes(list.columns[name], row[name], filter)) &&
            (search === '' || matches(search, list.searched(row as never))),
        )
  if (sort.length === 0) return found
  const collator = new Intl.Collator(language, { numeric: true })
  const orders = sort.map(({ column, direction }) => ({
    key: keyOf(list, column, words),
    turn: direction === 'asc' ? 1 : -1,
  }))
  return found
    .map((row) => ({ row, keys: orders.map(({ key }) => key(row)) }))
    .toSorted((a, b) => {
      for (const [at, { turn }] of orders.entries()) {
        const order = compare(a.keys[at] ?? null, b.keys[at] ?? null, turn, collator)
        if (order !== 0) return order
      }
      return 0
    })
    .map(({ row }) => row)
}

type Key = string | number | null

/** What has no value comes last, whichever way the others stand. */
function compare(a: Key, b: Key, turn: number, collator: Intl.Collator): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return turn * (a - b)
  return turn * collator.compare(String(a), String(b))
}

/** Choices stand in the order of their words, which is what people read. */
function keyOf(list: List, name: string, words: Words): (row: GridRowData) => Key {
  const column = list.columns[name]
  const own = list.sortedBy[name]
  if (own) return (row) => own(row as never)
  return (row) => {
    const value = row[name]
    if (value === null || value === undefined || value === '') return null
    switch (column?.type) {
      case 'integer':
      case 'decimal':
        return Number(value)
      case 'flag':
        return value === true ? 0 : 1
      case 'choice':
        return words(column.words ?? '', asText(value))
      default:
        return asText(value)
    }
  }
}

function passes(column: Column | undefined, value: unknown, filter: FilterValue): boolean {
  switch (column?.type) {
    case 'text':
    case 'code':
      return (
        (!filter.contains || fold(asText(value)).includes(fold(filter.contains.trim()))) &&
        (!filter.in || filter.in.includes(asText(value)))
      )
    case 'integer':
    case 'decimal':
      return inRange(value, filter, (bound) => Number(value) - Number(bound))
    case 'date':
    case 'instant':
      return inRange(value, filter, (bound) =>
        asText(value).slice(0, bound.length) < bound
          ? -1
          : Number(asText(value).slice(0, bound.length) > bound),
      )
    case 'flag':
      return filter.is === undefined || value === filter.is
    case 'choice':
      return filter.in?.includes(asText(value)) ?? true
    case 'choices':
      return filter.in?.some((one) => (value as readonly string[]).includes(one)) ?? true
    case undefined:
      return true
  }
}

function inRange(value: unknown, { from, to }: FilterValue, against: (bound: string) => number): boolean {
  if (!from && !to) return true
  if (value === null || value === undefined) return false
  return (!from || against(from) >= 0) && (!to || against(to) <= 0)
}

/** The answer of a list in memory: all that match on one page, at once. */
export function useMemoryRows(
  list: List,
  rows: readonly GridRowData[],
  { filters, search, sort }: PageQuery,
): RowsAnswer {
  const { state } = useWords()
  const { language } = useTranslation().i18n
  const found = useMemo(
    () => matchingRows(list, rows, { filters, search, sort }, language, state),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with the language, by which they are named here
    [list, rows, filters, search, sort, language],
  )
  const data = useMemo(
    () => ({ rows: [...found], total: found.length, totalIsExact: true, asOf: '', all: rows }),
    [found, rows],
  )
  return { ...here, data }
}
const here = { isFetching: false, isPlaceholderData: false, isError: false, error: null, refetch: () => {} }
