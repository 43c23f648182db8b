import { isStore } from '@kervan/contract/kit/location-types'
import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { idFrom } from '../../kit/database/uuid.ts'

// What points of sale that order from the company report: sales of each day and the stock in the evening. They follow from
// what was issued to them, so that sell-in and sell-out belong together.

const reporters = 14
const days = 120

/**
 * Adds sales until yesterday and the stock that is left, for some points of sale. Each delivery sells off within six
 * weeks to half a year, so that some shelves are empty before the next one comes; one report in eighty is a unit or two off.
 */
export async function addSellOut(
  tx: Tx,
  companyId: number,
  { today, now }: { today: string; now: Date },
): Promise<void> {
  const { rows: places } = await sql<{ id: string; type: string }>`
    select l.id, l.type from location l where l.company_id = ${companyId} and l.status = 'Active' order by md5(l.code)`.execute(
    tx,
  )
  const chosen = places
    .filter(({ type }) => isStore(type))
    .slice(0, reporters)
    .map(({ id }) => id)
  const first = addDays(today, -days)
  await sql`
    insert into daily_sale (company_id, id, created_at, variant_id, location_id, day, units, stock)
    with issued as (
      select o.delivery_location_id as location_id, l.variant_id, i.issued_on as day, i.issued_quantity as units,
        45 + abs(hashtextextended(l.variant_id::text || o.delivery_location_id::text, 3) % 150) as lasts
      from goods_issue i join order_line l on l.company_id = ${companyId} and l.id = i.order_line_id
        join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
      where i.company_id = ${companyId} and i.issued_on between ${first}::date and ${today}::date - 1 and o.delivery_location_id = any(${chosen}::uuid[])),
    pair as (select location_id, variant_id, min(day) as since from issued group by 1, 2),
    evening as (
      select p.location_id, p.variant_id, d.day::date as day, came.units as came, came.sold,
        abs(hashtextextended(p.variant_id::text || d.day::text, 5) % 80) as draw
      from pair p cross join lateral generate_series(p.since, ${today}::date - 1, interval '1 day') d(day)
        cross join lateral (
          select sum(i.units)::int as units, sum(floor(i.units * least(1, (d.day::date - i.day)::float8 / i.lasts)))::int as sold
          from issued i where i.location_id = p.location_id and i.variant_id = p.variant_id and i.day <= d.day::date) came),
    told as (
      select e.*, e.sold - lag(e.sold, 1, 0) over pair as units, e.came - lag(e.came, 1, 0) over pair as fresh
      from evening e window pair as (partition by e.location_id, e.variant_id order by e.day))
    select ${companyId}, ${idFrom(sql`${`sell-out ${companyId} `}::text || t.variant_id || ' ' || t.location_id || ' ' || t.day`)}, ${now}::timestamptz,
      t.variant_id, t.location_id, t.day, t.units, greatest(0, t.came - t.sold - case t.draw when 0 then 2 when 1 then 1 else 0 end)
    from told t where t.units > 0 or t.fresh > 0
    on conflict do nothing returning 1`.execute(tx)
  await sql`
    insert into stock (company_id, id, variant_id, location_id, on_hand, created_at, updated_at)
    select distinct on (s.location_id, s.variant_id) ${companyId}, ${idFrom(sql`${`sell-out stock ${companyId} `}::text || s.variant_id || ' ' || s.location_id`)},
      s.variant_id, s.location_id, s.stock, ${now}::timestamptz, ${now}::timestamptz
    from daily_sale s where s.company_id = ${companyId} and s.location_id = any(${chosen}::uuid[])
    order by s.location_id, s.variant_id, s.day desc
    on conflict do nothing returning 1`.execute(tx)
  await sql`analyze daily_sale`.execute(tx)
}
