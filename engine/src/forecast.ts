import { liftsOf, type Lifts } from './offers.ts'
import { flag, type Common, type Sku } from './snapshot.ts'

// Rates of demand (domain/advisor 1.2): shrunk towards the rate of the product and the factor of the place, without the
// season and without promotions, and calibrated so that the product sells in all what its own series says. Weeks with fewer
// than three days of stock are missing, not zero.

const leastDays = 3
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
  let present = 0
  let prior = 0
  let shrunk = 0
  for (let pair = 0; pair < pairs; pair++) {
    const isAbsent = ((sku.flags[pair] ?? 0) & flag.absent) !== 0
    const factor = isAbsent ? seriesAt(pair) : (common.placeFactor[sku.place[pair] ?? 0] ?? 1)
    const expected = ofProduct.mean * factor
    let units = common.priorWeeks * 7 * expected
    let days = common.priorWeeks * 7
    let weight = 1
    for (let week = weeks - 1; week >= 0; week--) {
      const cell = pair * weeks + week
      if ((exposure[cell] ?? 0) > 0) {
        units += weight * (sold[cell] ?? 0)
        days += weight * (exposure[cell] ?? 0)
      }
      weight *= discount
    }
    rate[pair] = days > 0 ? units / days : 0
    if (isAbsent) {
      rate[pair] = expected
      continue
    }
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
