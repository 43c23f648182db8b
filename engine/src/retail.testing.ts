// Weekly sales of a real chain with prices and promotions (../shared/data/retail), as the engine is given them: each brand
// is a SKU, each store a place. The last weeks are kept for comparison.
import { readFileSync } from 'node:fs'
import type { Common, Sku } from './snapshot.ts'

type Row = {
  store: string
  brand: string
  week: number
  units: number
  price: number
  deal: number
  feature: number
}
export type Unseen = { sku: number; pair: number; ahead: number; units: number }
export type Retail = { common: Common; skus: Sku[]; unseen: Unseen[]; seen: Map<string, number[]> }

/** Reads the file and holds the last `hold` weeks back; what is on offer in them is known. Units are in 64 ounces, the smallest bottle. */
export function readRetail(file: string, hold = 12): Retail {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line): Row => {
      const [store = '', brand = '', ...numbers] = line.split(',')
      const [week = 0, units = 0, price = 0, deal = 0, feature = 0] = numbers.map(Number)
      return { store, brand, week, units: Math.round(units / 64), price, deal, feature }
    })
  const stores = [...new Set(rows.map(({ store }) => store))]
  const first = Math.min(...rows.map(({ week }) => week))
  const last = Math.max(...rows.map(({ week }) => week))
  const weeks = last - first + 1 - hold
  const unseen: Unseen[] = []
  const seen = new Map<string, number[]>()
  const skus = [...Map.groupBy(rows, ({ brand }) => brand)].map(([brand, mine], at) =>
    skuOf({ brand, at, mine, stores, first, weeks, unseen, seen }),
  )
  const ones = Float64Array.from(stores, () => 1)
  return {
    common: {
      weeks,
      types: [],
      places: stores.map((code) => ({ code, isWarehouse: false, role: 'Wildcard' })),
      lanes: { from: new Int32Array(0), to: new Int32Array(0), unitCost: new Float64Array(0) },
      seasons: [new Float64Array(weeks)],
      placeFactor: ones,
      horizonWeeks: hold,
      priorWeeks: 6,
      unitHandlingCost: 0,
      brokenSetValue: 1,
      seriesFactor: [ones],
      depth: [ones],
      holdBack: 0,
      clearance: 1,
      remnant: 0,
      underPerformance: 0,
      benchmarkWeeks: 8,
    },
    skus,
    unseen,
    seen,
  }
}

type Making = {
  brand: string
  at: number
  mine: readonly Row[]
  stores: readonly string[]
  first: number
  weeks: number
  unseen: Unseen[]
  seen: Map<string, number[]>
}

function skuOf({ brand, at, mine, stores, first, weeks, unseen, seen }: Making): Sku {
  const sold: [number, number, number][] = []
  const short: [number, number, number][] = []
  const offers: [number, number, number, number][] = []
  for (const [pair, store] of stores.entries()) {
    const own = new Map(mine.filter((row) => row.store === store).map((row) => [row.week - first, row]))
    // The usual price of a week is the middle one of the half year before it.
    const usualAt = (week: number) => {
      const prices: number[] = []
      for (let back = Math.min(week, weeks - 1); back >= 0 && prices.length < 26; back--) {
        const row = own.get(back)
        if (row && row.deal === 0 && row.feature === 0) prices.push(row.price)
      }
      return prices.toSorted((a, b) => a - b)[Math.floor(prices.length / 2)] ?? null
    }
    for (let week = 0; week < weeks; week++) {
      const row = own.get(week)
      // A missing week is unknown, not zero.
      if (!row) short.push([pair, week, 0])
      else if (row.units > 0) sold.push([pair, week, row.units])
      if (row) seen.set(`${at} ${pair}`, [...(seen.get(`${at} ${pair}`) ?? []), row.units])
    }
    for (const [week, { price, feature, units }] of own) {
      const usual = usualAt(week)
      offers.push([pair, week, usual === null ? 1 : price / usual, feature])
      if (week >= weeks) unseen.push({ sku: at, pair, ahead: week - weeks, units })
    }
  }
  const places = stores.length
  const ints = () => new Int32Array(places)
  return {
    code: brand,
    style: at,
    season: 0,
    margin: 1,
    price: 2,
    alike: [],
    isFirst: false,
    likeRate: 0,
    endsIn: null,
    pack: 1,
    storePack: 1,
    place: Int32Array.from(stores, (_, index) => index),
    stock: ints(),
    inTransit: ints(),
    reserved: ints(),
    flags: new Uint8Array(places),
    closedLanes: new Int32Array(0),
    minimumDisplay: ints(),
    startQuantity: ints(),
    retention: ints(),
    coverDays: ints(),
    serviceLevel: new Float64Array(places),
    soldPair: Int32Array.from(sold, ([pair]) => pair),
    soldWeek: Int32Array.from(sold, ([, week]) => week),
    soldUnits: Int32Array.from(sold, ([, , units]) => units),
    shortPair: Int32Array.from(short, ([pair]) => pair),
    shortWeek: Int32Array.from(short, ([, week]) => week),
    shortDays: Int32Array.from(short, ([, , days]) => days),
    sinceWeek: ints(),
    offerPair: Int32Array.from(offers, ([pair]) => pair),
    offerWeek: Int32Array.from(offers, ([, week]) => week),
    offerPrice: Float64Array.from(offers, ([, , price]) => price),
    offerShown: Float64Array.from(offers, ([, , , shown]) => shown),
    listPrice: new Float64Array(0),
    offerLift: new Float64Array(offers.length),
    lotPair: new Int32Array(0),
    lotDays: new Int32Array(0),
    lotUnits: new Int32Array(0),
  }
}

/**
 * Volume-weighted bias (forecast over actual, less 1) and root mean squared scaled error of weekly forecasts of what was
 * held back. `forecastOf`: units of a week.
 */
export function qualityOf(
  { unseen, seen }: Pick<Retail, 'unseen' | 'seen'>,
  forecastOf: (sku: number, pair: number, ahead: number) => number,
): { bias: number; rmsse: number } {
  let [expected, actual, weighted, volume] = [0, 0, 0, 0]
  for (const [key, mine] of Map.groupBy(unseen, ({ sku, pair }) => `${sku} ${pair}`)) {
    const before = seen.get(key) ?? []
    const steps = before.slice(1).map((units, at) => (units - (before[at] ?? 0)) ** 2)
    const scale = steps.reduce((sum, one) => sum + one, 0) / Math.max(1, steps.length)
    let [squares, units] = [0, 0]
    for (const one of mine) {
      const said = forecastOf(one.sku, one.pair, one.ahead)
      expected += said
      units += one.units
      squares += (said - one.units) ** 2
    }
    actual += units
    volume += units
    weighted += units * Math.sqrt(squares / mine.length / scale)
  }
  return { bias: expected / actual - 1, rmsse: weighted / volume }
}
