// How a scarce amount is given to orders (ORD-017; domain/advisor.md 3.4). Pure, for the screen and the server.

export const distributionMethods = ['Proportional', 'FirstCome', 'Manual'] as const
export type DistributionMethod = (typeof distributionMethods)[number]

/** A line that wants some of it. `orderDate` is an instant as ISO text; earlier lines come first. */
export type Wanting = {
  lineId: string
  lineCode: string
  demand: number
  packUnit: number
  orderDate: string
}
export type Distribution = { quantities: ReadonlyMap<string, number>; remainder: number }

/**
 * Gives out `amount` pieces in full packs; nobody gets more than they asked for. Proportional: each its share of the
 * demand, and the packs that rounding leaves go to the largest remainders; among equals, and in FirstCome throughout,
 * the earlier order comes first, then the lower code.
 *
 * @returns pieces by line id, 0 for who gets none, and what is left of the amount
 */
export function distribute(
  method: Exclude<DistributionMethod, 'Manual'>,
  amount: number,
  lines: readonly Wanting[],
): Distribution {
  const inOrder = lines
    .map((line) => ({ ...line, most: Math.floor(line.demand / line.packUnit) * line.packUnit }))
    .toSorted((a, b) => compare(a.orderDate, b.orderDate) || compare(a.lineCode, b.lineCode))
  return method === 'FirstCome' ? firstCome(amount, inOrder) : proportional(amount, inOrder)
}

type Capped = Wanting & { most: number }

function firstCome(amount: number, lines: readonly Capped[]): Distribution {
  const quantities = new Map<string, number>()
  let left = amount
  for (const { lineId, most, packUnit } of lines) {
    const quantity = Math.min(most, Math.floor(left / packUnit) * packUnit)
    quantities.set(lineId, quantity)
    left -= quantity
  }
  return { quantities, remainder: left }
}

function proportional(amount: number, lines: readonly Capped[]): Distribution {
  const demand = lines.reduce((sum, line) => sum + BigInt(line.demand), 0n)
  const scarce = BigInt(amount) < demand
  const quantities = new Map<string, number>()
  let left = amount
  const rounded = lines.map((line, at) => {
    const pack = BigInt(line.packUnit) * demand
    const share = scarce ? BigInt(amount) * BigInt(line.demand) : BigInt(line.demand) * demand
    const quantity = pack === 0n ? 0 : Math.min(line.most, Number(share / pack) * line.packUnit)
    quantities.set(line.lineId, quantity)
    left -= quantity
    // What rounding took, as a share of a pack, so that packs of several sizes compare.
    return { line, at, rest: pack === 0n ? 0 : Number(((share % pack) * 1_000_000_000n) / pack) }
  })
  const byRest = rounded.toSorted((a, b) => b.rest - a.rest || a.at - b.at)
  for (let given = true; given && left > 0;) {
    given = false
    for (const { line } of byRest) {
      const quantity = quantities.get(line.lineId) ?? 0
      if (left < line.packUnit || quantity + line.packUnit > line.most) continue
      quantities.set(line.lineId, quantity + line.packUnit)
      left -= line.packUnit
      given = true
    }
  }
  return { quantities, remainder: left }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
