import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggestionOf, type SuggestionInputs } from './suggestion.ts'

const inputs = (over: Partial<SuggestionInputs> = {}): SuggestionInputs => ({
  average120Days: 90,
  average90Days: 60,
  horizonDays: 30,
  safetyDays: 0,
  stock: 0,
  inTransit: 0,
  openOrders: 0,
  completedLast5Days: 0,
  packUnit: 12,
  ...over,
})

describe('[ORD-017] the suggested quantity', () => {
  it.each<[string, Partial<SuggestionInputs>, number]>([
    ['is a month of the higher average, in full packs', {}, 96],
    ['takes the other average when that is higher', { average90Days: 120 }, 120],
    ['grows with the horizon', { horizonDays: 60 }, 180],
    ['grows with the safety stock', { safetyDays: 10 }, 120],
    ['loses what lies there', { stock: 30 }, 60],
    [
      'loses what is on its way, asked for already and just delivered',
      { inTransit: 10, openOrders: 20, completedLast5Days: 24 },
      36,
    ],
    ['is nothing when there is enough', { stock: 500 }, 0],
    ['is nothing without demand', { average120Days: 0, average90Days: 0 }, 0],
    [
      'is no pack for what thirds leave over',
      { average120Days: 0, average90Days: 100 / 3, horizonDays: 90, packUnit: 100 },
      100,
    ],
  ])('%s', (_, over, quantity) => {
    expect(suggestionOf(inputs(over)).quantity).toBe(quantity)
  })

  it('is full packs, covers what is lacking, and no pack more', () => {
    const pieces = fc.integer({ min: 0, max: 5_000 })
    fc.assert(
      fc.property(
        fc.record({
          average120Days: pieces.map((n) => n / 4),
          average90Days: pieces.map((n) => n / 3),
          horizonDays: fc.integer({ min: 1, max: 365 }),
          safetyDays: fc.integer({ min: 0, max: 180 }),
          stock: pieces,
          inTransit: pieces,
          openOrders: pieces,
          completedLast5Days: pieces,
          packUnit: fc.integer({ min: 1, max: 48 }),
        }),
        (one) => {
          const { quantity, horizonNeed, safetyNeed } = suggestionOf(one)
          const there = one.stock + one.inTransit + one.openOrders + one.completedLast5Days
          const lacking = Math.max(0, horizonNeed + safetyNeed - there)
          expect(quantity % one.packUnit).toBe(0)
          expect(quantity).toBeGreaterThanOrEqual(lacking - 0.01)
          expect(quantity - one.packUnit).toBeLessThan(Math.max(lacking, 0.001))
        },
      ),
    )
  })
})
