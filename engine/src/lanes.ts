import type { Common, Sku } from './snapshot.ts'

// Ways between the places of a SKU. All SKUs of a run share one table of them; a SKU may not take those that it closes.

/** A way into a pair: from which pair, at which cost of a unit. */
export type Lane = { from: number; cost: number }

export type LaneTable = {
  /** Number of the lane by sender × places + receiver; -1 where there is none. */
  at: Int32Array
  places: number
  /** Numbers of places that are warehouses, ascending. */
  warehouses: readonly number[]
}

/** The lanes of a run by the places that they join; of two between the same places the first one is taken. */
export function laneTable({ places, lanes: { from, to } }: Common): LaneTable {
  const at = new Int32Array(places.length * places.length).fill(-1)
  for (let lane = from.length - 1; lane >= 0; lane--)
    at[(from[lane] ?? 0) * places.length + (to[lane] ?? 0)] = lane
  return { at, places: places.length, warehouses: [...places.keys()].filter((at) => places[at]?.isWarehouse) }
}

/** The ways of a SKU between its pairs. */
export class Ways {
  readonly #sku: Sku
  readonly #pairOf: Int32Array
  readonly #table: LaneTable
  readonly #unitCost: Float64Array
  readonly #handling: number
  readonly #closed: ReadonlySet<number>

  constructor(common: Common, sku: Sku, pairOf: Int32Array, table: LaneTable) {
    this.#sku = sku
    this.#pairOf = pairOf
    this.#table = table
    this.#unitCost = common.lanes.unitCost
    this.#handling = common.unitHandlingCost
    this.#closed = new Set(sku.closedLanes)
  }

  /** Cost of a unit from a pair to another one; Infinity where it may not go there. */
  cost(from: number, to: number): number {
    const { place } = this.#sku
    if (from < 0 || to < 0) return Infinity
    const lane = this.#table.at[(place[from] ?? 0) * this.#table.places + (place[to] ?? 0)] ?? -1
    if (lane < 0 || (this.#closed.size > 0 && this.#closed.has(lane))) return Infinity
    return (this.#unitCost[lane] ?? 0) + this.#handling
  }

  /** Ways from warehouses into a pair, in the order of their places. */
  fromWarehouses(to: number): Lane[] {
    const ways: Lane[] = []
    for (const place of this.#table.warehouses) {
      const from = this.#pairOf[place] ?? -1
      const cost = from < 0 ? Infinity : this.cost(from, to)
      if (cost < Infinity) ways.push({ from, cost })
    }
    return ways
  }
}
