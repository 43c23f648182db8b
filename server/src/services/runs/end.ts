import { retryService } from '@kervan/contract/services/runs'
import { dateTable } from '@kervan/contract/services/states'
import type { RunState } from '@kervan/contract/services/words'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { holdersOf, notify } from '../../kit/work/notices.ts'
import { release } from '../credit/ledger.ts'
import type { Company } from './company.ts'
import type { WaitingRun } from './begin.ts'
import { wakeWaiting } from './waits.ts'

// How a run ends: failed, told, written down, and its date closed.

/** The portal, in the name of the company. */
const portalDoer = ({ id, name }: Pick<Company, 'id' | 'name'>): Doer => ({
  company: { id },
  membershipId: null,
  name,
})

/** Ends a run as failed: its steps stop, its credit is released, and those who look after services are told. */
export async function fail(
  tx: Tx,
  services: Services,
  company: Company,
  run: Pick<WaitingRun, 'id' | 'code' | 'name' | 'state' | 'round' | 'serviceDate'>,
  failure: string,
  now: Date,
): Promise<void> {
  await sql`
    update service_step p set state = 'Cancelled', finished_at = ${now}
    where p.company_id = ${company.id} and p.run_id = ${run.id} and p.state in ('Pending', 'Processing', 'ReProcess', 'ToBeClosed', 'CreditExceeded')`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = 'Failed', failure = ${failure}, finished_at = ${now}, waits_for = null, waits_on = null
    where r.company_id = ${company.id} and r.id = ${run.id}`.execute(tx)
  await release(tx, company.id, { runId: run.id, round: run.round }, now)
  await wakeWaiting(tx, company.id, run.id, now)
  await recordRun(tx, company, run, 'serviceRun.failed', 'Failed', now, { failure })
  await tellRun(tx, services, company.id, run, 'serviceRun.failed', now)
}

/** Writes an end or a beginning of a run into the audit log. */
export async function recordRun(
  tx: Tx,
  company: Pick<Company, 'id' | 'name'>,
  run: Pick<WaitingRun, 'id' | 'code' | 'state'>,
  operation: Operation,
  state: RunState,
  now: Date,
  after: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, portalDoer(company), now, {
    audit: [
      {
        operation,
        recordType: 'serviceRun',
        recordId: run.id,
        recordCode: run.code,
        before: { serviceState: run.state },
        after: { serviceState: state, ...after },
      },
    ],
  })
}

export async function tellRun(
  tx: Tx,
  services: Services,
  companyId: number,
  run: Pick<WaitingRun, 'code' | 'name' | 'serviceDate'>,
  event: NoticeEvent,
  now: Date,
): Promise<void> {
  const holders = await holdersOf(tx, companyId, retryService.permission, event)
  await notify(
    tx,
    services.jobs,
    { id: companyId },
    now,
    event,
    holders.map((membershipId) => ({
      membershipId,
      codes: [run.code],
      facts: { run: run.code, service: run.name, day: run.serviceDate },
    })),
  )
}

/** The date of a run that has come to its end is closed, and with the last one its plan; runs that wait for it go on. */
export async function closeDate(tx: Tx, companyId: number, runId: string, now: Date): Promise<void> {
  await wakeWaiting(tx, companyId, runId, now)
  await sql`
    update service_date d set state = ${dateTable.after('close', 'Active')}, version = d.version + 1, changed_at = ${now}
    from service_run r where d.company_id = ${companyId} and r.company_id = ${companyId} and r.id = ${runId} and d.id = r.date_id and d.state = 'Active'`.execute(
    tx,
  )
  await sql`
    update service_plan n set state = 'Closed', version = n.version + 1
    where n.company_id = ${companyId} and n.state = 'Active' and n.id in (select d.plan_id from service_date d join service_run r on r.company_id = ${companyId} and r.date_id = d.id
        where d.company_id = ${companyId} and r.id = ${runId})
      and not exists (select from service_date o where o.company_id = ${companyId} and o.plan_id = n.id and o.state = 'Active')`.execute(
    tx,
  )
}
