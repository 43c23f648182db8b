import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { isWarehouse } from '@kervan/contract/kit/location-types'
import { flag, type Common, type Sku, type WorkType } from '@kervan/engine/snapshot'
import { everywhere } from '../settings/holding.ts'
import type { Plan } from '../strategies/compile.ts'
import { ruleProduct, type Barred, type PairRow, type SaleRows, type SkuRow } from './goods.ts'
import { historyOf, historyWeeks } from './history.ts'
import { lotsOf, offersOf, standInsOf, type LotRow, type Offers, type SubstituteRow } from './inputs.ts'
import type { PlaceRow } from './places.ts'
import { restrictionsOf, spotOf, type Held, type Restrictions } from './rules.ts'

// SKUs of the engine, made from the rows of the tables.

/** A product that is delisted within so many days ends. */
const endingDays = 84
/** Part of the price that a sold unit brings (our reading: the portal keeps no purchase prices). */
export const marginShare = 0.5

export type Snapshot = {
  common: Common
  places: PlaceRow[]
  skus: SkuRow[]
  groupsOf: (id: string | null) => string[]
  /** Units a day of an average size of a category at a place, by category and size. */
  likeRates: ReadonlyMap<string, number>
  offers: Offers
}

export const categoriesOf = (skus: readonly SkuRow[]) =>
  [...new Set(skus.map(({ category }) => category))].toSorted()

type Making = {
  plan: Plan
  held: Held
  barred: Barred
  day: string
  lots: ReadonlyMap<string, LotRow[]>
  substitutes: readonly SubstituteRow[]
}

/** Makes SKUs of the engine from rows. */
export function skuMaker(
  { common, places, skus, groupsOf, likeRates, offers }: Snapshot,
  { plan, held, barred, day, lots, substitutes }: Making,
) {
  const { closesFor }: Restrictions = restrictionsOf(plan)
  const placeAt = new Map(places.map(({ id }, at) => [id, at]))
  const styleAt = new Map([...new Set(skus.map(styleOf))].map((style, at) => [style, at]))
  const categoryAt = new Map(categoriesOf(skus).map((category, at) => [category, at]))
  const standIns = standInsOf(skus, substitutes)
  const declared = new Set(substitutes.map(({ product }) => product))
  const standing = new Set(substitutes.map(({ substitute }) => substitute))
  const newSince = historyWeeks * 7 - held('blockedAfterIntroduction', everywhere)
  const introduced = held('blockedAfterIntroduction', everywhere)
  const asks = (...types: WorkType[]) => types.some((type) => common.types.includes(type))
  /** Listed a short time ago, or so soon that its goods have to leave now. */
  const isNew = (row: SkuRow) => {
    if (row.listedIn === null || !asks('FAL', 'PDL')) return false
    const ahead = held('leadTime', everywhere) + held('reviewDays', everywhere)
    return row.listedIn <= ahead && row.listedIn > -introduced
  }
  /** Stores that never held a SKU, where it may begin or stand in for another one, and warehouses from which something else goes in its place. */
  const absent = (row: SkuRow, stock: readonly PairRow[]): PairRow[] => {
    const isRecommended = asks('RBD') && stock.some(({ location }) => !isDepot(location))
    const begins = isNew(row) || isRecommended || standing.has(row.productId)
    const isReplaced = declared.has(row.productId)
    if (!begins && !isReplaced) return []
    const known = new Set(stock.map(({ location }) => location))
    return places
      .filter(({ id, type }) => !known.has(id) && (isWarehouse(type) ? isReplaced : begins))
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
      alike: standIns(row),
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
      ...offersOf(
        offers,
        row.productId,
        pairs.map(({ at }) => existing(places[at])),
        { from: addDays(day, -7 * historyWeeks), weeks: historyWeeks, day },
      ),
      ...lotsOf(lots.get(row.id) ?? [], pairs),
    }
  }
  const isListed = (row: SkuRow) =>
    (row.listedIn === null || row.listedIn <= 0 || isNew(row)) && (row.endsIn === null || row.endsIn >= 0)
  return { sku, absent, isNew, standsIn: ({ productId }: SkuRow) => standing.has(productId) }
}

/** Sizes of one colour of a product make up a set. */
const styleOf = ({ productId, color }: SkuRow) => `${productId} ${color}`
