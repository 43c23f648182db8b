import { sql } from 'kysely'
import { addDays } from '@kervan/contract/kit/days'
import type { Check } from '../kit/records/check.ts'

/** Runs of advisor services that failed or are out of credit within a week, and that nobody has tried again. */
export const runFailed: Check = {
  name: 'runFailed',
  async run({ tx, companyId, now }) {
    const from = addDays(now.toISOString().slice(0, 10), -7)
    const { rows } = await sql<{ code: string; name: string; day: string; failure: string | null }>`
      select code, name, service_date::text as day, failure from service_run
      where company_id = ${companyId} and state in ('Failed', 'CreditExceeded') and service_date >= ${from}::date order by code`.execute(
      tx,
    )
    return rows.map(({ code, name, day }) => ({ subject: code, facts: { name, day } }))
  },
}
