// What the engine is given: plain values and typed arrays, no clock and no chance. The caller resolves settings, scopes
// and principles; here a place is a number into `places`, and a pair is a number into the arrays of its SKU.

import type { SetWay } from './sets.ts'

/** Short codes of work orders (WRK-001), in the order in which they use stock (domain/advisor 1.2). */
export const workTypes = ['FAL', 'PDL', 'PRP', 'DRP', 'RRP', 'RBD', 'DSC', 'ELC', 'PBC'] as const
export type WorkType = (typeof workTypes)[number]

export type Place = {
  code: string
  isWarehouse: boolean
  /** Donor sends only, Recipient receives only, Wildcard does either. */
  role: 'Donor' | 'Recipient' | 'Wildcard'
}

/** Where goods may go, sorted by receiver and rank: a lane that is not here is forbidden. */
export type Lanes = {
  from: Int32Array
  to: Int32Array
  /** Cost of one unit on the way, in money. */
  unitCost: Float64Array
}

/** Reasons why a pair may not send or receive, as bits of `flags`. */
export const flag = {
  notListed: 1,
  muted: 2,
  recentlyMoved: 4,
  recentlyIntroduced: 8,
  mayNotSend: 16,
  mayNotReceive: 32,
  /** The place does not hold the SKU and never did: it is there for a first allocation, a listing or a recommendation. */
  absent: 64,
} as const

/** A SKU that goes instead of another one, and the part of the demand that takes it, from 0 to 1. */
export type StandIn = {
  code: string
  share: number
  /** A person has declared it; else it is the same size in another colour. */
  declared: boolean
}

/** One SKU at its places; all arrays are as long as `place`, the history is sparse. */
export type Sku = {
  code: string
  /** SKUs of one style have the same number. */
  style: number
  /** Number of the season series. */
  season: number
  /** What one sold unit brings, and what it is sold for, in money. */
  margin: number
  price: number
  /** SKUs of the same shard that stand in for it where it is short, the best first. */
  alike: readonly StandIn[]
  /** Nobody has sold it yet: its first distribution is still to come. */
  isFirst: boolean
  /** Units a day that the size of comparable products sells at an average place; what is expected without a history. */
  likeRate: number
  /** Days until the product is delisted; null where that is not known or far away. */
  endsIn: number | null
  /** Units that only leave a warehouse together, and those that only leave a store together. */
  pack: number
  storePack: number
  place: Int32Array
  stock: Int32Array
  inTransit: Int32Array
  reserved: Int32Array
  flags: Uint8Array
  /** Lanes that the SKU may not take, by their numbers, ascending. */
  closedLanes: Int32Array
  minimumDisplay: Int32Array
  /** Units that a place begins with where the product is newly listed; 0 where it is not. */
  startQuantity: Int32Array
  retention: Int32Array
  /** Days from the order to the delivery after the next one. */
  coverDays: Int32Array
  serviceLevel: Float64Array
  /** Sales: pair, week and units, week 0 being the oldest. */
  soldPair: Int32Array
  soldWeek: Int32Array
  soldUnits: Int32Array
  /** Weeks in which a pair had stock on fewer than seven days: pair, week and days. Others had stock all week. */
  shortPair: Int32Array
  shortWeek: Int32Array
  shortDays: Int32Array
  /** First week with a history of the pair. */
  sinceWeek: Int32Array
  /**
   * Weeks in which a pair sells under other terms than usual, in the history and to come (from `weeks` of `Common` on): the
   * price over the usual one of that time, the part of the week that is advertised, and the multiple of ordinary sales where a
   * person has said it, else 0.
   */
  offerPair: Int32Array
  offerWeek: Int32Array
  offerPrice: Float64Array
  offerShown: Float64Array
  offerLift: Float64Array
  /** The list price of each week of the history and of those to come over that of now; empty where it does not change. */
  listPrice: Float64Array
  /** Units of the stock of a pair that expire in so many days, counted from the day of the run; 0 or less is gone already. */
  lotPair: Int32Array
  lotDays: Int32Array
  lotUnits: Int32Array
}

/** What holds for the whole run. */
export type Common = {
  weeks: number
  types: readonly WorkType[]
  places: readonly Place[]
  lanes: Lanes
  /** Sales of each season series by week of the history. */
  seasons: readonly Float64Array[]
  /** Sales of each place against the mean of all, 1 for the mean. */
  placeFactor: Float64Array
  /** Weeks that a transfer between stores looks ahead. */
  horizonWeeks: number
  /** Weeks of history that the prior of a rate counts for. */
  priorWeeks: number
  unitHandlingCost: number
  /** Share of the value that a piece of a broken set keeps. */
  brokenSetValue: number
  /** Sales of each place in each season series against the mean of all, 1 for the mean: the place's cluster. */
  seriesFactor: readonly Float64Array[]
  /** Styles of each season series that each place holds. */
  depth: readonly Float64Array[]
  /** Share of a first allocation that stays in the warehouse. */
  holdBack: number
  /** Share of the price at which an ending product still sells. */
  clearance: number
  /** Units of a style at or below which a store holds a remnant. */
  remnant: number
  /** Share of the sell-through of all stores below which a product under-performs, and the weeks that are compared. */
  underPerformance: number
  benchmarkWeeks: number
}

export type Shard = { skus: readonly Sku[] }

/** One side of a work order when it was proposed. `rate` in units a day; `cover` and `stockOut` in days. */
export type Side = {
  stock: number
  inTransit: number
  rate: number
  /** Days until stock and transit are sold; null without demand. */
  cover: number | null
  /** Expected days without stock in the horizon. */
  stockOut: number
  /** Units of the stock that expire before they sell, and so cover nothing. */
  expiring: number
}

/** What limited the amount. */
export const boundCodes = [
  'Demand',
  'Display',
  'SenderStock',
  'Retention',
  'Pack',
  'ServiceLevel',
  'Constraint',
  'HoldBack',
  'FullSet',
  'StartQuantity',
  'EndOfLife',
  'Remnant',
  'UnderPerformance',
  'Recommendation',
  'Substitute',
] as const
export type BoundCode = (typeof boundCodes)[number]

export type Proposal = {
  type: WorkType
  sku: string
  /** What goes instead of the SKU, which is short. */
  substitute: string | null
  standIn: StandIn | null
  from: number
  to: number
  quantity: number
  pack: number
  /** Expected value at the receiver of each pack, and what the sender loses by it, in money. */
  gain: number[]
  loss: number[]
  laneCost: number
  net: number
  recipient: Side
  donor: Side
  /** How the size sets of the style were decided; null where none depended on it. */
  sets: SetWay | null
  /** The price at which the sender would sell as well as others do; only of PBC. */
  revisedPrice: number | null
  bound: BoundCode[]
  /** The next best senders of the first pack, with what it would bring. */
  alternatives: { from: number; net: number }[]
}

/** Why nothing is proposed for a place and a SKU, the first that holds. */
export const nothingCodes = [
  'NotListed',
  'Muted',
  'OnlySends',
  'MayNotReceive',
  'RecentlyMoved',
  'NoDemand',
  'EnoughStock',
  'NoLane',
  'NoStock',
  'Retention',
  'NothingSendable',
  'GainTooSmall',
  'TypeOff',
  'Pack',
  'LaneCost',
  'Constraint',
] as const
export type NothingCode = (typeof nothingCodes)[number]

export type Nothing = {
  sku: string
  place: number
  code: NothingCode
  stock: number
  inTransit: number
  rate: number
}

export type Answer = {
  proposals: Proposal[]
  nothing: Nothing[]
  /** Styles with size sets by how these were decided. */
  sets: Record<SetWay, number>
}
