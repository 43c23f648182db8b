import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import type { WorkOrderType } from '@kervan/contract/services/words'
import { workTypes, type Shard, type WorkType } from '@kervan/engine/snapshot'
import { isWarehouse } from '@kervan/contract/kit/location-types'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { everywhere, holderOf, valuesOn } from '../settings/holding.ts'
import type { Plan } from '../strategies/compile.ts'
import {
  loadBarred,
  loadComparable,
  loadGroups,
  loadSales,
  loadSkus,
  loadStock,
  loadTotals,
  type SkuRow,
} from './goods.ts'
import { historyWeeks } from './history.ts'
import { loadLots, loadOffers, loadSubstitutes, solvedTogether, weeksAhead } from './inputs.ts'
import { pack } from './pack.ts'
import { loadLanes, loadPlaces, placeOf, type PlaceRow } from './places.ts'
import { restrictionsOf, type Held } from './rules.ts'
import { categoriesOf, skuMaker, type Snapshot } from './sku.ts'

// A run begins with a snapshot: what the tables say now is packed for the engine and kept, so that a shard computed twice
// gives the same, and what a run has seen can be looked up afterwards.

const stylesOfShard = 40

/** The name of each short code (domain/advisor 1.3). */
export const workTypeNames: Readonly<Record<WorkType, WorkOrderType>> = {
  FAL: 'FirstAllocation',
  PDL: 'ProductListingBasedReplenishment',
  PRP: 'AvailabilityRelatedReplenishment',
  DRP: 'DemandRelatedReplenishment',
  RRP: 'SingularityRelatedReplenishment',
  RBD: 'ProductRecommendationToStore',
  DSC: 'CleanupRelatedReplenishment',
  ELC: 'ProductEndOfLifeCycleConsolidation',
  PBC: 'PerformanceBasedProductConsolidation',
}

/** Places and SKUs of a run, and the groups of products. */
export async function loadNamed(
  tx: Tx,
  companyId: number,
  { plan, day }: { plan: Plan; day: string },
): Promise<Pick<Snapshot, 'places' | 'skus' | 'groupsOf'>> {
  const [places, skus, groupsOf] = await Promise.all([
    loadPlaces(tx, companyId, plan),
    loadSkus(tx, companyId, plan, day),
    loadGroups(tx, companyId),
  ])
  return { places, skus, groupsOf }
}

/** What holds for all SKUs of a run, and which they are. */
async function loadCommon(
  tx: Tx,
  companyId: number,
  { plan, day, held }: { plan: Plan; day: string; held: Held },
): Promise<Snapshot> {
  const history = { from: addDays(day, -7 * historyWeeks), before: day, weeks: historyWeeks }
  const types = workTypes.filter((type) => plan.workOrderTypes.includes(workTypeNames[type]))
  const offers = await loadOffers(tx, companyId, { from: history.from, until: addDays(day, 7 * weeksAhead) })
  const [{ places, skus, groupsOf }, totals, comparable] = await Promise.all([
    loadNamed(tx, companyId, { plan, day }),
    loadTotals(tx, companyId, { ...history, promotions: [...offers.promotions.values()].flat() }),
    loadComparable(tx, companyId, { day, types }),
  ])
  const { closes } = restrictionsOf(plan)
  const at = (index: number) => existing(places[index])
  const lanes = await loadLanes(tx, companyId, places, {
    ...plan,
    closed: (from, to) => closes(at(from), at(to)),
  })
  const stores = places.filter(({ type }) => !isWarehouse(type))
  const sold = stores.map(({ id }) => totals.place.get(id) ?? 0)
  const mean = sold.reduce((sum, one) => sum + one, 0) / Math.max(1, sold.filter((one) => one > 0).length)
  const categories = categoriesOf(skus)
  const placeFactor = Float64Array.from(places, ({ id }) =>
    mean > 0 ? Math.max(0.05, (totals.place.get(id) ?? 0) / mean) : 1,
  )
  return {
    places,
    skus,
    groupsOf,
    likeRates: comparable.rates,
    offers,
    common: {
      weeks: historyWeeks,
      types,
      places: places.map(placeOf),
      lanes,
      seasons: categories.map((one) => totals.season.get(one) ?? new Float64Array(historyWeeks)),
      placeFactor,
      seriesFactor: categories.map((category) =>
        seriesFactor(places, placeFactor, totals.seriesPlace.get(category) ?? new Map()),
      ),
      depth: categories.map((category) =>
        Float64Array.from(places, ({ id }) => comparable.depth.get(`${category} ${id}`) ?? 0),
      ),
      holdBack: held('firstAllocationHoldBack', everywhere) / 100,
      clearance: held('endOfLifeClearance', everywhere) / 100,
      remnant: held('remnantThreshold', everywhere),
      underPerformance: held('underPerformance', everywhere),
      benchmarkWeeks: Math.min(historyWeeks, Math.ceil(held('benchmarkHorizon', everywhere) / 7)),
      horizonWeeks: held('forecastHorizon', everywhere),
      priorWeeks: held('priorStrength', everywhere),
      unitHandlingCost: held('unitHandlingCost', everywhere),
      brokenSetValue: held('brokenSetValue', everywhere),
    },
  }
}

/** Sales of each place in a category against the mean of those that sell it, drawn towards its sales in all. */
function seriesFactor(
  places: readonly PlaceRow[],
  placeFactor: Float64Array,
  sold: ReadonlyMap<string, number>,
): Float64Array {
  const mean = [...sold.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, sold.size)
  if (mean <= 0) return placeFactor
  return Float64Array.from(places, ({ id }, at) => ((sold.get(id) ?? 0) / mean + (placeFactor[at] ?? 1)) / 2)
}

/** Packs what a run is computed from, in shards of whole products. Answers how much it is and what it is known by. */
export async function takeSnapshot(
  tx: Tx,
  companyId: number,
  { runId, plan, day, now }: { runId: string; plan: Plan; day: string; now: Date },
): Promise<{ dataVersion: string; shards: number; skus: number; pairs: number }> {
  // Kept, so that what is made of the run later is judged by the same values.
  const values = await valuesOn(tx, companyId, day)
  const held = holderOf(values, plan.rules)
  const snapshot = await loadCommon(tx, companyId, { plan, day, held })
  const blockedDays = held('blockedAfterMove', everywhere)
  const stock = Map.groupBy(await loadStock(tx, companyId, { day, blockedDays }), ({ variant }) => variant)
  const substitutes = await loadSubstitutes(tx, companyId, day)
  const lots = Map.groupBy(await loadLots(tx, companyId, day), ({ variant }) => variant)
  const barred = await loadBarred(tx, companyId, day)
  const make = skuMaker(snapshot, { plan, held, barred, day, lots, substitutes })
  // What lies in warehouses only goes nowhere, unless it is new or stands in for something else.
  const stores = new Set(snapshot.places.filter(({ type }) => !isWarehouse(type)).map(({ id }) => id))
  const isKnown = ({ id }: SkuRow) => stock.get(id)?.some(({ location }) => stores.has(location)) ?? false
  const used = snapshot.skus.filter(
    (row) => stock.has(row.id) && (isKnown(row) || make.isNew(row) || make.standsIn(row)),
  )
  const groups = solvedTogether(used, substitutes)
  const hash = createHash('sha256')
  const common = pack(snapshot.common)
  hash.update(common).update(JSON.stringify(values))
  await sql`delete from run_snapshot where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  await sql`delete from run_shard where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  let shards = 0
  let pairs = 0
  for (const rows of shardsOf(groups)) {
    const sales = Map.groupBy(
      await loadSales(
        tx,
        companyId,
        rows.map(({ id }) => id),
        { from: addDays(day, -7 * historyWeeks), before: day },
      ),
      ({ variant }) => variant,
    )
    const skus = rows.map((row) =>
      make.sku(row, [...(stock.get(row.id) ?? []), ...make.absent(row, stock.get(row.id) ?? [])], {
        sales: sales.get(row.id) ?? [],
        isFirst: !isKnown(row) && make.isNew(row),
      }),
    )
    pairs += skus.reduce((sum, { place }) => sum + place.length, 0)
    const input = pack({ skus } satisfies Shard)
    hash.update(input)
    shards += 1
    await insertMany(tx, 'run_shard', [
      { company_id: companyId, run_id: runId, no: shards, skus: skus.length, input },
    ])
  }
  const dataVersion = hash.digest('hex')
  await insertMany(tx, 'run_snapshot', [
    {
      company_id: companyId,
      run_id: runId,
      common,
      setting_values: values,
      data_version: dataVersion,
      taken_at: now,
    },
  ])
  return { dataVersion, shards, skus: used.length, pairs }
}

/** Groups of SKUs one after the other, until a shard has its products. */
function shardsOf(groups: readonly SkuRow[][]): SkuRow[][] {
  const shards: SkuRow[][] = []
  let products = stylesOfShard
  for (const rows of groups) {
    if (products >= stylesOfShard) {
      shards.push([])
      products = 0
    }
    shards.at(-1)?.push(...rows)
    products += new Set(rows.map(({ productId }) => productId)).size
  }
  return shards
}
