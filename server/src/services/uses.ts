import { sql } from 'kysely'
import type { UseOf } from '../kit/master/kind.ts'

/** Values of service settings keep the records that they are for from being deleted. */
export const serviceUses: readonly UseOf[] = (['location', 'product'] as const).map((of) => ({
  of,
  by: 'serviceSettings',
  find: (company, ids) =>
    sql`select s.${sql.id(`${of}_id`)} as id, s.code as name from service_setting s where s.company_id = ${company} and s.${sql.id(`${of}_id`)} = any(${ids}::uuid[])`,
}))
