import type { ReportAnswer, ReportHead, ReportRow } from '@kervan/contract/kit/report'

// From the groups that one statement has found to the table that people read (ORD-018). Pure.

/**
 * A group of the statement. `level` is how many row dimensions it is grouped by: 0 is a total. `inColumn` tells a
 * figure of one column from the total of the row. `values` and `labels` have one entry a row dimension.
 */
export type Group = {
  level: number
  inColumn: boolean
  values: readonly (string | null)[]
  labels: readonly (string | null)[]
  columnValue: string | null
  columnLabel: string | null
  figure: string | null
}

type Order = (a: ReportHead, b: ReportHead) => number

/** The key of a path or a column: null is a value of its own, and no separator can be part of a value. */
const keyOf = (values: readonly (string | null)[]): string => JSON.stringify(values)

/**
 * The pivot table of the groups, in any order they come in. `orders` say how the values of each row dimension follow
 * each other, `columnOrder` those of the column. Each group stands before what is inside it. Totals are those of the
 * statement and not sums of cells: an order with two products counts once in the total.
 */
export function pivotOf(
  groups: readonly Group[],
  orders: readonly Order[],
  columnOrder: Order,
): Omit<ReportAnswer, 'currency' | 'additive' | 'freshness' | 'madeAt'> {
  const totals = groups.filter((group) => group.level === 0)
  const columns = totals
    .filter((group) => group.inColumn)
    .map((group) => ({ head: { value: group.columnValue, label: group.columnLabel }, total: group.figure }))
    .toSorted((a, b) => columnOrder(a.head, b.head))
  const placeOf = new Map(columns.map(({ head }, place) => [keyOf([head.value]), place]))
  const rows = new Map<string, ReportRow>()
  for (const group of groups) {
    if (group.level === 0) continue
    const key = keyOf(group.values.slice(0, group.level))
    const row = rows.get(key) ?? {
      path: group.values
        .slice(0, group.level)
        .map((value, place) => ({ value, label: group.labels[place] ?? null })),
      cells: columns.map(() => null),
      total: null,
    }
    rows.set(key, row)
    if (!group.inColumn) row.total = group.figure
    else row.cells[placeOf.get(keyOf([group.columnValue])) ?? -1] = group.figure
  }
  return {
    columns: columns.map(({ head }) => head),
    rows: [...rows.values()].toSorted((a, b) => comparePaths(a.path, b.path, orders)),
    columnTotals: columns.map(({ total }) => total),
    grandTotal: totals.find((group) => !group.inColumn)?.figure ?? null,
  }
}

/** A group before what is inside it, siblings by the order of their dimension, then by value so that none are equal. */
function comparePaths(a: ReportHead[], b: ReportHead[], orders: readonly Order[]): number {
  for (const [level, head] of a.entries()) {
    const other = b[level]
    if (!other) return 1
    const order = orders[level]?.(head, other) || byValue(head, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** By value, what has none last. */
export const byValue: Order = ({ value: a }, { value: b }) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1

/** As people read it in their language, what has no label last. */
export const byLabel =
  (collator: Intl.Collator): Order =>
  ({ label: a }, { label: b }) =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : collator.compare(a, b)

/** As the contract lists the words of a choice. */
export const byWords =
  (words: readonly string[]): Order =>
  (a, b) => {
    const place = ({ value }: ReportHead) => (value === null ? words.length : words.indexOf(value))
    return place(a) - place(b)
  }
