import { addDays } from '@kervan/contract/kit/days'
import { lostDays, rateDays } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import type { Building, Built } from './figures.ts'
import { daysOfCover } from './settings.ts'

/**
 * Rates are units sold by day of the last eight weeks on which there was stock to sell; what was lost is that rate on the
 * days without. Rows that are the same as before are not written again.
 */
export async function buildStockSense(tx: Tx, { companyId, today }: Building): Promise<Built> {
  const { rows: last } = await sql<{ day: string | null }>`
    select max(day)::text as day from daily_sale where company_id = ${companyId} and day <= ${today}::date`.execute(
    tx,
  )
  const lastDay = last[0]?.day ?? null
  const coverDays = await daysOfCover(tx, companyId)
  // Without any sales the rates are 0 and no class but Out and NoSales follows.
  const until = lastDay ?? today
  const from = addDays(until, 1 - rateDays)
  await sql`
    with row as (
      -- A day without a row had no sale and the stock of the row before, so a row counts until the next one.
      select location_id, variant_id, day, units, stock, day + (units > 0)::int as quiet_from,
        coalesce(lead(day) over (partition by location_id, variant_id order by day), ${until}::date + 1) as next
      from daily_sale where company_id = ${companyId} and day between ${from}::date - 28 and ${until}::date),
    sale as (
      select location_id, variant_id, coalesce(sum(units) filter (where day >= ${from}::date), 0)::float8 as units, greatest(min(day), ${from}::date) as first,
        coalesce(sum(greatest(0, next - greatest(quiet_from, ${from}::date))) filter (where stock <= 0), 0)::int as empty,
        coalesce(sum(greatest(0, next - greatest(quiet_from, ${until}::date - ${lostDays - 1}::int))) filter (where stock <= 0), 0)::int as empty_lately
      from row group by 1, 2),
    seller as (select distinct location_id from daily_sale where company_id = ${companyId} and day between ${from}::date and ${until}::date),
    coming as (
      select o.variant_id, o.recipient_id as location_id, sum(o.amount)::int as units from work_order o
        left join stock s on s.company_id = ${companyId} and s.variant_id = o.variant_id and s.location_id = o.recipient_id
      where o.company_id = ${companyId} and o.state in ('Transferred', 'TransferredNotSynced') and o.service_date > ${today}::date - 60
        and (s.updated_at is null or s.updated_at < coalesce(o.transferred_at, o.changed_at)) group by 1, 2),
    pair as (
      select location_id, variant_id from stock where company_id = ${companyId}
      union select location_id, variant_id from sale union select location_id, variant_id from coming),
    known as (
      select p.location_id, p.variant_id, v.product_id, coalesce(s.on_hand, 0) as on_hand, coalesce(c.units, 0) as in_transit,
        coalesce(s.on_hand, 0) + coalesce(c.units, 0) - coalesce(s.reserved, 0) as available,
        coalesce(x.units / greatest(1, ${until}::date - x.first + 1 - x.empty), 0) as rate,
        coalesce(x.empty_lately, 0) as empty_lately, greatest(1, ${until}::date - x.first + 1 - x.empty)::float8 as exposure, coalesce(v.list_price, g.list_price) as price, k.location_id is not null as sells
      from pair p
        join product_variant v on v.company_id = ${companyId} and v.id = p.variant_id and v.status = 'Active'
        join product g on g.company_id = ${companyId} and g.id = v.product_id and g.status = 'Active'
        join location l on l.company_id = ${companyId} and l.id = p.location_id and l.status = 'Active'
        left join stock s on s.company_id = ${companyId} and s.location_id = p.location_id and s.variant_id = p.variant_id
        left join sale x on x.location_id = p.location_id and x.variant_id = p.variant_id
        left join coming c on c.location_id = p.location_id and c.variant_id = p.variant_id
        left join seller k on k.location_id = p.location_id),
    sold as (select variant_id from known group by 1 having sum(rate) > 0),
    judged as (
      select k.*, k.rate * k.empty_lately as lost_units,
        -- Sales of single days are spread as Poisson says, and the rate itself is known from so many days only.
        coalesce(k.rate * k.empty_lately * (1 + k.empty_lately / k.exposure), 0) as lost_variance, case when k.rate > 0 then least(9999, round(greatest(0, k.available) / k.rate))::int end as cover_days,
        -- A size that sells somewhere is missing here while another one is there.
        bool_or(k.on_hand > 0) over style and bool_or(k.on_hand <= 0 and d.variant_id is not null) over style and k.sells as broken,
        row_number() over (partition by k.location_id, k.product_id order by k.on_hand > 0 desc, k.variant_id) = 1 as is_first
      from known k left join sold d on d.variant_id = k.variant_id
      window style as (partition by k.location_id, k.product_id)),
    run as (
      select id from service_run where company_id = ${companyId} and state = 'Closed' and domain = 'Production' and service_date > ${today}::date - 30),
    moved as (
      select distinct on (o.recipient_id, o.variant_id) o.recipient_id as location_id, o.variant_id, o.code from work_order o join run u on u.id = o.run_id
      where o.company_id = ${companyId} and o.published_at is not null and o.state <> 'Discarded' order by o.recipient_id, o.variant_id, o.service_date desc, o.code),
    left_out as (
      select distinct on (n.location_id, n.variant_id) n.location_id, n.variant_id, n.reason from no_proposal n
        join service_run u on u.company_id = ${companyId} and u.id = n.run_id join run r on r.id = u.id
      where n.company_id = ${companyId} order by n.location_id, n.variant_id, u.service_date desc),
    made as (
      select ${companyId}::int as company_id, j.location_id, j.variant_id, j.product_id, j.on_hand, j.in_transit, j.available, j.rate,
        case when not j.sells then 'NoSales' when j.rate > 0 and j.available <= 0 then 'Out' when j.rate = 0 then 'Dead'
          when j.cover_days < ${coverDays.lowDays} then 'Low' when j.cover_days > ${coverDays.overDays} then 'Over' else 'Healthy' end as cover_class,
        j.cover_days, j.lost_units, j.price, j.broken, j.broken and j.is_first as broken_set, m.code as work_order_code,
        case when m.code is null then n.reason end as no_proposal, j.lost_variance
      from judged j left join moved m on m.location_id = j.location_id and m.variant_id = j.variant_id
        left join left_out n on n.location_id = j.location_id and n.variant_id = j.variant_id
      where j.on_hand <> 0 or j.in_transit <> 0 or j.rate > 0),
    gone as (
      delete from stock_sense s where s.company_id = ${companyId}
        and not exists (select from made m where m.location_id = s.location_id and m.variant_id = s.variant_id))
    insert into stock_sense (company_id, location_id, variant_id, product_id, on_hand, in_transit, available, rate, cover_class, cover_days, lost_units, price, broken, broken_set, work_order_code, no_proposal, lost_variance)
    select * from made
    on conflict (company_id, location_id, variant_id) do update set product_id = excluded.product_id, on_hand = excluded.on_hand, in_transit = excluded.in_transit,
      available = excluded.available, rate = excluded.rate, cover_class = excluded.cover_class, cover_days = excluded.cover_days, lost_units = excluded.lost_units,
      price = excluded.price, broken = excluded.broken, broken_set = excluded.broken_set, work_order_code = excluded.work_order_code, no_proposal = excluded.no_proposal, lost_variance = excluded.lost_variance
    where (stock_sense.on_hand, stock_sense.in_transit, stock_sense.available, stock_sense.rate, stock_sense.cover_class, stock_sense.lost_units, stock_sense.price,
        stock_sense.broken, stock_sense.broken_set, stock_sense.work_order_code, stock_sense.no_proposal, stock_sense.lost_variance)
      is distinct from (excluded.on_hand, excluded.in_transit, excluded.available, excluded.rate, excluded.cover_class, excluded.lost_units, excluded.price,
        excluded.broken, excluded.broken_set, excluded.work_order_code, excluded.no_proposal, excluded.lost_variance)`.execute(
    tx,
  )
  return { lastDay }
}
