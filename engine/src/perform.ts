import { whyBarred } from './replenish.ts'
import { flag, type Common } from './snapshot.ts'
import { bind, has, isWarehouse, reach, send, thereAt, type SkuState } from './state.ts'

// Products that sell worse at a store than at the others (PBC, domain/advisor 1.4): proposed to go where they sell better, and
// the price at which the store would sell as well. Proposals only, which never reach the ERP.

/** Stores that have to hold a style before one of them can be judged by the others. */
const leastStores = 5
/** Standard deviations below the mean from which a store stands out. */
const leastDistance = 1
/** Percent that sales rise by when the price falls by one. */
const elasticity = 2
const mostMarkdown = 0.5

type Seen = { place: number; sold: number; stock: number; through: number }

export function consolidate(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('PBC')) return
  const seen = sellThrough(common, states)
  if (seen.length < leastStores) return
  const mean =
    seen.reduce((sum, { sold }) => sum + sold, 0) /
    seen.reduce((sum, { sold, stock }) => sum + sold + stock, 0)
  const deviation = Math.sqrt(seen.reduce((sum, { through }) => sum + (through - mean) ** 2, 0) / seen.length)
  if (!(deviation > 0)) return
  const good = new Set(seen.filter(({ through }) => through >= mean).map(({ place }) => place))
  const weak = seen
    .filter(
      ({ through, stock }) =>
        stock > 0 &&
        through < common.underPerformance * mean &&
        (mean - through) / deviation >= leastDistance,
    )
    .toSorted((one, other) => one.through - other.through || one.place - other.place)
  for (const { place, through } of weak)
    for (const state of states) moveOut(common, state, { place, through, mean, good })
}

/** What stores sold of a style in the benchmark weeks, against what they had; those that held it for all of these weeks. */
function sellThrough(common: Common, states: readonly SkuState[]): Seen[] {
  const first = common.weeks - common.benchmarkWeeks
  const byPlace = new Map<number, Seen>()
  for (const state of states) {
    const { sku } = state
    const sold = new Int32Array(sku.place.length)
    for (let at = 0; at < sku.soldPair.length; at++)
      if ((sku.soldWeek[at] ?? 0) >= first) sold[sku.soldPair[at] ?? 0]! += sku.soldUnits[at] ?? 0
    for (let pair = 0; pair < sku.place.length; pair++) {
      if (isWarehouse(common, state, pair) || has(sku, pair, flag.absent)) continue
      if ((sku.sinceWeek[pair] ?? 0) > first) continue
      const place = sku.place[pair] ?? 0
      const known = byPlace.get(place) ?? { place, sold: 0, stock: 0, through: 0 }
      known.sold += sold[pair] ?? 0
      known.stock += Math.max(0, sku.stock[pair] ?? 0)
      byPlace.set(place, known)
    }
  }
  return [...byPlace.values()]
    .filter(({ sold, stock }) => sold + stock > 0)
    .map((one) => ({ ...one, through: one.sold / (one.sold + one.stock) }))
    .toSorted((one, other) => one.place - other.place)
}

type Moving = { place: number; through: number; mean: number; good: ReadonlySet<number> }

/** Proposes to bring the packs of a store to the stores that sell them better, each to the one where it brings most. */
function moveOut(common: Common, state: SkuState, { place, through, mean, good }: Moving): void {
  const { sku } = state
  const from = state.pairOf[place] ?? -1
  if (from < 0 || (state.received[from] ?? 0) > 0 || (state.sent[from] ?? 0) > 0) return
  const pack = sku.storePack
  const days = common.benchmarkWeeks * 7
  const own = reach(state, from, days, thereAt(state, from))
  for (let packs = Math.floor((state.free[from] ?? 0) / pack); packs > 0; packs--) {
    const there = thereAt(state, from)
    let loss = 0
    for (let unit = 0; unit < pack; unit++) loss += sku.margin * (own[there - unit] ?? 0)
    let best: { to: number; gain: number; cost: number } | null = null
    for (let to = 0; to < sku.place.length; to++) {
      if (!good.has(sku.place[to] ?? -1) || (state.sent[to] ?? 0) > 0 || whyBarred(common, state, to))
        continue
      const each = state.ways.cost(from, to)
      if (each === Infinity) continue
      const has = thereAt(state, to)
      const reached = reach(state, to, days, has + pack)
      let gain = 0
      for (let unit = 1; unit <= pack; unit++) gain += sku.margin * (reached[has + unit] ?? 0)
      const cost = each * pack
      if (best === null || gain - cost > best.gain - best.cost) best = { to, gain, cost }
    }
    if (best === null || best.gain - best.cost <= loss) return
    send(state, { type: 'PBC', from, to: best.to, units: pack, gain: best.gain, loss, cost: best.cost })
    bind(state, 'PBC', from, best.to, 'UnderPerformance')
    const share = Math.max(mostMarkdown, (Math.max(through, 0.01) / mean) ** (1 / elasticity))
    state.prices.set(from, Math.round(sku.price * share * 100) / 100)
  }
}
