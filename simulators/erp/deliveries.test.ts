import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { astray, issuesOf, seeded, type Issue } from './deliveries.ts'

const share = fc.constantFrom(0, 0.3, 1)
const sumOf = (issues: readonly Issue[]) => issues.reduce((sum, one) => sum + one.issuedQuantity, 0)

describe('[ORD-009] what the ERP sends', () => {
  it('issues all of a line, or less and says that nothing more comes; each issue once, twice or early, the end last', () => {
    fc.assert(
      fc.property(
        fc.record({ packs: fc.integer({ min: 1, max: 30 }), packUnit: fc.integer({ min: 1, max: 12 }) }),
        share,
        share,
        share,
        share,
        fc.integer(),
        ({ packs, packUnit }, partial, short, duplicates, disorder, seed) => {
          const rest = packs * packUnit
          const chance = seeded(seed)
          let last = 0
          const nextCode = () => `WA-${++last}`
          const issues = issuesOf({ lineCode: 'SO-26-00001-1', rest, packUnit }, { partial, short }, chance, {
            day: '2026-11-23',
            nextCode,
          })
          const closes = issues.filter(({ closesLine }) => closesLine)
          expect(issues.every(({ issuedQuantity }) => issuedQuantity > 0)).toBe(true)
          expect(closes).toHaveLength(short === 1 || closes.length === 1 ? 1 : 0)
          if (closes.length === 0) expect(sumOf(issues)).toBe(rest)
          else expect(sumOf(issues)).toBeLessThanOrEqual(rest)
          const arrived = astray(issues, { duplicates, disorder }, chance)
          expect(new Set(arrived.sent)).toEqual(new Set(issues))
          expect(arrived.sent).toHaveLength(issues.length + arrived.duplicates)
          if (closes.length > 0) expect(arrived.sent.at(-1)).toBe(closes[0])
          if (duplicates === 1) expect(arrived.duplicates).toBe(issues.length)
        },
      ),
    )
  })
})
