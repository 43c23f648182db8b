import { tail } from './curve.ts'
import { balanceStores, coreOf } from './rebalance.ts'
import { hand, whyBarred, type Want } from './replenish.ts'
import { flag, type BoundCode, type Common, type WorkType } from './snapshot.ts'
import { bind, has, isWarehouse, reach, send, thereAt, type SkuState } from './state.ts'

// Goods that have to go (domain/advisor 1.4): what warehouses still have of an ending product and remnants of stores below a
// sellable set (DSC), and ending products brought to the stores that will sell them (ELC).

/** What a sold unit of an ending product brings; what was paid for it is spent whatever happens. */
const clearanceOf = (common: Common, { sku }: SkuState) => sku.price * common.clearance
const horizonOf = (common: Common, { sku }: SkuState) =>
  sku.endsIn === null ? common.horizonWeeks * 7 : Math.max(1, sku.endsIn)

/** Warehouses hand out what they have of ending products, as far as it will still be sold for more than it costs to bring. */
export function clearWarehouses(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('DSC')) return
  for (const state of states) {
    const { sku } = state
    if (sku.endsIn === null) continue
    const left = sku.place.reduce(
      (sum, _, pair) => sum + (isWarehouse(common, state, pair) ? (state.sendable[pair] ?? 0) : 0),
      0,
    )
    if (left < sku.pack) continue
    const days = horizonOf(common, state)
    const wants: Want[] = []
    for (let pair = 0; pair < sku.place.length; pair++) {
      if (whyBarred(common, state, pair) || has(sku, pair, flag.absent)) continue
      const there = thereAt(state, pair)
      const packs = Math.min(Math.floor(left / sku.pack), 40)
      const reached = reach(state, pair, days, there + packs * sku.pack)
      for (let pack = 0; pack < packs; pack++) {
        let value = 0
        for (let unit = 1; unit <= sku.pack; unit++)
          value += clearanceOf(common, state) * (reached[there + pack * sku.pack + unit] ?? 0)
        if (value <= 0) break
        wants.push({ type: 'DSC', pair, value })
      }
    }
    hand(state, 'DSC', wants)
  }
}

/** Stores give up remnants below a sellable set, all sizes to one place. */
export function clearRemnants(common: Common, states: readonly SkuState[]): void {
  if (common.types.includes('DSC')) dissolve(common, states, 'DSC', 'Remnant')
}

/** Ending products go to the stores that sell them until their end; no further store gets them. */
export function endOfLife(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('ELC')) return
  const ending = states.filter(({ sku }) => sku.endsIn !== null)
  for (const state of ending)
    balanceStores(common, state, {
      days: horizonOf(common, state),
      unitValue: clearanceOf(common, state),
      firstValue: new Float64Array(0),
      sendable: state.free,
      mayReceive: (pair) => thereAt(state, pair) > 0,
      most: () => 60,
      typeOf: () => 'ELC',
      bounds: { all: 'EndOfLife', some: 'Demand' },
    })
  dissolve(common, ending, 'ELC', 'EndOfLife')
}

/** Stores with few units of a style and a core size missing send all of it to the place where it brings most. */
function dissolve(common: Common, states: readonly SkuState[], type: WorkType, bound: BoundCode): void {
  const core = coreOf(states)
  if (core.size < 2) return
  const isHeld = (state: SkuState, place: number) => {
    const pair = state.pairOf[place] ?? -1
    return pair >= 0 && thereAt(state, pair) > 0
  }
  const isWhole = (place: number) => states.every((state, at) => !core.has(at) || isHeld(state, place))
  for (const [place, { isWarehouse: isDepot }] of common.places.entries()) {
    if (isDepot || isWhole(place)) continue
    const held = states.filter((state) => isHeld(state, place))
    const units = held.reduce((sum, state) => sum + (state.free[state.pairOf[place] ?? -1] ?? 0), 0)
    if (units === 0 || units > common.remnant) continue
    // All of it goes or none.
    const isFree = held.every((state) => {
      const pair = state.pairOf[place] ?? -1
      return (
        (state.received[pair] ?? 0) === 0 &&
        (state.free[pair] ?? 0) === thereAt(state, pair) &&
        (state.free[pair] ?? 0) % state.sku.storePack === 0
      )
    })
    if (!isFree) continue
    let best: { to: number; net: number; moves: Move[] } | null = null
    for (const [to, target] of common.places.entries()) {
      if (to === place || (!target.isWarehouse && !isWhole(to))) continue
      const moves = held.map((state) => moveOf(common, state, place, to))
      if (moves.some((move) => move === null)) continue
      const all = moves.flatMap((move) => move ?? [])
      const net = all.reduce((sum, { gain, loss, cost }) => sum + gain - loss - cost, 0)
      if (net > 0 && (best === null || net > best.net)) best = { to, net, moves: all }
    }
    for (const { state, from, to, units: moved, gain, loss, cost } of best?.moves ?? []) {
      send(state, { type, from, to, units: moved, gain, loss, cost })
      bind(state, type, from, to, bound)
    }
  }
}

type Move = {
  state: SkuState
  from: number
  to: number
  units: number
  gain: number
  loss: number
  cost: number
}

/** All that a place has of a SKU, brought to another one; null where it may not go there. */
function moveOf(common: Common, state: SkuState, place: number, target: number): Move | null {
  const from = state.pairOf[place] ?? -1
  const to = state.pairOf[target] ?? -1
  const cost = state.ways.cost(from, to)
  const isDepot = common.places[target]?.isWarehouse ?? false
  if (cost === Infinity || (!isDepot && whyBarred(common, state, to) !== null) || (state.sent[to] ?? 0) > 0)
    return null
  const units = state.free[from] ?? 0
  const days = horizonOf(common, state)
  const each = state.sku.endsIn === null ? state.sku.margin : clearanceOf(common, state)
  const there = thereAt(state, to)
  const reached = isDepot ? networkReach(common, state, days, units) : reach(state, to, days, there + units)
  const own = reach(state, from, days, units)
  let gain = 0
  let loss = 0
  for (let unit = 1; unit <= units; unit++) {
    gain += each * (reached[isDepot ? unit : there + unit] ?? 0)
    // What is left of a broken set sells worse.
    loss += each * common.brokenSetValue * (own[unit] ?? 0)
  }
  // From a warehouse it has to be brought to a store once more.
  return { state, from, to, units, gain, loss, cost: cost * units * (isDepot ? 2 : 1) }
}

/** Chances that the stores together will want the k-th unit beyond what all places have. */
function networkReach(common: Common, state: SkuState, days: number, units: number): Float64Array {
  let mean = 0
  let there = 0
  for (let pair = 0; pair < state.sku.place.length; pair++) {
    if (has(state.sku, pair, flag.absent)) continue
    if (!isWarehouse(common, state, pair)) mean += state.demand(pair, days)
    there += thereAt(state, pair)
  }
  return tail(mean, state.dispersion, there + units).subarray(Math.max(0, there - units))
}
