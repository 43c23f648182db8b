import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** What of a company's data keeps its records from being deleted. */
export const dataUses: readonly UseOf[] = [
  {
    of: 'product',
    by: 'discountRates',
    find: (company, ids) =>
      sql`select r.product_id as id, to_char(r.valid_from, 'YYYY-MM-DD') as name from discount_rate r where r.company_id = ${company} and r.product_id = any(${ids}::uuid[])`,
  },
  {
    of: 'location',
    by: 'paymentLocations',
    find: (company, ids) =>
      sql`select used.id, l.code as name from payment_location p cross join lateral (values (p.point_of_sale_id, p.warehouse_id), (p.warehouse_id, p.point_of_sale_id)) used (id, other)
        join location l on l.company_id = p.company_id and l.id = used.other
        where p.company_id = ${company} and used.id = any(${ids}::uuid[])`,
  },
  {
    of: 'product',
    by: 'priceChanges',
    find: (company, ids) =>
      sql`select p.product_id as id, to_char(p.change_date, 'YYYY-MM-DD') as name from price_change p where p.company_id = ${company} and p.product_id = any(${ids}::uuid[])`,
  },
]
