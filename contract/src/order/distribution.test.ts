import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distribute, type Wanting } from './distribution.ts'

const line = (lineId: string, demand: number, over: Partial<Wanting> = {}): Wanting => ({
  lineId,
  lineCode: lineId,
  demand,
  packUnit: 1,
  orderDate: '2026-11-01T08:00:00.000Z',
  ...over,
})
const given = (...of: Parameters<typeof distribute>) => {
  const { quantities, remainder } = distribute(...of)
  return [Object.fromEntries(quantities), remainder]
}

describe('[ORD-017] distribution of a scarce amount', () => {
  it.each<[string, number, Wanting[], Record<string, number>, number]>([
    ['each its share', 100, [line('a', 100), line('b', 300)], { a: 25, b: 75 }, 0],
    [
      'the largest remainder gets what rounding left',
      10,
      [line('a', 7), line('b', 7), line('c', 6)],
      { a: 4, b: 3, c: 3 },
      0,
    ],
    [
      'in full packs',
      100,
      [line('a', 96, { packUnit: 12 }), line('b', 96, { packUnit: 12 })],
      { a: 48, b: 48 },
      4,
    ],
    [
      'among equals the earlier order, then the lower code',
      12,
      [
        line('b', 24, { packUnit: 12 }),
        line('a', 24, { packUnit: 12 }),
        line('c', 24, { packUnit: 12, orderDate: '2026-10-01T08:00:00.000Z' }),
      ],
      { a: 0, b: 0, c: 12 },
      0,
    ],
    ['all of it where there is enough', 500, [line('a', 100), line('b', 300)], { a: 100, b: 300 }, 100],
    ['nothing of nothing', 0, [line('a', 100)], { a: 0 }, 0],
    [
      'a demand that is no full pack gets the packs below it',
      100,
      [line('a', 30, { packUnit: 12 })],
      { a: 24 },
      76,
    ],
  ])('proportional: %s', (_, amount, lines, quantities, remainder) => {
    expect(given('Proportional', amount, lines)).toEqual([quantities, remainder])
  })

  it('first come: whole orders as long as there is some, the next one what is left', () => {
    const lines = [
      line('late', 50, { orderDate: '2026-11-03T08:00:00.000Z' }),
      line('first', 60, { orderDate: '2026-11-01T08:00:00.000Z' }),
      line('second', 60, { orderDate: '2026-11-02T08:00:00.000Z', packUnit: 12 }),
    ]
    expect(given('FirstCome', 100, lines)).toEqual([{ first: 60, second: 36, late: 4 }, 0])
  })

  it('never gives more than there is, more than was asked for, or parts of packs; what is left fits nobody', () => {
    const lines = fc.array(
      fc.record({
        demand: fc.integer({ min: 1, max: 5_000 }),
        packUnit: fc.constantFrom(1, 6, 12),
        day: fc.integer({ min: 1, max: 28 }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 0, max: 60_000 }),
        fc.constantFrom('Proportional' as const, 'FirstCome' as const),
        (some, amount, method) => {
          const wanting = some.map(({ demand, packUnit, day }, at) =>
            line(`l${String(at).padStart(2, '0')}`, demand, {
              packUnit,
              orderDate: `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`,
            }),
          )
          const { quantities, remainder } = distribute(method, amount, wanting)
          const sum = [...quantities.values()].reduce((all, one) => all + one, 0)
          expect(sum + remainder).toBe(amount)
          expect(remainder).toBeGreaterThanOrEqual(0)
          for (const { lineId, demand, packUnit } of wanting) {
            const quantity = quantities.get(lineId) ?? -1
            expect(quantity).toBeGreaterThanOrEqual(0)
            expect(quantity).toBeLessThanOrEqual(demand)
            expect(quantity % packUnit).toBe(0)
            expect(quantity + packUnit > demand || remainder < packUnit).toBe(true)
          }
        },
      ),
    )
  })

  it('takes its time with 20,000 lines: well below a second', () => {
    const wanting = Array.from({ length: 20_000 }, (_, at) => line(`l${at}`, 10 + (at % 90), { packUnit: 6 }))
    const begin = performance.now()
    distribute('Proportional', 400_000, wanting)
    expect(performance.now() - begin).toBeLessThan(1_000)
  })
})
