import { sql } from 'kysely'
import { manySteps, type CountsFirstStep } from '../kit/records/first-step.ts'

const rowsOf = (step: string, table: string, condition = sql`true`): CountsFirstStep => ({
  step,
  count: async ({ tx, actor }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (
        select from ${sql.table(table)} t where t.company_id = ${actor.company.id} and ${condition} limit ${manySteps}) x`.execute(
      tx,
    )
    return rows[0]?.count ?? 0
  },
})

/** What a company needs before it can order: customers, places, goods and stock of them. */
export const companyFirstSteps: readonly CountsFirstStep[] = [
  rowsOf('customers', 'partner', sql`t.relation_type = 'Customer'`),
  rowsOf('locations', 'location'),
  rowsOf('products', 'product'),
  rowsOf('variants', 'product_variant'),
  rowsOf('stock', 'stock', sql`t.on_hand > 0`),
]
