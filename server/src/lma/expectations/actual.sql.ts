import { sql, type RawBuilder } from 'kysely'
import { priceInForce } from '../market.sql.ts'

// What an expectation `e` is compared with, in TL/M3 by the density that the run used.

const density = sql`(e.inputs ->> 'density')::numeric`

/** The price in force on the day that was expected, once that day has come. */
export const actualPrice = (company: number, today: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(case when e.effective_day <= ${today}::date then ${priceInForce(company, sql`e.product_id`, sql`e.effective_day`, density)} end)`

/** What an analyst expected for that day. */
export const analystPrice = (company: number): RawBuilder<string | null> => sql<string | null>`(
  select case when l.refinery_unit = 'TL/TON' then l.price * ${density} else l.price end from local_expectation l
  where l.company_id = ${company} and l.product_id = e.product_id and l.expected_for = e.effective_day)`
