import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import type { WorkOrderType } from '@kervan/contract/services/words'
import { flag, workTypes, type Common, type Shard, type Sku, type WorkType } from '@kervan/engine/snapshot'
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
  ruleProduct,
  type Barred,
  type PairRow,
  type SaleRows,
  type SkuRow,
} from './goods.ts'
import { pack } from './pack.ts'
import { loadLanes, loadPlaces, placeOf, type PlaceRow } from './places.ts'
import { restrictionsOf, spotOf, type Held, type Restrictions } from './rules.ts'

// A run begins with a snapshot: what the tables say now is packed for the engine and kept, so that a shard computed twice
// gives the same, and what a run has seen can be looked up afterwards.

/** Weeks of sales that the engine looks at. */
export const historyWeeks = 60
const stylesOfShard = 40
/** A product that is delisted within so many days ends. */
const endingDays = 84
/** Part of the price that a sold unit brings (our reading: the portal keeps no purchase prices). */
export const marginShare = 0.5

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

export type Snapshot = {
  common: Common
  places: PlaceRow[]
  skus: SkuRow[]
  groupsOf: (id: string | null) => string[]
  /** Units a day of an average size of a category at a place, by category and size. */
  likeRates: ReadonlyMap<string, number>
}

/** What holds for all SKUs of a run, and which they are. */
export async function loadCommon(
  tx: Tx,
  companyId: number,
  { plan, day, held }: { plan: Plan; day: string; held: Held },
): Promise<Snapshot> {
  const history = { from: addDays(day, -7 * historyWeeks), before: day, weeks: historyWeeks }
  const types = workTypes.filter((type) => plan.workOrderTypes.includes(workTypeNames[type]))
  const [places, skus, groupsOf, totals, comparable] = await Promise.all([
    loadPlaces(tx, companyId, plan),
    loadSkus(tx, companyId, plan, day),
    loadGroups(tx, companyId),
    loadTotals(tx, companyId, history),
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

const categoriesOf = (skus: readonly SkuRow[]) =>
  [...new Set(skus.map(({ category }) => category))].toSorted()

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
  const make = skuMaker(snapshot, { plan, held, barred: await loadBarred(tx, companyId, day) })
  // What lies in warehouses only goes nowhere, unless it is new.
  const stores = new Set(snapshot.places.filter(({ type }) => !isWarehouse(type)).map(({ id }) => id))
  const isKnown = ({ id }: SkuRow) => stock.get(id)?.some(({ location }) => stores.has(location)) ?? false
  const used = snapshot.skus.filter((row) => stock.has(row.id) && (isKnown(row) || make.isNew(row)))
  const styles = [...Map.groupBy(used, ({ productId }) => productId).values()]
  const hash = createHash('sha256')
  const common = pack(snapshot.common)
  hash.update(common).update(JSON.stringify(values))
  await sql`delete from run_snapshot where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  await sql`delete from run_shard where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  let shards = 0
  let pairs = 0
  for (let at = 0; at < styles.length; at += stylesOfShard) {
    const rows = styles.slice(at, at + stylesOfShard).flat()
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
        isFirst: !isKnown(row),
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

/** Makes SKUs of the engine from rows. */
function skuMaker(
  { common, places, skus, groupsOf, likeRates }: Snapshot,
  { plan, held, barred }: { plan: Plan; held: Held; barred: Barred },
) {
  const { closesFor }: Restrictions = restrictionsOf(plan)
  const placeAt = new Map(places.map(({ id }, at) => [id, at]))
  const styleAt = new Map([...new Set(skus.map(styleOf))].map((style, at) => [style, at]))
  const categoryAt = new Map(categoriesOf(skus).map((category, at) => [category, at]))
  // The same size of the product in another colour stands in.
  const sameSize = new Map(
    [...Map.groupBy(skus, sizeOf)].map(([key, rows]) => [key, rows.map(({ code }) => code)]),
  )
  const newSince = historyWeeks * 7 - held('blockedAfterIntroduction', everywhere)
  const introduced = held('blockedAfterIntroduction', everywhere)
  const asks = (...types: WorkType[]) => types.some((type) => common.types.includes(type))
  /** Listed a short time ago, or so soon that its goods have to leave now. */
  const isNew = (row: SkuRow) => {
    if (row.listedIn === null || !asks('FAL', 'PDL')) return false
    const ahead = held('leadTime', everywhere) + held('reviewDays', everywhere)
    return row.listedIn <= ahead && row.listedIn > -introduced
  }
  /** Stores that never held a SKU, where it may begin. */
  const absent = (row: SkuRow, stock: readonly PairRow[]): PairRow[] => {
    const isRecommended = asks('RBD') && stock.some(({ location }) => !isDepot(location))
    if (!isNew(row) && !isRecommended) return []
    const known = new Set(stock.map(({ location }) => location))
    return places
      .filter(({ id, type }) => !isWarehouse(type) && !known.has(id))
      .map(({ id }) => ({
        variant: row.id,
        location: id,
        stock: 0,
        reserved: 0,
        inTransit: 0,
        moved: false,
        absent: true,
      }))
  }
  const depots = new Set(places.filter(({ type }) => isWarehouse(type)).map(({ id }) => id))
  const isDepot = (location: string) => depots.has(location)
  type History = { sales: readonly SaleRows[]; isFirst: boolean }
  const sku = (row: SkuRow, stock: readonly PairRow[], { sales, isFirst }: History): Sku => {
    const product = ruleProduct(row, groupsOf)
    const known = stock.filter(({ location }) => placeAt.has(location))
    const own = known.toSorted(
      (one, other) => (placeAt.get(one.location) ?? 0) - (placeAt.get(other.location) ?? 0),
    )
    const pairs = own.map((pair) => ({ ...pair, at: existing(placeAt.get(pair.location)) }))
    const history = historyOf(pairs, sales)
    const ints = (value: (pair: (typeof pairs)[number]) => number) => Int32Array.from(pairs, value)
    const setting = (name: Parameters<Held>[0], at: number) =>
      held(name, spotOf(existing(places[at]), product))
    const closes = closesFor(product)
    const { from, to } = common.lanes
    return {
      code: row.code,
      style: styleAt.get(styleOf(row)) ?? 0,
      season: categoryAt.get(row.category) ?? 0,
      margin: row.price * marginShare,
      price: row.price,
      isFirst,
      alike: (sameSize.get(sizeOf(row)) ?? []).filter((code) => code !== row.code),
      likeRate: likeRates.get(`${row.category} ${row.size}`) ?? likeRates.get(`${row.category} `) ?? 0,
      endsIn: row.endsIn !== null && row.endsIn <= endingDays ? row.endsIn : null,
      pack: Math.max(1, row.pack),
      storePack: Math.max(1, held('packRounding', spotOf(null, product))),
      place: ints(({ at }) => at),
      stock: ints((pair) => pair.stock),
      inTransit: ints((pair) => pair.inTransit),
      reserved: ints((pair) => pair.reserved),
      flags: Uint8Array.from(
        pairs,
        (pair, index) =>
          (isListed(row) ? 0 : flag.notListed) |
          (pair.absent ? flag.absent : 0) |
          (barred.muted.has(`${row.id} ${pair.location}`) ? flag.muted : 0) |
          (barred.blocked.has(`${row.productId} ${pair.location}`) ? flag.mayNotReceive : 0) |
          (pair.moved ? flag.recentlyMoved : 0) |
          ((history.firstDay[index] ?? -1) > newSince ? flag.recentlyIntroduced : 0),
      ),
      closedLanes: closes
        ? Int32Array.from(
            Array.from(from, (_, lane) => lane).filter((lane) =>
              closes(existing(places[from[lane] ?? 0]), existing(places[to[lane] ?? 0])),
            ),
          )
        : new Int32Array(0),
      minimumDisplay: ints(({ at }) =>
        existing(common.places[at]).isWarehouse ? 0 : setting('minimumDisplay', at),
      ),
      startQuantity: ints(({ at, absent: isAbsent, stock: own }) =>
        asks('PDL') && isNew(row) && !existing(common.places[at]).isWarehouse && (isAbsent || own === 0)
          ? setting('listingQuantity', at)
          : 0,
      ),
      retention: ints(({ at }) =>
        existing(common.places[at]).isWarehouse ? 0 : setting('retentionThreshold', at),
      ),
      coverDays: ints(({ at }) => setting('leadTime', at) + setting('reviewDays', at)),
      serviceLevel: Float64Array.from(pairs, ({ at }) => setting('serviceLevel', at) / 100),
      ...history.columns,
    }
  }
  const isListed = (row: SkuRow) =>
    (row.listedIn === null || row.listedIn <= 0 || isNew(row)) && (row.endsIn === null || row.endsIn >= 0)
  return { sku, absent, isNew }
}

const sizeOf = ({ productId, size }: SkuRow) => `${productId} ${size}`
/** Sizes of one colour of a product make up a set. */
const styleOf = ({ productId, color }: SkuRow) => `${productId} ${color}`

/** Sales by week, and the days of each week without stock: those after an evening with none, until the next row. */
function historyOf(pairs: readonly PairRow[], sales: readonly SaleRows[]) {
  const bySite = new Map(sales.map((row) => [row.location, row]))
  const columns = {
    soldPair: [] as number[],
    soldWeek: [] as number[],
    soldUnits: [] as number[],
    shortPair: [] as number[],
    shortWeek: [] as number[],
    shortDays: [] as number[],
    sinceWeek: [] as number[],
  }
  const firstDay: number[] = []
  const end = historyWeeks * 7
  for (const [index, { location }] of pairs.entries()) {
    const row = bySite.get(location)
    const first = row?.days[0] ?? end
    firstDay.push(row ? first : -1)
    columns.sinceWeek.push(Math.floor(first / 7))
    if (!row) continue
    const sold = new Map<number, number>()
    const without = new Map<number, number>()
    for (const [at, day] of row.days.entries()) {
      const week = Math.floor(day / 7)
      const units = row.units[at] ?? 0
      if (units > 0) sold.set(week, (sold.get(week) ?? 0) + units)
      if (row.stocks[at] !== 0) continue
      for (let gone = day + 1; gone < (row.days[at + 1] ?? end); gone++)
        without.set(Math.floor(gone / 7), (without.get(Math.floor(gone / 7)) ?? 0) + 1)
    }
    for (const [week, units] of sold) {
      columns.soldPair.push(index)
      columns.soldWeek.push(week)
      columns.soldUnits.push(units)
    }
    for (const [week, days] of without) {
      columns.shortPair.push(index)
      columns.shortWeek.push(week)
      columns.shortDays.push(7 - days)
    }
  }
  const packed = {
    soldPair: Int32Array.from(columns.soldPair),
    soldWeek: Int32Array.from(columns.soldWeek),
    soldUnits: Int32Array.from(columns.soldUnits),
    shortPair: Int32Array.from(columns.shortPair),
    shortWeek: Int32Array.from(columns.shortWeek),
    shortDays: Int32Array.from(columns.shortDays),
    sinceWeek: Int32Array.from(columns.sinceWeek),
  }
  return { firstDay, columns: packed }
}
