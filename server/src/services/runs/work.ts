import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { mostDue, type DueTime, type DueWork } from '../../kit/work/schedule.ts'
import { servicePolicy } from '../policy.ts'
import { begin, forgottenMinutes, waitingRun } from './begin.ts'
import { companyOf } from './company.ts'
import { makeRun } from './make.ts'

// Runs of services (SVC-008): a date of the calendar becomes a run; the run begins once its data are there and its credit
// is reserved, and its business processes then follow one another.

export const serviceRunsWork: DueWork = {
  name: 'serviceRuns',
  quiet: true,
  /** Dates that have come and have no run yet, by their id; runs that wait or are under way, by theirs. */
  async dueTimes({ tx, companyId, timeZone, until }) {
    const runDue = sql`coalesce(r.due_at, r.target_service_at)`
    const day = sql`(d.day::timestamp at time zone ${timeZone})`
    const { rows } = await sql<DueTime>`
      select r.id as key, ${runDue} as at from service_run r
      where r.company_id = ${companyId} and r.state in ('Pending', 'Active', 'CreditExceeded') and ${runDue} <= ${until}
      union all
      select d.id, ${day} from service_date d
      where d.company_id = ${companyId} and d.state = 'Active' and ${day} <= ${until}
        and not exists (select from service_run r where r.company_id = ${companyId} and r.date_id = d.id)
      order by at, key limit ${mostDue}`.execute(tx)
    return rows
  },
  async run({ tx, services, companyId, key }) {
    const company = await companyOf(tx, companyId)
    const now = services.clock.now()
    const policy = await servicePolicy(tx, company)
    const made = await makeRun(tx, company, policy, key, now)
    const counts = { serviceRuns: made ? 1 : 0, servicesStarted: 0, servicesHeld: 0 }
    const waiting = await waitingRun(tx, companyId, key)
    if (!waiting) {
      await wakeForgotten(tx, services, companyId, key, now)
      return { counts }
    }
    const state = await begin(tx, services, company, policy, waiting, now)
    if (state === 'Active') counts.servicesStarted = 1
    if (state === 'CreditExceeded' || state === 'Failed') counts.servicesHeld = 1
    return { counts }
  },
}

/** A run whose entry in the queue is gone goes on where it stood. */
async function wakeForgotten(
  tx: Tx,
  services: Services,
  companyId: number,
  runId: string,
  now: Date,
): Promise<void> {
  const since = sql`${now}::timestamptz - make_interval(mins => ${forgottenMinutes})`
  const { rows } = await sql<{ no: number | null; isForgotten: boolean }>`
    select (select min(p.no) from service_step p where p.company_id = ${companyId} and p.run_id = r.id and p.state in ('Pending', 'Processing', 'ReProcess')) as no,
      r.started_at < ${since} and not exists (select from service_step p where p.company_id = ${companyId} and p.run_id = r.id
        and greatest(p.started_at, p.finished_at) > ${since}) as "isForgotten"
    from service_run r where r.company_id = ${companyId} and r.id = ${runId} and r.state = 'Active' for update of r`.execute(
    tx,
  )
  const [run] = rows
  if (!run) return
  await sql`
    update service_run r set due_at = ${now}::timestamptz + make_interval(mins => ${forgottenMinutes}) where r.company_id = ${companyId} and r.id = ${runId}`.execute(
    tx,
  )
  if (run.isForgotten && run.no !== null)
    await services.jobs.send(tx, 'serviceSteps', { companyId, runId, no: run.no })
}
