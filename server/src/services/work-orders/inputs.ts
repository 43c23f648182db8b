import { usualMultiple } from '@kervan/engine/offers'
import type { Sku, StandIn } from '@kervan/engine/snapshot'
import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { SkuRow } from './goods.ts'
import type { PlaceRow } from './places.ts'

// What a company tells the engine beside stock and sales: substitutes, promotions, changes of list prices, and batches that
// expire.

/** Weeks ahead for which the engine is told what is on offer. */
export const weeksAhead = 16
/** Part of the demand that takes the same size in another colour, where nobody has said anything (our reading). */
const alikeShare = 0.6

export type SubstituteRow = { product: string; substitute: string; share: number }

/** Substitutes that hold on a day, by product and rank. */
export async function loadSubstitutes(tx: Tx, companyId: number, day: string): Promise<SubstituteRow[]> {
  const { rows } = await sql<SubstituteRow>`
    select t.product_id as product, t.substitute_id as substitute, t.share from product_substitute t join product p on p.company_id = ${companyId} and p.id = t.substitute_id
    where t.company_id = ${companyId} and t.valid_from <= ${day}::date and (t.valid_to is null or t.valid_to >= ${day}::date)
    order by t.product_id, t.rank, p.code`.execute(tx)
  return rows
}

/**
 * Answers what stands in for a SKU, the best first: of each declared product the same size, of the same colour first, or its
 * only SKU; then the same size of the product itself in another colour.
 */
export function standInsOf(
  skus: readonly SkuRow[],
  substitutes: readonly SubstituteRow[],
): (row: SkuRow) => StandIn[] {
  const byProduct = Map.groupBy(skus, ({ productId }) => productId)
  const declared = Map.groupBy(substitutes, ({ product }) => product)
  return (row) => {
    const found = (declared.get(row.productId) ?? []).flatMap(({ substitute, share }) =>
      fitting(row, byProduct.get(substitute) ?? []).map(({ code }) => ({
        code,
        share: share / 100,
        declared: true,
      })),
    )
    const own = (byProduct.get(row.productId) ?? []).filter(
      ({ code, size }) => code !== row.code && size === row.size,
    )
    return [...found, ...own.map(({ code }) => ({ code, share: alikeShare, declared: false }))]
  }
}

function fitting(row: SkuRow, rows: readonly SkuRow[]): SkuRow[] {
  const same = rows.filter(({ size }) => size === row.size)
  if (same.length === 0) return rows.length === 1 ? [...rows] : []
  return same.toSorted((one, other) => Number(other.color === row.color) - Number(one.color === row.color))
}

/** Products that stand in for each other are solved together: groups of their SKUs, in the order in which these come. */
export function solvedTogether(skus: readonly SkuRow[], substitutes: readonly SubstituteRow[]): SkuRow[][] {
  const root = new Map<string, string>()
  const rootOf = (product: string): string => {
    const parent = root.get(product) ?? product
    if (parent === product) return product
    const top = rootOf(parent)
    root.set(product, top)
    return top
  }
  for (const { product, substitute } of substitutes) root.set(rootOf(product), rootOf(substitute))
  return [...Map.groupBy(skus, ({ productId }) => rootOf(productId)).values()]
}

export type PromotionRow = {
  product: string
  group: string | null
  location: string | null
  from: string
  to: string
  /** Part of the price that is left. */
  price: number
  advertised: boolean
  lift: number | null
}
export type PriceRow = { product: string; day: string; ratio: number }
export type Offers = { promotions: Map<string, PromotionRow[]>; prices: Map<string, PriceRow[]> }

/** Promotions and changes of list prices from a day on until another one. */
export async function loadOffers(
  tx: Tx,
  companyId: number,
  { from, until }: { from: string; until: string },
): Promise<Offers> {
  const { rows: promotions } = await sql<PromotionRow>`
    select t.product_id as product, t.location_group as "group", t.location_id as location, t.promotion_from::text as "from", t.promotion_to::text as "to",
      (1 - t.price_off / 100)::float8 as price, t.advertised, t.lift::float8 as lift
    from sales_promotion t where t.company_id = ${companyId} and t.promotion_from <= ${until}::date and t.promotion_to >= ${from}::date order by t.code`.execute(
    tx,
  )
  const { rows: prices } = await sql<PriceRow>`
    select c.product_id as product, c.change_date::text as day, (c.new_price / c.old_price)::float8 as ratio from price_change c
    where c.company_id = ${companyId} and c.change_date between ${from}::date and ${until}::date and c.old_price > 0 and c.new_price > 0 order by c.change_date`.execute(
    tx,
  )
  return {
    promotions: Map.groupBy(promotions, ({ product }) => product),
    prices: Map.groupBy(prices, ({ product }) => product),
  }
}

/** The multiple of ordinary sales that a promotion usually brings, for sums over many products. */
export const multipleOf = ({ lift, price, advertised }: PromotionRow): number =>
  lift ?? usualMultiple(price, advertised ? 1 : 0)

type OfferColumns = Pick<
  Sku,
  'offerPair' | 'offerWeek' | 'offerPrice' | 'offerShown' | 'offerLift' | 'listPrice'
>

/** What is on offer of a product at its pairs, by weeks since `from`. */
export function offersOf(
  { promotions, prices }: Offers,
  productId: string,
  pairs: readonly PlaceRow[],
  { from, weeks, day }: { from: string; weeks: number; day: string },
): OfferColumns {
  const all = weeks + weeksAhead
  const mine = (promotions.get(productId) ?? []).map((promotion) => ({
    promotion,
    shares: sharesOf(promotion, from, all),
  }))
  const found: { pair: number; week: number; price: number; shown: number; lift: number }[] = []
  for (const [pair, { id, group }] of pairs.entries()) {
    const here = mine.filter(
      ({ promotion }) =>
        (promotion.location === null || promotion.location === id) &&
        (promotion.group === null || promotion.group === group),
    )
    const weeksOf = new Set(here.flatMap(({ shares }) => [...shares.keys()]))
    for (const week of [...weeksOf].toSorted((a, b) => a - b)) {
      const cell = { pair, week, price: 1, shown: 0, lift: 0 }
      for (const { promotion, shares } of here) {
        const share = shares.get(week) ?? 0
        cell.price *= 1 - share * (1 - promotion.price)
        if (promotion.advertised) cell.shown = Math.max(cell.shown, share)
        if (share > 0 && promotion.lift !== null)
          cell.lift = (cell.lift || 1) * (1 + share * (promotion.lift - 1))
      }
      found.push(cell)
    }
  }
  return {
    offerPair: Int32Array.from(found, ({ pair }) => pair),
    offerWeek: Int32Array.from(found, ({ week }) => week),
    offerPrice: Float64Array.from(found, ({ price }) => price),
    offerShown: Float64Array.from(found, ({ shown }) => shown),
    offerLift: Float64Array.from(found, ({ lift }) => lift),
    listPrice: listPriceOf(prices.get(productId) ?? [], { from, weeks: all, day }),
  }
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The part of each week in which a promotion is on. */
function sharesOf(promotion: PromotionRow, from: string, weeks: number): Map<number, number> {
  const first = Math.max(0, daysBetween(from, promotion.from))
  const last = Math.min(weeks * 7 - 1, daysBetween(from, promotion.to))
  const shares = new Map<number, number>()
  for (let day = first; day <= last; day++)
    shares.set(Math.floor(day / 7), (shares.get(Math.floor(day / 7)) ?? 0) + 1 / 7)
  return shares
}

/** The list price of each week over that of a day, the price in the middle of the week; empty where it does not change. */
function listPriceOf(
  changes: readonly PriceRow[],
  { from, weeks, day }: { from: string; weeks: number; day: string },
): Float64Array {
  if (changes.length === 0) return new Float64Array(0)
  return Float64Array.from({ length: weeks }, (_, week) => {
    const middle = addDays(from, week * 7 + 3)
    let ratio = 1
    for (const change of changes) {
      if (change.day > middle && change.day <= day) ratio /= change.ratio
      if (change.day <= middle && change.day > day) ratio *= change.ratio
    }
    return ratio
  })
}

export type LotRow = { variant: string; location: string; days: number; units: number }

/** Batches in stock, with the days until they expire. */
export async function loadLots(tx: Tx, companyId: number, day: string): Promise<LotRow[]> {
  const { rows } = await sql<LotRow>`
    select t.variant_id as variant, t.location_id as location, t.expires_on - ${day}::date as days, t.units
    from stock_batch t where t.company_id = ${companyId} and t.units > 0 order by t.expires_on, t.batch`.execute(
    tx,
  )
  return rows
}

/** The batches of a SKU at its pairs. */
export function lotsOf(
  lots: readonly LotRow[],
  pairs: readonly { location: string }[],
): Pick<Sku, 'lotPair' | 'lotDays' | 'lotUnits'> {
  const pairAt = new Map(pairs.map(({ location }, pair) => [location, pair]))
  const known = lots.flatMap(({ location, days, units }) => {
    const pair = pairAt.get(location)
    return pair === undefined ? [] : [{ pair, days, units }]
  })
  return {
    lotPair: Int32Array.from(known, ({ pair }) => pair),
    lotDays: Int32Array.from(known, ({ days }) => days),
    lotUnits: Int32Array.from(known, ({ units }) => units),
  }
}
