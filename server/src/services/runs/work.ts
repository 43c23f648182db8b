import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { servicePolicy } from '../policy.ts'
import { companyOf } from './company.ts'
import { makeRuns } from './make.ts'
import { waitingRuns, begin } from './begin.ts'

// Runs of services (SVC-008): a date of the calendar becomes a run; the run begins once its data are there and its credit
// is reserved, and its business processes then follow one another.

export const serviceRunsWork: ScheduledWork = {
  name: 'serviceRuns',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId }) => {
    const company = await companyOf(tx, companyId)
    const today = dayIn(company.time_zone, services.clock.now())
    const { rows } = await sql`
      select from service_date d where d.company_id = ${companyId} and d.state = 'Active' and d.day <= ${today}::date
      union all select from service_run r where r.company_id = ${companyId} and r.state in ('Pending', 'Active', 'CreditExceeded') limit 1`.execute(
      tx,
    )
    return rows.length > 0
  },
  async run({ tx, services, companyId }) {
    const company = await companyOf(tx, companyId)
    const now = services.clock.now()
    const policy = await servicePolicy(tx, company)
    const made = await makeRuns(tx, company, policy, now)
    const counts = { serviceRuns: made, servicesStarted: 0, servicesHeld: 0 }
    for (const waiting of await waitingRuns(tx, companyId)) {
      const state = await begin(tx, services, company, policy, waiting, now)
      if (state === 'Active') counts.servicesStarted += 1
      if (state === 'CreditExceeded' || state === 'Failed') counts.servicesHeld += 1
    }
    await wakeForgotten(tx, services, companyId, now)
    return { counts }
  },
}

const forgottenMinutes = 30

/** Runs whose entry in the queue is gone go on where they stood. */
async function wakeForgotten(tx: Tx, services: Services, companyId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ runId: string; no: number }>`
    select r.id as "runId", (select min(p.no) from service_step p where p.company_id = ${companyId} and p.run_id = r.id and p.state in ('Pending', 'Processing', 'ReProcess')) as no
    from service_run r where r.company_id = ${companyId} and r.state = 'Active'
      and r.started_at < ${now}::timestamptz - make_interval(mins => ${forgottenMinutes})
      and not exists (select from service_step p where p.company_id = ${companyId} and p.run_id = r.id
        and greatest(p.started_at, p.finished_at) > ${now}::timestamptz - make_interval(mins => ${forgottenMinutes}))`.execute(
    tx,
  )
  for (const { runId, no } of rows)
    if (no !== null) await services.jobs.send(tx, 'serviceSteps', { companyId, runId, no })
}
