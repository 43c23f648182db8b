import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { sampleRule as rule } from '../../../test/quota-rule.ts'
import { bookingsUnder, judgeLines, type QuotaLine, type QuotaRule } from './judge.ts'
import { windowOf } from './window.ts'

const line = (quantity: number, over: Partial<QuotaLine> = {}): QuotaLine => ({
  customerCode: 'C-1',
  locationCode: 'L-1',
  locationGroup: null,
  productCode: 'P-1',
  categoryCode: 'CAT',
  quantity,
  unitPrice: '10',
  discountPercent: '0',
  ...over,
})

/** Submits lines one after the other, each as an order of its own. */
function submit(rules: QuotaRule[], timeZone: string, ...steps: [at: string, line: QuotaLine][]) {
  const used = new Map<string, Decimal>()
  const bookingsOf = bookingsUnder(rules, timeZone)
  const results = steps.map(([at, one]) => {
    const [verdict] = judgeLines([bookingsOf(one, new Date(at))], used)
    return verdict?.result
  })
  return { results, used: [...used.values()].map(Number) }
}

const istanbul = 'Europe/Istanbul'
const march = '2026-03-10T09:00:00Z'

describe('the worked examples', () => {
  it('[QTA-001] [QTA-002] 1: an automatic quota approves what fits and rejects what does not', () => {
    const { results, used } = submit(
      [rule()],
      istanbul,
      [march, line(60)],
      [march, line(41)],
      [march, line(40)],
    )
    expect(results).toEqual(['Approve', 'Reject', 'Approve'])
    expect(used).toEqual([100])
  })

  it('[QTA-002] 2: the instant decides the window at midnight of the company', () => {
    const { results } = submit(
      [rule()],
      istanbul,
      [march, line(100)],
      ['2026-03-31T21:30:00Z', line(50)],
      ['2026-03-31T20:59:59Z', line(1)],
    )
    expect(results).toEqual(['Approve', 'Approve', 'Reject'])
  })

  it('[QTA-001] 4: all levels hold at once, the strictest answer wins', () => {
    const city = rule({
      id: 'city',
      actionType: 'Reject',
      bindingStrategy: 'Aggregate',
      locationLevel: 'Company',
      productLevel: 'AllProducts',
    })
    const pair = rule({ id: 'pair', actionType: 'Warning', quotaValue: '60' })
    const { results } = submit(
      [city, pair],
      istanbul,
      [march, line(70)],
      [march, line(40, { locationCode: 'L-2' })],
      [march, line(30, { locationCode: 'L-2' })],
    )
    expect(results).toEqual(['ExceededQuota', 'Reject', 'WithinQuota'])
  })

  it('[QTA-002] 5: a quota of amounts takes the net amount; past it a person decides', () => {
    const amount = rule({ valueType: 'Monetary', quotaValue: '1000', actionType: 'Approve' })
    const { results, used } = submit([amount], istanbul, [march, line(100)], [march, line(1)])
    expect(results).toEqual(['Approve', 'ExceededQuota'])
    expect(used).toEqual([1010])
  })

  it('[QTA-001] 6: hours and days stay exact on the night the clocks change', () => {
    const hours = rule({ id: 'h', actionType: 'Reject', unit: 'Hour', quotaValue: '5' })
    const days = rule({ id: 'd', actionType: 'Reject', unit: 'Day', quotaValue: '8' })
    const { results } = submit(
      [hours, days],
      'Europe/Berlin',
      ['2026-10-25T00:30:00Z', line(5)],
      ['2026-10-25T01:30:00Z', line(3)],
      ['2026-10-25T02:30:00Z', line(1)],
      ['2026-10-25T23:30:00Z', line(5)],
    )
    expect(results).toEqual(['WithinQuota', 'WithinQuota', 'Reject', 'WithinQuota'])
  })

  it('[QTA-001] 7: a week goes on over new year, a year does not', () => {
    const at = (unit: 'Week' | 'Year', moment: string) =>
      windowOf({ unit, every: 1, validFrom: '2026-01-01' }, new Date(moment), istanbul).from.toISOString()
    const [last, first] = ['2026-12-31T12:00:00Z', '2027-01-01T12:00:00Z']
    expect(at('Week', last)).toBe('2026-12-27T21:00:00.000Z')
    expect(at('Week', first)).toBe(at('Week', last))
    expect(at('Year', first)).not.toBe(at('Year', last))
  })
})

describe('windows', () => {
  it.each([
    [
      'Month',
      2,
      '2026-02-15',
      '2026-03-31T10:00:00Z',
      '2026-01-31T21:00:00.000Z',
      '2026-03-31T21:00:00.000Z',
    ],
    [
      'Month',
      2,
      '2026-02-15',
      '2026-04-01T10:00:00Z',
      '2026-03-31T21:00:00.000Z',
      '2026-05-31T21:00:00.000Z',
    ],
    [
      'Quarter',
      1,
      '2026-01-01',
      '2026-05-20T10:00:00Z',
      '2026-03-31T21:00:00.000Z',
      '2026-06-30T21:00:00.000Z',
    ],
    ['Day', 3, '2026-01-01', '2026-01-05T10:00:00Z', '2026-01-03T21:00:00.000Z', '2026-01-06T21:00:00.000Z'],
    ['Hour', 6, '2026-01-01', '2026-01-01T05:00:00Z', '2026-01-01T03:00:00.000Z', '2026-01-01T09:00:00.000Z'],
  ] as const)('[QTA-001] %s × %i from %s', (unit, every, validFrom, at, from, to) => {
    const window = windowOf({ unit, every, validFrom }, new Date(at), istanbul)
    expect([window.from.toISOString(), window.to.toISOString()]).toEqual([from, to])
  })
})

describe('what a rule covers and counts together', () => {
  it('[QTA-001] a category that is named counts everything below it together', () => {
    const both = rule({
      bindingStrategy: 'Aggregate',
      locationLevel: 'Customer',
      productLevel: 'Category',
      categories: { CAT: 'TOP', OTHER: 'TOP' },
    })
    const key = (over: Partial<QuotaLine>) =>
      bookingsUnder([both], istanbul)(line(1, over), new Date(march))[0]?.counterId
    expect(key({ categoryCode: 'OTHER' })).toBe(key({}))
    expect(key({ locationCode: 'L-9' })).toBe(key({}))
    expect(key({ customerCode: 'C-2' })).not.toBe(key({}))
    expect(key({ categoryCode: 'ELSE' })).toBeUndefined()
  })

  it('[QTA-001] the days on which it holds belong to it', () => {
    const one = rule({ validFrom: '2026-03-10', validTo: '2026-03-10' })
    const found = (at: string) => bookingsUnder([one], istanbul)(line(1), new Date(at)).length
    expect([found('2026-03-09T20:59:59Z'), found('2026-03-09T21:00:00Z')]).toEqual([0, 1])
    expect([found('2026-03-10T20:59:59Z'), found('2026-03-10T21:00:00Z')]).toEqual([1, 0])
  })
})
