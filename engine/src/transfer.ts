// Units of one SKU between places: value falls with each unit that a receiver gets, loss grows with each that a sender
// gives (domain/advisor 2.1). Greedy by the best pair, then improved by changing senders, receivers and both.

export type TransferProblem = {
  /** For each sender, what its first, second, … unit costs it; as long as what it may send. Non-decreasing. */
  loss: readonly Float64Array[]
  /** For each receiver, what its first, second, … unit brings. Non-increasing. */
  value: readonly Float64Array[]
  /** Cost of a unit by sender × receivers + receiver; Infinity where there is no lane. */
  cost: Float64Array
}

export type Transfers = { units: Int32Array; objective: number }

const least = 1e-9

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
  for (let round = 0; round < 8; round++) if (!improve()) break
  return { units, objective: objective() }

  /** Adds the best unit as long as one brings something. */
  function fill(): boolean {
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
    let isMore = false
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
      if (chosen < 0) return isMore
      const sender = best[chosen] ?? 0
      move(sender, chosen, 1)
      isMore = true
      // The sender asks for more now; what others ask for has not changed.
      for (let receiver = 0; receiver < receivers; receiver++) if (best[receiver] === sender) look(receiver)
    }
  }

  function improve(): boolean {
    let isBetter = false
    for (let sender = 0; sender < senders; sender++)
      for (let receiver = 0; receiver < receivers; receiver++)
        while ((units[sender * receivers + receiver] ?? 0) > 0 && better(sender, receiver)) isBetter = true
    return fill() || isBetter
  }

  /** Replaces one unit of a pair by something better; false where nothing is. */
  function better(sender: number, receiver: number): boolean {
    const keeps = lossOf(sender, (given[sender] ?? 0) - 1) + costOf(sender, receiver)
    const brings = valueOf(receiver, (got[receiver] ?? 0) - 1)
    if (brings - keeps < -least) {
      move(sender, receiver, -1)
      return true
    }
    for (let other = 0; other < senders; other++) {
      if (other === sender) continue
      if (lossOf(other, given[other] ?? 0) + costOf(other, receiver) < keeps - least) {
        move(sender, receiver, -1)
        move(other, receiver, 1)
        return true
      }
    }
    for (let other = 0; other < receivers; other++) {
      if (other === receiver) continue
      const instead = valueOf(other, got[other] ?? 0) - costOf(sender, other)
      if (instead > brings - costOf(sender, receiver) + least) {
        move(sender, receiver, -1)
        move(sender, other, 1)
        return true
      }
    }
    for (let second = 0; second < senders; second++) {
      if (second === sender) continue
      for (let other = 0; other < receivers; other++) {
        if (other === receiver) continue
        const used = units[second * receivers + other] ?? 0
        const swapped = costOf(sender, other) + costOf(second, receiver)
        if (used > 0 && swapped < costOf(sender, receiver) + costOf(second, other) - least) {
          move(sender, receiver, -1)
          move(second, other, -1)
          move(sender, other, 1)
          move(second, receiver, 1)
          return true
        }
        // The sender serves another receiver, and a second sender this one.
        const instead =
          valueOf(other, got[other] ?? 0) -
          costOf(sender, other) -
          (lossOf(second, given[second] ?? 0) + costOf(second, receiver)) +
          costOf(sender, receiver)
        if (instead > least) {
          move(sender, receiver, -1)
          move(sender, other, 1)
          move(second, receiver, 1)
          return true
        }
      }
    }
    return false
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
