import type { ValueSource } from '@kervan/contract/lma/words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { recheck } from '../reckoning/recheck.ts'

/** A cell of the market: a product on a day, or a currency on a day. */
export type Touched = { product: string | null; symbol: string; day: string }

/**
 * Works out prices and rates anew from the values that hold: high and low of a source, or its close for both. A cell whose
 * values were all withdrawn has none. Lines of runs that would be calculated otherwise now are marked.
 */
export async function settle(
  tx: Tx,
  company: number,
  source: ValueSource,
  touched: readonly Touched[],
  today: string,
): Promise<void> {
  if (touched.length === 0) return
  const days = touched.map(({ day }) => day)
  if (source === 'TCMB') {
    const symbols = touched.map(({ symbol }) => symbol)
    await sql`delete from market_rate r where r.company_id = ${company} and r.source = ${source}
      and (r.currency_code, r.day) in (select * from unnest(${symbols}::text[], ${days}::date[]))`.execute(tx)
    await sql`insert into market_rate (company_id, day, currency_code, source, selling)
      select distinct on (v.symbol, v.day) v.company_id, v.day, v.symbol, v.source, v.value from market_value v
      join unnest(${symbols}::text[], ${days}::date[]) t(symbol, day) on t.symbol = v.symbol and t.day = v.day
      where v.company_id = ${company} and v.source = ${source} and v.price_type = 'Selling' and v.state = 'Current'
      order by v.symbol, v.day, v.revision desc returning day`.execute(tx)
    await recheck(tx, company, today, days)
    return
  }
  const products = touched.map(({ product }) => product)
  await sql`delete from market_price p where p.company_id = ${company} and p.source = ${source}
    and (p.product_id, p.day) in (select * from unnest(${products}::uuid[], ${days}::date[]))`.execute(tx)
  await sql`insert into market_price (company_id, product_id, day, source, priority, high, low, market_unit)
    select c.company_id, c.product_id, c.day, c.source, c.priority, greatest(c.high, c.low), least(c.high, c.low), c.unit from (
      select v.company_id, v.product_id, v.day, v.source, min(s.priority) as priority, min(s.market_unit) as unit,
        coalesce(max(v.value * s.factor) filter (where v.price_type = 'High'), max(v.value * s.factor)) as high,
        coalesce(min(v.value * s.factor) filter (where v.price_type = 'Low'), min(v.value * s.factor)) as low
      from market_value v
      join (select distinct t.product, t.day from unnest(${products}::uuid[], ${days}::date[]) t(product, day)) t
        on t.product = v.product_id and t.day = v.day
      join market_symbol s on s.company_id = v.company_id and s.code = v.symbol and s.price_source = v.source
        and s.valid_from <= v.day and (s.valid_to is null or s.valid_to >= v.day)
      where v.company_id = ${company} and v.source = ${source} and v.state = 'Current'
      group by v.company_id, v.product_id, v.day, v.source) c returning day`.execute(tx)
  await recheck(tx, company, today, days)
}
