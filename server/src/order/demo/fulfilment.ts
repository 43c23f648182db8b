import { sql, type Insertable } from 'kysely'
import { idFrom } from '../../kit/database/uuid.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { DemoCompany } from '../../demo/people.ts'

// What came before and after the orders of the demo: pre-approval orders that led to some of them, and the goods that
// have left for them. Both follow from the orders that are there.

/** A goods issue for each line of which something was delivered, as the ERP would have sent it. */
export async function insertGoodsIssues(tx: Tx, company: DemoCompany, now: Date): Promise<void> {
  await sql`
    insert into goods_issue (company_id, created_at, id, code, order_line, order_line_id, issued_quantity, issued_on, delivery_note, closes_line)
    select l.company_id, ${now}::timestamptz, ${idFrom(sql`'goods issue' || l.id`)}, 'WA-' || o.code || '-' || l.line_no, o.code || '-' || l.line_no, l.id, l.completed_quantity,
      least(o.delivery_date, o.last_event_at::date), 'LS-' || substr(o.code, 4), l.state = 'Completed' and l.completed_quantity < l.po_quantity
    from order_line l join sales_order o on o.company_id = ${company.id} and o.id = l.order_id
    where l.company_id = ${company.id} and l.completed_quantity > 0
    returning 1`.execute(tx)
}

/** What somebody outside is asked about the orders that wait for them; after a day an answer is overdue. */
export async function insertExternalApprovals(tx: Tx, company: DemoCompany, now: Date): Promise<void> {
  await sql`
    insert into external_approval (company_id, id, order_id, sent_at, overdue_at, sent_by_name)
    select o.company_id, ${idFrom(sql`'external approval' || o.id`)}, o.id, o.last_event_at,
      case when o.last_event_at <= ${now}::timestamptz - interval '1 day' then o.last_event_at + interval '1 day' end, coalesce((
      select e.by_name from record_event e where e.company_id = ${company.id} and e.record_id = o.id and e.kind = 'order.sentExternal' order by e.at desc limit 1), ${company.name})
    from sales_order o where o.company_id = ${company.id} and o.state = 'WaitingExternalApproval'
    returning 1`.execute(tx)
}

const approved = 40
const shares = { Request: 12, Rejected: 5, Cancelled: 3 }
const reasons = ['DuplicateOrder', 'InsufficientStock', 'PharmacyStockUsage', 'SalesClosed', 'Other']

/** Pre-approval orders of a company with two layers: those that became the newest orders, and some in every other state. */
export async function insertPreOrders(
  tx: Tx,
  company: DemoCompany,
  decider: string,
  now: Date,
): Promise<void> {
  const others = shares.Request + shares.Rejected + shares.Cancelled
  const numbered = sql`
    with newest as (
      select o.*, row_number() over (order by o.order_date desc, o.id desc) as at
      from sales_order o where o.company_id = ${company.id} and o.type = 'DirectlyOrder' and o.line_count <= 60 and o.point_of_sale_id is not null and o.order_date < ${now}
      order by o.order_date desc, o.id desc limit ${approved + others}),
    wanted as (
      select n.*, ${idFrom(sql`'pre-approval' || n.id`)} as pre_id,
        case when n.at <= ${shares.Request} then 'Request' when n.at <= ${shares.Request + shares.Rejected} then 'Rejected'
          when n.at <= ${others} then 'Cancelled' else 'Approved' end as pre_state,
        n.order_date - interval '3 hours' as asked_at
      from newest n),
    numbered as (select w.*, row_number() over (order by w.asked_at, w.id) as number from wanted w)`
  // Read and then written: distributed PostgreSQL cannot write down an insert of what such a chain selects.
  const heads = await sql<Insertable<DB['pre_order']>>`${numbered}
      select
        w.company_id, w.pre_id as id, 'PA-' || to_char(w.asked_at, 'YY') || '-' || lpad(w.number::text, 5, '0') as code, w.pre_state as state, w.customer_id,
        w.customer_code, w.customer_name, w.delivery_location_id, w.delivery_location_code, w.delivery_location_name, w.point_of_sale_id, ps.code as point_of_sale_code,
        ps.name as point_of_sale_name, ps.status = 'Active' as active, w.at % 9 = 2 as first_order, ps.blacklisted as blacklist,
        case when w.at % 7 = 3 then 'PA-' || to_char(w.asked_at, 'YY') || '-' || lpad((w.number - 1)::text, 5, '0') end as duplicate_of, w.delivery_date,
        w.shipment_method, w.channel, w.external_po_code, w.external_order_date, w.external_contact, w.note, w.currency, w.discount_percent, w.line_count, d.quantity,
        d.subtotal, round(d.subtotal * w.discount_percent / 100, 2) as discount, d.subtotal - round(d.subtotal * w.discount_percent / 100, 2) as total,
        case when w.pre_state = 'Rejected' then (${reasons}::text[])[1 + w.at % 5] else 'None' end as reject_reason,
        case w.pre_state when 'Rejected' then 'Please talk to your account manager.' when 'Cancelled' then 'Ordered by mistake' end as memo,
        case w.pre_state when 'Request' then null when 'Cancelled' then w.record_user_name else ${decider} end as decided_by,
        case when w.pre_state <> 'Request' then w.asked_at + interval '1 hour' end as decided_at, w.record_user_id, w.record_user_name, w.asked_at as order_date,
        d.products,
        fold('PA-' || to_char(w.asked_at, 'YY') || '-' || lpad(w.number::text, 5, '0') || ' ' || coalesce(w.external_po_code, '') || ' ' || w.customer_name || ' ' || w.customer_code || ' ' || w.delivery_location_name || ' ' || ps.name) as search_text
      from numbered w
        join location ps on ps.company_id = ${company.id} and ps.id = w.point_of_sale_id
        cross join lateral (select sum(l.demand_quantity) as quantity, round(sum(l.demand_quantity * l.unit_price), 2) as subtotal, array_agg(distinct l.variant_id order by l.variant_id) as products
          from order_line l where l.company_id = ${company.id} and l.order_id = w.id) d`.execute(tx)
  await insertMany(tx, 'pre_order', heads.rows)
  const lines = await sql<Insertable<DB['pre_order_line']>>`${numbered}
      select l.company_id, ${idFrom(sql`'pre-approval' || l.id`)} as id, w.pre_id as pre_order_id, l.line_no, l.variant_id, l.product_code, l.product_name, l.color, l.size, l.external_product_code, l.pack_unit, l.demand_quantity as quantity, l.unit_price
      from numbered w join order_line l on l.company_id = ${company.id} and l.order_id = w.id`.execute(tx)
  await insertMany(tx, 'pre_order_line', lines.rows)
  const events = await sql<Insertable<DB['record_event']>>`
      select o.company_id, ${idFrom(sql`'pre-approval' || e.kind || o.id`)} as id, 'preOrder' as record_type, o.id as record_id, e.at, e.by_id, e.by_name, e.kind, e.facts
      from pre_order o cross join lateral (
        select 'preOrder.placed' as kind, o.order_date as at, o.record_user_id as by_id, o.record_user_name as by_name, jsonb_build_object('count', o.line_count) as facts
        union all
        select 'preOrder.' || lower(o.state), o.decided_at, null, o.decided_by, jsonb_build_object('preApprovalReason', o.reject_reason, 'memo', o.memo)
        where o.decided_at is not null) e
      where o.company_id = ${company.id}`.execute(tx)
  await insertMany(tx, 'record_event', events.rows)
  await sql`insert into counter (company_id, name, value) values (${company.id}, 'preOrder', ${approved + others})`.execute(
    tx,
  )
  await sql`${numbered}
    update sales_order o set pre_order_id = w.pre_id from numbered w
    where o.company_id = ${company.id} and o.id = w.id and w.pre_state = 'Approved'`.execute(tx)
  await sql`insert into order_policy (company_id, order_flow) values (${company.id}, 'TwoLayerFlow')
    on conflict (company_id) do update set order_flow = excluded.order_flow`.execute(tx)
}

/** A manager has somebody decide for them today, up to an amount, has done so before, and will again. */
export async function insertDeputies(
  tx: Tx,
  company: DemoCompany,
  manager: { id: string | null } | undefined,
  deputy: { id: string | null } | undefined,
  now: Date,
): Promise<void> {
  if (!manager?.id || !deputy?.id) return
  await sql`
    insert into deputy (company_id, id, by_membership_id, deputy_membership_id, starts_on, ends_on, max_amount, created_at, ended_at)
    select ${company.id}::int, ${idFrom(sql`'deputy' || d.starts::text`)}, ${manager.id}::uuid, ${deputy.id}::uuid, ${now}::date + d.starts, ${now}::date + d.ends, d.amount,
      ${now}::timestamptz - interval '41 days', ${now}::timestamptz + d.ended * interval '1 day'
    from (values (-3, 11, 250000.00, null::int), (30, 44, null, null), (-40, -20, 50000.00, -25)) as d(starts, ends, amount, ended)
    returning 1`.execute(tx)
}
