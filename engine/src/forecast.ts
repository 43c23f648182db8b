import { liftsOf, type Lifts } from './offers.ts'
import { flag, type Common, type Sku } from './snapshot.ts'

// Rates of demand (domain/advisor 1.2): shrunk towards the rate of the product and the factor of the place by as much as the own
// sales of a place are left to chance, without the season and without promotions, and calibrated so that the product sells in
// all what its own series says. Weeks with fewer than three days of stock are missing, not zero.

const leastDays = 3
const has = (sku: Sku, pair: number, bits: number) => ((sku.flags[pair] ?? 0) & bits) !== 0
/** What a week counts for against the one after it. */
const discount = 0.98
const smoothing = 0.1
/** How far calibration may move a rate. */
const mostCalibration = 4
const yearWeeks = 52

export type Forecast = {
  /** Units a day without season, for each pair. */
  rate: Float64Array
  /** Variance of demand over its mean, at least 1. */
  dispersion: number
  /** Mean multiple of ordinary sales of a pair over the coming days, by what is on offer. */
  lift: (pair: number, days: number) => number
}

/**
 * Season index by week of a series: its three-week mean over the mean of all weeks. 1 everywhere where the series is
 * shorter than a year or sold too little to say.
 */
export function seasonIndex(sold: Float64Array): Float64Array {
  const index = new Float64Array(sold.length).fill(1)
  let sum = 0
  for (const units of sold) sum += units
  const mean = sum / sold.length
  if (sold.length < yearWeeks || mean < 5) return index
  for (let week = 0; week < sold.length; week++) {
    const from = Math.max(0, week - 1)
    const to = Math.min(sold.length - 1, week + 1)
    let near = 0
    for (let at = from; at <= to; at++) near += sold[at] ?? 0
    index[week] = Math.min(5, Math.max(0.1, near / (to - from + 1) / mean))
  }
  return index
}

/**
 * Mean season of the coming weeks: the same weeks of a year ago; without a year of history, 1.
 * `index` as of `seasonIndex`; `days` from the day after the last week.
 */
export function comingSeason(index: Float64Array, days: number): number {
  const weeks = Math.max(1, Math.ceil(days / 7))
  let sum = 0
  for (let ahead = 0; ahead < weeks; ahead++) {
    const at = index.length + ahead - yearWeeks
    sum += at >= 0 && at < index.length ? (index[at] ?? 1) : 1
  }
  return sum / weeks
}

/**
 * Rates of all pairs of a SKU. `index`: the season of its series. Without a history it is what comparable products sell,
 * times the factor of the place in the series; so it is where the place never held the SKU.
 */
export function forecast(sku: Sku, common: Common, index: Float64Array): Forecast {
  const pairs = sku.place.length
  const { weeks } = common
  const sold = new Float64Array(pairs * weeks)
  const exposure = new Float64Array(pairs * weeks)
  for (let pair = 0; pair < pairs; pair++)
    for (let week = sku.sinceWeek[pair] ?? 0; week < weeks; week++) exposure[pair * weeks + week] = 7
  for (let at = 0; at < sku.shortPair.length; at++)
    exposure[(sku.shortPair[at] ?? 0) * weeks + (sku.shortWeek[at] ?? 0)] = sku.shortDays[at] ?? 0
  for (let at = 0; at < sku.soldPair.length; at++)
    sold[(sku.soldPair[at] ?? 0) * weeks + (sku.soldWeek[at] ?? 0)]! += sku.soldUnits[at] ?? 0
  // Days of stock become days of an average week of the season.
  for (let pair = 0; pair < pairs; pair++)
    for (let week = 0; week < weeks; week++) {
      const cell = pair * weeks + week
      const days = exposure[cell] ?? 0
      exposure[cell] = days < leastDays ? 0 : days * (index[week] ?? 1)
    }
  const rate = new Float64Array(pairs)
  const series = common.seriesFactor[sku.season]
  const seriesAt = (pair: number) => series?.[sku.place[pair] ?? 0] ?? 1
  if (sku.isFirst) {
    for (let pair = 0; pair < pairs; pair++) rate[pair] = sku.likeRate * seriesAt(pair)
    return { rate, dispersion: 1, lift: comingLift(liftsOf(sku, common, sold, exposure), weeks) }
  }
  const lifts = liftsOf(sku, common, sold, exposure)
  if (lifts.isAny)
    for (let pair = 0; pair < pairs; pair++)
      for (let week = 0; week < weeks; week++) exposure[pair * weeks + week]! *= lifts.of(pair, week)
  const ofProduct = productRate(sold, exposure, pairs, weeks)
  const expectedAt = (pair: number, isAbsent: boolean) =>
    ofProduct.mean * (isAbsent ? seriesAt(pair) : (common.placeFactor[sku.place[pair] ?? 0] ?? 1))
  const seen = pairsSeen({ sold, exposure, pairs, weeks }, (pair) =>
    has(sku, pair, flag.absent) ? 0 : expectedAt(pair, false),
  )
  const priorDays = priorOf(seen, common.priorWeeks * 7)
  let present = 0
  let prior = 0
  let shrunk = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (has(sku, pair, flag.absent)) {
      rate[pair] = expectedAt(pair, true)
      continue
    }
    const expected = expectedAt(pair, false)
    const strength = priorDays(pair)
    const days = strength + (seen.days[pair] ?? 0)
    rate[pair] = days > 0 ? (strength * expected + (seen.units[pair] ?? 0)) / days : 0
    present += 1
    prior += expected
    shrunk += rate[pair] ?? 0
  }
  const isKnown = ofProduct.level > 0 && shrunk > 0 && prior > 0
  const calibration = isKnown
    ? Math.min(mostCalibration, Math.max(1 / mostCalibration, (ofProduct.level * present) / shrunk))
    : 1
  if (isKnown) for (let pair = 0; pair < pairs; pair++) rate[pair]! *= calibration
  return { rate, dispersion: dispersionOf(sold, exposure, rate, weeks), lift: comingLift(lifts, weeks) }
}

/** What pairs have sold and for how long, newer weeks counting more; `wide` is the days by which units scatter. */
type Seen = {
  units: Float64Array
  days: Float64Array
  wide: Float64Array
  expected: Float64Array
  within: number
}
type Cells = { sold: Float64Array; exposure: Float64Array; pairs: number; weeks: number }

function pairsSeen({ sold, exposure, pairs, weeks }: Cells, expectedOf: (pair: number) => number): Seen {
  const units = new Float64Array(pairs)
  const days = new Float64Array(pairs)
  const wide = new Float64Array(pairs)
  const expected = Float64Array.from({ length: pairs }, (_, pair) => expectedOf(pair))
  let squares = 0
  let means = 0
  for (let pair = 0; pair < pairs; pair++) {
    let weight = 1
    let [allUnits, allDays, count] = [0, 0, 0]
    for (let week = weeks - 1; week >= 0; week--) {
      const cell = pair * weeks + week
      const there = exposure[cell] ?? 0
      if (there > 0) {
        units[pair]! += weight * (sold[cell] ?? 0)
        days[pair]! += weight * there
        wide[pair]! += weight * weight * there
        allUnits += sold[cell] ?? 0
        allDays += there
        count += 1
      }
      weight *= discount
    }
    // Weeks of a pair scatter around its own mean, which they have made themselves.
    if (expected[pair] === 0 || allUnits === 0 || count < 2) continue
    const own = allUnits / allDays
    for (let week = 0; week < weeks; week++) {
      const there = exposure[pair * weeks + week] ?? 0
      if (there > 0) squares += ((sold[pair * weeks + week] ?? 0) - own * there) ** 2
    }
    means += (allUnits * (count - 1)) / count
  }
  return { units, days, wide, expected, within: means > 0 ? Math.min(10, Math.max(1, squares / means)) : 1 }
}

/** How much pairs differ from what is expected of them where nothing is known: the variance of their ratio to it, and how many pairs that is worth. */
const usualSpread = 0.25
const usualPairs = 10

/**
 * Days that the expected rate of a pair counts for against its own sales (empirical Bayes): as many as make the sales of these
 * days scatter by as much as pairs differ among each other. What sells little says little, so there the expected rate holds
 * longer. At least `leastDays`.
 */
function priorOf({ units, days, wide, expected, within }: Seen, leastDays: number): (pair: number) => number {
  let [sold, usual, pairs] = [0, 0, 0]
  for (let pair = 0; pair < units.length; pair++) {
    if (!expected[pair]) continue
    sold += units[pair] ?? 0
    usual += (expected[pair] ?? 0) * (days[pair] ?? 0)
    pairs += 1
  }
  if (sold === 0 || usual === 0) return () => leastDays
  const level = sold / usual
  let [between, squares] = [0, 0]
  for (let pair = 0; pair < units.length; pair++) {
    const mean = level * (expected[pair] ?? 0) * (days[pair] ?? 0)
    if (mean === 0) continue
    between += ((units[pair] ?? 0) - mean) ** 2 - within * level * (expected[pair] ?? 0) * (wide[pair] ?? 0)
    squares += mean ** 2
  }
  const spread = (pairs * Math.max(0, between / squares) + usualPairs * usualSpread) / (pairs + usualPairs)
  return (pair) => {
    const rate = level * (expected[pair] ?? 0)
    const scatter = (days[pair] ?? 0) > 0 ? (within * (wide[pair] ?? 0)) / (days[pair] ?? 1) : within
    return rate > 0 ? Math.max(leastDays, scatter / (spread * rate)) : leastDays
  }
}

function comingLift(lifts: Lifts, weeks: number): Forecast['lift'] {
  if (!lifts.isComing) return () => 1
  return (pair, days) => {
    const ahead = Math.max(1, Math.ceil(days / 7))
    let sum = 0
    for (let week = 0; week < ahead; week++) sum += lifts.of(pair, weeks + week)
    return sum / ahead
  }
}

/**
 * Units a day of a pair: `mean` over the history with newer weeks counting more, and the `level` at its end by
 * Teunter, Syntetos and Babai, which falls when nothing is sold any more.
 */
function productRate(sold: Float64Array, exposure: Float64Array, pairs: number, weeks: number) {
  let units = 0
  let days = 0
  let chance: number | null = null
  let size = 0
  for (let week = 0; week < weeks; week++) {
    let soldNow = 0
    let daysNow = 0
    for (let pair = 0; pair < pairs; pair++) {
      const cell = pair * weeks + week
      if ((exposure[cell] ?? 0) === 0) continue
      soldNow += sold[cell] ?? 0
      daysNow += exposure[cell] ?? 0
    }
    units = units * discount + soldNow
    days = days * discount + daysNow
    if (daysNow === 0) continue
    const now = soldNow / daysNow
    const hit = soldNow > 0 ? 1 : 0
    if (chance === null) {
      chance = hit
      size = now
      continue
    }
    chance += smoothing * (hit - chance)
    if (hit === 1) size = size === 0 ? now : size + smoothing * (now - size)
  }
  return { mean: days > 0 ? units / days : 0, level: (chance ?? 0) * size }
}

function dispersionOf(sold: Float64Array, exposure: Float64Array, rate: Float64Array, weeks: number): number {
  let squares = 0
  let means = 0
  for (let cell = 0; cell < sold.length; cell++) {
    const days = exposure[cell] ?? 0
    if (days === 0) continue
    const mean = (rate[Math.floor(cell / weeks)] ?? 0) * days
    squares += ((sold[cell] ?? 0) - mean) ** 2
    means += mean
  }
  return means > 0 ? Math.min(10, Math.max(1, squares / means)) : 1
}
