import { sql } from 'kysely'
import type { CountsFirstStep } from '../kit/records/first-step.ts'

/** Whether an order was ever approved: then a company knows the way. */
export const firstOrder: CountsFirstStep = {
  step: 'order',
  count: async ({ tx, actor }) => {
    const { rows } = await sql`
      select from sales_order o where o.company_id = ${actor.company.id} and not o.undecided and not o.rejected limit 1`.execute(
      tx,
    )
    return rows.length
  },
}
