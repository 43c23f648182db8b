import { CompiledQuery } from 'kysely'
import { existing } from '@kervan/contract/kit/typed'
import type { Tx } from './db.ts'

/** The statement behind `nextCount`, for who makes it part of another; the arguments are SQL. */
export const nextCountSql = (company: string, name: string, count: string): string =>
  `insert into counter (company_id, name, value) values (${company}, ${name}, ${count}) on conflict (company_id, name) do update set value = counter.value + ${count} returning value`

const nextCountQuery = nextCountSql('$1::int', '$2::text', '$3::bigint')

/**
 * The last of the next `count` numbers of a company's counter. Gapless: the row is locked until the transaction ends,
 * and what is rolled back was never counted. Take it late, because whoever comes next waits for the commit.
 */
export async function nextCount(tx: Tx, companyId: number, name: string, count = 1): Promise<number> {
  const { rows } = await tx.executeQuery<{ value: number }>(
    CompiledQuery.raw(nextCountQuery, [companyId, name, count]),
  )
  return existing(rows[0]).value
}
