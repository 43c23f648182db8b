import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forecast } from './forecast.ts'
import { liftsOf } from './offers.ts'
import { qualityOf, readRetail } from './retail.testing.ts'
import type { Common, Sku } from './snapshot.ts'

const weeks = 40
const common = { weeks, places: [], placeFactor: Float64Array.of(1), priorWeeks: 6, seriesFactor: [] }
const ones = new Float64Array(weeks).fill(1)

type Offer = { week: number; price?: number; shown?: number; lift?: number }

/** A SKU at one place that sells `units` in each week, and so many in some others, with what was on offer. */
function skuOf(
  units: (week: number) => number,
  offers: readonly Offer[],
  listPrice: readonly number[] = [],
): Sku {
  const all = Array.from({ length: weeks }, (_, week) => week)
  return {
    season: 0,
    isFirst: false,
    place: Int32Array.of(0),
    flags: Uint8Array.of(0),
    soldPair: new Int32Array(weeks),
    soldWeek: Int32Array.from(all),
    soldUnits: Int32Array.from(all, units),
    shortPair: new Int32Array(0),
    shortWeek: new Int32Array(0),
    shortDays: new Int32Array(0),
    sinceWeek: Int32Array.of(0),
    offerPair: new Int32Array(offers.length),
    offerWeek: Int32Array.from(offers, ({ week }) => week),
    offerPrice: Float64Array.from(offers, ({ price = 1 }) => price),
    offerShown: Float64Array.from(offers, ({ shown = 0 }) => shown),
    listPrice: Float64Array.from(listPrice),
    offerLift: Float64Array.from(offers, ({ lift = 0 }) => lift),
  } as unknown as Sku
}
const told = (sku: Sku) => {
  const { rate, lift } = forecast(sku, common as unknown as Common, ones)
  return { week: (rate[0] ?? 0) * 7, lift: (days: number) => lift(0, days) }
}
const weightsOf = (sku: Sku) =>
  liftsOf(sku, { weeks }, Float64Array.from(sku.soldUnits), new Float64Array(weeks).fill(7)).weights

describe('[ENG-001] promotions and prices', () => {
  const isOn = (week: number) => week % 4 === 1

  test.each([
    ['a price a fifth lower that sold twice as much', { price: 0.8 }, 0, Math.log(2) / -Math.log(0.8)],
    ['advertising that sold twice as much', { shown: 1 }, 1, Math.log(2)],
  ])('%s: its weight is learned from the sales', (_, terms, at, truth) => {
    const offers = Array.from({ length: weeks }, (__, week) => week)
      .filter(isOn)
      .map((week) => ({ week, ...terms }))
    const learned = weightsOf(skuOf((week) => (isOn(week) ? 4_000 : 2_000), offers))[at] ?? 0
    expect(learned).toBeGreaterThan(truth * 0.9)
    expect(learned).toBeLessThan(truth * 1.1)
  })

  test('a week on promotion is not taken for ordinary demand', () => {
    const sells = (week: number) => (isOn(week) ? 40 : 10)
    const offers = Array.from({ length: weeks }, (_, week) => ({ week, price: 0.6 })).filter(({ week }) =>
      isOn(week),
    )
    expect(told(skuOf(sells, [])).week).toBeGreaterThan(14)
    const { week, lift } = told(skuOf(sells, offers))
    expect(week).toBeGreaterThan(9)
    expect(week).toBeLessThan(12)
    expect(lift(28)).toBe(1)
  })

  test('what is to come sells more, in its weeks only and by what a person has said', () => {
    const { week, lift } = told(skuOf(() => 10, [{ week: weeks + 1, lift: 3 }]))
    expect(week).toBeCloseTo(10, 0)
    expect(lift(7)).toBe(1)
    expect(lift(14)).toBe(2)
    expect(lift(28)).toBe(1.5)
  })

  test('without sales under an offer its effect is what is usual', () => {
    const { lift } = told(skuOf(() => 10, [{ week: weeks, price: 0.8 }]))
    expect(lift(7)).toBeCloseTo(0.8 ** -2, 5)
  })

  test('a list price moves sales as far as the sales before it say', () => {
    // It rises with all others, so by itself it says nothing.
    const soon = Array.from({ length: weeks + 4 }, (_, week) => (week < weeks ? 1 : 1.5))
    expect(told(skuOf(() => 10, [], soon)).lift(28)).toBeCloseTo(1, 1)
    // Half a year ago it was a fifth lower, and twice as much was sold.
    const before = Array.from({ length: weeks }, (_, week) => (week < 20 ? 0.8 : 1))
    const sku = skuOf((week) => (week < 20 ? 4_000 : 2_000), [], before)
    expect(weightsOf(sku)[2]).toBeGreaterThan(2.8)
    expect(told(sku).week).toBeLessThan(2_100)
  })

  const file = join(
    process.env['KERVAN_SHARED'] ?? join(import.meta.dirname, '../../../shared'),
    'data/retail/orange-juice-weekly.csv',
  )
  test.skipIf(!existsSync(file))(
    'of a real chain, unseen weeks are forecast within 15 % of all that was sold (../shared/data/retail)',
    () => {
      const retail = readRetail(file)
      const even = new Float64Array(retail.common.weeks).fill(1)
      const forecasts = retail.skus.map((sku) => forecast(sku, retail.common, even))
      const { bias, rmsse } = qualityOf(retail, (sku, pair, ahead) => {
        const of = forecasts[sku]
        const until = (count: number) => (count === 0 ? 0 : count * (of?.lift(pair, count * 7) ?? 1))
        return (of?.rate[pair] ?? 0) * 7 * (until(ahead + 1) - until(ahead))
      })
      expect(Math.abs(bias)).toBeLessThan(0.15)
      expect(rmsse).toBeLessThan(0.5)
    },
  )
})
