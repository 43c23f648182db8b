import type { WorkType } from '@kervan/engine/snapshot'
import { sameAssortment } from '@kervan/engine/season'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { Plan } from '../strategies/compile.ts'
import type { RuleProduct } from './rules.ts'
import { multipleOf, type PromotionRow } from './inputs.ts'
import { kept } from './places.ts'

// SKUs of a run with their stock and sales, as the tables have them.

export type SkuRow = {
  id: string
  code: string
  productId: string
  productCode: string
  groupId: string | null
  category: string
  color: string
  size: string
  price: number
  pack: number
  /** Days until it is listed, negative since then, and until it is delisted; null where nothing is said. */
  listedIn: number | null
  endsIn: number | null
}

/** Active variants of the products that the plan keeps, by their codes. */
export async function loadSkus(
  tx: Tx,
  companyId: number,
  plan: Pick<Plan, 'filters'>,
  day: string,
): Promise<SkuRow[]> {
  const { rows } = await sql<SkuRow>`
    select v.id, v.code, p.id as "productId", p.code as "productCode", p.category_id as "groupId", p.category,
      coalesce(v.list_price, p.list_price)::float8 as price, p.pack_unit as pack,
      coalesce(v.color, '') as color, coalesce(v.size, '') as size, p.listed_from - ${day}::date as "listedIn", p.listed_to - ${day}::date as "endsIn"
    from product_variant v join product p on p.company_id = ${companyId} and p.id = v.product_id
    where v.company_id = ${companyId} and v.status = 'Active' and p.status = 'Active' and ${kept(companyId, plan.filters, 'Product', 'p')}
    order by p.code, v.sort_order, v.code`.execute(tx)
  return rows
}

/** Answers the codes of a group and of all groups above it. */
export async function loadGroups(tx: Tx, companyId: number): Promise<(id: string | null) => string[]> {
  const { rows } = await sql<{ id: string; code: string; parent: string | null }>`
    select id, code, parent_id as parent from product_group where company_id = ${companyId}`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (id) => {
    const codes: string[] = []
    for (let at = id, steps = 0; at !== null && steps < 20; steps++) {
      const group = byId.get(at)
      if (!group) break
      codes.push(group.code)
      at = group.parent
    }
    return codes
  }
}

export const ruleProduct = (
  { productCode, groupId }: SkuRow,
  groupsOf: (id: string | null) => string[],
): RuleProduct => ({ code: productCode, groups: groupsOf(groupId) })

export type PairRow = {
  variant: string
  location: string
  stock: number
  reserved: number
  inTransit: number
  /** Moved by a work order within the days after which it may be moved again. */
  moved: boolean
  /** A store that never held the SKU. */
  absent?: boolean
}

/**
 * Stock by SKU and place. What work orders have sent and the stock of the receiver does not know yet is in transit; what
 * they have sent and the sender still counts is reserved there. Both end with the next count of that place, so each unit
 * is counted once.
 */
export async function loadStock(
  tx: Tx,
  companyId: number,
  { day, blockedDays }: { day: string; blockedDays: number },
): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    with moving as (
      select o.variant_id, o.sender_id, o.recipient_id, o.amount, coalesce(o.transferred_at, o.changed_at) as at
      from work_order o where o.company_id = ${companyId} and o.state in ('Approved', 'TransferPending', 'Transferred', 'TransferredNotSynced')
        and o.service_date > ${day}::date - 60),
    coming as (
      select m.variant_id, m.recipient_id as location_id, sum(m.amount)::int as units from moving m
        left join stock s on s.company_id = ${companyId} and s.variant_id = m.variant_id and s.location_id = m.recipient_id
      where s.updated_at is null or s.updated_at < m.at group by 1, 2),
    going as (
      select m.variant_id, m.sender_id as location_id, sum(m.amount)::int as units from moving m
        join stock s on s.company_id = ${companyId} and s.variant_id = m.variant_id and s.location_id = m.sender_id
      where s.updated_at < m.at group by 1, 2),
    recent as (
      select distinct o.variant_id, x.location_id from work_order o cross join lateral (values (o.sender_id), (o.recipient_id)) x(location_id)
      where o.company_id = ${companyId} and o.state in ('TransferPending', 'Transferred', 'TransferredNotSynced')
        and o.service_date > ${day}::date - ${blockedDays}::int and o.service_date < ${day}::date),
    pair as (
      select s.variant_id, s.location_id from stock s where s.company_id = ${companyId}
      union select d.variant_id, d.location_id from daily_sale d where d.company_id = ${companyId} and d.day > ${day}::date - 182
      union select c.variant_id, c.location_id from coming c)
    select p.variant_id as variant, p.location_id as location, coalesce(s.on_hand, 0) as stock,
      coalesce(s.reserved, 0) + coalesce(g.units, 0) as reserved, coalesce(c.units, 0) as "inTransit", r.variant_id is not null as moved
    from pair p left join stock s on s.company_id = ${companyId} and s.variant_id = p.variant_id and s.location_id = p.location_id
      left join coming c on c.variant_id = p.variant_id and c.location_id = p.location_id
      left join going g on g.variant_id = p.variant_id and g.location_id = p.location_id
      left join recent r on r.variant_id = p.variant_id and r.location_id = p.location_id`.execute(tx)
  return rows
}

export type SaleRows = {
  variant: string
  location: string
  /** Days since the first day of the history, ascending, with what was sold and the stock in the evening; -1 where unknown. */
  days: number[]
  units: number[]
  stocks: number[]
  /** The stock of the last evening before the history, -1 where unknown; null where nothing is known of the time before. */
  before: number | null
}

/** Sales of some SKUs from a day on and before another one. */
export async function loadSales(
  tx: Tx,
  companyId: number,
  variantIds: readonly string[],
  { from, before }: { from: string; before: string },
): Promise<SaleRows[]> {
  const { rows } = await sql<SaleRows>`
    select d.variant_id as variant, d.location_id as location, array_agg(d.day - ${from}::date order by d.day) as days,
      array_agg(d.units order by d.day) as units, array_agg(coalesce(d.stock, -1) order by d.day) as stocks,
      (select coalesce(b.stock, -1) from daily_sale b where b.company_id = ${companyId} and b.variant_id = d.variant_id and b.location_id = d.location_id
        and b.day < ${from}::date order by b.day desc limit 1) as before
    from daily_sale d where d.company_id = ${companyId} and d.variant_id = any(${[...variantIds]}::uuid[])
      and d.day >= ${from}::date and d.day < ${before}::date
    group by d.variant_id, d.location_id`.execute(tx)
  return rows
}

export type Totals = {
  season: Map<string, Float64Array>
  place: Map<string, number>
  /** Units of each category by place. */
  seriesPlace: Map<string, Map<string, number>>
}

/**
 * Sales by week of each category as if all of its products had been sold all the time, and of each place in all. What a promotion sold counts as what it would have been without
 * one, so that a promotion is not taken for a season.
 */
export async function loadTotals(
  tx: Tx,
  companyId: number,
  {
    from,
    before,
    weeks,
    promotions,
  }: { from: string; before: string; weeks: number; promotions: readonly PromotionRow[] },
): Promise<Totals> {
  const on = promotions.map((one) => ({ ...one, multiple: multipleOf(one) }))
  const ordinary =
    on.length === 0
      ? sql`d.units`
      : // Decimals, whose sum is the same in any order.
        sql`round(d.units / coalesce((select max(o.multiple) from json_to_recordset(${JSON.stringify(on)}::json) o(product uuid, location uuid, "group" text, "from" date, "to" date, multiple numeric)
          where o.product = p.id and d.day between o."from" and o."to" and (o.location is null or o.location = d.location_id)
            and (o."group" is null or o."group" = (select l.location_group from location l where l.company_id = ${companyId} and l.id = d.location_id))), 1), 6)`
  const { rows } = await sql<{
    category: string
    location: string | null
    product: string | null
    week: number | null
    units: number
  }>`
    select x.category, x.location, x.product, x.week, sum(x.units)::float8 as units
    from (
      select p.category, d.location_id as location, p.id as product, (d.day - ${from}::date) / 7 as week, ${ordinary} as units
      from daily_sale d join product_variant v on v.company_id = ${companyId} and v.id = d.variant_id join product p on p.company_id = ${companyId} and p.id = v.product_id
      where d.company_id = ${companyId} and d.day >= ${from}::date and d.day < ${before}::date) x
    group by grouping sets ((x.category, x.location), (x.category, x.product, x.week)) order by 1, 2, 3, 4`.execute(
    tx,
  )
  const sold = new Map<string, Map<string, Float64Array>>()
  const place = new Map<string, number>()
  const seriesPlace = new Map<string, Map<string, number>>()
  for (const { category, location, product, week, units } of rows) {
    if (location !== null) {
      place.set(location, (place.get(location) ?? 0) + units)
      const ofSeries = seriesPlace.get(category) ?? new Map<string, number>()
      seriesPlace.set(category, ofSeries.set(location, units))
      continue
    }
    const products = sold.get(category) ?? new Map<string, Float64Array>()
    const series = products.get(product ?? '') ?? new Float64Array(weeks)
    series[week ?? 0] = units
    sold.set(category, products.set(product ?? '', series))
  }
  const season = new Map(
    [...sold].map(([category, products]) => [category, sameAssortment([...products.values()], weeks)]),
  )
  return { season, place, seriesPlace }
}

/** Days of sales from which it is known what a new product may sell. */
const comparedDays = 182

export type Comparable = {
  /** Units a day of a size of a category where it is sold, by category and size; for all sizes with an empty one. */
  rates: Map<string, number>
  /** Products of a category that a place sells, by category and place. */
  depth: Map<string, number>
}

/** What comparable products sell, for the types that bring goods to where they never were. */
export async function loadComparable(
  tx: Tx,
  companyId: number,
  { day, types }: { day: string; types: readonly WorkType[] },
): Promise<Comparable> {
  const isAsked = types.some((type) => type === 'FAL' || type === 'PDL' || type === 'RBD')
  if (!isAsked) return { rates: new Map(), depth: new Map() }
  const { rows: rates } = await sql<{ category: string; size: string; rate: number }>`
    select p.category, coalesce(v.size, '') as size, (sum(d.units) / (count(distinct (d.variant_id, d.location_id)) * ${comparedDays}::float8))::float8 as rate
    from daily_sale d join product_variant v on v.company_id = ${companyId} and v.id = d.variant_id join product p on p.company_id = ${companyId} and p.id = v.product_id
    where d.company_id = ${companyId} and d.day >= ${day}::date - ${comparedDays}::int and d.day < ${day}::date
    group by grouping sets ((p.category, coalesce(v.size, '')), (p.category))`.execute(tx)
  const { rows: depth } = await sql<{ category: string; location: string; count: number }>`
    select p.category, d.location_id as location, count(distinct p.id)::int as count
    from daily_sale d join product_variant v on v.company_id = ${companyId} and v.id = d.variant_id join product p on p.company_id = ${companyId} and p.id = v.product_id
    where d.company_id = ${companyId} and d.day >= ${day}::date - ${comparedDays}::int and d.day < ${day}::date group by 1, 2`.execute(
    tx,
  )
  return {
    rates: new Map(rates.map(({ category, size, rate }) => [`${category} ${size ?? ''}`, rate])),
    depth: new Map(depth.map(({ category, location, count }) => [`${category} ${location}`, count])),
  }
}

/** SKUs that are muted, and products that may not go to a place, as `id place`. */
export type Barred = { muted: ReadonlySet<string>; blocked: ReadonlySet<string> }

export async function loadBarred(tx: Tx, companyId: number, day: string): Promise<Barred> {
  const { rows } = await sql<{ muted: string[]; blocked: string[] }>`
    select array(select m.variant_id || ' ' || m.location_id from proposal_mute m where m.company_id = ${companyId} and m.until >= ${day}::date) as muted,
      array(select b.product_id || ' ' || b.location_id from shipping_block b where b.company_id = ${companyId}) as blocked`.execute(
    tx,
  )
  return { muted: new Set(rows[0]?.muted), blocked: new Set(rows[0]?.blocked) }
}
