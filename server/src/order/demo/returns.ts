import { sql } from 'kysely'
import { idFrom } from '../../kit/database/uuid.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { DemoCompany } from '../../demo/people.ts'

const made = 12

/** Returns of the newest delivered orders, in each state; their events as the product would have written them. */
export async function insertReturns(tx: Tx, of: DemoCompany, now: Date): Promise<void> {
  await sql`
    with delivered as (
      select distinct on (o.order_date, o.id) o.id as order_id, o.code as order_code, o.customer_name, o.order_date, o.record_user_id, o.record_user_name, l.id as line_id, l.completed_quantity
      from order_line l join sales_order o on o.company_id = ${of.id} and o.id = l.order_id
      where l.company_id = ${of.id} and l.completed_quantity > 1
      order by o.order_date desc, o.id desc, l.line_no limit ${made}),
    numbered as (select d.*, (${made} + 1 - row_number() over (order by d.order_date desc, d.order_id desc))::int as no from delivered d),
    stated as (
      select n.*, ${idFrom(sql`'return' || order_id`)} as id, 'RT-' || lpad(no::text, 5, '0') as code,
        (array['Credited', 'Refused', 'Credited', 'Withdrawn', 'Received', 'Accepted', 'Announced'])[1 + (no - 1) * 7 / ${made}] as state,
        (array['Damaged', 'WrongProduct', 'TooMuch', 'NearExpiry'])[1 + no % 4] as reason,
        greatest(1, completed_quantity / 2) as quantity, least(order_date + interval '5 days', ${now}::timestamptz - (${made} - no) * interval '3 hours') as announced_at
      from numbered n),
    returns as (
      insert into product_return (company_id, id, code, state, order_id, reason, search_text, announced_at, announced_by, announced_by_id, decision_memo, received_at, received_by,
        credit_note, credited_at, last_event_at, last_event_by)
      select ${of.id}, id, code, state, order_id, reason, fold(code || ' ' || order_code || ' ' || customer_name), announced_at, record_user_name, record_user_id,
        case state when 'Refused' then 'İade süresi geçmiş.' when 'Withdrawn' then 'Ürün satıldı.' end,
        case when state in ('Received', 'Credited') then announced_at + interval '1 hour' end, case when state in ('Received', 'Credited') then ${of.name} end,
        case state when 'Credited' then 'CN-' || lpad(no::text, 6, '0') end, case state when 'Credited' then announced_at + interval '2 hours' end,
        announced_at + case state when 'Announced' then interval '0' when 'Credited' then interval '2 hours' else interval '1 hour' end,
        case state when 'Announced' then record_user_name when 'Withdrawn' then record_user_name else ${of.name} end
      from stated returning id),
    lines as (
      insert into product_return_line (company_id, id, return_id, no, order_line_id, quantity, received_quantity)
      select ${of.id}, ${idFrom(sql`'return line' || line_id`)}, s.id, 1, line_id, quantity, case when state in ('Received', 'Credited') then quantity end
      from stated s join returns r on r.id = s.id returning id),
    told as (
      select s.*, e.kind, announced_at + e.hours * interval '1 hour' as at, e.by_customer
      from stated s join (values ('announced', array['Announced', 'Accepted', 'Refused', 'Withdrawn', 'Received', 'Credited'], 0, true), ('accepted', array['Accepted', 'Received', 'Credited'], 0, false),
        ('refused', array['Refused'], 1, false), ('withdrawn', array['Withdrawn'], 1, true), ('received', array['Received', 'Credited'], 1, false), ('credited', array['Credited'], 2, false))
        as e (kind, states, hours, by_customer) on s.state = any(e.states))
    insert into record_event (company_id, id, record_type, record_id, at, by_id, by_name, kind, facts)
    select ${of.id}, ${idFrom(sql`'return ' || kind || id`)}, 'productReturn', id, at, null, case when by_customer then record_user_name else ${of.name} end, 'productReturn.' || kind,
      case kind when 'announced' then jsonb_build_object('order', order_code, 'pieces', quantity, 'returnReason', reason) when 'received' then jsonb_build_object('pieces', quantity)
        when 'credited' then jsonb_build_object('creditNote', 'CN-' || lpad(no::text, 6, '0')) else '{}'::jsonb end
    from told where exists (select from lines) returning 1`.execute(tx)
  await tx.insertInto('counter').values({ company_id: of.id, name: 'productReturn', value: made }).execute()
}
