import type { ReportAnswer } from '@kervan/contract/kit/report'
import { orderReport } from '@kervan/contract/order/order-report'
import { describe, expect, test } from 'vitest'
import { drawingOf, fitView, parseView, shownRows, type ReportView } from './reportView.ts'

const start: ReportView = {
  rows: ['customer'],
  column: 'month',
  measure: 'lines',
  only: {},
  names: {},
  sort: 'total',
}
const fit = (given: Parameters<typeof fitView>[2]) => fitView(orderReport, ['lines', 'orders'], given, start)

describe('[ORD-018] what a reader has chosen', () => {
  test.each([
    [{}, start],
    [{ rows: ['city', 'city', 'brand'] }, { ...start, rows: ['city', 'brand'] }],
    [{ rows: ['nothing'] }, start],
    [{ rows: ['month'] }, { ...start, rows: ['month'], column: null }],
    [{ column: null }, { ...start, column: null }],
    [{ measure: 'netAmount' }, start],
    [{ only: { city: ['Ankara'], nothing: ['x'] } }, { ...start, only: { city: ['Ankara'] } }],
  ])('%j is fitted to what the report offers', (given, view) => {
    expect(fit(given)).toEqual(view)
  })

  test('a saved view that cannot be read is none', () => {
    expect(parseView('{')).toBeNull()
    expect(fit(parseView(JSON.stringify(start)) ?? {})).toEqual(start)
  })
})

const row = (path: string[], total: string | null, cells: (string | null)[] = []) => ({
  path: path.map((value) => ({ value, label: null })),
  cells,
  total,
})

test('[ORD-018] groups open to what is inside them, by name or the largest first', () => {
  const rows = [
    row(['a'], '1'),
    row(['a', 'x'], '1'),
    row(['b'], '30'),
    row(['b', 'x'], '9'),
    row(['b', 'y'], '21'),
  ]
  const told = (sort: 'name' | 'total', open: string[]) =>
    shownRows(rows, sort, new Set(open)).map(({ row: { path } }) => path.map(({ value }) => value).join('>'))
  expect(told('name', [])).toEqual(['a', 'b'])
  expect(told('total', ['["b"]'])).toEqual(['b', 'b>y', 'b>x', 'a'])
})

const answer = (names: string[], columns: string[]): ReportAnswer => ({
  columns: columns.map((value) => ({ value, label: null })),
  rows: names.map((name, at) =>
    row(
      [name],
      String((at + 1) * columns.length),
      columns.map(() => String(at + 1)),
    ),
  ),
  columnTotals: columns.map(() => String((names.length * (names.length + 1)) / 2)),
  grandTotal: null,
  currency: null,
  additive: true,
  freshness: null,
  madeAt: '2026-11-29T09:00:00Z',
})

describe('[ORD-018] the chart', () => {
  test.each([
    [3, 4, 3],
    [9, 4, 6],
  ])('draws %i groups over %i months as %i series that come to the totals', (groups, months, series) => {
    const names = Array.from({ length: groups }, (_, at) => `g${at}`)
    const drawing = drawingOf(
      answer(
        names,
        Array.from({ length: months }, (_, at) => `2026-0${at + 1}`),
      ),
      false,
      true,
    )
    expect(drawing.over).toBe('column')
    expect(drawing.series).toHaveLength(series)
    const height = drawing.series.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
    expect(height).toBe((groups * (groups + 1)) / 2)
  })

  test('draws totals where parts do not add up', () => {
    const told = drawingOf({ ...answer(['a', 'b'], ['x', 'y']), additive: false }, false, false)
    expect(told.series).toEqual([{ head: 'total', values: [4, 2] }])
    expect(told.categories.map(({ value }) => value)).toEqual(['b', 'a'])
  })
})
