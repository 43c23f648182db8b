import type { BoundCode, WorkType } from './snapshot.ts'
import { bind, offer, send, type SkuState } from './state.ts'
import { transfer } from './transfer.ts'

// Units of one SKU from some pairs to others over the lanes that there are, at the best value (domain/advisor 2.1).

export type Spreading = {
  senders: readonly number[]
  receivers: readonly number[]
  pack: number
  /** What the first, second, … pack costs each sender, and brings each receiver. */
  loss: readonly Float64Array[]
  value: readonly Float64Array[]
  /** Cost of a pack by sender × receivers + receiver, Infinity without a lane; see `laneCosts`. */
  cost: Float64Array
  /** Packs by the same numbers, where they are decided; else the best of the SKU are found. */
  units?: Int32Array
  /** Type of the next pack to a receiver. */
  typeOf: (to: number) => WorkType
  /** What limits a work order that takes all that a sender may give, and one that does not. */
  bounds: { all: BoundCode; some: BoundCode }
}

/** Cost of a pack by sender × receivers + receiver; Infinity where there is no lane. */
export function laneCosts(
  state: SkuState,
  senders: readonly number[],
  receivers: readonly number[],
  pack: number,
): Float64Array {
  const cost = new Float64Array(senders.length * receivers.length)
  for (const [by, from] of senders.entries())
    for (const [at, to] of receivers.entries())
      cost[by * receivers.length + at] = state.ways.cost(from, to) * pack
  return cost
}

/** Moves the packs. Answers, for each receiver, those it got and how many senders have a lane to it. */
export function spread(
  state: SkuState,
  { senders, receivers, pack, loss, value, cost, units: decided, typeOf, bounds }: Spreading,
): { got: number; ways: number }[] {
  const units = decided ?? transfer({ loss, value, cost }).units
  const given = new Int32Array(senders.length)
  const got = new Int32Array(receivers.length)
  for (const [at, to] of receivers.entries())
    for (const [by, from] of senders.entries()) {
      const cell = by * receivers.length + at
      for (let unit = 0; unit < (units[cell] ?? 0); unit++) {
        const type = typeOf(to)
        const gain = value[at]?.[got[at] ?? 0] ?? 0
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
        send(state, {
          type,
          from,
          to,
          units: pack,
          gain,
          loss: loss[by]?.[given[by] ?? 0] ?? 0,
          cost: cost[cell] ?? Infinity,
        })
        given[by]! += 1
        got[at]! += 1
        if (unit + 1 === (units[cell] ?? 0)) {
          const isAll = (given[by] ?? 0) === (loss[by]?.length ?? 0)
          bind(state, type, from, to, isAll ? bounds.all : bounds.some)
        }
        if (pack > 1) bind(state, type, from, to, 'Pack')
      }
    }
  return receivers.map((_, at) => ({
    got: got[at] ?? 0,
    ways: senders.filter((__, by) => (cost[by * receivers.length + at] ?? Infinity) < Infinity).length,
  }))
}

/** Sums of `worth` over the units of each pack. */
export function packsOf(packs: number, pack: number, worth: (unit: number) => number): Float64Array {
  const sums = new Float64Array(packs)
  for (let at = 0; at < packs; at++)
    for (let unit = 1; unit <= pack; unit++) sums[at]! += worth(at * pack + unit)
  return sums
}
