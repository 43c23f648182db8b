import type { ReportDataKind } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import { dayIn } from '../kit/clock.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { QueuePayloads } from '../kit/work/payloads.ts'
import { buildPrimaryData } from './day-figures.ts'
import type { Building, Built } from './figures.ts'
import { buildServiceInsights } from './insight-figures.ts'
import { buildStockSense } from './stock-figures.ts'

// Works out the figures of reports (RPT-001, SVC-010), each in one transaction: readers have the
// old ones or the new ones, never a mixture.

const builders: Record<ReportDataKind, (tx: Tx, building: Building) => Promise<Built>> = {
  StockSense: buildStockSense,
  PrimaryData: buildPrimaryData,
  ServiceInsights: buildServiceInsights,
}

/** Works off an entry of the queue `reportData`. Worked off again it comes to the same. */
export async function buildReportData(
  { db, clock }: Services,
  { companyId, kind, whole }: QueuePayloads['reportData'],
): Promise<void> {
  const begun = performance.now()
  await db.withCompany(companyId, async (tx) => {
    const { rows } = await sql<{ timeZone: string }>`
      select time_zone as "timeZone" from company where id = ${companyId}`.execute(tx)
    const timeZone = rows[0]?.timeZone ?? 'UTC'
    await sql`select set_config('statement_timeout', '15min', true), set_config('work_mem', '96MB', true)`.execute(
      tx,
    )
    const tookMs = () => Math.round(performance.now() - begun)
    await workOut(tx, kind, { companyId, timeZone, now: clock.now(), whole, tookMs })
  })
}

type Asked = Omit<Building, 'today'> & { now: Date; tookMs: () => number }

/** Works out the figures of a kind as of `now` and keeps when that was and how many milliseconds it took. */
export async function workOut(
  tx: Tx,
  kind: ReportDataKind,
  { companyId, timeZone, now, whole, tookMs }: Asked,
): Promise<void> {
  const { lastDay } = await builders[kind](tx, { companyId, timeZone, today: dayIn(timeZone, now), whole })
  await sql`
    insert into report_data (company_id, kind, built_at, last_day, took_ms)
    values (${companyId}, ${kind}, ${now}, ${lastDay}::date, ${tookMs()})
    on conflict (company_id, kind) do update set asked_at = null, built_at = excluded.built_at, last_day = excluded.last_day, took_ms = excluded.took_ms`.execute(
    tx,
  )
}
