import type { Common, Sku } from './snapshot.ts'

// What promotions and prices do to sales (domain/advisor 1.2). A week with an offer sells a multiple of an ordinary one. The
// multiple is what a person has said, or it follows from the price, the advertising and the list price by what the weeks
// with and without offers have sold, drawn towards what is usual in trade.

/** Weights of: minus the logarithm of the price, the part that is advertised, minus the logarithm of the list price. */
export type Weights = readonly [price: number, shown: number, listPrice: number]

/** What is expected before any sales are seen, and how far it may be from that (our reading). */
const usual: Weights = [2, 0.3, 0]
const spreads: Weights = [1, 0.5, 0.5]
const rounds = 12
/** No offer sells more or less than so many times an ordinary week. */
const mostLift = 20

/** The multiple that a price (over the usual one) and the part that is advertised usually bring. */
export const usualMultiple = (price: number, shown: number): number =>
  multiple({ x: [-log(price), shown, 0], said: 0 }, usual)

export type Lifts = {
  weights: Weights
  /** The multiple of ordinary sales of a pair in a week; weeks to come begin with the number of weeks of the history. */
  of: (pair: number, week: number) => number
  /** Whether there is anything, and whether something is to come. */
  isAny: boolean
  isComing: boolean
}

const none: Lifts = { weights: usual, of: () => 1, isAny: false, isComing: false }

type Cell = { price: number; shown: number; said: number }
/** What is on offer in a week, in the order of the weights; `said` is the multiple that a person has said, or 0. */
type Terms = { x: readonly [number, number, number]; said: number }
type TermsOf = (pair: number, week: number) => Terms | null

/**
 * Learns what the offers of a SKU did. `sold` and `exposure`: units and days of an average week of the season, by pair ×
 * weeks + week. The maximum of the likelihood of the split of each pair's sales over its weeks, with counts as wide as they
 * are, times the prior; by Newton's method.
 */
export function liftsOf(
  sku: Sku,
  { weeks }: Pick<Common, 'weeks'>,
  sold: Float64Array,
  exposure: Float64Array,
): Lifts {
  if (sku.offerPair.length === 0 && sku.listPrice.length === 0) return none
  const cells = new Map<number, Cell>()
  // A list price concerns all pairs.
  const pairs = new Set<number>(sku.listPrice.length > 0 ? sku.place.keys() : [])
  const listed = Array.from(sku.listPrice, (ratio) => -log(ratio))
  let isComing = listed.length > weeks
  for (let at = 0; at < sku.offerPair.length; at++) {
    const [pair, week] = [sku.offerPair[at] ?? 0, sku.offerWeek[at] ?? 0]
    if (week < weeks) pairs.add(pair)
    else isComing = true
    cells.set(keyOf(pair, week), {
      price: -log(sku.offerPrice[at]),
      shown: sku.offerShown[at] ?? 0,
      said: sku.offerLift[at] ?? 0,
    })
  }
  const terms = (pair: number, week: number): Terms | null => {
    const cell = cells.get(keyOf(pair, week))
    const list = listed[week] ?? 0
    if (!cell) return list === 0 ? null : { x: [0, 0, list], said: 0 }
    return { x: [cell.price, cell.shown, list], said: cell.said }
  }
  const weights = learn(
    terms,
    [...pairs].toSorted((a, b) => a - b),
    { weeks, sold, exposure },
  )
  return {
    weights,
    of: (pair, week) => multiple(terms(pair, week), weights),
    isAny: true,
    isComing,
  }
}

const keyOf = (pair: number, week: number) => pair * 1_024 + week
const log = (ratio: number | undefined) => Math.log(ratio !== undefined && ratio > 0 ? ratio : 1)

function multiple(terms: Terms | null, weights: Weights): number {
  if (!terms) return 1
  if (terms.said > 0) return terms.said
  const power = terms.x.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0)
  return Math.min(mostLift, Math.max(1 / mostLift, Math.exp(power)))
}

type History = { weeks: number; sold: Float64Array; exposure: Float64Array }

function learn(termsOf: TermsOf, pairs: readonly number[], history: History): Weights {
  let weights: Weights = usual
  if (pairs.length === 0) return weights
  let wide = widthOf(termsOf, pairs, history, weights)
  for (let round = 0; round < rounds; round++) {
    const next = step(termsOf, pairs, history, weights, wide)
    const moved = Math.max(...next.map((one, at) => Math.abs(one - (weights[at] ?? 0))))
    weights = next
    wide = widthOf(termsOf, pairs, history, weights)
    if (moved < 1e-4) break
  }
  return weights
}

/** Calls `look` with each week of a pair that has a history: its cell, the units sold, and what ordinary demand is counted as. */
function eachWeek(
  termsOf: TermsOf,
  pair: number,
  { weeks, sold, exposure }: History,
  weights: Weights,
  look: (x: readonly number[], units: number, expected: number) => void,
): void {
  for (let week = 0; week < weeks; week++) {
    const days = exposure[pair * weeks + week] ?? 0
    if (days === 0) continue
    const terms = termsOf(pair, week)
    const x = terms && terms.said === 0 ? terms.x : [0, 0, 0]
    look(x, sold[pair * weeks + week] ?? 0, days * multiple(terms, weights))
  }
}

/** Variance over mean of the sales of a week around what the weights expect, at least 1. */
function widthOf(termsOf: TermsOf, pairs: readonly number[], history: History, weights: Weights): number {
  let squares = 0
  let count = 0
  for (const pair of pairs) {
    let [units, days] = [0, 0]
    eachWeek(termsOf, pair, history, weights, (_, one, expected) => {
      units += one
      days += expected
    })
    if (units === 0 || days === 0) continue
    eachWeek(termsOf, pair, history, weights, (_, one, expected) => {
      const mean = (units * expected) / days
      squares += (one - mean) ** 2 / mean
      count += 1
    })
  }
  return count > 0 ? Math.max(1, squares / count) : 1
}

function step(
  termsOf: TermsOf,
  pairs: readonly number[],
  history: History,
  weights: Weights,
  wide: number,
): Weights {
  const slope = usual.map((one, at) => (one - (weights[at] ?? 0)) / (spreads[at] ?? 1) ** 2)
  const curve = spreads.map((spread, at) => spreads.map((_, other) => (at === other ? 1 / spread ** 2 : 0)))
  for (const pair of pairs) {
    let [units, days] = [0, 0]
    const seen = [0, 0, 0]
    const mean = [0, 0, 0]
    const square = [0, 0, 0].map(() => [0, 0, 0])
    eachWeek(termsOf, pair, history, weights, (x, one, expected) => {
      units += one
      days += expected
      for (let a = 0; a < 3; a++) {
        seen[a]! += one * (x[a] ?? 0)
        mean[a]! += expected * (x[a] ?? 0)
        for (let b = 0; b < 3; b++) square[a]![b]! += expected * (x[a] ?? 0) * (x[b] ?? 0)
      }
    })
    if (days === 0) continue
    for (let a = 0; a < 3; a++) {
      slope[a]! += ((seen[a] ?? 0) - (units * (mean[a] ?? 0)) / days) / wide
      for (let b = 0; b < 3; b++)
        curve[a]![b]! +=
          (units * ((square[a]?.[b] ?? 0) / days - ((mean[a] ?? 0) / days) * ((mean[b] ?? 0) / days))) / wide
    }
  }
  const moved = solve3(curve, slope)
  // A step that is too long is cut, so that few sales do not throw it about.
  const [a, b, c] = weights.map((one, at) => one + Math.min(1, Math.max(-1, moved[at] ?? 0)))
  return [a ?? 0, b ?? 0, c ?? 0]
}

/** Solves three equations by elimination; the matrix is positive definite by its prior. */
function solve3(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (let at = 0; at < 3; at++)
    for (let other = at + 1; other < 3; other++) {
      const factor = (rows[other]?.[at] ?? 0) / (rows[at]?.[at] ?? 1)
      for (let column = at; column < 4; column++) rows[other]![column]! -= factor * (rows[at]?.[column] ?? 0)
    }
  const found = [0, 0, 0]
  for (let at = 2; at >= 0; at--) {
    let left = rows[at]?.[3] ?? 0
    for (let other = at + 1; other < 3; other++) left -= (rows[at]?.[other] ?? 0) * (found[other] ?? 0)
    found[at] = left / (rows[at]?.[at] ?? 1)
  }
  return found
}
