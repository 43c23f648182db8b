import { coreOf } from './rebalance.ts'
import { hand, whyBarred, type Want } from './replenish.ts'
import { flag, type Common, type WorkType } from './snapshot.ts'
import type { Lane } from './lanes.ts'
import { because, bind, has, isWarehouse, reach, send, thereAt, type SkuState } from './state.ts'

// First goods of a style at a store (domain/advisor 1.4): the first distribution of a new product (FAL), and products that
// a store does not list yet (RBD). Both begin with one full set of sizes.

/** Styles of a series at a store that take half of the most that they can take from a further one. */
const halfDepth = 5
/** The part of the sales of a recommended style that comes from those that the store holds already, at most. */
const mostTaken = 0.5

type Candidate = { place: number; value: number }

/**
 * Distributes styles that nobody has sold yet: stores in the order of what a set brings there, one full set each, then
 * further units by their value. A part of the stock stays behind for the first refill.
 */
export function allocateFirst(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('FAL')) return
  const firsts = states.filter(({ sku }) => sku.isFirst)
  if (firsts.length === 0) return
  const days = common.horizonWeeks * 7
  const left = new Map(firsts.map((state) => [state, givable(common, state)]))
  const candidates = placesOf(common, firsts, (state, pair) => has(state.sku, pair, flag.absent)).map(
    (place) => ({ place, value: setValue(firsts, place, days) }),
  )
  const chosen = new Set<number>()
  for (const { place, value } of ranked(candidates)) {
    const given = giveSet(firsts, place, { common, type: 'FAL', value, left })
    if (given) chosen.add(place)
  }
  for (const state of firsts) {
    const wants: Want[] = [...chosen].flatMap((place) => {
      const pair = state.pairOf[place] ?? -1
      if (pair < 0) return []
      const mean = state.demand(pair, days)
      const packs = Math.ceil((mean * 2 + 5) / state.sku.pack)
      const there = thereAt(state, pair)
      const reached = reach(state, pair, days, there + (packs + 1) * state.sku.pack)
      return Array.from({ length: packs }, (_, at) => ({
        type: 'FAL' as const,
        pair,
        value: sumOf(
          state.sku.pack,
          (unit) => state.sku.margin * (reached[there + at * state.sku.pack + unit] ?? 0),
        ),
      }))
    })
    hand(state, 'FAL', wants, left.get(state) ?? 0)
  }
}

/**
 * Recommends styles to stores that hold none of their sizes: what they are expected to sell there, less what they take
 * from the styles of the series that the store holds. How many a store gets is decided over all products.
 */
export function recommend(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('RBD')) return
  const core = coreOf(states)
  const known = states.filter(({ sku }, at) => core.has(at) && !sku.isFirst && sku.endsIn === null)
  if (known.length < core.size || known.length === 0) return
  const days = common.horizonWeeks * 7
  const places = placesOf(
    common,
    known,
    (state, pair) =>
      has(state.sku, pair, flag.absent) &&
      (state.received[pair] ?? 0) === 0 &&
      (state.sku.startQuantity[pair] ?? 0) === 0,
  ).filter((place) =>
    states.every((state) => {
      const pair = state.pairOf[place] ?? -1
      return pair < 0 || has(state.sku, pair, flag.absent)
    }),
  )
  const left = new Map(known.map((state) => [state, Infinity]))
  const candidates = places.map((place) => {
    const depth = common.depth[known[0]?.sku.season ?? 0]?.[place] ?? 0
    const kept = 1 - (mostTaken * depth) / (depth + halfDepth)
    return { place, value: kept * setValue(known, place, days) }
  })
  for (const { place, value } of ranked(candidates))
    giveSet(known, place, { common, type: 'RBD', value, left })
}

const ranked = (candidates: readonly Candidate[]) =>
  candidates.toSorted((one, other) => other.value - one.value || one.place - other.place)

const sumOf = (count: number, worth: (at: number) => number): number => {
  let sum = 0
  for (let at = 1; at <= count; at++) sum += worth(at)
  return sum
}

/** Units of all warehouses that may leave, less what is held back. */
function givable(common: Common, state: SkuState): number {
  let units = 0
  for (let pair = 0; pair < state.sku.place.length; pair++)
    if (isWarehouse(common, state, pair)) units += state.sendable[pair] ?? 0
  return Math.floor(units * (1 - common.holdBack))
}

/** Stores at which all of these SKUs may begin. */
function placesOf(
  common: Common,
  states: readonly SkuState[],
  isOpen: (state: SkuState, pair: number) => boolean,
): number[] {
  return common.places.flatMap((_, place) =>
    states.every((state) => {
      const pair = state.pairOf[place] ?? -1
      return pair >= 0 && isOpen(state, pair) && whyBarred(common, state, pair) === null
    })
      ? [place]
      : [],
  )
}

/** What the first unit of each size brings at a place. */
const setValue = (states: readonly SkuState[], place: number, days: number): number =>
  states.reduce((sum, state) => sum + firstValue(state, place, days), 0)

const firstValue = (state: SkuState, place: number, days: number): number => {
  const pair = state.pairOf[place] ?? -1
  const reached = reach(state, pair, days, state.sku.pack)
  return sumOf(state.sku.pack, (unit) => state.sku.margin * (reached[unit] ?? 0))
}

type Giving = { common: Common; type: WorkType; value: number; left: Map<SkuState, number> }

/** Gives a place one pack of each size, or nothing where one is missing or it does not bring its cost. */
function giveSet(states: readonly SkuState[], place: number, { common, type, value, left }: Giving): boolean {
  const days = common.horizonWeeks * 7
  const ways: (Lane | undefined)[] = states.map((state) =>
    state.ways
      .fromWarehouses(state.pairOf[place] ?? -1)
      .filter(
        ({ from }) =>
          (state.sendable[from] ?? 0) >= state.sku.pack && (left.get(state) ?? 0) >= state.sku.pack,
      )
      .toSorted((one, other) => one.cost - other.cost || one.from - other.from)
      .at(0),
  )
  const why = ways.includes(undefined)
    ? 'NoStock'
    : value <= ways.reduce((sum, way, at) => sum + (way?.cost ?? 0) * (states[at]?.sku.pack ?? 1), 0)
      ? 'GainTooSmall'
      : null
  if (why !== null) {
    if (type === 'FAL') for (const state of states) because(state, state.pairOf[place] ?? -1, why)
    return false
  }
  const whole = setValue(states, place, days)
  for (const [at, state] of states.entries()) {
    const way = ways[at]
    const pair = state.pairOf[place] ?? -1
    if (!way) continue
    send(state, {
      type,
      from: way.from,
      to: pair,
      units: state.sku.pack,
      gain: whole > 0 ? (firstValue(state, place, days) * value) / whole : 0,
      loss: 0,
      cost: way.cost * state.sku.pack,
    })
    left.set(state, (left.get(state) ?? 0) - state.sku.pack)
    bind(state, type, way.from, pair, type === 'FAL' ? 'FullSet' : 'Recommendation')
  }
  return true
}
