// A made-up estate for tests and the bench: stores with warehouses, styles in sizes, seasons, broken sets and stock in the
// wrong places, the same for the same seed.
import type { Common, Lanes, Shard, Sku } from './snapshot.ts'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Estate = { common: Common; shards: Shard[] }
type Size = {
  stores: number
  styles: number
  sizes?: number
  weeks?: number
  seed?: number
  perShard?: number
}

/** Sold units of a week with this mean. */
function poisson(mean: number, chance: () => number): number {
  const limit = Math.exp(-mean)
  let units = 0
  for (let product = chance(); product > limit; product *= chance()) units++
  return units
}

export function makeEstate({ stores, styles, sizes = 5, weeks = 60, seed = 1, perShard = 20 }: Size): Estate {
  const chance = chances(seed)
  const places: Common['places'] = Array.from({ length: stores + 1 }, (_, at) => ({
    code: at === 0 ? 'W' : `S${String(at).padStart(3, '0')}`,
    isWarehouse: at === 0,
    role: at === 0 ? 'Donor' : 'Wildcard',
  }))
  const spots = places.map(() => [chance() * 500, chance() * 500] as const)
  const lanes = lanesOf(places.length, (from, to) => {
    if (from === to || to === 0) return null
    if (from === 0) return 0.3
    const [one, other] = [spots[from], spots[to]]
    const away = one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0
    return away > 300 ? null : 0.5 + away / 200
  })
  const placeFactor = Float64Array.from(places, (_, at) => (at === 0 ? 1 : 0.3 + 1.4 * chance()))
  const season = Float64Array.from(
    { length: weeks },
    (_, week) => 1_000 * (1 + 0.5 * Math.sin((2 * Math.PI * week) / 52)),
  )
  const skus: Sku[] = []
  for (let style = 0; style < styles; style++) {
    const level = 0.2 + 1.2 * chance() ** 2
    for (let size = 0; size < sizes; size++)
      skus.push(
        skuOf({ style, size, sizes, level, weeks, placeFactor, season, chance, places: places.length }),
      )
  }
  const shards: Shard[] = []
  for (let at = 0; at < skus.length; at += perShard * sizes)
    shards.push({ skus: skus.slice(at, at + perShard * sizes) })
  return {
    common: {
      weeks,
      types: ['PRP', 'DRP', 'RRP'],
      places,
      lanes,
      seasons: [season],
      placeFactor,
      horizonWeeks: 8,
      priorWeeks: 6,
      unitHandlingCost: 0.5,
      brokenSetValue: 0.55,
      seriesFactor: [placeFactor],
      depth: [new Float64Array(places.length)],
      holdBack: 0.3,
      clearance: 0.5,
      remnant: 3,
      underPerformance: 0.5,
      benchmarkWeeks: 8,
    },
    shards,
  }
}

function lanesOf(places: number, cost: (from: number, to: number) => number | null): Lanes {
  const found: [number, number, number][] = []
  for (let to = 0; to < places; to++)
    for (let from = 0; from < places; from++) {
      const unit = cost(from, to)
      if (unit !== null) found.push([from, to, unit])
    }
  return {
    from: Int32Array.from(found, ([from]) => from),
    to: Int32Array.from(found, ([, to]) => to),
    unitCost: Float64Array.from(found, ([, , unit]) => unit),
  }
}

type Making = {
  style: number
  size: number
  sizes: number
  level: number
  weeks: number
  places: number
  placeFactor: Float64Array
  season: Float64Array
  chance: () => number
}

function skuOf({ style, size, sizes, level, weeks, places, placeFactor, season, chance }: Making): Sku {
  const share = 1 - Math.abs(size - (sizes - 1) / 2) / sizes
  const sold: [number, number, number][] = []
  const short: [number, number, number][] = []
  const stock = new Int32Array(places)
  for (let pair = 0; pair < places; pair++) {
    const mean = level * share * (placeFactor[pair] ?? 1)
    if (pair === 0) {
      stock[pair] = Math.floor(chance() * 3 * mean * places)
      continue
    }
    for (let week = 0; week < weeks; week++) {
      const days = chance() < 0.15 ? Math.floor(chance() * 7) : 7
      if (days < 7) short.push([pair, week, days])
      const units = poisson(((mean * (season[week] ?? 0)) / 1_000) * (days / 7), chance)
      if (units > 0) sold.push([pair, week, units])
    }
    stock[pair] = Math.floor(chance() ** 3 * 16 * mean)
  }
  const zeros = () => new Int32Array(places)
  const column = (rows: readonly [number, number, number][], at: 0 | 1 | 2) =>
    Int32Array.from(rows, (row) => row[at])
  const margin = 10 + Math.floor(chance() * 60)
  return {
    code: `P${String(style).padStart(4, '0')}-${size}`,
    style,
    season: 0,
    margin,
    price: margin * 2,
    alike: [],
    isFirst: false,
    likeRate: 0,
    endsIn: null,
    pack: 1,
    storePack: 1,
    place: Int32Array.from({ length: places }, (_, at) => at),
    stock,
    inTransit: zeros(),
    reserved: zeros(),
    flags: new Uint8Array(places),
    closedLanes: new Int32Array(0),
    minimumDisplay: Int32Array.from({ length: places }, (_, at) => (at === 0 ? 0 : 1)),
    startQuantity: zeros(),
    retention: zeros(),
    coverDays: new Int32Array(places).fill(9),
    serviceLevel: new Float64Array(places).fill(0.95),
    soldPair: column(sold, 0),
    soldWeek: column(sold, 1),
    soldUnits: column(sold, 2),
    shortPair: column(short, 0),
    shortWeek: column(short, 1),
    shortDays: column(short, 2),
    sinceWeek: zeros(),
    offerPair: new Int32Array(0),
    offerWeek: new Int32Array(0),
    offerPrice: new Float64Array(0),
    offerShown: new Float64Array(0),
    listPrice: new Float64Array(0),
    offerLift: new Float64Array(0),
    lotPair: new Int32Array(0),
    lotDays: new Int32Array(0),
    lotUnits: new Int32Array(0),
  }
}
