import {
  reportLevels,
  type Report,
  type ReportAnswer,
  type ReportHead,
  type ReportRow,
} from '@kervan/contract/kit/report'
import { StoredView } from './reportSearch.ts'

// What a reader has chosen of a report: kept in the address and in saved views, and fitted to what the report offers.

export type ReportView = {
  rows: string[]
  column: string | null
  measure: string
  /** Of a dimension: only these values. */
  only: Record<string, string[]>
  /** What the values of `only` are called, where that is not the value itself. */
  names: Record<string, string>
  sort: 'name' | 'total'
}

/** The days of a report of what is there now. */
export const noDays = { from: null, to: null } as const

/** What the records of a report are: its words stand at `report.of.<name>`. */
export type ReportOf = 'orders' | 'stock' | 'movements' | 'workOrders'
export const ofReport = <W extends string>(of: ReportOf, word: W) => `report.of.${of}.${word}` as const

/** What was given as far as the report offers it, the rest as `otherwise` says. A dimension stands once. */
export function fitView(
  { dimensions }: Report,
  measures: readonly string[],
  given: StoredView,
  otherwise: ReportView,
): ReportView {
  const isOffered = (name: string | null | undefined) =>
    typeof name === 'string' && Object.hasOwn(dimensions, name)
  const wanted = [...new Set(given.rows ?? [])].filter(isOffered).slice(0, reportLevels)
  const rows = wanted.length > 0 ? wanted : otherwise.rows
  const column = given.column === null || isOffered(given.column) ? (given.column ?? null) : otherwise.column
  const measure =
    given.measure !== undefined && measures.includes(given.measure) ? given.measure : otherwise.measure
  return {
    rows,
    column: column !== null && rows.includes(column) ? null : column,
    measure,
    only: Object.fromEntries(
      Object.entries(given.only ?? otherwise.only).filter(
        ([name, values]) => isOffered(name) && values.length > 0,
      ),
    ),
    names: given.names ?? otherwise.names,
    sort: given.sort ?? otherwise.sort,
  }
}

/** A saved view; null when it cannot be read. */
export function parseView(stored: string): StoredView | null {
  try {
    return StoredView.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

const keyOf = (path: ReportRow['path']) => JSON.stringify(path.map(({ value }) => value))

/**
 * The rows that are drawn, in order: groups before what is inside them, and inside only of those that are open. By total
 * the largest comes first among its siblings; rows without a figure come last.
 */
export function shownRows(
  rows: readonly ReportRow[],
  sort: ReportView['sort'],
  open: ReadonlySet<string>,
): { key: string; row: ReportRow; hasMore: boolean }[] {
  const inside = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const parent = keyOf(row.path.slice(0, -1))
    inside.set(parent, [...(inside.get(parent) ?? []), row])
  }
  const figure = ({ total }: ReportRow) => (total === null ? Number.NEGATIVE_INFINITY : Number(total))
  const list = (parent: string): { key: string; row: ReportRow; hasMore: boolean }[] => {
    const siblings = inside.get(parent) ?? []
    const ordered = sort === 'total' ? siblings.toSorted((a, b) => figure(b) - figure(a) || 0) : siblings
    return ordered.flatMap((row) => {
      const key = keyOf(row.path)
      const hasMore = inside.has(key)
      return [{ key, row, hasMore }, ...(hasMore && open.has(key) ? list(key) : [])]
    })
  }
  return list(keyOf([]))
}

type Series = {
  /** The value that it stands for; `total` and `others` stand for none. */
  head: ReportHead | 'total' | 'others'
  values: number[]
}
export type Drawing = {
  categories: readonly ReportHead[]
  /** What the categories are values of: the column or the outermost rows. */
  over: 'column' | 'rows'
  series: Series[]
}

const drawnCategories = 24
const drawnSeries = 6

/**
 * What the chart shows of the figures: time along the axis where there is one, else the largest groups; a series for each
 * of the largest of the others and one for the rest, so that a bar is as high as its total. Figures that do not add up
 * are drawn as totals only.
 */
export function drawingOf(answer: ReportAnswer, timeInRows: boolean, timeInColumn: boolean): Drawing {
  const number = (figure: string | null | undefined) => Number(figure ?? 0)
  const headOf = ({ path }: ReportRow) => path[0] ?? { value: null, label: null }
  const groups = answer.rows.filter(({ path }) => path.length === 1)
  const byTotal = groups.toSorted((a, b) => number(b.total) - number(a.total))
  if (timeInColumn && !timeInRows)
    return {
      categories: answer.columns,
      over: 'column',
      series: seriesOf(
        answer.additive ? byTotal.map((row) => ({ head: headOf(row), values: row.cells.map(number) })) : [],
        answer.columnTotals.map(number),
      ),
    }
  const shown = timeInRows ? groups : byTotal.slice(0, drawnCategories)
  const places = answer.columns
    .map((head, place) => ({ head, place, total: number(answer.columnTotals[place]) }))
    .toSorted((a, b) => b.total - a.total || a.place - b.place)
  // Few columns keep their order; of many the largest are drawn.
  const drawn = places.length <= drawnSeries ? places.toSorted((a, b) => a.place - b.place) : places
  return {
    categories: shown.map(headOf),
    over: 'rows',
    series: seriesOf(
      answer.additive
        ? drawn.map(({ head, place }) => ({ head, values: shown.map(({ cells }) => number(cells[place])) }))
        : [],
      shown.map(({ total }) => number(total)),
    ),
  }
}

/** The first of the parts and what is left of the totals; the totals alone where there are no parts. */
function seriesOf(parts: Series[], totals: number[]): Series[] {
  if (parts.length === 0) return [{ head: 'total', values: totals }]
  if (parts.length <= drawnSeries) return parts
  const shown = parts.slice(0, drawnSeries - 1)
  const rest = totals.map(
    (total, at) => total - shown.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  )
  return [...shown, { head: 'others', values: rest.map((value) => Math.round(value * 100) / 100) }]
}
