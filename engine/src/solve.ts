import { forecast, comingSeason, seasonIndex } from './forecast.ts'
import { replenish } from './replenish.ts'
import { rebalance } from './rebalance.ts'
import type { Answer, Common, Shard, Sku } from './snapshot.ts'
import { answersOf, stateOf } from './state.ts'

/**
 * Makes the work orders of a shard, and says for each place and SKU without one why. Stock is used in this order:
 * minimum display from warehouses, demand from warehouses, then transfers between stores. Pure: the same input has the
 * same answer, whatever was computed before.
 */
export function solve(common: Common, shard: Shard): Answer {
  const seasons = common.seasons.map((sold) => seasonIndex(sold))
  const answer: Answer = { proposals: [], nothing: [] }
  for (const skus of stylesOf(shard)) {
    const states = skus.map((sku) => {
      const index = seasons[sku.season] ?? new Float64Array(common.weeks).fill(1)
      const { rate, dispersion } = forecast(sku, common, index)
      return stateOf(common, sku, rate, dispersion, (days) => comingSeason(index, days))
    })
    for (const state of states) replenish(common, state)
    rebalance(common, states)
    for (const state of states) {
      const { proposals, nothing } = answersOf(common, state)
      answer.proposals.push(...proposals)
      answer.nothing.push(...nothing)
    }
  }
  return answer
}

/** SKUs of a shard by style, both in the order in which they come. */
function stylesOf({ skus }: Shard): Sku[][] {
  return [...Map.groupBy(skus, ({ style }) => style).values()]
}
