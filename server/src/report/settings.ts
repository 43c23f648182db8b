import { getStockSenseSettings, saveStockSenseSettings } from '@kervan/contract/report/stock-sense'
import { coverDays } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { record } from '../kit/records/audit.ts'
import { changedMeanwhile } from '../kit/records/changed-meanwhile.ts'
import { ask } from './figures.ts'

type Days = { lowDays: number; overDays: number; version: number }

/** The days by which a company judges cover of stock: its own, or those of the portal (version 0). */
export async function daysOfCover(tx: Tx, companyId: number): Promise<Days> {
  const { rows } = await sql<Days>`
    select low_days as "lowDays", over_days as "overDays", version from report_setting where company_id = ${companyId}`.execute(
    tx,
  )
  return rows[0] ?? { lowDays: coverDays.low, overDays: coverDays.over, version: 0 }
}

export const getStockSenseSettingsHandler = handle(getStockSenseSettings, ({ tx, actor }) =>
  daysOfCover(tx, actor.company.id),
)

export const saveStockSenseSettingsHandler = handle(saveStockSenseSettings, async (context) => {
  const { tx, actor, input, now, services } = context
  assertWholeCompany(context)
  const companyId = actor.company.id
  const before = await daysOfCover(tx, companyId)
  const { lowDays, overDays } = input
  const { rows } = await sql<Days>`
    insert into report_setting as s (company_id, version, low_days, over_days)
    select ${companyId}::int, 1, ${lowDays}::int, ${overDays}::int where ${input.version}::int = 0 or exists (select from report_setting k where k.company_id = ${companyId})
    on conflict (company_id) do update set version = s.version + 1, low_days = excluded.low_days, over_days = excluded.over_days where s.version = ${input.version}
    returning low_days as "lowDays", over_days as "overDays", version`.execute(tx)
  const [saved] = rows
  if (!saved) throw await changedMeanwhile(context, 'reportSetting', null)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'reportSetting.saved',
        recordType: 'reportSetting',
        recordId: null,
        recordCode: 'StockSense',
        before: { lowDays: before.lowDays, overDays: before.overDays },
        after: { lowDays, overDays },
      },
    ],
  })
  // Figures that are being worked out with the old days are worked out again at night.
  await ask(tx, services, { companyId, kind: 'StockSense', whole: true, now })
  return saved
})
