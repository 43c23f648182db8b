// What tests write into the database as its owner, in a company's own context, as row-level security asks for.
import type { Portal } from './portal.ts'

/** A statement of the owner in a company's own context, as row-level security asks for it of everybody. */
export async function inCompany(
  { owner }: Pick<Portal, 'owner'>,
  companyId: number,
  text: string,
  values: readonly unknown[],
): Promise<Record<string, unknown>[]> {
  const [rows] = await allInCompany({ owner }, companyId, [{ text, values }])
  return rows ?? []
}

export type Statement = { text: string; values: readonly unknown[] }

/** Statements of the owner in one transaction. */
export async function allInCompany(
  { owner }: Pick<Portal, 'owner'>,
  companyId: number,
  statements: readonly Statement[],
): Promise<Record<string, unknown>[][]> {
  const client = await owner.connect()
  try {
    await client.query(`begin; set local app.company_id = '${companyId}'`)
    const results: Record<string, unknown>[][] = []
    for (const { text, values } of statements)
      results.push((await client.query<Record<string, unknown>>(text, [...values])).rows)
    await client.query('commit')
    return results
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export type Rows = [table: string, ...rows: Record<string, unknown>[]]

/** One statement for each table: one row, or many with the same columns. A table without rows is left out. */
export const insertsOf = (companyId: number, all: readonly Rows[]): Statement[] =>
  all.flatMap(([table, ...rows]) => {
    if (rows.length === 0) return []
    const whole = rows.map((row) => ({ company_id: companyId, ...row }))
    const names = Object.keys(whole[0] ?? {}).join(', ')
    const text = `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`
    return [{ text, values: [JSON.stringify(whole)] }]
  })
