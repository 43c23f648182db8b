import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packsAround, toFullPacks } from './packs.ts'

const rule = { packUnit: 12, minimumQuantity: 12, maximumQuantity: 600 }

describe('[ORD-002] quantities become full packs', () => {
  it.each([
    ['Up', 36, 36, false],
    ['Up', 40, 48, true],
    ['Up', 1, 12, true],
    ['Down', 47, 36, true],
    ['Down', 5, 12, true],
    ['Nearest', 40, 36, true],
    ['Nearest', 42, 48, true],
    ['Nearest', 3, 12, true],
  ] as const)('%s: %i → %i', (strategy, asked, quantity, rounded) => {
    expect(toFullPacks(asked, rule, strategy)).toEqual({ quantity, rounded, outOfBounds: false })
  })

  it('tells when the result is outside the company’s bounds, and does not bend it', () => {
    expect(toFullPacks(601, rule, 'Up')).toEqual({ quantity: 612, rounded: true, outOfBounds: true })
    expect(toFullPacks(24, { ...rule, minimumQuantity: 36 }, 'Up')).toMatchObject({
      quantity: 24,
      outOfBounds: true,
    })
  })

  it('is always a full pack, less than a pack away, and stays when done again', () => {
    const strategies = fc.constantFrom('Up', 'Down', 'Nearest')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 500 }),
        strategies,
        (asked, packUnit, strategy) => {
          const { quantity } = toFullPacks(asked, { ...rule, packUnit }, strategy)
          expect(quantity % packUnit).toBe(0)
          expect(quantity).toBeGreaterThan(0)
          expect(Math.abs(quantity - asked)).toBeLessThan(packUnit)
          expect(toFullPacks(quantity, { ...rule, packUnit }, strategy).quantity).toBe(quantity)
        },
      ),
    )
  })

  it('names the packs on both sides', () => {
    expect(packsAround(40, 12)).toEqual({ below: 36, above: 48 })
    expect(packsAround(48, 12)).toEqual({ below: 48, above: 48 })
  })
})
