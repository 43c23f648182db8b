import { whyBarred } from './replenish.ts'
import { flag, type Common } from './snapshot.ts'
import { because, bind, has, isWarehouse, offer, reach, send, type SkuState } from './state.ts'
import { transfer } from './transfer.ts'

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
  for (const [at, state] of states.entries()) balance(common, state, sets?.[at] ?? new Float64Array(0))
}

/** What the first unit of each pair adds to the other sizes of the style, by state and pair; 0 where no set depends on it. */
function setValues(common: Common, states: readonly SkuState[]): Float64Array[] {
  const days = common.horizonWeeks * 7
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
  const pack = sku.storePack
  const days = common.horizonWeeks * 7
  const stores = Array.from({ length: sku.place.length }, (_, pair) => pair).filter(
    (pair) => !isWarehouse(common, state, pair),
  )
  const there = (pair: number) => (state.position[pair] ?? 0) + (state.received[pair] ?? 0)
  const most = Math.min(mostUnits, stores.reduce((sum, pair) => Math.max(sum, there(pair)), 0) + 60)
  const chances = new Map(stores.map((pair) => [pair, reach(state, pair, days, most)]))
  /** Value of the k-th unit at a pair, counted from 1. */
  const worth = (pair: number, k: number) =>
    sku.margin * (chances.get(pair)?.[Math.min(k, most)] ?? 0) + (k === 1 ? (setValue[pair] ?? 0) : 0)
  const price = sharedPrice(stores, there, worth)
  const senders = stores.filter(
    (pair) =>
      (state.sendable[pair] ?? 0) >= pack &&
      (state.received[pair] ?? 0) === 0 &&
      worth(pair, there(pair)) < price,
  )
  const isSender = new Set(senders)
  // What a warehouse can still send is not asked of stores; it comes with the next refill.
  const isServed = (pair: number) =>
    common.types.includes('DRP') &&
    (state.lanes[pair] ?? []).some(
      ({ from }) => isWarehouse(common, state, from) && (state.sendable[from] ?? 0) >= sku.pack,
    )
  const receivers = stores.filter(
    (pair) =>
      !isSender.has(pair) &&
      !isServed(pair) &&
      whyBarred(common, state, pair) === null &&
      worth(pair, there(pair) + 1) > 0,
  )
  const loss = senders.map((pair) =>
    steps(Math.floor((state.sendable[pair] ?? 0) / pack), pack, (unit) =>
      worth(pair, there(pair) - unit + 1),
    ),
  )
  const onlyRepairs = !common.types.includes('DRP')
  const value = receivers.map((pair) => {
    const room = onlyRepairs
      ? Number(there(pair) === 0 && (setValue[pair] ?? 0) > 0)
      : Math.max(0, Math.floor((most - there(pair)) / pack))
    return steps(Math.min(room, 60), pack, (unit) => worth(pair, there(pair) + unit))
  })
  const cost = new Float64Array(senders.length * receivers.length).fill(Infinity)
  const senderOf = new Map(senders.map((pair, at) => [pair, at]))
  for (const [at, pair] of receivers.entries())
    for (const lane of state.lanes[pair] ?? []) {
      const sender = senderOf.get(lane.from)
      if (sender !== undefined) cost[sender * receivers.length + at] = lane.cost * pack
    }
  const { units } = transfer({ loss, value, cost })
  const given = new Int32Array(senders.length)
  const got = new Int32Array(receivers.length)
  for (const [at, to] of receivers.entries())
    for (const [by, from] of senders.entries()) {
      const way = cost[by * receivers.length + at] ?? Infinity
      for (let unit = 0; unit < (units[by * receivers.length + at] ?? 0); unit++) {
        const gain = value[at]?.[got[at] ?? 0] ?? 0
        const isRepair = there(to) === 0 && (setValue[to] ?? 0) > 0
        const type = isRepair ? 'RRP' : 'DRP'
        if (unit === 0)
          offer(
            state,
            type,
            from,
            to,
            senders.flatMap((pair, other) => {
              const asks = (loss[other]?.[0] ?? Infinity) + (cost[other * receivers.length + at] ?? Infinity)
              return other === by || asks === Infinity ? [] : [{ pair, net: gain - asks }]
            }),
          )
        send(state, { type, from, to, units: pack, gain, loss: loss[by]?.[given[by] ?? 0] ?? 0, cost: way })
        given[by]! += 1
        got[at]! += 1
        const isLast = (given[by] ?? 0) === (loss[by]?.length ?? 0)
        if (unit + 1 === (units[by * receivers.length + at] ?? 0))
          bind(state, type, from, to, isLast ? 'Retention' : 'Demand')
        if (pack > 1) bind(state, type, from, to, 'Pack')
      }
    }
  for (const [at, pair] of receivers.entries()) {
    if ((got[at] ?? 0) > 0) continue
    const ways = senders.filter((_, by) => (cost[by * receivers.length + at] ?? Infinity) < Infinity)
    const known = (state.lanes[pair] ?? []).filter(({ from }) => !isWarehouse(common, state, from))
    if (there(pair) === 0 && (state.rate[pair] ?? 0) <= 0) because(state, pair, 'NoDemand')
    else if (known.length === 0) because(state, pair, 'NoLane')
    else if (ways.length > 0) because(state, pair, 'GainTooSmall')
    else if (known.some(({ from }) => (sku.stock[from] ?? 0) > (state.sendable[from] ?? 0)))
      because(state, pair, 'Retention')
    else because(state, pair, 'NoStock')
  }
  for (const pair of stores)
    if (has(sku, pair, flag.recentlyMoved | flag.recentlyIntroduced) && worth(pair, there(pair)) < price)
      because(state, pair, 'RecentlyMoved')
}

/** Sums of `worth` over the units of each pack. */
function steps(packs: number, pack: number, worth: (unit: number) => number): Float64Array {
  const sums = new Float64Array(packs)
  for (let at = 0; at < packs; at++)
    for (let unit = 1; unit <= pack; unit++) sums[at]! += worth(at * pack + unit)
  return sums
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
