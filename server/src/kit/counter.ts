import { sql, type CompiledQuery } from 'kysely'
import type { Tx } from './db.ts'

/**
 * The last of the next `count` numbers of a company's counter. Gapless: the row is locked until the transaction ends,
 * and what is rolled back was never counted. Take it late, because whoever comes next waits for the commit.
 */
export async function nextCount(tx: Tx, companyId: number, name: string, count = 1): Promise<number> {
  const { rows } = await tx.executeQuery(nextCountQuery(tx, companyId, name, count))
  return (rows[0] as { value: number }).value
}

/** The question behind `nextCount`, for who asks it together with others. */
export function nextCountQuery(tx: Tx, companyId: number, name: string, count: number): CompiledQuery<{ value: number }> {
  return tx
    .insertInto('counter')
    .values({ company_id: companyId, name, value: count })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ value: sql`counter.value + ${count}` }))
    .returning('value')
    .compile()
}
