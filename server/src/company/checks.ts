import { sql } from 'kysely'
import { mostFindings, type Check } from '../kit/records/check.ts'

/** Customers without a location: they cannot order, because there is nowhere to deliver to. */
export const customerWithoutPlace: Check = {
  name: 'customerWithoutPlace',
  async run({ tx, companyId }) {
    const { rows } = await sql<{ code: string; name: string }>`
      select p.code, p.name from partner p
      where p.company_id = ${companyId} and p.relation_type = 'Customer'
        and not exists (select from location l where l.company_id = ${companyId} and l.partner_id = p.id)
      order by p.code limit ${mostFindings}`.execute(tx)
    return rows.map(({ code, name }) => ({ subject: code, facts: { name } }))
  },
}
