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
