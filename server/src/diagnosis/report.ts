import { getDiagnosis, type DiagnosisReport } from '@kervan/contract/diagnosis/diagnosis'
import { findingLevels, type FindingLevel } from '@kervan/contract/kit/area-work'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { dayIn } from '../kit/clock.ts'
import { handle } from '../kit/http/handle.ts'
import { maintenanceNow } from './maintenance.ts'
import { assertWholeCompany } from '../kit/master/records.ts'

/** Reports of earlier that can be looked at. */
const mostReports = 30

type Count = { level: FindingLevel; count: number }
type Row = {
  id: string
  startedAt: Date
  finishedAt: Date | null
  startedBy: string | null
  total: number
  made: number
  failed: number
  opened: number
  closed: number
  levels: Count[]
}

/** All levels, worst first. */
const inOrder = (counts: readonly Count[]): Count[] =>
  findingLevels
    .map((level) => ({ level, count: counts.find((one) => one.level === level)?.count ?? 0 }))
    .toReversed()

function presentReport({
  id,
  startedBy,
  failed,
  opened,
  closed,
  total,
  startedAt,
  finishedAt,
  levels,
}: Row): DiagnosisReport[] {
  if (finishedAt === null) return []
  return [
    {
      id,
      startedBy,
      failed,
      opened,
      closed,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      checks: total,
      levels: inOrder(levels),
    },
  ]
}

export const getDiagnosisHandler = handle(getDiagnosis, async (context) => {
  const { tx, actor, input, now } = context
  assertWholeCompany(context)
  const company = actor.company.id
  const [{ rows }, { rows: shown }] = await Promise.all([
    sql<Row>`
      select id, requested_at as "startedAt", finished_at as "finishedAt", started_by as "startedBy", total, jsonb_array_length(checks) as made,
        failed, opened, closed, levels
      from diagnosis_run where company_id = ${company} order by id desc limit ${mostReports}`.execute(tx),
    sql<Count>`
      select level, count(*)::int as count from diagnosis_finding
      where company_id = ${company} and gone_at is null and seen >= tries
        and (ignored_until is null or ignored_until < ${dayIn(actor.company.timeZone, now)}::date)
      group by level`.execute(tx),
  ])
  const running = rows.find(({ finishedAt }) => finishedAt === null)
  const reports = rows.flatMap(presentReport)
  const asked = input.runId ? reports.find(({ id }) => id === input.runId) : reports[0]
  if (input.runId && !asked) throw refusal('DiagnosisReportNotFound')
  return {
    running: running ? { id: running.id, done: running.made, total: running.total } : null,
    report: asked ?? null,
    reports,
    levels: inOrder(shown),
    maintenance: await maintenanceNow(tx, company, now),
  }
})
