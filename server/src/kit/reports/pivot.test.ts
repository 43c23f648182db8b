import { describe, expect, it } from 'vitest'
import { byLabel, byValue, byWords, pivotOf, type Group } from './pivot.ts'

type Fact = { rows: (string | null)[]; column: string | null; amount: number }

/** The groups that grouping sets give for these facts, worked out here without SQL. */
function groupsOf(facts: readonly Fact[], levels: number): Group[] {
  const found = new Map<string, Group & { sum: number }>()
  for (const { rows, column, amount } of facts)
    for (let level = 0; level <= levels; level += 1)
      for (const inColumn of [false, true]) {
        const values = rows.map((value, place) => (place < level ? value : null))
        const columnValue = inColumn ? column : null
        const key = JSON.stringify([level, inColumn, values, columnValue])
        const sum = (found.get(key)?.sum ?? 0) + amount
        const group = { level, inColumn, values, labels: values, columnValue, columnLabel: columnValue }
        found.set(key, { ...group, sum, figure: String(sum) })
      }
  return [...found.values()]
}

const pivot = (facts: readonly Fact[], levels: number) =>
  pivotOf(groupsOf(facts, levels), Array(levels).fill(byValue), byValue)
const sumOf = (figures: readonly (string | null)[]) =>
  figures.reduce((sum, figure) => sum + Number(figure ?? 0), 0)

describe('the pivot table of a report', () => {
  it('[ORD-018] has a row for each group before what is inside it, and a cell only where something is', () => {
    const facts = [
      { rows: ['Ankara', 'Tea'], column: '2026-01', amount: 3 },
      { rows: ['Adana', 'Tea'], column: '2026-02', amount: 4 },
      { rows: ['Ankara', 'Coffee'], column: '2026-02', amount: 5 },
    ]
    const { columns, rows, columnTotals, grandTotal } = pivot(facts, 2)
    expect(columns.map(({ value }) => value)).toEqual(['2026-01', '2026-02'])
    expect(
      rows.map(({ path, cells, total }) => [path.map(({ value }) => value).join(' > '), cells, total]),
    ).toEqual([
      ['Adana', [null, '4'], '4'],
      ['Adana > Tea', [null, '4'], '4'],
      ['Ankara', ['3', '5'], '8'],
      ['Ankara > Coffee', [null, '5'], '5'],
      ['Ankara > Tea', ['3', null], '3'],
    ])
    expect(columnTotals).toEqual(['3', '9'])
    expect(grandTotal).toBe('12')
  })

  it('[ORD-018] keeps sums of cells, rows, columns and groups equal to the totals, whatever the facts', () => {
    let seed = 7
    const chance = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 60; round += 1) {
      const levels = 1 + chance(3)
      const some = (names: (string | null)[]) => names[chance(names.length)] ?? null
      const facts = Array.from({ length: chance(40) }, () => ({
        rows: Array.from({ length: levels }, () => some(['a', 'b', '", "', '', null])),
        column: some(['x', 'y', null]),
        amount: 1 + chance(100),
      }))
      const { rows, columnTotals, grandTotal } = pivot(facts, levels)
      const all = facts.reduce((sum, { amount }) => sum + amount, 0)
      expect(Number(grandTotal ?? 0)).toBe(all)
      expect(sumOf(columnTotals)).toBe(all)
      for (const row of rows) expect(sumOf(row.cells)).toBe(Number(row.total))
      for (let level = 1; level <= levels; level += 1) {
        const ofLevel = rows.filter(({ path }) => path.length === level)
        expect(sumOf(ofLevel.map(({ total }) => total))).toBe(all)
        columnTotals.forEach((total, place) =>
          expect(sumOf(ofLevel.map(({ cells }) => cells[place] ?? null))).toBe(Number(total)),
        )
      }
    }
  })

  it('[ORD-018] shows totals as the statement gives them, not sums: an order of two products counts once', () => {
    const empty = { labels: ['', ''], columnValue: null, columnLabel: null, inColumn: false }
    const groups = [
      { ...empty, level: 0, values: [null], figure: '1' },
      { ...empty, level: 1, values: ['tea'], figure: '1' },
      { ...empty, level: 1, values: ['coffee'], figure: '1' },
    ]
    expect(pivotOf(groups, [byValue], byValue).grandTotal).toBe('1')
  })

  it('[ORD-018] orders by words, labels or values, and what has none last', () => {
    const heads = (values: (string | null)[]) => values.map((value) => ({ value, label: value }))
    const sorted = (values: (string | null)[], order: typeof byValue) =>
      heads(values)
        .toSorted(order)
        .map(({ value }) => value)
    expect(sorted([null, '2026-02', '2026-01'], byValue)).toEqual(['2026-01', '2026-02', null])
    expect(sorted(['Completed', null, 'Request'], byWords(['Request', 'Completed']))).toEqual([
      'Request',
      'Completed',
      null,
    ])
    expect(sorted(['Zile', null, 'Çorum', 'Denizli'], byLabel(new Intl.Collator('tr')))).toEqual([
      'Çorum',
      'Denizli',
      'Zile',
      null,
    ])
  })
})
