import { whyBarred } from './replenish.ts'
import { flag, type Common } from './snapshot.ts'
import {
  quickSets,
  type CoreSet,
  type PackOf,
  type SetAnswer,
  type SetProblem,
  type SetSolution,
  type SetWay,
} from './sets.ts'
import { laneCosts, packsOf, spread, type Spreading } from './spread.ts'
import { because, has, isWarehouse, reach, thereAt, type SkuState } from './state.ts'
import type { TransferProblem } from './transfer.ts'

// Transfers between stores (PST, domain/advisor 2.1). A unit at a place is worth the margin times the chance that demand
// of the horizon reaches it. A store that has more than its share of the stock of all sends, one that has less receives;
// none does both. A missing core size makes the other sizes of its style worth less (RRP).

/** Sizes that make up this share of the demand of a style are its core. */
const coreShare = 0.8
const mostUnits = 400

/**
 * Levels the SKUs of a style between stores. Where size sets depend on it and the quick method is not proven to be the best,
 * asks for the best answer to all SKUs together; where there is none, what the quick method found is taken.
 */
export function* rebalance(
  common: Common,
  states: readonly SkuState[],
): Generator<SetProblem, SetWay | null, SetAnswer> {
  const repairs = common.types.includes('RRP')
  if (!repairs && !common.types.includes('DRP')) return null
  const shares = repairs ? setValues(common, states) : null
  const plans = states.map((state, at) =>
    // What ends is consolidated, not levelled.
    state.sku.endsIn === null || !common.types.includes('ELC')
      ? planStores(common, state, levelling(common, state, shares?.[at] ?? new Float64Array(0)))
      : null,
  )
  const question = repairs ? setProblemOf(common, states, plans) : null
  if (!question) {
    for (const plan of plans) if (plan) carryOut(plan)
    return null
  }
  const quick = quickSets(question)
  const answer = quick.isBest ? quick : yield question
  const way = typeof answer === 'string' ? answer : 'Solved'
  const solution = typeof answer === 'string' ? quick : answer
  for (const [at, plan] of plans.entries()) {
    if (!plan) continue
    plan.state.sets = way
    carryOut(asSolved(plan, { question, solution, at }))
  }
  return way
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

/** How demand is levelled; `share` of a set is what the first unit of a pair adds to the other sizes. */
function levelling(common: Common, state: SkuState, share: Float64Array): Balancing {
  const { sku } = state
  const onlyRepairs = !common.types.includes('DRP')
  // What a warehouse can still send is not asked of stores; it comes with the next refill.
  const isServed = (pair: number) =>
    !onlyRepairs &&
    state.ways.fromWarehouses(pair).some(({ from }) => (state.sendable[from] ?? 0) >= sku.pack)
  const isRepair = (pair: number) => thereAt(state, pair) === 0 && (share[pair] ?? 0) > 0
  return {
    days: common.horizonWeeks * 7,
    unitValue: sku.margin,
    firstValue: share,
    sendable: state.sendable,
    mayReceive: (pair) => !isServed(pair),
    most: (pair) => (onlyRepairs ? Number(isRepair(pair)) : 60),
    typeOf: (pair) => (isRepair(pair) ? 'RRP' : 'DRP'),
    bounds: { all: 'Retention', some: 'Demand' },
  }
}

/**
 * The sets of a style that transfers can make whole or break, with its SKUs as they are worth without them; null where there
 * is none. A store has a set where it holds two core sizes or more.
 */
function setProblemOf(
  common: Common,
  states: readonly SkuState[],
  plans: readonly (Plan | null)[],
): SetProblem | null {
  const core = coreOf(states)
  if (core.size < 2) return null
  const sets: CoreSet[] = []
  for (const [place, { isWarehouse: isDepot }] of common.places.entries()) {
    if (isDepot) continue
    let worth = 0
    let sizes = 0
    let canBeWhole = true
    const [gets, keeps]: [PackOf[], PackOf[]] = [[], []]
    for (const [sku, state] of states.entries()) {
      const pair = state.pairOf[place] ?? -1
      if (pair < 0 || has(state.sku, pair, flag.absent)) continue
      const there = Math.max(0, thereAt(state, pair))
      worth += state.sku.margin * Math.min(there, state.demand(pair, common.horizonWeeks * 7))
      if (!core.has(sku)) continue
      sizes += 1
      const plan = plans[sku]
      if (there > 0) {
        const side = plan?.senders.indexOf(pair) ?? -1
        const pack = Math.ceil(there / state.sku.storePack) - 1
        if (side >= 0 && pack < (plan?.loss[side]?.length ?? 0)) keeps.push({ sku, side, pack })
        continue
      }
      const side = plan?.receivers.indexOf(pair) ?? -1
      if (side < 0 || (plan?.value[side]?.length ?? 0) === 0) canBeWhole = false
      else gets.push({ sku, side, pack: 0 })
    }
    const bonus = (1 - common.brokenSetValue) * worth
    if (canBeWhole && sizes >= 2 && bonus > 0 && gets.length + keeps.length > 0)
      sets.push({ bonus, gets, keeps })
  }
  if (sets.length === 0) return null
  return {
    skus: plans.map((plan) => plan?.alone ?? { loss: [], value: [], cost: new Float64Array(0) }),
    sets,
  }
}

/** A plan with the amounts of the answer; the bonus of a set stands with the packs that make it whole, or that break it. */
function asSolved(
  plan: Plan,
  { question, solution, at }: { question: SetProblem; solution: SetSolution; at: number },
): Plan {
  const loss = plan.alone.loss.map((one) => one.slice())
  const value = plan.alone.value.map((one) => one.slice())
  for (const [no, { bonus, gets, keeps }] of question.sets.entries()) {
    const isWhole = solution.isWhole[no] === 1
    for (const { sku, side, pack } of gets)
      if (sku === at && isWhole) value[side]![pack]! += bonus / gets.length
    if (isWhole || gets.length > 0) continue
    for (const { sku, side, pack } of keeps) if (sku === at) loss[side]![pack]! += bonus / keeps.length
  }
  return { ...plan, loss, value, units: solution.units[at] ?? new Int32Array(0) }
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

/** Who may send and receive, and what each pack costs and brings; with `units`, how much goes is decided. */
type Plan = Spreading & {
  state: SkuState
  balancing: Balancing
  /** Stores that hold the SKU. */
  stores: readonly number[]
  /** Stores whose last unit is worth less than what others would pay. */
  wouldSend: readonly number[]
  /** What packs cost and bring without the sets that depend on them. */
  alone: TransferProblem
}

/** Moves units from stores that have more than their share of the stock of all to those that have less. */
export function balanceStores(common: Common, state: SkuState, balancing: Balancing): void {
  carryOut(planStores(common, state, balancing))
}

function planStores(common: Common, state: SkuState, balancing: Balancing): Plan {
  const { days, unitValue, firstValue, sendable, mayReceive } = balancing
  const { sku } = state
  const pack = sku.storePack
  const stores = Array.from({ length: sku.place.length }, (_, pair) => pair).filter(
    (pair) => !isWarehouse(common, state, pair) && !has(sku, pair, flag.absent),
  )
  const there = (pair: number) => thereAt(state, pair)
  const most = Math.min(mostUnits, stores.reduce((sum, pair) => Math.max(sum, there(pair)), 0) + 60)
  const chances: Float64Array[] = []
  for (const pair of stores) chances[pair] = reach(state, pair, days, most)
  /** Value of the k-th unit at a pair, counted from 1. */
  const aloneWorth = (pair: number, k: number) => unitValue * (chances[pair]?.[Math.min(k, most)] ?? 0)
  const worth = (pair: number, k: number) => aloneWorth(pair, k) + (k === 1 ? (firstValue[pair] ?? 0) : 0)
  const price = sharedPrice(stores, there, worth)
  const wouldSend = stores.filter((pair) => worth(pair, there(pair)) < price)
  const senders = wouldSend.filter(
    (pair) => (sendable[pair] ?? 0) >= pack && (state.received[pair] ?? 0) === 0,
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
  const lossBy = (of: typeof worth) =>
    senders.map((pair) =>
      packsOf(Math.floor((sendable[pair] ?? 0) / pack), pack, (unit) => of(pair, there(pair) - unit + 1)),
    )
  const valueBy = (of: typeof worth) =>
    receivers.map((pair) => {
      const room = Math.max(0, Math.floor((most - there(pair)) / pack))
      return packsOf(Math.min(room, balancing.most(pair)), pack, (unit) => of(pair, there(pair) + unit))
    })
  const [loss, value] = [lossBy(worth), valueBy(worth)]
  const cost = laneCosts(state, senders, receivers, pack)
  const hasShares = firstValue.length > 0
  return {
    state,
    balancing,
    stores,
    wouldSend,
    senders,
    receivers,
    pack,
    loss,
    value,
    cost,
    alone: {
      loss: hasShares ? lossBy(aloneWorth) : loss,
      value: hasShares ? valueBy(aloneWorth) : value,
      cost,
    },
    typeOf: balancing.typeOf,
    bounds: balancing.bounds,
  }
}

/** Moves what a plan decides or, where it decides nothing, the best for the SKU by itself; says why others get nothing. */
function carryOut(plan: Plan): void {
  const { state, balancing, stores, receivers, wouldSend } = plan
  const { sku } = state
  const results = spread(state, plan)
  for (const [at, pair] of receivers.entries()) {
    const { got, ways } = results[at] ?? { got: 0, ways: 0 }
    if (got > 0) continue
    const known = stores.filter((from) => state.ways.cost(from, pair) < Infinity)
    if (thereAt(state, pair) === 0 && (state.rate[pair] ?? 0) <= 0) because(state, pair, 'NoDemand')
    else if (known.length === 0) because(state, pair, 'NoLane')
    else if (ways > 0) because(state, pair, 'GainTooSmall')
    else if (known.some((from) => (sku.stock[from] ?? 0) > (balancing.sendable[from] ?? 0)))
      because(state, pair, 'Retention')
    else because(state, pair, 'NoStock')
  }
  for (const pair of wouldSend)
    if (has(sku, pair, flag.recentlyMoved | flag.recentlyIntroduced)) because(state, pair, 'RecentlyMoved')
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
