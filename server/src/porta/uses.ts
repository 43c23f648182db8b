import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

const uses = [
  { by: 'discountRequests', kind: 'InstitutionalDiscount' },
  { by: 'priceChangeRequests', kind: 'PriceChange' },
] as const

/** Requests keep their products and places from being deleted, and price-change refunds the change that they refer to. */
export const portaUses: readonly UseOf[] = [
  ...uses.flatMap(({ by, kind }): UseOf[] => [
    {
      of: 'product',
      by,
      find: (company, ids) =>
        sql`select r.product_id as id, r.code as name from discount_request r where r.company_id = ${company} and r.kind = ${kind} and r.product_id = any(${ids}::uuid[])`,
    },
    {
      of: 'location',
      by,
      find: (company, ids) =>
        sql`select used.id, r.code as name from discount_request r cross join lateral (values (r.point_of_sale_id), (r.payment_location_id)) used (id)
          where r.company_id = ${company} and r.kind = ${kind} and used.id = any(${ids}::uuid[])`,
    },
  ]),
  {
    of: 'priceChange',
    by: 'priceChangeRequests',
    find: (company, ids) =>
      sql`select r.price_change_id as id, r.code as name from discount_request r where r.company_id = ${company} and r.price_change_id = any(${ids}::uuid[])`,
  },
]
