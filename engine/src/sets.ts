import type { Highs } from './highs.ts'
import { solveMip, type Mip, type MipLimits } from './mip.ts'
import { transfer, type TransferProblem } from './transfer.ts'

// Size sets (domain/advisor 2.5): the sizes of a style move together, because what a store has of it is worth more where no
// core size is missing. Which sets are to be whole is a choice of yes and no; with it given, each SKU is a flow between
// places, whose best amounts are whole numbers by themselves. So only these choices are whole numbers of the program.

/** A pack of a SKU: that of a receiver or a sender, the first being 0. */
export type PackOf = { sku: number; side: number; pack: number }

/** What a store has of a style keeps `bonus` where it gets all packs of `gets` and gives none of `keeps`. */
export type CoreSet = { bonus: number; gets: readonly PackOf[]; keeps: readonly PackOf[] }

export type SetProblem = { skus: readonly TransferProblem[]; sets: readonly CoreSet[] }

/** Units by SKU and sender × receivers + receiver, and which sets are whole. */
export type SetSolution = { units: Int32Array[]; isWhole: Uint8Array }

/** Why sets were left to the quick method. */
export const setFailures = ['TooLarge', 'Time', 'Memory', 'Fault'] as const
export type SetFailure = (typeof setFailures)[number]
/** How the sets of a style were decided. */
export const setWays = ['Solved', ...setFailures] as const
export type SetWay = (typeof setWays)[number]
export type SetAnswer = SetSolution | SetFailure

/** Larger programs, and those with a longer search, are left to the quick method on every machine. */
const mostColumns = 25_000
const mostNodes = 2_000
/** What is proven to be within this share of the best counts as the best. */
const closeEnough = 0.001

/** `columns`: another bound on the size of the program. */
export type SetLimits = Pick<MipLimits, 'seconds'> & { columns?: number }

/** Answers the best amounts, `TooLarge`, or `Time`. Throws where HiGHS does. */
export function solveSets(
  highs: Highs,
  problem: SetProblem,
  { seconds, columns = mostColumns }: SetLimits,
): SetAnswer {
  const { mip, arcs, wholeFrom } = programOf(problem)
  if (mip.cost.length > columns) return 'TooLarge'
  const answer = solveMip(highs, mip, { seconds, nodes: mostNodes, gap: closeEnough })
  if (answer.state !== 'Optimal') {
    if (answer.state === 'Infeasible') throw new Error('nothing to be moved is always a solution')
    return answer.state === 'Nodes' ? 'TooLarge' : 'Time'
  }
  const { values } = answer
  const units = problem.skus.map(({ cost }) => new Int32Array(cost.length))
  for (const { sku, cell, column } of arcs) {
    const moved = values[column] ?? 0
    if (Math.abs(moved - Math.round(moved)) > 1e-5) throw new Error('HiGHS moves parts of a unit')
    units[sku]![cell] = Math.round(moved)
  }
  return {
    units,
    isWhole: Uint8Array.from(problem.sets, (_, at) => Math.round(values[wholeFrom + at] ?? 0)),
  }
}

/**
 * The quick method: each SKU by itself, once with the bonus of a set shared by the packs that it needs and once without it,
 * whichever is worth more. With shares, each SKU is worth at least what it can be worth in any answer, so an answer that is
 * worth as much as that is the best one.
 */
export function quickSets(problem: SetProblem): SetSolution & { isBest: boolean } {
  const shared = problem.skus.map(({ loss, value, cost }) => ({
    loss,
    value: value.map((one) => one.slice()),
    cost,
  }))
  let most = 0
  for (const { bonus, gets } of problem.sets) {
    if (gets.length === 0) most += bonus
    for (const { sku, side, pack } of gets) shared[sku]!.value[side]![pack]! += bonus / gets.length
  }
  const together = shared.map((one) => transfer(one))
  most += together.reduce((sum, { objective }) => sum + objective, 0)
  const units = together.map((one) => one.units)
  const worth = worthOf(problem, units)
  if (together.every(({ isBest }) => isBest) && worth >= most - Math.abs(most) * closeEnough)
    return { units, isWhole: wholeOf(problem, units), isBest: true }
  const alone = problem.skus.map((one) => transfer(one).units)
  const better = worthOf(problem, alone) > worth ? alone : units
  return { units: better, isWhole: wholeOf(problem, better), isBest: false }
}

/** What amounts bring: value less loss and ways, and the bonus of each set that is whole. */
export function worthOf(problem: SetProblem, units: readonly Int32Array[]): number {
  let worth = 0
  for (const [sku, { given, got }] of sumsOf(problem, units).entries()) {
    const { loss, value, cost } = problem.skus[sku]!
    for (const [cell, moved] of (units[sku] ?? new Int32Array(0)).entries())
      if (moved > 0) worth -= moved * (cost[cell] ?? 0)
    for (const [at, losses] of loss.entries())
      for (let pack = 0; pack < (given[at] ?? 0); pack++) worth -= losses[pack] ?? 0
    for (const [at, values] of value.entries())
      for (let pack = 0; pack < (got[at] ?? 0); pack++) worth += values[pack] ?? 0
  }
  const isWhole = wholeOf(problem, units)
  return problem.sets.reduce((sum, { bonus }, at) => sum + bonus * (isWhole[at] ?? 0), worth)
}

/** Which sets are whole with these amounts. */
function wholeOf(problem: SetProblem, units: readonly Int32Array[]): Uint8Array {
  const sums = sumsOf(problem, units)
  return Uint8Array.from(problem.sets, ({ gets, keeps }) =>
    Number(
      gets.every(({ sku, side, pack }) => (sums[sku]?.got[side] ?? 0) > pack) &&
        keeps.every(({ sku, side, pack }) => (sums[sku]?.given[side] ?? 0) <= pack),
    ),
  )
}

/** Packs by SKU that each sender gives and each receiver gets. */
const sumsOf = ({ skus }: SetProblem, units: readonly Int32Array[]) =>
  skus.map(({ loss, value }, sku) => {
    const [given, got] = [new Int32Array(loss.length), new Int32Array(value.length)]
    for (const [cell, moved] of (units[sku] ?? new Int32Array(0)).entries()) {
      if (moved === 0) continue
      given[Math.floor(cell / value.length)]! += moved
      got[cell % value.length]! += moved
    }
    return { given, got }
  })

type Arc = { sku: number; cell: number; column: number }

/** The program of a problem: columns of ways, of packs, and at last one for each set. */
function programOf({ skus, sets }: SetProblem): { mip: Mip; arcs: Arc[]; wholeFrom: number } {
  const cost: number[] = []
  const upper: number[] = []
  const rows: { lower: number; upper: number; columns: number[]; values: number[] }[] = []
  const column = (one: number, most: number) => {
    cost.push(one)
    upper.push(most)
    return cost.length - 1
  }
  /** Ways in or out less packs are nothing. */
  const balance = (ways: readonly number[], packs: readonly number[]) =>
    rows.push({
      lower: 0,
      upper: 0,
      columns: [...ways, ...packs],
      values: [...ways.map(() => 1), ...packs.map(() => -1)],
    })
  const extra = bonusOfPacks(skus, sets)
  const arcs: Arc[] = []
  const packColumns = skus.map((problem, sku) => {
    const { loss, value, cost: lane } = problem
    const out: number[][] = loss.map(() => [])
    const into: number[][] = value.map(() => [])
    // The cheapest way into each receiver says which of its packs can bring anything at all.
    const cheapest = new Float64Array(value.length).fill(Infinity)
    for (const [sender, losses] of loss.entries()) {
      if (losses.length === 0) continue
      for (let receiver = 0; receiver < value.length; receiver++) {
        const cell = sender * value.length + receiver
        const asks = (losses[0] ?? 0) + (lane[cell] ?? Infinity)
        const brings = Math.max(0, value[receiver]?.[0] ?? 0) + (extra[sku]?.[receiver] ?? 0)
        if ((value[receiver]?.length ?? 0) === 0 || asks >= brings) continue
        cheapest[receiver] = Math.min(cheapest[receiver] ?? Infinity, asks)
        const at = column(-(lane[cell] ?? 0), Math.min(losses.length, value[receiver]?.length ?? 0))
        arcs.push({ sku, cell, column: at })
        out[sender]?.push(at)
        into[receiver]?.push(at)
      }
    }
    const given = loss.map((losses, sender) => {
      if ((out[sender]?.length ?? 0) === 0) return []
      const packs = Array.from(losses, (one) => column(-one, 1))
      balance(out[sender] ?? [], packs)
      return packs
    })
    const got = value.map((values, receiver) => {
      if ((into[receiver]?.length ?? 0) === 0) return []
      const worth = Array.from(values).filter((one, pack) => pack === 0 || one > (cheapest[receiver] ?? 0))
      const packs = worth.map((one) => column(one, 1))
      balance(into[receiver] ?? [], packs)
      return packs
    })
    return { given, got }
  })
  const wholeFrom = cost.length
  for (const { bonus, gets, keeps } of sets) {
    const needed = gets.map(({ sku, side, pack }) => packColumns[sku]?.got[side]?.[pack])
    const whole = column(bonus, needed.includes(undefined) ? 0 : 1)
    for (const pack of needed)
      if (pack !== undefined)
        rows.push({ lower: -Infinity, upper: 0, columns: [whole, pack], values: [1, -1] })
    for (const { sku, side, pack } of keeps) {
      const given = packColumns[sku]?.given[side]?.[pack]
      if (given !== undefined)
        rows.push({ lower: -Infinity, upper: 1, columns: [whole, given], values: [1, 1] })
    }
  }
  return { mip: mipOf({ cost, upper, rows, wholeFrom }), arcs, wholeFrom }
}

/** What the first pack of a receiver can bring at most beside its value, by SKU and receiver. */
function bonusOfPacks(skus: SetProblem['skus'], sets: SetProblem['sets']): Float64Array[] {
  const extra = skus.map(({ value }) => new Float64Array(value.length))
  for (const { bonus, gets } of sets) for (const { sku, side } of gets) extra[sku]![side]! += bonus
  return extra
}

type Parts = {
  cost: readonly number[]
  upper: readonly number[]
  rows: readonly { lower: number; upper: number; columns: number[]; values: number[] }[]
  wholeFrom: number
}

function mipOf({ cost, upper, rows, wholeFrom }: Parts): Mip {
  const rowStarts = new Int32Array(rows.length + 1)
  for (const [at, { columns }] of rows.entries()) rowStarts[at + 1] = (rowStarts[at] ?? 0) + columns.length
  return {
    isMaximised: true,
    cost: Float64Array.from(cost),
    lower: new Float64Array(cost.length),
    upper: Float64Array.from(upper),
    whole: Int32Array.from(cost, (_, at) => Number(at >= wholeFrom)),
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, (row) => row.upper),
    rowStarts,
    columns: Int32Array.from(rows.flatMap(({ columns }) => columns)),
    values: Float64Array.from(rows.flatMap(({ values }) => values)),
  }
}
