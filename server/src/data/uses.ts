import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** What of a company's data keeps its records from being deleted. */
export const dataUses: readonly UseOf[] = [
  {
    of: 'product',
    by: 'priceChanges',
    find: (company, ids) =>
      sql`select p.product_id as id, to_char(p.change_date, 'YYYY-MM-DD') as name from price_change p where p.company_id = ${company} and p.product_id = any(${ids}::uuid[])`,
  },
]
