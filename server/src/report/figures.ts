import { refusal } from '@kervan/contract/kit/refusals'
import type { Freshness } from '@kervan/contract/kit/report'
import { reportDataKinds, type ReportDataKind } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import type { Services, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { record } from '../kit/records/audit.ts'
import type { ReportContext } from '../kit/reports/report-source.ts'
import type { CalendarWork } from '../kit/work/schedule.ts'

// When figures are worked out, and how fresh they are (RPT-001).

/** What figures are worked out for; `whole` for all days and not only those that may have changed. */
export type Building = { companyId: number; timeZone: string; today: string; whole: boolean }
export type Built = { lastDay: string | null }

/** A reckoning that was asked for longer ago and has not ended is no longer waited for. */
const forgottenAfterMs = 60 * 60_000

type Kept = { askedAt: Date | null; builtAt: Date | null; lastDay: string | null; tookMs: number }

const unknown: Kept = { askedAt: null, builtAt: null, lastDay: null, tookMs: 0 }

async function kept(tx: Tx, companyId: number, kind: ReportDataKind): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select asked_at as "askedAt", built_at as "builtAt", last_day as "lastDay", took_ms as "tookMs"
    from report_data where company_id = ${companyId} and kind = ${kind}`.execute(tx)
  return rows[0] ?? unknown
}

/** Minutes until a reckoning ends, by how long the one before took; null while there is none. */
export function minutesLeft({ askedAt, tookMs }: Pick<Kept, 'askedAt' | 'tookMs'>, now: Date): number | null {
  if (askedAt === null) return null
  const elapsed = now.getTime() - askedAt.getTime()
  return elapsed > forgottenAfterMs ? null : Math.max(1, Math.ceil((tookMs - elapsed) / 60_000))
}

/** How fresh the figures of a report are, for its answer. */
export async function freshness({ tx, actor, now }: ReportContext, kind: ReportDataKind): Promise<Freshness> {
  const one = await kept(tx, actor.company.id, kind)
  return {
    builtAt: one.builtAt?.toISOString() ?? null,
    lastDay: one.lastDay,
    minutesLeft: minutesLeft(one, now),
  }
}

type Asked = { companyId: number; kind: ReportDataKind; whole: boolean; now: Date }

/** Puts a reckoning in the queue; of a kind that is being worked out already there is no second one. */
export async function ask(
  tx: Tx,
  { jobs }: Services,
  { companyId, kind, whole, now }: Asked,
): Promise<boolean> {
  const { rows } = await sql`
    insert into report_data (company_id, kind, asked_at) values (${companyId}, ${kind}, ${now})
    on conflict (company_id, kind) do update set asked_at = excluded.asked_at
      where report_data.asked_at is null or report_data.asked_at < ${new Date(now.getTime() - forgottenAfterMs)}
    returning kind`.execute(tx)
  if (rows.length === 0) return false
  await jobs.send(tx, 'reportData', { companyId, kind, whole })
  return true
}

/** Somebody asks for figures of now. Throws `ReportBeingUpdated` with the minutes that are left. */
export async function askFor(
  context: SessionContext,
  kind: ReportDataKind,
): Promise<{ minutesLeft: number }> {
  const { tx, actor, services, now } = context
  assertWholeCompany(context)
  const companyId = actor.company.id
  const before = await kept(tx, companyId, kind)
  if (!(await ask(tx, services, { companyId, kind, whole: true, now })))
    throw refusal('ReportBeingUpdated', { minutes: minutesLeft(before, now) ?? 1 })
  await record(tx, actor, now, {
    audit: [{ operation: 'reportData.asked', recordType: 'reportData', recordId: null, recordCode: kind }],
  })
  return { minutesLeft: minutesLeft({ ...before, askedAt: now }, now) ?? 1 }
}

/** Every night the figures of all reports. Days long past do not change any more and are left as they are. */
export const nightlyReportData: CalendarWork = {
  name: 'reportData',
  expression: '50 3 * * *',
  catchUp: 'latest',
  quiet: true,
  async run({ tx, services, companyId }) {
    const now = services.clock.now()
    let reports = 0
    for (const kind of reportDataKinds)
      if (await ask(tx, services, { companyId, kind, whole: false, now })) reports++
    return { counts: { reports } }
  },
}
