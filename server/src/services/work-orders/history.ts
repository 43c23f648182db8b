import type { PairRow, SaleRows } from './goods.ts'

// What was sold, as the engine is given it.

/** Weeks of sales that the engine looks at. */
export const historyWeeks = 60

/**
 * Sales by week, and the days of each week without stock: those after an evening with none, until the next row. What was there
 * before the history is known from its first week on, not from its first sale.
 */
export function historyOf(pairs: readonly PairRow[], sales: readonly SaleRows[]) {
  const bySite = new Map(sales.map((row) => [row.location, row]))
  const columns = {
    soldPair: [] as number[],
    soldWeek: [] as number[],
    soldUnits: [] as number[],
    shortPair: [] as number[],
    shortWeek: [] as number[],
    shortDays: [] as number[],
    sinceWeek: [] as number[],
  }
  const firstDay: number[] = []
  const end = historyWeeks * 7
  for (const [index, { location }] of pairs.entries()) {
    const row = bySite.get(location)
    const first = !row ? end : row.before === null ? (row.days[0] ?? end) : 0
    firstDay.push(row ? first : -1)
    columns.sinceWeek.push(Math.floor(first / 7))
    if (!row) continue
    const sold = new Map<number, number>()
    const without = new Map<number, number>()
    const isEmpty = (from: number, until: number) => {
      for (let gone = from; gone < until; gone++)
        without.set(Math.floor(gone / 7), (without.get(Math.floor(gone / 7)) ?? 0) + 1)
    }
    if (row.before === 0) isEmpty(0, row.days[0] ?? end)
    for (const [at, day] of row.days.entries()) {
      const week = Math.floor(day / 7)
      const units = row.units[at] ?? 0
      if (units > 0) sold.set(week, (sold.get(week) ?? 0) + units)
      if (row.stocks[at] === 0) isEmpty(day + 1, row.days[at + 1] ?? end)
    }
    for (const [week, units] of sold) {
      columns.soldPair.push(index)
      columns.soldWeek.push(week)
      columns.soldUnits.push(units)
    }
    for (const [week, days] of without) {
      columns.shortPair.push(index)
      columns.shortWeek.push(week)
      columns.shortDays.push(7 - days)
    }
  }
  const packed = {
    soldPair: Int32Array.from(columns.soldPair),
    soldWeek: Int32Array.from(columns.soldWeek),
    soldUnits: Int32Array.from(columns.soldUnits),
    shortPair: Int32Array.from(columns.shortPair),
    shortWeek: Int32Array.from(columns.shortWeek),
    shortDays: Int32Array.from(columns.shortDays),
    sinceWeek: Int32Array.from(columns.sinceWeek),
  }
  return { firstDay, columns: packed }
}
