import { addDays, addMonths } from '@kervan/contract/kit/days'
import { benefitDays, insightMonths } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { marginShare } from '../services/services.api.ts'
import type { Building, Built } from './figures.ts'

/**
 * What became of work orders (SVC-010, domain/advisor 8). What a transfer brought is known when its days are over: what the
 * recipient sold beyond the stock that it had (moved units sell last), less what the sender could not sell on days without
 * stock, at most what it sent, less the costs of the proposal. The forecast of the recipient is set against what it sold
 * on the same days. Older work orders do not change any more and are left as they are.
 */
export async function buildServiceInsights(
  tx: Tx,
  { companyId, timeZone, today, whole }: Building,
): Promise<Built> {
  const first = addMonths(today, -insightMonths)
  // Transferred late and its days over: until then a work order may change.
  const from = whole ? first : addDays(today, -3 * benefitDays)
  await sql`
    delete from service_insight where company_id = ${companyId} and (service_date >= ${from}::date or service_date < ${first}::date)`.execute(
    tx,
  )
  const { rows } = await sql<{ day: string | null }>`
    with last as (select max(day) as day from daily_sale where company_id = ${companyId} and day <= ${today}::date),
    done as (
      select w.*, u.code as run_code, u.domain, v.product_id, coalesce(v.list_price, p.list_price) * ${marginShare}::numeric as margin,
        case when w.state in ('Transferred', 'TransferredNotSynced') then (coalesce(w.transferred_at, w.changed_at) at time zone ${timeZone})::date end as moved_on
      from work_order w join service_run u on u.company_id = ${companyId} and u.id = w.run_id
        join product_variant v on v.company_id = ${companyId} and v.id = w.variant_id
        join product p on p.company_id = ${companyId} and p.id = v.product_id
      where w.company_id = ${companyId} and w.published_at is not null and w.service_date between ${from}::date and ${today}::date),
    watched as (
      select d.*, coalesce(d.moved_on, d.service_date) as begins,
        -- The days of the benefit are over where sales are there for all of them.
        coalesce(d.moved_on, d.service_date) + ${benefitDays}::int <= l.day as is_over
      from done d cross join last l),
    judged as (
      select w.*, at.sold, away.empty
      from watched w
        cross join lateral (
          select coalesce(sum(s.units), 0)::int as sold from daily_sale s
          where s.company_id = ${companyId} and s.variant_id = w.variant_id and s.location_id = w.recipient_id and s.day > w.begins and s.day <= w.begins + ${benefitDays}::int) at
        cross join lateral (
          select coalesce(sum(greatest(0, least(x.next, w.begins + ${benefitDays}::int + 1) - x.quiet_from)), 0)::int as empty from (
            select s.stock, s.day + (s.units > 0)::int as quiet_from, coalesce(lead(s.day) over (order by s.day), w.begins + ${benefitDays}::int + 1) as next
            from daily_sale s where s.company_id = ${companyId} and s.variant_id = w.variant_id and s.location_id = w.sender_id
              and s.day > w.begins and s.day <= w.begins + ${benefitDays}::int) x where x.stock <= 0) away),
    weighed as (
      select j.*, coalesce((j.reason->'recipient'->>'stock')::int, 0) + coalesce((j.reason->'recipient'->>'inTransit')::int, 0) as had,
        coalesce((j.reason->'recipient'->>'rate')::float8, 0) as rate, coalesce((j.reason->'donor'->>'rate')::float8, 0) as donor_rate,
        (select coalesce(sum(one::numeric), 0) from jsonb_array_elements_text(j.reason->'gain') one)
          - (select coalesce(sum(one::numeric), 0) from jsonb_array_elements_text(j.reason->'loss') one) - j.net as costs
      from judged j),
    inserted as (
      insert into service_insight (company_id, id, service_date, run_code, domain, sender_id, location_id, variant_id, product_id, overridden, transferred, late_days, promised, realised, forecast, sold)
      select ${companyId}, w.id, w.service_date, w.run_code, w.domain, w.sender_id, w.recipient_id, w.variant_id, w.product_id, w.amount <> w.proposed,
        case when w.moved_on is not null then w.amount else 0 end, w.moved_on - w.service_date, w.net,
        case when w.moved_on is not null and w.is_over then round(
          w.margin * least(w.amount, greatest(0, w.sold - w.had))
          - w.margin * least(w.amount, (w.donor_rate * w.empty)::numeric)
          - w.costs * w.amount / nullif(w.proposed, 0), 2) end,
        w.rate * ${benefitDays}::int, case when w.is_over then w.sold end
      from weighed w returning service_date)
    select max(service_date)::text as day from inserted`.execute(tx)
  return { lastDay: rows[0]?.day ?? null }
}
