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
