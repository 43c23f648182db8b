// Units of one SKU between places: value falls with each unit that a receiver gets, loss grows with each that a sender
// gives (domain/advisor 2.1). Greedy by the best pair, then improved along rings of changes of senders and receivers until none
// is better, which is the optimum, or as long as the work for it has a bound.

export type TransferProblem = {
  /** For each sender, what its first, second, … unit costs it; as long as what it may send. Non-decreasing. */
  loss: readonly Float64Array[]
  /** For each receiver, what its first, second, … unit brings. Non-increasing. */
  value: readonly Float64Array[]
  /** Cost of a unit by sender × receivers + receiver; Infinity where there is no lane. */
  cost: Float64Array
}

/** `isBest`: nothing better is possible; not so where the work for it came to its bound. */
export type Transfers = { units: Int32Array; objective: number; isBest: boolean }

const least = 1e-9
/** Steps that the search for rings may take in one problem, so that its time has a bound. */
const mostWork = 6_000_000

/** Answers units by sender × receivers + receiver. Ties go to the lower numbers, so equal problems have equal answers. */
export function transfer({ loss, value, cost }: TransferProblem): Transfers {
  const senders = loss.length
  const receivers = value.length
  const units = new Int32Array(senders * receivers)
  const given = new Int32Array(senders)
  const got = new Int32Array(receivers)
  const lossOf = (sender: number, k: number) => loss[sender]?.[k] ?? Infinity
  const valueOf = (receiver: number, k: number) => value[receiver]?.[k] ?? 0
  const costOf = (sender: number, receiver: number) => cost[sender * receivers + receiver] ?? Infinity

  const move = (sender: number, receiver: number, by: 1 | -1) => {
    units[sender * receivers + receiver]! += by
    given[sender]! += by
    got[receiver]! += by
  }

  fill()
  let isBest = false
  for (let work = mostWork; work > 0 && !isBest;) {
    const done = turnRing()
    isBest = done === 0
    work -= done
  }
  return { units, objective: objective(), isBest }

  /** Adds the best unit as long as one brings something. */
  function fill(): void {
    const best = new Int32Array(receivers).fill(-1)
    const price = new Float64Array(receivers).fill(Infinity)
    const look = (receiver: number) => {
      best[receiver] = -1
      price[receiver] = Infinity
      for (let sender = 0; sender < senders; sender++) {
        const asks = lossOf(sender, given[sender] ?? 0) + costOf(sender, receiver)
        if (asks < (price[receiver] ?? Infinity)) {
          price[receiver] = asks
          best[receiver] = sender
        }
      }
    }
    for (let receiver = 0; receiver < receivers; receiver++) look(receiver)
    for (;;) {
      let chosen = -1
      let gain = least
      for (let receiver = 0; receiver < receivers; receiver++) {
        const brings = valueOf(receiver, got[receiver] ?? 0) - (price[receiver] ?? Infinity)
        if (brings > gain) {
          gain = brings
          chosen = receiver
        }
      }
      if (chosen < 0) return
      const sender = best[chosen] ?? 0
      move(sender, chosen, 1)
      // The sender asks for more now; what others ask for has not changed.
      for (let receiver = 0; receiver < receivers; receiver++) if (best[receiver] === sender) look(receiver)
    }
  }

  /**
   * Finds a ring of changes that together are better and makes it, by one unit: a negative cycle of the residual network,
   * whose nodes are the senders, the receivers and the stock that stays. Answers the steps that it took, 0 where there is no
   * such ring.
   */
  function turnRing(): number {
    const stays = senders + receivers
    const distance = new Float64Array(stays + 1)
    const before = new Int32Array(stays + 1).fill(-1)
    let steps = 0
    for (let round = 0; round <= stays; round++) {
      let isShorter = false
      for (let sender = 0; sender < senders; sender++) {
        const gives = (distance[stays] ?? 0) + lossOf(sender, given[sender] ?? 0)
        let own = distance[sender] ?? 0
        if (gives < own - least) {
          own = gives
          distance[sender] = own
          before[sender] = stays
          isShorter = true
        }
        const row = sender * receivers
        for (let receiver = 0; receiver < receivers; receiver++) {
          const way = cost[row + receiver] ?? Infinity
          const node = senders + receiver
          const there = distance[node] ?? 0
          if (own + way < there - least) {
            distance[node] = own + way
            before[node] = sender
            isShorter = true
          } else if ((units[row + receiver] ?? 0) > 0 && there - way < own - least) {
            own = there - way
            distance[sender] = own
            before[sender] = node
            isShorter = true
          }
        }
        const keeps = (given[sender] ?? 0) > 0 ? own - lossOf(sender, (given[sender] ?? 0) - 1) : Infinity
        if (keeps < (distance[stays] ?? 0) - least) {
          distance[stays] = keeps
          before[stays] = sender
          isShorter = true
        }
      }
      for (let receiver = 0; receiver < receivers; receiver++) {
        const node = senders + receiver
        const has = got[receiver] ?? 0
        const takes = (distance[node] ?? 0) - valueOf(receiver, has)
        if (takes < (distance[stays] ?? 0) - least) {
          distance[stays] = takes
          before[stays] = node
          isShorter = true
        }
        const gives = has > 0 ? (distance[stays] ?? 0) + valueOf(receiver, has - 1) : Infinity
        if (gives < (distance[node] ?? 0) - least) {
          distance[node] = gives
          before[node] = stays
          isShorter = true
        }
      }
      steps += senders * receivers
      if (!isShorter) return 0
      const ring = round > 0 ? ringOf(before) : null
      if (ring) {
        turn(ring)
        return steps
      }
    }
    return 0
  }

  /** Gives one unit along a ring of nodes, each before the next. */
  function turn(ring: readonly number[]): void {
    const stays = senders + receivers
    for (const [at, from] of ring.entries()) {
      const to = ring[(at + 1) % ring.length] ?? 0
      if (from < senders && to >= senders && to < stays) move(from, to - senders, 1)
      else if (to < senders && from >= senders && from < stays) move(to, from - senders, -1)
    }
  }

  function objective(): number {
    let sum = 0
    for (let sender = 0; sender < senders; sender++)
      for (let k = 0; k < (given[sender] ?? 0); k++) sum -= lossOf(sender, k)
    for (let receiver = 0; receiver < receivers; receiver++)
      for (let k = 0; k < (got[receiver] ?? 0); k++) sum += valueOf(receiver, k)
    for (let at = 0; at < units.length; at++)
      if ((units[at] ?? 0) > 0) sum -= (units[at] ?? 0) * (cost[at] ?? 0)
    return sum
  }
}

/** A ring among the nodes that come before each other; null where there is none. */
function ringOf(before: Int32Array): number[] | null {
  const seen = new Int32Array(before.length).fill(-1)
  for (let start = 0; start < before.length; start++) {
    let at = start
    while (at >= 0 && (seen[at] ?? 0) < 0) {
      seen[at] = start
      at = before[at] ?? -1
    }
    if (at < 0 || seen[at] !== start) continue
    const ring = [at]
    for (let next = before[at] ?? -1; next !== at && next >= 0; next = before[next] ?? -1) ring.push(next)
    return ring.toReversed()
  }
  return null
}
