import { addDays } from '@kervan/contract/kit/days'
import { retryService } from '@kervan/contract/services/runs'
import { dateTable, runTable, stepTable } from '@kervan/contract/services/states'
import {
  stepKinds,
  type ProjectDomain,
  type RunState,
  type RunWait,
  type StepState,
} from '@kervan/contract/services/words'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { holdersOf, notify } from '../../kit/work/notices.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { estimateRun } from '../credit/estimate.ts'
import { release, reserve, subscriptionFor } from '../credit/ledger.ts'
import { endOfDay, momentOf, servicePolicy, type ServicePolicy } from '../policy.ts'
import type { Service } from '../scope.ts'
import { heldOn, type Plan } from '../strategies/compile.ts'

// Runs of services (SVC-008): a date of the calendar becomes a run; the run begins once its data are there and its credit
// is reserved, and its business processes then follow one another.

type Company = { id: number; name: string; time_zone: string }

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

const companyOf = (tx: Tx, companyId: number): Promise<Company> =>
  tx
    .selectFrom('company')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

export const portalDoer = ({ id, name }: Pick<Company, 'id' | 'name'>): Doer => ({
  company: { id },
  membershipId: null,
  name,
})

type Due = {
  id: string
  day: string
  strategyId: string
  strategyName: string
  projectCode: string
  service: Service
  domain: ProjectDomain
}

/** Dates that have come become runs, each once. */
async function makeRuns(tx: Tx, company: Company, policy: ServicePolicy, now: Date): Promise<number> {
  const { id: companyId, time_zone: timeZone } = company
  const { rows } = await sql<Due>`
    select d.id, d.day::text as day, s.id as "strategyId", s.name as "strategyName", p.code as "projectCode", p.service, p.domain
    from service_date d join strategy s on s.company_id = ${companyId} and s.id = d.strategy_id join project p on p.company_id = ${companyId} and p.code = s.project_code
    where d.company_id = ${companyId} and d.state = 'Active' and d.day <= ${dayIn(timeZone, now)}::date
      and not exists (select from service_run r where r.company_id = ${companyId} and r.date_id = d.id)
    order by d.day, s.code limit 200 for update of d skip locked`.execute(tx)
  for (const due of rows) {
    const id = newId()
    const code = `SR-${String(await nextCount(tx, companyId, 'serviceRun')).padStart(6, '0')}`
    await tx
      .insertInto('service_run')
      .values({
        company_id: companyId,
        id,
        code,
        date_id: due.id,
        strategy_id: due.strategyId,
        project_code: due.projectCode,
        service: due.service,
        name: due.strategyName,
        search_text: fold(`${code} ${due.strategyName} ${due.service}`),
        domain: due.domain,
        service_date: due.day,
        state: runTable.initial,
        target_import_at: momentOf(timeZone, due.day, policy.importTime),
        target_service_at: momentOf(timeZone, due.day, policy.serviceTime),
        created_at: now,
      })
      .execute()
    await tx
      .insertInto('service_step')
      .values(
        stepKinds.map((kind, at) => ({
          company_id: companyId,
          run_id: id,
          no: at + 1,
          kind,
          state: stepTable.initial,
        })),
      )
      .execute()
  }
  return rows.length
}

export type WaitingRun = {
  id: string
  code: string
  name: string
  state: RunState
  service: Service
  domain: ProjectDomain
  projectCode: string
  strategyId: string
  serviceDate: string
  round: number
  targetImportAt: Date
  targetServiceAt: Date
  planNo: number | null
  planHash: string | null
  plan: Plan | null
}

/** Runs that may begin: those that wait, and those without credit, which go on by themselves after a top-up. */
async function waitingRuns(tx: Tx, companyId: number): Promise<WaitingRun[]> {
  const { rows } = await sql<WaitingRun>`
    select r.id, r.code, r.name, r.state, r.service, r.domain, r.project_code as "projectCode", r.strategy_id as "strategyId",
      r.service_date::text as "serviceDate", r.round, r.target_import_at as "targetImportAt", r.target_service_at as "targetServiceAt",
      n.no as "planNo", n.hash as "planHash", n.plan
    from service_run r join strategy s on s.company_id = ${companyId} and s.id = r.strategy_id
      left join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = s.id and n.no = s.plan_no and s.in_force
    where r.company_id = ${companyId} and r.state in ('Pending', 'CreditExceeded')
    order by r.service_date, r.code for update of r`.execute(tx)
  return rows
}

/**
 * Begins a run whose data are there and whose credit could be reserved. Without credit it is CreditExceeded before
 * anything is computed, and tried again until the day after its service date.
 */
async function begin(
  tx: Tx,
  services: Services,
  company: Company,
  policy: ServicePolicy,
  run: WaitingRun,
  now: Date,
): Promise<RunState> {
  const { id: companyId, time_zone: timeZone } = company
  const isOver = now >= endOfDay(timeZone, addDays(run.serviceDate, 1))
  if (run.state === 'CreditExceeded' && isOver) {
    await fail(tx, services, company, run, 'CreditNotToppedUp', now)
    return 'Failed'
  }
  if (run.state === 'Pending' && now < run.targetServiceAt)
    return wait(tx, companyId, run, await missingImport(tx, companyId, policy, run), now)
  const plan = run.plan && heldOn(run.plan, run.serviceDate)
  if (plan === null || plan.rules.length === 0) {
    await fail(tx, services, company, run, plan === null ? 'NoPlan' : 'NothingHolds', now)
    return 'Failed'
  }
  const missing = await missingImport(tx, companyId, policy, run)
  if (missing !== null && run.state === 'Pending') {
    // What is not there a day after the service date is not waited for any longer.
    if (!isOver) return wait(tx, companyId, run, missing, now)
    await fail(tx, services, company, run, 'ImportMissing', now)
    return 'Failed'
  }
  const { service, domain, projectCode } = run
  const subscription = await subscriptionFor(tx, companyId, { service, projectCode }, run.serviceDate)
  if (!subscription) {
    if (run.state === 'CreditExceeded') return run.state
    await fail(tx, services, company, run, 'NoSubscription', now)
    return 'Failed'
  }
  const { pairs, credit } = await estimateRun(tx, companyId, {
    service,
    domain,
    filterIds: plan.filters,
    day: run.serviceDate,
  })
  const charged = { runId: run.id, round: run.round }
  const isReserved = await reserve(tx, companyId, charged, {
    subscription,
    day: run.serviceDate,
    amount: credit,
    now,
  })
  if (!isReserved) {
    if (run.state === 'Pending') await hold(tx, services, company, run, { pairs, credit }, now)
    return 'CreditExceeded'
  }
  await sql`
    update service_step p set state = 'Pending', failure = null where p.company_id = ${companyId} and p.run_id = ${run.id} and p.state = 'CreditExceeded'`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = 'Active', started_at = ${now}, actual_import_at = coalesce(r.actual_import_at, ${now}),
      plan_no = ${run.planNo}, plan_hash = ${run.planHash}, pairs = ${pairs}, credit_estimate = ${credit}, waits_for = null, waits_on = null, failure = null
    where r.company_id = ${companyId} and r.id = ${run.id}`.execute(tx)
  await services.jobs.send(tx, 'serviceSteps', { companyId, runId: run.id, no: 1 })
  await recordRun(tx, company, run, 'serviceRun.started', 'Active', now, { planHash: run.planHash, credit })
  return 'Active'
}

/** The due date of the data transfer calendar that a run waits for; null where all are there, or none is asked for. */
async function missingImport(
  tx: Tx,
  companyId: number,
  { waitsForImport }: ServicePolicy,
  run: WaitingRun,
): Promise<string | null> {
  if (!waitsForImport) return null
  const { rows } = await sql<{ id: string }>`
    select d.id from data_transfer_due d join data_transfer t on t.company_id = ${companyId} and t.id = d.transfer_id and t.active
    where d.company_id = ${companyId} and d.state <> 'Received' and d.due_at <= ${run.targetImportAt}
      and d.due_at > ${run.targetImportAt}::timestamptz - interval '1 day' order by d.due_at limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

async function wait(
  tx: Tx,
  companyId: number,
  run: WaitingRun,
  transferDue: string | null,
  now: Date,
): Promise<RunState> {
  const waitsFor: RunWait | null = transferDue === null ? null : 'Import'
  await sql`
    update service_run r set waits_for = ${waitsFor}, waits_on = ${transferDue}::uuid,
      actual_import_at = case when ${transferDue === null} then coalesce(r.actual_import_at, ${now}) end
    where r.company_id = ${companyId} and r.id = ${run.id} and (r.waits_on is distinct from ${transferDue}::uuid or r.actual_import_at is null)`.execute(
    tx,
  )
  return run.state
}

async function hold(
  tx: Tx,
  services: Services,
  company: Company,
  run: WaitingRun,
  { pairs, credit }: { pairs: number; credit: number },
  now: Date,
): Promise<void> {
  const state: RunState = runTable.after('start', 'Pending', 'CreditExceeded')
  const held: StepState = stepTable.after('hold', 'Pending')
  await sql`
    update service_step p set state = ${held} where p.company_id = ${company.id} and p.run_id = ${run.id} and p.state = 'Pending'`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = ${state}, waits_for = 'Credit', waits_on = null, pairs = ${pairs}, credit_estimate = ${credit}
    where r.company_id = ${company.id} and r.id = ${run.id}`.execute(tx)
  await recordRun(tx, company, run, 'serviceRun.creditExceeded', state, now, { credit })
  await tellRun(tx, services, company.id, run, 'serviceRun.creditExceeded', now)
}

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

/** The date of a run that has come to its end is closed, and with the last one its plan. */
export async function closeDate(tx: Tx, companyId: number, runId: string, now: Date): Promise<void> {
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
