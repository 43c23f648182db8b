import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** What the services use of other records, and so keep from being deleted. */
export const serviceUses: readonly UseOf[] = [
  // Values of service settings are for locations and products.
  ...(['location', 'product'] as const).map((of) => ({
    of,
    by: 'serviceSettings',
    find: (company: number, ids: readonly string[]) =>
      sql`select s.${sql.id(`${of}_id`)} as id, s.code as name from service_setting s where s.company_id = ${company} and s.${sql.id(`${of}_id`)} = any(${ids}::uuid[])`,
  })),
  // What the engine is told of products and locations (ENG-001, ENG-003).
  {
    of: 'product',
    by: 'productSubstitutes',
    find: (company, ids) =>
      sql`select x.id, p.code || ' → ' || s.code as name from product_substitute t join product p on p.company_id = ${company} and p.id = t.product_id
        join product s on s.company_id = ${company} and s.id = t.substitute_id cross join lateral (values (t.product_id), (t.substitute_id)) x(id)
        where t.company_id = ${company} and x.id = any(${ids}::uuid[])`,
  },
  ...(['location', 'product'] as const).map((of) => ({
    of,
    by: 'salesPromotions',
    find: (company: number, ids: readonly string[]) =>
      sql`select t.${sql.id(`${of}_id`)} as id, t.code as name from sales_promotion t where t.company_id = ${company} and t.${sql.id(`${of}_id`)} = any(${ids}::uuid[])`,
  })),
  ...(['location', 'productVariant'] as const).map((of) => {
    const column = sql.id(of === 'location' ? 'location_id' : 'variant_id')
    return {
      of,
      by: 'stockBatches',
      find: (company: number, ids: readonly string[]) =>
        sql`select t.${column} as id, t.batch as name from stock_batch t where t.company_id = ${company} and t.${column} = any(${ids}::uuid[])`,
    }
  }),
  ...(['location', 'productVariant'] as const).map((of) => {
    const column = sql.id(of === 'location' ? 'location_id' : 'variant_id')
    return {
      of,
      by: 'dailySales',
      find: (company: number, ids: readonly string[]) =>
        sql`select t.${column} as id, max(t.day)::text as name from daily_sale t where t.company_id = ${company} and t.${column} = any(${ids}::uuid[]) group by t.${column}`,
    }
  }),
  {
    of: 'location',
    by: 'foreignProposals',
    find: (company, ids) =>
      sql`select x.id, max(t.service_date)::text as name from foreign_proposal t cross join lateral (values (t.sender_id), (t.recipient_id)) x(id)
        where t.company_id = ${company} and x.id = any(${ids}::uuid[]) group by x.id`,
  },
  {
    of: 'productVariant',
    by: 'foreignProposals',
    find: (company, ids) =>
      sql`select t.variant_id as id, max(t.service_date)::text as name from foreign_proposal t
        where t.company_id = ${company} and t.variant_id = any(${ids}::uuid[]) group by t.variant_id`,
  },
  // A plan in force is narrowed by its filters (UIF-001).
  {
    of: 'uiFilter',
    by: 'strategiesInForce',
    find: (company, ids) =>
      sql`select f.id::uuid as id, s.code || ' ' || s.name as name from strategy s
        join strategy_plan n on n.company_id = ${company} and n.strategy_id = s.id and n.no = s.plan_no
        cross join lateral jsonb_array_elements_text(n.plan -> 'filters') as f(id)
        where s.company_id = ${company} and s.in_force and f.id = any(${ids}::text[])`,
  },
]
