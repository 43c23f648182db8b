import { sql, type RawBuilder } from 'kysely'

// What a pack costs by the rules of the trade, in SQL: numbers are exact, and rounded half up where the rule rounds. Source:
// domain/pharma 4.1 to 4.3.

type Sql<T = unknown> = RawBuilder<T>

/** A condition: the record `alias` of master data with validity holds on that day. */
export const holdsOn = (alias: string, day: Sql): Sql<boolean> =>
  sql<boolean>`${sql.id(alias)}.valid_from <= ${day} and coalesce(${sql.id(alias)}.valid_to, 'infinity') >= ${day}`

/**
 * The price of a product from the manufacturer on a day, as a scalar: the newest price change until that day, what the first one
 * after it changed, or the list price.
 */
export const priceOn = (companyId: number, product: Sql, day: Sql): Sql<string | null> => sql<
  string | null
>`coalesce(
  (select c.new_price from price_change c where c.company_id = ${companyId} and c.product_id = ${product} and c.change_date <= ${day}
   order by c.change_date desc limit 1),
  (select c.old_price from price_change c where c.company_id = ${companyId} and c.product_id = ${product} and c.change_date > ${day}
   order by c.change_date limit 1),
  (select p.list_price from product p where p.company_id = ${companyId} and p.id = ${product}))`

/**
 * What wholesalers add on a day to prices from the manufacturer: a subquery of one row with a column for each name, and
 * `slices`, how many slices held. Each slice adds its rate to the part of the price between its beginning and that of the next.
 */
export function marginsOn(companyId: number, day: Sql, prices: Readonly<Record<string, Sql>>): Sql {
  const sums = Object.entries(prices).map(
    ([name, price]) =>
      sql`coalesce(sum(m.margin_rate / 100 * greatest(0, least(${price}, coalesce(m.next_from, ${price})) - m.from_price)), 0) as ${sql.id(name)}`,
  )
  return sql`(select count(*) as slices, ${sql.join(sums)} from (
    select w.margin_rate, w.from_price, lead(w.from_price) over (order by w.from_price) as next_from
    from wholesaler_margin w where w.company_id = ${companyId} and ${holdsOn('w', day)}) m)`
}

/**
 * What a price-change refund of one pack comes to, as a scalar (domain/pharma 4.3): what the pharmacy paid at the old price and rate,
 * or would have paid at the new price and the old rate, less what it pays from the change on. Rates are the required ones on the
 * day before the change and on its day, none where none holds; margins are those of its day. Each price to the pharmacy is rounded to the
 * kuruş, so that the two scopes add up; never less than nothing.
 */
export const refundOf = (
  companyId: number,
  { scope, product, change }: { scope: Sql; product: Sql; change: Sql },
): Sql<string | null> => sql<string | null>`(
  select greatest(0, case ${scope} when 'PriceChange' then price.was - price.now when 'DiscountDifference' then price.now - price.due else price.was - price.due end)
  from price_change c
  cross join lateral (select
    coalesce((select d.required_rate from discount_rate d where d.company_id = ${companyId} and d.product_id = ${product} and ${holdsOn('d', sql`c.change_date - 1`)} limit 1), 0) / 100 as before,
    coalesce((select d.required_rate from discount_rate d where d.company_id = ${companyId} and d.product_id = ${product} and ${holdsOn('d', sql`c.change_date`)} limit 1), 0) / 100 as after) rate
  cross join lateral (select c.old_price * (1 - rate.before) as was, c.new_price * (1 - rate.before) as now, c.new_price * (1 - rate.after) as due) bare
  cross join lateral ${marginsOn(companyId, sql`c.change_date`, { was: sql`bare.was`, now: sql`bare.now`, due: sql`bare.due` })} margin
  cross join lateral (select round(bare.was + margin.was, 2) as was, round(bare.now + margin.now, 2) as now, round(bare.due + margin.due, 2) as due) price
  where c.company_id = ${companyId} and c.id = ${change})`
