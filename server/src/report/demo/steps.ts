import { reportDataKinds } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { DemoStep } from '../../demo/world.ts'
import type { Tx } from '../../kit/database/db.ts'
import { idFrom } from '../../kit/database/uuid.ts'
import { workOut } from '../build.ts'
import { addViews } from './views.ts'

/** Figures of reports and views that are shared and sent (RPT-001, RPT-002), when orders, sales and work orders are there. */
export const after: readonly string[] = ['administration', 'company', 'data', 'order', 'services']

/** What the portal says of how long it takes, until it has worked the figures out itself. */
const usualMs = 1_500

export const steps: readonly DemoStep[] = [
  {
    name: 'figures of reports',
    time: 'later',
    load: async ({ tx, company, now, timeZone }) => {
      const { rows } =
        await sql`select from report_data d where d.company_id = ${company.id} limit 1`.execute(tx)
      if (rows.length > 0) return
      for (const kind of reportDataKinds)
        await workOut(tx, kind, { companyId: company.id, timeZone, now, whole: true, tookMs: () => usualMs })
      await sameIds(tx, company.id)
      await addViews(tx, company.id, { now, timeZone })
    },
  },
]

/** The same moment gives the same data, so ids follow from what the rows are about. */
async function sameIds(tx: Tx, companyId: number): Promise<void> {
  await sql`
    update stock_sense s set id = ${idFrom(sql`${`stock sense ${companyId} `}::text || s.location_id || ' ' || s.variant_id`)} where s.company_id = ${companyId}`.execute(
    tx,
  )
  await sql`
    update primary_day s set id = ${idFrom(sql`${`primary day ${companyId} `}::text || s.location_id || ' ' || s.variant_id || ' ' || s.day || ' ' || coalesce(s.sender_id::text, '')`)}
    where s.company_id = ${companyId}`.execute(tx)
  await sql`analyze stock_sense, primary_day, service_insight`.execute(tx)
}
