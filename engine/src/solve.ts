import { clearRemnants, clearWarehouses, endOfLife } from './clear.ts'
import { allocateFirst, recommend } from './first.ts'
import { forecast, comingSeason, seasonIndex } from './forecast.ts'
import { consolidate } from './perform.ts'
import { laneTable } from './lanes.ts'
import { rebalance } from './rebalance.ts'
import { replenish } from './replenish.ts'
import type { SetAnswer, SetProblem } from './sets.ts'
import type { Answer, Common, Shard, Sku } from './snapshot.ts'
import { answersOf, stateOf, type SkuState } from './state.ts'
import { substitute } from './substitute.ts'

/**
 * Makes the work orders of a shard, and says for each place and SKU without one why. Stock is used in this order
 * (domain/advisor 1.2): from warehouses first allocations, listings, minimum display, demand, recommendations and what is to
 * be cleared; then between stores demand and broken sets, remnants, ending products and those that sell badly. Pure: the same
 * input and the same answers to its questions about size sets have the same answer, whatever was computed before.
 */
export function* solving(common: Common, shard: Shard): Generator<SetProblem, Answer, SetAnswer> {
  const seasons = common.seasons.map((sold) => seasonIndex(sold))
  const table = laneTable(common)
  const all: SkuState[] = []
  const sets = noSets()
  for (const skus of stylesOf(shard)) {
    const states = skus.map((sku) => {
      const index = seasons[sku.season] ?? new Float64Array(common.weeks).fill(1)
      return stateOf(common, sku, forecast(sku, common, index), (days) => comingSeason(index, days), table)
    })
    allocateFirst(common, states)
    for (const state of states) replenish(common, state)
    recommend(common, states)
    clearWarehouses(common, states)
    const way = yield* rebalance(common, states)
    if (way) sets[way] += 1
    clearRemnants(common, states)
    endOfLife(common, states)
    consolidate(common, states)
    all.push(...states)
  }
  substitute(common, all)
  const answers = all.map((state) => answersOf(common, state))
  return {
    proposals: answers.flatMap(({ proposals }) => proposals),
    nothing: answers.flatMap(({ nothing }) => nothing),
    sets,
  }
}

/** As `solving`, at once. Without somebody to ask about size sets, all of them are left to the quick method. */
export function solve(
  common: Common,
  shard: Shard,
  ask: (problem: SetProblem) => SetAnswer = () => 'TooLarge',
): Answer {
  const work = solving(common, shard)
  for (let step = work.next(); ; step = work.next(ask(step.value))) if (step.done) return step.value
}

export const noSets = (): Answer['sets'] => ({ Solved: 0, TooLarge: 0, Time: 0, Memory: 0, Fault: 0 })

/** SKUs of a shard by style, both in the order in which they come. */
function stylesOf({ skus }: Shard): Sku[][] {
  return [...Map.groupBy(skus, ({ style }) => style).values()]
}
