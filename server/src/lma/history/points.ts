import { exact, type Exact } from '@kervan/contract/lma/exact'
import { middle } from '@kervan/contract/lma/expectation'
import type { MarketUnit, PriceUnit, RefineryUnit } from '@kervan/contract/lma/price-units'
import { convert } from '@kervan/contract/lma/units'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { ownRefinery, quoteRows, rateRows } from '../market.sql.ts'

// What historical analysis goes by, read once for a window and looked up in memory: the last value on or before a day.

export type Dated<T> = { day: string; value: T }
/** Finds the last value on or before a day; null before the first one. */
export type AsOf<T> = (day: string) => Dated<T> | null

/** `rows` in the order of their days. */
export function asOf<T>(rows: readonly Dated<T>[]): AsOf<T> {
  return (day) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const at = (low + high) >> 1
      if ((rows[at]?.day ?? '') <= day) low = at + 1
      else high = at
    }
    return rows[low - 1] ?? null
  }
}

export type ProductFacts = {
  id: string
  code: string
  name: string
  barrels: string | null
  parameters: Dated<{ density: string; threshold: string; quoteLag: number; rateLag: number }>[]
}

export async function readProducts(tx: Tx, company: number): Promise<ProductFacts[]> {
  const { rows } = await sql<ProductFacts>`
    select p.id, p.code, p.name, p.barrels_per_ton::text as barrels,
      (select coalesce(jsonb_agg(jsonb_build_object('day', f.valid_from::text, 'value', jsonb_build_object(
          'density', f.density::text, 'threshold', f.threshold_rate::text, 'quoteLag', f.quote_lag, 'rateLag', f.rate_lag))
        order by f.valid_from), '[]') from fuel_parameter f where f.company_id = ${company} and f.product_id = p.id) as parameters
    from fuel_product p where p.company_id = ${company} order by p.code`.execute(tx)
  return rows
}

/** Before a window, so that its first day has a value as well. */
const lead = 15

export async function readRates(tx: Tx, company: number, from: string, to: string): Promise<Dated<string>[]> {
  const { rows } = await sql<Dated<string>>`
    select distinct on (r.day) r.day::text as day, r.value::text as value from ${rateRows(company)} r
    where r.day between ${addDays(from, -lead)}::date and ${to}::date order by r.day, r.priority`.execute(tx)
  return rows
}

type QuoteRow = { product: string; day: string; high: string; low: string; unit: MarketUnit }

/** Quotes in $/TON by product. */
export async function readQuotes(
  tx: Tx,
  company: number,
  products: readonly ProductFacts[],
  from: string,
  to: string,
): Promise<Map<string, Dated<Exact>[]>> {
  const { rows } = await sql<QuoteRow>`
    select distinct on (q.product_id, q.day) q.product_id as product, q.day::text as day, q.high::text as high,
      q.low::text as low, q.unit from ${quoteRows(company)} q
    where q.product_id = any(${products.map(({ id }) => id)}::uuid[])
      and q.day between ${addDays(from, -lead)}::date and ${to}::date
    order by q.product_id, q.day, q.priority`.execute(tx)
  const byProduct = Map.groupBy(rows, ({ product }) => product)
  return new Map(
    products.map((product) => {
      const parameters = asOf(product.parameters)
      const dated = (byProduct.get(product.id) ?? []).flatMap(({ day, high, low, unit }): Dated<Exact>[] => {
        const mean = middle(exact(high), exact(low))
        if (unit === '$/TON') return [{ day, value: mean }]
        const density = parameters(day)?.value.density
        if (density === undefined) return []
        const rates = {
          density: exact(density),
          rate: exact('1'),
          barrels: product.barrels === null ? null : exact(product.barrels),
        }
        return [{ day, value: settled(convert(mean, unit, '$/TON', rates)) }]
      })
      return [product.id, dated] as const
    }),
  )
}

export type PriceRow = {
  day: string
  price: string
  unit: RefineryUnit
  baseQuote: string | null
  baseRate: string | null
}

/** Prices of the own refinery in their order, the one in force on the first day among them. */
export async function readPrices(
  tx: Tx,
  company: number,
  products: readonly ProductFacts[],
  from: string,
  to: string,
): Promise<Map<string, PriceRow[]>> {
  const { rows } = await sql<PriceRow & { product: string }>`
    select i.product_id as product, i.valid_from::text as day, i.price::text as price, i.refinery_unit as unit,
      i.base_quote::text as "baseQuote", i.base_rate::text as "baseRate" from refinery_price i
    where i.company_id = ${company} and i.refinery = ${ownRefinery} and i.product_id = any(${products.map(({ id }) => id)}::uuid[])
      and i.valid_from <= ${to}::date and i.valid_from >= coalesce((select max(b.valid_from) from refinery_price b
        where b.company_id = ${company} and b.refinery = ${ownRefinery} and b.product_id = i.product_id
          and b.valid_from <= ${from}::date), ${from}::date)
    order by i.product_id, i.valid_from`.execute(tx)
  return Map.groupBy(rows, ({ product }) => product)
}

export async function readPumpPrices(
  tx: Tx,
  company: number,
  product: string,
  to: string,
): Promise<Dated<string>[]> {
  const { rows } = await sql<Dated<string>>`
    select u.valid_from::text as day, u.price::text as value from pump_price u
    where u.company_id = ${company} and u.product_id = ${product} and u.valid_from <= ${to}::date order by u.valid_from`.execute(
    tx,
  )
  return rows
}

/** So that means of many days do not carry the denominators of all their rates. */
export const settled = (value: Exact): Exact => exact(value.toFixed(9))

export function weekdays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isWeekend(day)) days.push(day)
  return days
}

/** A value of a day in another unit; null where rate or density of the day are not known. */
export function inUnit(
  value: Exact,
  from: PriceUnit,
  to: PriceUnit,
  day: string,
  product: ProductFacts,
  rates: AsOf<string>,
): Exact | null {
  if (from === to) return value
  const density = asOf(product.parameters)(day)?.value.density
  const rate = rates(day)?.value
  if (density === undefined || rate === undefined) return null
  return settled(
    convert(value, from, to, {
      density: exact(density),
      rate: exact(rate),
      barrels: product.barrels === null ? null : exact(product.barrels),
    }),
  )
}
