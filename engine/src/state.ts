import { stockOutDays, tail } from './curve.ts'
import { expiringUnits } from './expiry.ts'
import { Ways, type LaneTable } from './lanes.ts'
import type { Forecast } from './forecast.ts'
import type { SetWay } from './sets.ts'
import {
  flag,
  type Answer,
  type BoundCode,
  type Common,
  type NothingCode,
  type Proposal,
  type Side,
  type Sku,
  type StandIn,
  type WorkType,
} from './snapshot.ts'

// What a SKU has at its places while its work orders are made. Pairs are numbers into the arrays of the SKU.

/** One pack that was decided. */
type Step = {
  type: WorkType
  from: number
  to: number
  units: number
  gain: number
  loss: number
  cost: number
  /** The SKU that goes instead. */
  standIn?: StandIn
}

export type SkuState = {
  sku: Sku
  rate: Float64Array
  dispersion: number
  /** Mean demand of a pair over so many days, the season of the coming weeks in it. */
  demand: (pair: number, days: number) => number
  /** Units that are there or on their way, without what is promised to others and what expires before it sells. */
  position: Int32Array
  expiring: Int32Array
  /** Units that the pair may send now, and those that it may send where nothing is to stay. */
  sendable: Int32Array
  free: Int32Array
  received: Int32Array
  sent: Int32Array
  steps: Step[]
  bounds: Map<string, Set<BoundCode>>
  alternatives: Map<string, Proposal['alternatives']>
  /** Prices that a place is advised to sell at, by pair. */
  prices: Map<number, number>
  /** Why a pair got nothing, as far as a stage knew; the first one said holds. */
  why: Map<number, NothingCode>
  /** How the size sets of its style were decided; null where none depended on it. */
  sets: SetWay | null
  /** The pair of each place, -1 where the SKU is not at the place. */
  pairOf: Int32Array
  ways: Ways
}

export function stateOf(
  common: Common,
  sku: Sku,
  { rate, dispersion, lift }: Forecast,
  season: (days: number) => number,
  table: LaneTable,
): SkuState {
  const pairs = sku.place.length
  const factors = new Map<number, number>()
  const seasonOf = (days: number) => {
    const known = factors.get(days)
    if (known !== undefined) return known
    const factor = season(days)
    factors.set(days, factor)
    return factor
  }
  const demand = (pair: number, days: number) => (rate[pair] ?? 0) * days * seasonOf(days) * lift(pair, days)
  const { expiring, unsendable } = expiringUnits(common, sku, demand)
  const pairOf = new Int32Array(common.places.length).fill(-1)
  for (let pair = 0; pair < pairs; pair++) pairOf[sku.place[pair] ?? 0] = pair
  const position = new Int32Array(pairs)
  const sendable = new Int32Array(pairs)
  const freely = new Int32Array(pairs)
  for (let pair = 0; pair < pairs; pair++) {
    const place = common.places[sku.place[pair] ?? 0]
    // A stock below zero is a mistake of who counts; it is not lent.
    const free = Math.max(0, (sku.stock[pair] ?? 0) - (sku.reserved[pair] ?? 0))
    position[pair] = Math.max(0, free - (expiring[pair] ?? 0)) + (sku.inTransit[pair] ?? 0)
    const keeps = place?.isWarehouse
      ? (sku.retention[pair] ?? 0)
      : Math.max(sku.retention[pair] ?? 0, sku.minimumDisplay[pair] ?? 0)
    const sends = place && place.role !== 'Recipient' && !has(sku, pair, flag.mayNotSend | flag.muted)
    const isFree = place?.isWarehouse || !has(sku, pair, flag.recentlyMoved | flag.recentlyIntroduced)
    freely[pair] = sends && isFree ? Math.max(0, free - (unsendable[pair] ?? 0)) : 0
    sendable[pair] = Math.max(0, (freely[pair] ?? 0) - keeps)
  }
  return {
    sku,
    rate,
    dispersion,
    demand,
    position,
    expiring,
    sendable,
    free: freely,
    prices: new Map(),
    received: new Int32Array(pairs),
    sent: new Int32Array(pairs),
    steps: [],
    bounds: new Map(),
    alternatives: new Map(),
    why: new Map(),
    sets: null,
    pairOf,
    ways: new Ways(common, sku, pairOf, table),
  }
}

export const has = (sku: Sku, pair: number, bits: number): boolean => ((sku.flags[pair] ?? 0) & bits) !== 0

export const isWarehouse = (common: Common, { sku }: Pick<SkuState, 'sku'>, pair: number): boolean =>
  common.places[sku.place[pair] ?? 0]?.isWarehouse ?? false

/** Units at a pair with what it has been given and without what it gives. */
export const thereAt = (state: SkuState, pair: number): number =>
  (state.position[pair] ?? 0) + (state.received[pair] ?? 0) - (state.sent[pair] ?? 0)

const keyOf = (type: WorkType, from: number, to: number) => `${type} ${from} ${to}`

/** Sends one pack; what it brings, costs the sender and costs on the way are of the whole pack. */
export function send(state: SkuState, step: Step): void {
  state.steps.push(step)
  state.received[step.to]! += step.units
  state.sent[step.from]! += step.units
  state.sendable[step.from] = Math.max(0, (state.sendable[step.from] ?? 0) - step.units)
  state.free[step.from]! -= step.units
}

/** Sends a pack of another SKU in place of this one; `from` is the pair of the other one. */
export function substituteFor(
  state: SkuState,
  other: SkuState,
  from: number,
  step: Step & { standIn: StandIn },
): void {
  state.steps.push(step)
  state.received[step.to]! += step.units
  other.sendable[from]! -= step.units
  other.free[from]! -= step.units
}

export function bind(state: SkuState, type: WorkType, from: number, to: number, code: BoundCode): void {
  const key = keyOf(type, from, to)
  const codes = state.bounds.get(key) ?? new Set()
  state.bounds.set(key, codes.add(code))
}

export function offer(
  state: SkuState,
  type: WorkType,
  from: number,
  to: number,
  others: { pair: number; net: number }[],
): void {
  const key = keyOf(type, from, to)
  if (state.alternatives.has(key)) return
  state.alternatives.set(
    key,
    others
      .toSorted((one, other) => other.net - one.net || one.pair - other.pair)
      .slice(0, 2)
      .map(({ pair, net }) => ({ from: state.sku.place[pair] ?? 0, net: money(net) })),
  )
}

export function because(state: SkuState, pair: number, code: NothingCode): void {
  if (!state.why.has(pair)) state.why.set(pair, code)
}

const money = (value: number) => Math.round(value * 100) / 100

/** Chances that demand over these days reaches 0, 1, 2, … units at a pair. */
export function reach(state: SkuState, pair: number, days: number, most: number): Float64Array {
  return tail(state.demand(pair, days), state.dispersion, Math.max(0, most))
}

/** Work orders and reasons of a SKU, in the order of its places. */
export function answersOf(common: Common, state: SkuState): Pick<Answer, 'proposals' | 'nothing'> {
  const { sku } = state
  const proposals: Proposal[] = [...Map.groupBy(state.steps, ({ type, from, to }) => keyOf(type, from, to))]
    .map(([key, steps]) => {
      const [first] = steps
      if (!first) throw new Error('a group has a first one')
      const sum = (what: 'gain' | 'loss' | 'cost') => steps.reduce((total, step) => total + step[what], 0)
      return {
        type: first.type,
        sku: sku.code,
        substitute: first.standIn?.code ?? null,
        standIn: first.standIn ?? null,
        from: sku.place[first.from] ?? 0,
        to: sku.place[first.to] ?? 0,
        quantity: steps.length * first.units,
        pack: first.units,
        gain: steps.map(({ gain }) => money(gain)),
        loss: steps.map(({ loss }) => money(loss)),
        laneCost: money(sum('cost')),
        net: money(sum('gain') - sum('loss') - sum('cost')),
        recipient: sideOf(common, state, first.to),
        donor: sideOf(common, state, first.from),
        sets: isLevelled(first.type) && !isWarehouse(common, state, first.from) ? state.sets : null,
        revisedPrice: first.type === 'PBC' ? (state.prices.get(first.from) ?? null) : null,
        bound: [...(state.bounds.get(key) ?? [])].toSorted(),
        alternatives: state.alternatives.get(key) ?? [],
      }
    })
    .toSorted((one, other) => one.to - other.to || one.from - other.from || compare(one.type, other.type))
  const nothing: Answer['nothing'] = []
  for (let pair = 0; pair < sku.place.length; pair++) {
    if (isWarehouse(common, state, pair) || (state.received[pair] ?? 0) > 0 || (state.sent[pair] ?? 0) > 0)
      continue
    // Where it was never sold, only what was looked at has a reason.
    if (has(sku, pair, flag.absent) && !state.why.has(pair)) continue
    nothing.push({
      sku: sku.code,
      place: sku.place[pair] ?? 0,
      code: state.why.get(pair) ?? 'EnoughStock',
      stock: sku.stock[pair] ?? 0,
      inTransit: sku.inTransit[pair] ?? 0,
      rate: Math.round((state.rate[pair] ?? 0) * 10_000) / 10_000,
    })
  }
  return { proposals, nothing }
}

const isLevelled = (type: WorkType) => type === 'DRP' || type === 'RRP'
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function sideOf(common: Common, state: SkuState, pair: number): Side {
  const { sku } = state
  const days = common.horizonWeeks * 7
  // A warehouse sells nothing itself.
  const rate = isWarehouse(common, state, pair) ? 0 : state.demand(pair, days) / days
  const there = Math.max(0, state.position[pair] ?? 0)
  return {
    stock: sku.stock[pair] ?? 0,
    inTransit: sku.inTransit[pair] ?? 0,
    rate: Math.round(rate * 10_000) / 10_000,
    cover: rate > 0 ? Math.round((there / rate) * 10) / 10 : null,
    stockOut: Math.round(stockOutDays(there, rate, days) * 10) / 10,
    expiring: state.expiring[pair] ?? 0,
  }
}
