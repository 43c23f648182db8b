import { addDays } from '@kervan/contract/kit/days'
import { runTable, stepTable } from '@kervan/contract/services/states'
import type { ProjectDomain, RunState, RunWait, StepState } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { estimateRun } from '../credit/estimate.ts'
import { reserve, subscriptionFor } from '../credit/ledger.ts'
import { endOfDay, type ServicePolicy } from '../policy.ts'
import type { Service } from '../scope.ts'
import { heldOn, type Plan } from '../strategies/compile.ts'
import type { Company } from './company.ts'
import { fail, recordRun, tellRun } from './end.ts'

// How a run begins, waits for its data, or is held without credit.

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
export async function waitingRuns(tx: Tx, companyId: number): Promise<WaitingRun[]> {
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
export async function begin(
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
