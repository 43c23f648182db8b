import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** What of ordering keeps records of the company from being deleted. */
export const orderUses: readonly UseOf[] = [
  {
    of: 'location',
    by: 'orders',
    find: (company, ids) => sql`select o.delivery_location_id as id, o.code as name from sales_order o
        where o.company_id = ${company} and o.delivery_location_id = any(${ids}::uuid[])`,
  },
  {
    of: 'location',
    by: 'carts',
    find: (
      company,
      ids,
    ) => sql`select l.location_id as id, i.first_name || ' ' || i.last_name as name from cart_line l
          join membership p on p.company_id = ${company} and p.id = l.membership_id join identity i on i.id = p.identity_id
        where l.company_id = ${company} and l.location_id = any(${ids}::uuid[])`,
  },
  {
    of: 'location',
    by: 'orderTemplates',
    find: (company, ids) => sql`select t.location_id as id, t.name from order_template t
        where t.company_id = ${company} and t.location_id = any(${ids}::uuid[])`,
  },
  {
    of: 'productVariant',
    by: 'orders',
    find: (company, ids) => sql`select l.variant_id as id, o.code as name from order_line l
          join sales_order o on o.company_id = ${company} and o.id = l.order_id
        where l.company_id = ${company} and l.variant_id = any(${ids}::uuid[])`,
  },
  {
    of: 'productVariant',
    by: 'orderTemplates',
    find: (company, ids) => sql`select l.variant_id as id, t.name from order_template_line l
          join order_template t on t.company_id = ${company} and t.id = l.template_id
        where l.company_id = ${company} and l.variant_id = any(${ids}::uuid[])`,
  },
  {
    of: 'stockLevel',
    by: 'orders',
    find: (company, ids) => sql`select t.id, s.code as name from stock t
          join order_line l on l.company_id = ${company} and l.variant_id = t.variant_id and l.supply_location_id = t.location_id
            and l.state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved')
          join sales_order s on s.company_id = ${company} and s.id = l.order_id
        where t.company_id = ${company} and t.id = any(${ids}::uuid[]) and t.reserved > 0`,
  },
  {
    of: 'businessRelation',
    by: 'orders',
    find: (company, ids) =>
      sql`select o.customer_id as id, o.code as name from sales_order o where o.company_id = ${company} and o.customer_id = any(${ids}::uuid[])`,
  },
]
