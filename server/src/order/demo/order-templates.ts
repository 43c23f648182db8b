import { sql } from 'kysely'
import { idFrom } from '../../kit/database/uuid.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { DemoCompany } from '../../demo/people.ts'

const names = ['Haftalık sipariş', 'Aylık tamamlama', 'Sezon başlangıcı']

/** Templates of whoever orders, from what they ordered last; the administrator's are of anybody's orders (ORD-016). */
export async function insertOrderTemplates(tx: Tx, company: DemoCompany, now: Date): Promise<void> {
  await sql`
    insert into order_template (company_id, id, membership_id, number, name, location_id, created_at, changed_at)
    select ${company.id}, ${idFrom(sql`w.membership_id::text || w.id::text`)}, w.membership_id, w.place, (${names}::text[])[w.place], w.delivery_location_id, w.order_date, ${now}
    from (
      select m.id as membership_id, o.id, o.delivery_location_id, o.order_date,
        row_number() over (partition by m.id order by o.order_date desc, o.id)::int as place
      from membership m join identity i on i.id = m.identity_id
        cross join lateral (
          select s.id, s.delivery_location_id, s.order_date from sales_order s
          where s.company_id = ${company.id} and s.type = 'DirectlyOrder' and s.line_count between 3 and 30
            and (s.record_user_id = m.id or i.username like 'admin@%')
          order by s.order_date desc, s.id limit ${names.length}) o
      where m.company_id = ${company.id}) w
    returning 1`.execute(tx)
  await sql`
    insert into order_template_line (company_id, template_id, variant_id, line_no, quantity)
    select ${company.id}, t.id, l.variant_id, min(l.line_no), sum(l.demand_quantity)::int
    from order_template t
      join sales_order o on o.company_id = ${company.id} and ${idFrom(sql`t.membership_id::text || o.id::text`)} = t.id
      join order_line l on l.company_id = ${company.id} and l.order_id = o.id
    where t.company_id = ${company.id}
    group by t.id, l.variant_id
    returning 1`.execute(tx)
}
