import { clearRemnants, clearWarehouses, endOfLife } from './clear.ts'
import { allocateFirst, recommend } from './first.ts'
import { forecast, comingSeason, seasonIndex } from './forecast.ts'
import { consolidate } from './perform.ts'
import { rebalance } from './rebalance.ts'
import { replenish } from './replenish.ts'
import type { Answer, Common, Shard, Sku } from './snapshot.ts'
import { answersOf, stateOf, type SkuState } from './state.ts'
import { substitute } from './substitute.ts'

/**
 * Makes the work orders of a shard, and says for each place and SKU without one why. Stock is used in this order
 * (domain/advisor 1.2): from warehouses first allocations, listings, minimum display, demand, recommendations and what is to
 * be cleared; then between stores demand and broken sets, remnants, ending products and those that sell badly. Pure: the same input has the
 * same answer, whatever was computed before.
 */
export function solve(common: Common, shard: Shard): Answer {
  const seasons = common.seasons.map((sold) => seasonIndex(sold))
  const all: SkuState[] = []
  for (const skus of stylesOf(shard)) {
    const states = skus.map((sku) => {
      const index = seasons[sku.season] ?? new Float64Array(common.weeks).fill(1)
      return stateOf(common, sku, forecast(sku, common, index), (days) => comingSeason(index, days))
    })
    allocateFirst(common, states)
    for (const state of states) replenish(common, state)
    recommend(common, states)
    clearWarehouses(common, states)
    rebalance(common, states)
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
  }
}

/** SKUs of a shard by style, both in the order in which they come. */
function stylesOf({ skus }: Shard): Sku[][] {
  return [...Map.groupBy(skus, ({ style }) => style).values()]
}
