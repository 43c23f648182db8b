import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../kit/database/db.ts'

// What is known of the market of a day: of each product the quote of its first source, and the rate of the dollar.

export type Quote = { day: string; high: string; low: string; unit: string; source: string }
export type Rate = { day: string; value: string; source: string }

/** Quotes as they hold now: product_id, day, high, low, unit, source, priority. */
export const quoteRows = (company: number): RawBuilder<unknown> => sql`(
  select q.product_id, q.quote_day as day, q.price_high as high, q.price_low as low, q.market_unit as unit,
    'Manual' as source, 99 as priority from market_quote q where q.company_id = ${company}
  union all select s.product_id, s.day, s.high, s.low, s.market_unit, s.source, s.priority
  from market_price s where s.company_id = ${company})`

/** Rates as they hold now, TL for a dollar: day, value, source, priority. */
export const rateRows = (company: number): RawBuilder<unknown> => sql`(
  select f.rate_day as day, f.selling as value, 'Manual' as source, 99 as priority from fuel_rate f
  where f.company_id = ${company} and f.currency_code = 'USD'
  union all select s.day, s.selling, s.source, 1 from market_rate s
  where s.company_id = ${company} and s.currency_code = 'USD')`

/** The last quote of a product on or before a day; null where there is none. */
export async function quoteAt(tx: Tx, company: number, product: string, day: string): Promise<Quote | null> {
  const { rows } = await sql<Quote>`
    select q.day::text as day, q.high::text as high, q.low::text as low, q.unit, q.source from ${quoteRows(company)} q
    where q.product_id = ${product} and q.day <= ${day}::date order by q.day desc, q.priority limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The last rate on or before a day; null where there is none. */
export async function rateAt(tx: Tx, company: number, day: string): Promise<Rate | null> {
  const { rows } = await sql<Rate>`
    select r.day::text as day, r.value::text as value, r.source from ${rateRows(company)} r
    where r.day <= ${day}::date order by r.day desc, r.priority limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The refinery whose prices are expected and compared. */
export const ownRefinery = 'TuprasIzmit'

/** The price in force on a day, in TL/M3, of a product `p` by a density: SQL for one value. */
export const priceInForce = (
  company: number,
  product: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  density: RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`(
  select case when i.refinery_unit = 'TL/TON' then i.price * ${density} else i.price end from refinery_price i
  where i.company_id = ${company} and i.refinery = ${ownRefinery} and i.product_id = ${product} and i.valid_from <= ${day}
  order by i.valid_from desc limit 1)`
