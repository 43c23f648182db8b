import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleRule } from '../../../test/quota-rule.ts'
import { bookingsUnder, judgeLines, type QuotaRule } from './judge.ts'
import { leftByQuota, type Exceeding, type JudgedPiece } from './reduce.ts'

const at = new Date('2026-03-10T09:00:00Z')
const rule = (over: Partial<QuotaRule> = {}): QuotaRule =>
  sampleRule({
    actionType: 'Reject',
    bindingStrategy: 'Aggregate',
    locationLevel: 'Company',
    productLevel: 'AllProducts',
    ...over,
  })

type Asked = { id: string; quantity: number; packUnit?: number; unitPrice?: string; whole?: number }
function judged(rules: QuotaRule[], asked: readonly Asked[], used = 0): JudgedPiece[] {
  const lines = asked.map(({ id, quantity, packUnit = 1, unitPrice = '10', whole = quantity }) => ({
    quantity,
    line: { id, packUnit, unitPrice, discountPercent: '0', quantity: whole },
  }))
  const bookingsOf = bookingsUnder(rules, 'Europe/Istanbul')
  const bookings = lines.map(({ line, quantity }) =>
    bookingsOf(
      {
        ...line,
        quantity,
        customerCode: 'C',
        locationCode: 'L',
        locationGroup: null,
        productCode: line.id,
        categoryCode: null,
      },
      at,
    ),
  )
  const before = new Map(bookings.flat().map(({ counterId }) => [counterId, new Decimal(used)]))
  const verdicts = judgeLines(bookings, before)
  return lines.map((piece, index) => ({ ...piece, verdict: verdicts[index]! }))
}
const left = (rules: QuotaRule[], asked: readonly Asked[], used = 0, exceeding: Exceeding = 'Reject') =>
  Object.fromEntries(leftByQuota(judged(rules, asked, used), exceeding))

describe('[QTA-002] what a quota leaves of a cart', () => {
  it.each<[string, Record<string, number>, Record<string, number>]>([
    ['the rest in full packs', left([rule()], [{ id: 'a', quantity: 48, packUnit: 12 }], 60), { a: 36 }],
    [
      'nothing when less than a pack is left',
      left([rule()], [{ id: 'a', quantity: 24, packUnit: 12 }], 95),
      { a: 0 },
    ],
    [
      'what fits keeps its place, whatever stands before it',
      left(
        [rule()],
        [
          { id: 'a', quantity: 60 },
          { id: 'b', quantity: 80 },
          { id: 'c', quantity: 30 },
        ],
      ),
      { b: 10 },
    ],
    [
      'the tightest of several rules',
      left([rule(), rule({ id: 'r2', code: 'R-2', quotaValue: '40' })], [{ id: 'a', quantity: 50 }]),
      { a: 40 },
    ],
    [
      'pieces for an amount of money, rounded as the line is',
      left(
        [rule({ valueType: 'Monetary', quotaValue: '1' })],
        [{ id: 'a', quantity: 9, unitPrice: '0.335' }],
      ),
      { a: 2 },
    ],
    [
      'the whole line less what one of its pieces exceeds',
      left(
        [rule()],
        [
          { id: 'a', quantity: 90, whole: 130 },
          { id: 'a', quantity: 40, whole: 130 },
        ],
      ),
      { a: 100 },
    ],
  ])('is %s', (_, got, expected) => expect(got).toEqual(expected))

  it('is measured by the soft rules too where a person would have to decide', () => {
    const rules = [rule(), rule({ id: 'soft', code: 'R-2', actionType: 'Warning', quotaValue: '30' })]
    expect(left(rules, [{ id: 'a', quantity: 50 }], 0, 'ExceededQuota')).toEqual({ a: 30 })
    expect(left(rules, [{ id: 'a', quantity: 120 }], 0, 'Reject')).toEqual({ a: 100 })
  })

  it('fits when it is ordered, and one pack more of any line does not', () => {
    const asked = fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 20 }), packUnit: fc.integer({ min: 1, max: 6 }) }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(asked, fc.integer({ min: 0, max: 120 }), fc.boolean(), (lines, limit, money) => {
        const rules = [rule({ quotaValue: String(limit), valueType: money ? 'Monetary' : 'Quantity' })]
        const wanted = lines.map(({ quantity, packUnit }, index) => ({
          id: String(index),
          packUnit,
          quantity: quantity * packUnit,
          unitPrice: '1.25',
        }))
        const rest = leftByQuota(judged(rules, wanted), 'Reject')
        const reduced = wanted
          .map((one) => ({ ...one, quantity: rest.get(one.id) ?? one.quantity }))
          .filter(({ quantity }) => quantity > 0)
        expect(judged(rules, reduced).map(({ verdict }) => verdict.result)).not.toContain('Reject')
        for (const one of reduced.filter(({ id }) => rest.has(id))) {
          const more = reduced.map((each) =>
            each === one ? { ...each, quantity: each.quantity + each.packUnit } : each,
          )
          expect(judged(rules, more).map(({ verdict }) => verdict.result)).toContain('Reject')
        }
      }),
    )
  })
})
