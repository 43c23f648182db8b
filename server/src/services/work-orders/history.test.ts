import { expect, it } from 'vitest'
import type { PairRow, SaleRows } from './goods.ts'
import { historyOf, historyWeeks } from './history.ts'

const pair: PairRow = { variant: 'v', location: 'l', stock: 3, reserved: 0, inTransit: 0, moved: false }
const sales = (before: number | null, ...rows: [day: number, units: number, stock: number][]): SaleRows => ({
  variant: 'v',
  location: 'l',
  days: rows.map(([day]) => day),
  units: rows.map(([, units]) => units),
  stocks: rows.map(([, , stock]) => stock),
  before,
})
const of = (row: SaleRows) => {
  const { columns } = historyOf([pair], [row])
  const short = Array.from(columns.shortWeek, (week, at) => [week, columns.shortDays[at] ?? 0])
  return { since: columns.sinceWeek[0], sold: [...columns.soldUnits], short }
}

it('[ENG-001] a pair is known from its first row on, and from the first week where it was there before', () => {
  const rows: [number, number, number][] = [[30, 2, 5]]
  expect(of(sales(null, ...rows))).toEqual({ since: 4, sold: [2], short: [] })
  expect(of(sales(9, ...rows))).toEqual({ since: 0, sold: [2], short: [] })
  expect(of(sales(-1, ...rows))).toEqual({ since: 0, sold: [2], short: [] })
})

it('[ENG-001] days after an evening without stock are not counted, also of an evening before the history', () => {
  expect(of(sales(0, [9, 1, 4]))).toEqual({
    since: 0,
    sold: [1],
    short: [
      [0, 0],
      [1, 5],
    ],
  })
  const last = historyWeeks * 7 - 3
  expect(of(sales(null, [last, 1, 0])).short).toEqual([[historyWeeks - 1, 5]])
})
