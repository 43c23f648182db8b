import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** Discount requests keep their products and places from being deleted. */
export const portaUses: readonly UseOf[] = [
  {
    of: 'product',
    by: 'discountRequests',
    find: (company, ids) =>
      sql`select r.product_id as id, r.code as name from discount_request r where r.company_id = ${company} and r.product_id = any(${ids}::uuid[])`,
  },
  {
    of: 'location',
    by: 'discountRequests',
    find: (company, ids) =>
      sql`select used.id, r.code as name from discount_request r cross join lateral (values (r.point_of_sale_id), (r.payment_location_id)) used (id)
        where r.company_id = ${company} and used.id = any(${ids}::uuid[])`,
  },
]
