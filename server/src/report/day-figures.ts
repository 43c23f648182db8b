import { addDays, addMonths } from '@kervan/contract/kit/days'
import { primaryDataMonths } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import type { Building, Built } from './figures.ts'

/** Days before the last reckoning that the next one works out again: deliveries arrive late. */
const lateDays = 8

/**
 * What each day has moved: goods issues and transferred work orders as received, sales, and what locations passed on.
 * Opening is the stock that was reported before.
 */
export async function buildPrimaryData(
  tx: Tx,
  { companyId, timeZone, today, whole }: Building,
): Promise<Built> {
  const first = addDays(addMonths(today, -primaryDataMonths), -1)
  const { rows } = await sql<{ day: string | null }>`
    select last_day::text as day from report_data where company_id = ${companyId} and kind = 'PrimaryData' and built_at is not null`.execute(
    tx,
  )
  const last = rows[0]?.day ?? null
  const from = whole || last === null || addDays(last, -lateDays) < first ? first : addDays(last, -lateDays)
  // What came before tells with which stock the first day opened.
  const before = addDays(from, -28)
  await sql`delete from primary_day where company_id = ${companyId} and (day >= ${from}::date or day < ${first}::date)`.execute(
    tx,
  )
  const { rows: made } = await sql<{ day: string | null }>`
    with received as (
      select i.issued_on as day, l.supply_location_id as sender_id, o.delivery_location_id as location_id, l.variant_id, i.issued_quantity as units
      from goods_issue i join order_line l on l.company_id = ${companyId} and l.id = i.order_line_id
        join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
      where i.company_id = ${companyId} and i.issued_on between ${before}::date and ${today}::date
      union all
      select (coalesce(w.transferred_at, w.changed_at) at time zone ${timeZone})::date, w.sender_id, w.recipient_id, w.variant_id, w.amount from work_order w
      where w.company_id = ${companyId} and w.state in ('Transferred', 'TransferredNotSynced')
        and (coalesce(w.transferred_at, w.changed_at) at time zone ${timeZone})::date between ${before}::date and ${today}::date),
    moved as (
      select day, sender_id, location_id, variant_id, units as received, 0 as sold, 0 as passed_on from received
      union all select day, null, sender_id, variant_id, 0, 0, units from received where sender_id is not null
      union all select day, null, location_id, variant_id, 0, units, 0 from daily_sale
        where company_id = ${companyId} and day between ${before}::date and ${today}::date),
    summed as (
      select day, sender_id, location_id, variant_id, sum(received)::int as received, sum(sold)::int as sold, sum(passed_on)::int as passed_on
      from moved group by 1, 2, 3, 4),
    -- Stock is reported on some days: between two reports all that came and went has to explain the difference.
    by_day as (
      select location_id, variant_id, day, sum(received) as came, sum(sold + passed_on) as went from summed group by 1, 2, 3),
    running as (
      select coalesce(d.location_id, r.location_id) as location_id, coalesce(d.variant_id, r.variant_id) as variant_id, coalesce(d.day, r.day) as day, r.stock,
        sum(coalesce(d.came, 0) - coalesce(d.went, 0)) over pair as net, sum(coalesce(d.came, 0) + coalesce(d.went, 0)) over pair as volume
      from by_day d full join (
        select location_id, variant_id, day, stock from daily_sale
        where company_id = ${companyId} and day between ${before}::date and ${today}::date and stock is not null) r
        on r.location_id = d.location_id and r.variant_id = d.variant_id and r.day = d.day
      window pair as (partition by coalesce(d.location_id, r.location_id), coalesce(d.variant_id, r.variant_id) order by coalesce(d.day, r.day))),
    reported as (
      select location_id, variant_id, day, lag(stock) over pair as opening, stock as closing, volume - lag(volume) over pair as checked,
        lag(stock) over pair + net - lag(net) over pair - stock as unexplained
      from running where stock is not null window pair as (partition by location_id, variant_id order by day)),
    placed as (
      select s.*, row_number() over (partition by day, location_id, variant_id order by sender_id nulls first) as no from summed s where s.day >= ${from}::date),
    inserted as (
      insert into primary_day (company_id, day, sender_id, location_id, variant_id, product_id, received, sold, passed_on, opening, closing, checked, unexplained)
      select ${companyId}, p.day, p.sender_id, p.location_id, p.variant_id, v.product_id, p.received, p.sold, p.passed_on, r.opening, r.closing,
        -- Of several senders of a day the first row carries what is not explained.
        case when p.no = 1 then r.checked end::int, case when p.no = 1 then r.unexplained end::int
      from placed p join product_variant v on v.company_id = ${companyId} and v.id = p.variant_id
        left join reported r on r.location_id = p.location_id and r.variant_id = p.variant_id and r.day = p.day
      returning day)
    select max(day)::text as day from inserted`.execute(tx)
  return { lastDay: made[0]?.day ?? last }
}
