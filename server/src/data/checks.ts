import { sql } from 'kysely'
import type { Check } from '../kit/records/check.ts'

/** Data transfers whose last due delivery has not come. */
export const transferLate: Check = {
  name: 'transferLate',
  async run({ tx, companyId }) {
    const { rows } = await sql<{ code: string; name: string; day: string }>`
      select code, name, day from (
        select distinct on (d.transfer_id) t.code, t.name, d.state, to_char(d.due_at, 'YYYY-MM-DD') as day
        from data_transfer_due d join data_transfer t on t.company_id = ${companyId} and t.id = d.transfer_id and t.active
        where d.company_id = ${companyId} order by d.transfer_id, d.due_at desc) last
      where state = 'Late' order by code`.execute(tx)
    return rows.map(({ code, name, day }) => ({ subject: code, facts: { name, day } }))
  },
}
