import { runDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { newId } from '../kit/database/uuid.ts'
import { handle } from '../kit/http/handle.ts'
import { assertWholeCompany } from '../kit/master/records.ts'
import { partsOf } from '../kit/parts.ts'
import { record } from '../kit/records/audit.ts'
import type { CalendarWork } from '../kit/work/schedule.ts'

type Asked = { companyId: number; now: Date; by: string | null }

/** Puts a run in the queue. Answers null where one of the company is under way: its index lets no second one begin. */
async function startDiagnosis(
  tx: Tx,
  { jobs }: Services,
  { companyId, now, by }: Asked,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into diagnosis_run (company_id, id, requested_at, started_by, total)
    values (${companyId}, ${newId()}, ${now}, ${by}, ${partsOf('check').length})
    on conflict (company_id) where finished_at is null do nothing returning id`.execute(tx)
  const [started] = rows
  if (!started) return null
  await jobs.send(tx, 'systemDiagnosis', { companyId, runId: started.id })
  return started.id
}

export const runDiagnosisHandler = handle(runDiagnosis, async (context) => {
  const { tx, actor, services, now } = context
  assertWholeCompany(context)
  const companyId = actor.company.id
  const runId = await startDiagnosis(tx, services, { companyId, now, by: actor.name })
  if (!runId) throw refusal('DiagnosisRunning')
  await record(tx, actor, now, {
    audit: [{ operation: 'diagnosis.started', recordType: 'diagnosisRun', recordId: runId, recordCode: '' }],
  })
  return { runId }
})

/** Every night: all checks. A run that somebody has started meanwhile is the night's as well. */
export const nightlyDiagnosis: CalendarWork = {
  name: 'systemDiagnosis',
  expression: '40 2 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId }) {
    const runId = await startDiagnosis(tx, services, {
      companyId,
      now: services.clock.now(),
      by: null,
    })
    return { counts: { checks: runId ? partsOf('check').length : 0 } }
  },
}
