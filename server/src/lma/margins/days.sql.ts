import { sql, type RawBuilder } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { addMonths } from '@kervan/contract/kit/days'
import { priceInForce, quoteRows, rateRows } from '../market.sql.ts'

// Weekdays of a window for each product `p` with parameters `f` of the day `d.day`.

type Window = { fuelProduct: string | null; from: string; to: string }

/** Throws `WindowTooWide` for a window that is turned around or wider than so many months. */
export function assertWindow({ from, to }: { from: string; to: string }, months: number): void {
  if (from > to || to > addMonths(from, months)) throw refusal('WindowTooWide', { months })
}

/** Products with a price of their own on the weekdays of a window, up to today. */
export const productDays = (company: number, { from, to }: Window, today: string): RawBuilder<unknown> => sql`
  fuel_product p cross join (
    select s.at::date as day from generate_series(${from}::date, least(${to}::date, ${today}::date), interval '1 day') s(at)
    where extract(isodow from s.at) < 6) d
  join fuel_parameter f on f.company_id = ${company} and f.product_id = p.id and f.valid_from <= d.day
    and (f.valid_to is null or f.valid_to >= d.day)`

export const ofProducts = (company: number, { fuelProduct }: Window): RawBuilder<unknown>[] => [
  sql`p.company_id = ${company}`,
  sql`p.fuel_group <> 'Bio'`,
  ...(fuelProduct === null ? [] : [sql`p.code = ${fuelProduct}`]),
]

/** The last quote of `p` up to the day, as `q`. */
export const quoteOfDay = (company: number): RawBuilder<unknown> => sql`
  left join lateral (select m.day, m.high, m.low, m.unit from ${quoteRows(company)} m
    where m.product_id = p.id and m.day <= d.day order by m.day desc, m.priority limit 1) q on true`

/** The last rate up to the day, as `r`. */
export const rateOfDay = (company: number): RawBuilder<unknown> => sql`
  left join lateral (select m.day, m.value from ${rateRows(company)} m where m.day <= d.day
    order by m.day desc, m.priority limit 1) r on true`

/** The price in force of `p` on the day, TL/M3. */
export const priceOfDay = (company: number): RawBuilder<string | null> =>
  sql`(${priceInForce(company, sql`p.id`, sql`d.day`, sql`f.density`)})::text`

/** A row of a day and a product has no record of its own: its id is made of both. */
export const dayId = sql`overlay(overlay(md5(p.id::text || d.day::text) placing '8' from 13) placing '8' from 17)::uuid`
