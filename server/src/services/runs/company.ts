import type { Tx } from '../../kit/database/db.ts'

export type Company = { id: number; name: string; time_zone: string }

export const companyOf = (tx: Tx, companyId: number): Promise<Company> =>
  tx
    .selectFrom('company')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
