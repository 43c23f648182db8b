import { addDays } from '@kervan/contract/kit/days'
import { runTable, stepTable } from '@kervan/contract/services/states'
import type { ProjectDomain, RunState, StepState } from '@kervan/contract/services/words'
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
import { missingImport, nextLook, runBefore, type Awaited } from './waits.ts'

// How a run begins, waits, or is held without credit.

/** A run that is under way is looked after so often. */
export const forgottenMinutes = 30

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

/** A run that may begin, by its id or that of its date: it waits, or is without credit and goes on after a top-up. */
export async function waitingRun(tx: Tx, companyId: number, id: string): Promise<WaitingRun | null> {
  const { rows } = await sql<WaitingRun>`
    select r.id, r.code, r.name, r.state, r.service, r.domain, r.project_code as "projectCode", r.strategy_id as "strategyId",
      r.service_date::text as "serviceDate", r.round, r.target_import_at as "targetImportAt", r.target_service_at as "targetServiceAt",
      n.no as "planNo", n.hash as "planHash", n.plan
    from service_run r join strategy s on s.company_id = ${companyId} and s.id = r.strategy_id
      left join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = s.id and n.no = s.plan_no and s.in_force
    where r.company_id = ${companyId} and (r.id = ${id} or r.date_id = ${id}) and r.state in ('Pending', 'CreditExceeded')
    for update of r`.execute(tx)
  return rows[0] ?? null
}

/**
 * Begins a run whose data are there, before which no other one comes, and whose credit could be reserved. Without credit it is CreditExceeded before
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
  const awaited =
    (run.state === 'Pending' ? await missingImport(tx, companyId, policy, run) : null) ??
    (await runBefore(tx, companyId, run))
  if (awaited !== null) {
    // What has not come or ended a day after the service date is not waited for any longer.
    if (!isOver) return wait(tx, companyId, run, awaited, now)
    await fail(tx, services, company, run, awaited.for === 'Import' ? 'ImportMissing' : 'RunNotOver', now)
    return 'Failed'
  }
  const { service, domain, projectCode } = run
  const subscription = await subscriptionFor(tx, companyId, { service, projectCode }, run.serviceDate)
  if (!subscription) {
    if (run.state === 'CreditExceeded') {
      await lookForCredit(tx, companyId, run, now)
      return run.state
    }
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
    await lookForCredit(tx, companyId, run, now)
    return 'CreditExceeded'
  }
  await sql`
    update service_step p set state = 'Pending', failure = null where p.company_id = ${companyId} and p.run_id = ${run.id} and p.state = 'CreditExceeded'`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = 'Active', started_at = ${now}, actual_import_at = coalesce(r.actual_import_at, ${now}),
      plan_no = ${run.planNo}, plan_hash = ${run.planHash}, pairs = ${pairs}, credit_estimate = ${credit}, waits_for = null, waits_on = null, failure = null,
      due_at = ${now}::timestamptz + make_interval(mins => ${forgottenMinutes})
    where r.company_id = ${companyId} and r.id = ${run.id}`.execute(tx)
  await services.jobs.send(tx, 'serviceSteps', { companyId, runId: run.id, no: 1 })
  await recordRun(tx, company, run, 'serviceRun.started', 'Active', now, { planHash: run.planHash, credit })
  return 'Active'
}

/** Notes what a run waits for; with nothing missing it waits for its service time. */
async function wait(
  tx: Tx,
  companyId: number,
  run: WaitingRun,
  awaited: Awaited | null,
  now: Date,
): Promise<RunState> {
  const dueAt = awaited === null ? run.targetServiceAt : nextLook(now, awaited.for)
  await sql`
    update service_run r set waits_for = ${awaited?.for ?? null}, waits_on = ${awaited?.id ?? null}::uuid, due_at = ${dueAt},
      actual_import_at = case when ${awaited?.for !== 'Import'} then coalesce(r.actual_import_at, ${now}) end
    where r.company_id = ${companyId} and r.id = ${run.id}`.execute(tx)
  return run.state
}

/** A run without credit is looked at now and then, and at once after a top-up. */
const lookForCredit = async (tx: Tx, companyId: number, run: WaitingRun, now: Date): Promise<void> => {
  await sql`
    update service_run r set due_at = ${nextLook(now, 'Credit')}, waits_for = 'Credit', waits_on = null where r.company_id = ${companyId} and r.id = ${run.id}`.execute(
    tx,
  )
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
