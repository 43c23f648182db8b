import { whyBarred } from './replenish.ts'
import { flag, type Common } from './snapshot.ts'
import { packsOf, spread, type Spreading } from './spread.ts'
import { because, has, isWarehouse, reach, thereAt, type SkuState } from './state.ts'

// Transfers between stores (PST, domain/advisor 2.1). A unit at a place is worth the margin times the chance that demand
// of the horizon reaches it. A store that has more than its share of the stock of all sends, one that has less receives;
// none does both. A missing core size makes the other sizes of its style worth less (RRP).

/** Sizes that make up this share of the demand of a style are its core. */
const coreShare = 0.8
const mostUnits = 400

export function rebalance(common: Common, states: readonly SkuState[]): void {
  const repairs = common.types.includes('RRP')
  if (!repairs && !common.types.includes('DRP')) return
  const sets = repairs ? setValues(common, states) : null
  for (const [at, state] of states.entries())
    // What ends is consolidated, not levelled.
    if (state.sku.endsIn === null || !common.types.includes('ELC'))
      balance(common, state, sets?.[at] ?? new Float64Array(0))
}

/** The sizes of a style that make up most of its demand, as numbers into `states`. */
export function coreOf(states: readonly SkuState[]): ReadonlySet<number> {
  const totals = states.map(({ rate }) => rate.reduce((sum, one) => sum + one, 0))
  const all = totals.reduce((sum, one) => sum + one, 0)
  const core = new Set<number>()
  let reached = 0
  for (const { at, total } of totals
    .map((total, index) => ({ at: index, total }))
    .toSorted((one, other) => other.total - one.total || one.at - other.at)) {
    if (all <= 0 || reached >= coreShare * all) break
    core.add(at)
    reached += total
  }
  return core
}

/** What the first unit of each pair adds to the other sizes of the style, by state and pair; 0 where no set depends on it. */
function setValues(common: Common, states: readonly SkuState[]): Float64Array[] {
  const days = common.horizonWeeks * 7
  const core = coreOf(states)
  return states.map((state, at) => {
    const values = new Float64Array(state.sku.place.length)
    if (!core.has(at) || core.size < 2) return values
    for (let pair = 0; pair < values.length; pair++) {
      if (isWarehouse(common, state, pair)) continue
      let others = 0
      let missing = 0
      for (const [index, other] of states.entries()) {
        const own = other.pairOf[state.sku.place[pair] ?? 0] ?? -1
        if (index === at || own < 0) continue
        const there = Math.max(0, (other.position[own] ?? 0) + (other.received[own] ?? 0))
        if (core.has(index) && there === 0) missing += 1
        others += other.sku.margin * Math.min(there, other.demand(own, days))
      }
      values[pair] = ((1 - common.brokenSetValue) * others) / (1 + missing)
    }
    return values
  })
}

function balance(common: Common, state: SkuState, setValue: Float64Array): void {
  const { sku } = state
  const onlyRepairs = !common.types.includes('DRP')
  // What a warehouse can still send is not asked of stores; it comes with the next refill.
  const isServed = (pair: number) =>
    !onlyRepairs &&
    (state.lanes[pair] ?? []).some(
      ({ from }) => isWarehouse(common, state, from) && (state.sendable[from] ?? 0) >= sku.pack,
    )
  const isRepair = (pair: number) => thereAt(state, pair) === 0 && (setValue[pair] ?? 0) > 0
  balanceStores(common, state, {
    days: common.horizonWeeks * 7,
    unitValue: sku.margin,
    firstValue: setValue,
    sendable: state.sendable,
    mayReceive: (pair) => !isServed(pair),
    most: (pair) => (onlyRepairs ? Number(isRepair(pair)) : 60),
    typeOf: (pair) => (isRepair(pair) ? 'RRP' : 'DRP'),
    bounds: { all: 'Retention', some: 'Demand' },
  })
}

export type Balancing = Pick<Spreading, 'typeOf' | 'bounds'> & {
  /** Days that demand is looked at, and what a unit that is sold in them brings. */
  days: number
  unitValue: number
  /** What the first unit of a pair brings beside that. */
  firstValue: Float64Array
  /** Units that pairs may give. */
  sendable: Int32Array
  mayReceive: (pair: number) => boolean
  /** Packs that a pair may get at most. */
  most: (pair: number) => number
}

/** Moves units from stores that have more than their share of the stock of all to those that have less. */
export function balanceStores(common: Common, state: SkuState, balancing: Balancing): void {
  const { days, unitValue, firstValue, sendable, mayReceive, typeOf, bounds } = balancing
  const { sku } = state
  const pack = sku.storePack
  const stores = Array.from({ length: sku.place.length }, (_, pair) => pair).filter(
    (pair) => !isWarehouse(common, state, pair) && !has(sku, pair, flag.absent),
  )
  const there = (pair: number) => thereAt(state, pair)
  const most = Math.min(mostUnits, stores.reduce((sum, pair) => Math.max(sum, there(pair)), 0) + 60)
  const chances = new Map(stores.map((pair) => [pair, reach(state, pair, days, most)]))
  /** Value of the k-th unit at a pair, counted from 1. */
  const worth = (pair: number, k: number) =>
    unitValue * (chances.get(pair)?.[Math.min(k, most)] ?? 0) + (k === 1 ? (firstValue[pair] ?? 0) : 0)
  const price = sharedPrice(stores, there, worth)
  const senders = stores.filter(
    (pair) =>
      (sendable[pair] ?? 0) >= pack && (state.received[pair] ?? 0) === 0 && worth(pair, there(pair)) < price,
  )
  const isSender = new Set(senders)
  const receivers = stores.filter(
    (pair) =>
      !isSender.has(pair) &&
      (state.sent[pair] ?? 0) === 0 &&
      mayReceive(pair) &&
      whyBarred(common, state, pair) === null &&
      worth(pair, there(pair) + 1) > 0,
  )
  const loss = senders.map((pair) =>
    packsOf(Math.floor((sendable[pair] ?? 0) / pack), pack, (unit) => worth(pair, there(pair) - unit + 1)),
  )
  const value = receivers.map((pair) => {
    const room = Math.max(0, Math.floor((most - there(pair)) / pack))
    return packsOf(Math.min(room, balancing.most(pair)), pack, (unit) => worth(pair, there(pair) + unit))
  })
  const results = spread(state, { senders, receivers, pack, loss, value, typeOf, bounds })
  for (const [at, pair] of receivers.entries()) {
    const { got, ways } = results[at] ?? { got: 0, ways: 0 }
    if (got > 0) continue
    const known = (state.lanes[pair] ?? []).filter(({ from }) => !isWarehouse(common, state, from))
    if (there(pair) === 0 && (state.rate[pair] ?? 0) <= 0) because(state, pair, 'NoDemand')
    else if (known.length === 0) because(state, pair, 'NoLane')
    else if (ways > 0) because(state, pair, 'GainTooSmall')
    else if (known.some(({ from }) => (sku.stock[from] ?? 0) > (sendable[from] ?? 0)))
      because(state, pair, 'Retention')
    else because(state, pair, 'NoStock')
  }
  for (const pair of stores)
    if (has(sku, pair, flag.recentlyMoved | flag.recentlyIntroduced) && worth(pair, there(pair)) < price)
      because(state, pair, 'RecentlyMoved')
}

/** The worth at which the stores would want as many units as they have: who values its last unit less sends. */
function sharedPrice(
  stores: readonly number[],
  there: (pair: number) => number,
  worth: (pair: number, k: number) => number,
): number {
  const units = stores.reduce((sum, pair) => sum + Math.max(0, there(pair)), 0)
  let low = 0
  let high = stores.reduce((most, pair) => Math.max(most, worth(pair, 1)), 0)
  for (let round = 0; round < 30; round++) {
    const middle = (low + high) / 2
    let wanted = 0
    for (const pair of stores) {
      let k = 0
      while (k < mostUnits && worth(pair, k + 1) > middle) k++
      wanted += k
      if (wanted > units) break
    }
    if (wanted > units) low = middle
    else high = middle
  }
  return high
}
