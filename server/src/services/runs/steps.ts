import { existing } from '@kervan/contract/kit/typed'
import { runTable, stepTable } from '@kervan/contract/services/states'
import type { StepKind, StepState } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { settleRun } from '../credit/warn.ts'
import { heldOn, type Plan } from '../strategies/compile.ts'
import { hasForeign } from '../work-orders/foreign.ts'
import { keepWorkOrders } from '../work-orders/keep.ts'
import { publish } from '../work-orders/publish.ts'
import { computeShards, releaseShards } from '../work-orders/shards.ts'
import { takeSnapshot } from '../work-orders/snapshot.ts'
import { auditFile } from './audit-file.ts'
import { keepFile, publishedOrders, publishedReport } from './files.ts'
import type { WaitingRun } from './begin.ts'
import { closeDate, fail, recordRun, tellRun } from './end.ts'

// The business processes of a run, one after another. Each leaves its result in the transaction that ends it and asks for
// the next one there, so that a worker that dies in one of them leaves what another one goes on with.

/** A company may have millions of sales: a statement may take two minutes. */
const longWork = { long: true } as const

/** A step that has failed so often fails its run. */
export const mostTries = 3

export type RunOfStep = WaitingRun & {
  companyName: string
  timeZone: string
  pairs: number
  creditEstimate: number
  no: number
  kind: StepKind
  stepState: StepState
  tries: number
  /** The plan that the run is held to; null before it began. */
  plan: Plan | null
  results: Record<string, unknown>
}
/** What a step does; what it answers is kept as its result. */
type StepWork = (work: {
  tx: Tx
  services: Services
  companyId: number
  run: RunOfStep
  now: Date
}) => Promise<Record<string, unknown>>

/** What each business process does. */
const works: Readonly<Record<StepKind, StepWork>> = {
  // The run is held to its plan, whatever becomes of the strategy meanwhile.
  Snapshot: async ({ tx, companyId, run, now }) => ({
    planNo: run.planNo,
    planHash: run.planHash,
    pairs: run.pairs,
    snapshot: await takeSnapshot(tx, companyId, {
      runId: run.id,
      plan: existing(run.plan),
      day: run.serviceDate,
      now,
    }),
  }),
  Engine: async ({ tx, companyId, run, now }) =>
    keepWorkOrders(tx, companyId, {
      runId: run.id,
      runCode: run.code,
      project: run.projectCode,
      plan: existing(run.plan),
      planHash: run.planHash,
      day: run.serviceDate,
      author: run.companyName,
      now,
    }),
  Publish: async ({ tx, services, companyId, run, now }) => {
    const orders = await publish(tx, companyId, run.id, now)
    await keepFile(tx, services, companyId, run, 'Report', publishedReport(run, orders, now), now)
    if (orders.length > 0)
      await keepFile(tx, services, companyId, run, 'WorkOrders', publishedOrders(orders), now)
    const audit = await auditFile(tx, companyId, { run, plan: existing(run.plan), now })
    await keepFile(tx, services, companyId, run, 'Audit', audit, now)
    return { published: orders.length }
  },
  Settlement: async ({ tx, services, companyId, run, now }) => ({
    credit: await settleRun(
      tx,
      services,
      companyId,
      { runId: run.id, round: run.round },
      run.creditEstimate,
      now,
    ),
  }),
}

/** Works off a step that the queue names. A step that is done already, or whose run has ended, is left alone. */
export async function runStep(
  services: Services,
  { companyId, runId, no }: QueuePayloads['serviceSteps'],
): Promise<void> {
  const { db, clock, log } = services
  const begun = await db.withCompany(companyId, (tx) => beginStep(tx, companyId, runId, no, clock.now()))
  if (!begun) return
  try {
    if (begun.kind === 'Engine' && !begun.isForeign) await computeShards(services, companyId, runId)
    await db.withCompany(
      companyId,
      async (tx) => {
        const run = await loadStep(tx, companyId, runId, no)
        if (!run || run.stepState !== 'Processing') return
        const now = clock.now()
        const result = await works[run.kind]({ tx, services, companyId, run, now })
        await endStep(tx, services, companyId, run, result, now)
      },
      longWork,
    )
  } catch (error) {
    log.error({ err: error, companyId, run: runId, step: no }, 'business process failed')
    const isGivenUp = await db.withCompany(companyId, (tx) =>
      stepFailed(tx, services, companyId, runId, no, clock.now()),
    )
    // The queue comes back to it.
    if (!isGivenUp) throw error
  }
}

async function beginStep(
  tx: Tx,
  companyId: number,
  runId: string,
  no: number,
  now: Date,
): Promise<{ kind: StepKind; isForeign: boolean } | null> {
  const run = await loadStep(tx, companyId, runId, no)
  if (!run || !stepTable.allows('start', run.stepState, 'portal')) return null
  // An entry of the queue is with one worker at a time: whoever had this step before is gone, and what it claimed is free.
  if (run.kind === 'Engine') await releaseShards(tx, companyId, runId)
  await sql`
    update service_step p set state = ${stepTable.after('start', run.stepState)}, tries = p.tries + 1, started_at = coalesce(p.started_at, ${now}), failure = null
    where p.company_id = ${companyId} and p.run_id = ${runId} and p.no = ${no}`.execute(tx)
  // What another engine proposes is not computed.
  return { kind: run.kind, isForeign: await hasForeign(tx, companyId, run.projectCode, run.serviceDate) }
}

/** The run of a step, both locked; null where the run does not run or steps before are not done. */
async function loadStep(tx: Tx, companyId: number, runId: string, no: number): Promise<RunOfStep | null> {
  const { rows } = await sql<RunOfStep>`
    select r.id, r.code, r.name, r.state, r.service, r.domain, r.project_code as "projectCode", r.strategy_id as "strategyId",
      r.service_date::text as "serviceDate", r.round, r.target_import_at as "targetImportAt", r.target_service_at as "targetServiceAt",
      r.plan_no as "planNo", r.plan_hash as "planHash", r.pairs, r.credit_estimate as "creditEstimate",
      c.name as "companyName", c.time_zone as "timeZone", p.no,
      (select n.plan from strategy_plan n where n.company_id = ${companyId} and n.strategy_id = r.strategy_id and n.no = r.plan_no) as plan, p.kind, p.state as "stepState", p.tries,
      coalesce((select jsonb_object_agg(o.kind, o.result) from service_step o where o.company_id = ${companyId} and o.run_id = r.id and o.result is not null), '{}') as results
    from service_run r join service_step p on p.company_id = ${companyId} and p.run_id = r.id and p.no = ${no} join company c on c.id = ${companyId}
    where r.company_id = ${companyId} and r.id = ${runId} and r.state = 'Active'
      and not exists (select from service_step b where b.company_id = ${companyId} and b.run_id = r.id and b.no < p.no and b.state not in ('Succeeded', 'ToBeClosed'))
    for update of r, p`.execute(tx)
  const [found] = rows
  return found ? { ...found, plan: found.plan && heldOn(found.plan, found.serviceDate) } : null
}

async function endStep(
  tx: Tx,
  services: Services,
  companyId: number,
  run: RunOfStep,
  result: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ next: number | null }>`
    select min(p.no) as next from service_step p where p.company_id = ${companyId} and p.run_id = ${run.id} and p.no > ${run.no}`.execute(
    tx,
  )
  const next = rows[0]?.next ?? null
  // What was published stands to be closed until its credit is settled.
  const state: StepState = stepTable.after(
    'finish',
    'Processing',
    run.kind === 'Publish' ? 'ToBeClosed' : 'Succeeded',
  )
  await sql`
    update service_step p set state = ${state}, finished_at = greatest(p.started_at, ${now}), result = ${JSON.stringify(result)}::jsonb
    where p.company_id = ${companyId} and p.run_id = ${run.id} and p.no = ${run.no}`.execute(tx)
  if (next !== null) return services.jobs.send(tx, 'serviceSteps', { companyId, runId: run.id, no: next })
  const closed = runTable.after('close', 'Active')
  await sql`
    update service_step p set state = ${stepTable.after('close', 'ToBeClosed')} where p.company_id = ${companyId} and p.run_id = ${run.id} and p.state = 'ToBeClosed'`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = ${closed}, finished_at = greatest(r.started_at, ${now}), credit_used = ${Number(result['credit'] ?? 0)}
    where r.company_id = ${companyId} and r.id = ${run.id}`.execute(tx)
  await closeDate(tx, companyId, run.id, now)
  const company = { id: companyId, name: run.companyName }
  await recordRun(tx, company, run, 'serviceRun.closed', closed, now, { credit: result['credit'] })
  await tellRun(tx, services, companyId, run, 'serviceRun.closed', now)
}

/** Takes note of a fault: the step is done again, or its run has failed. True where nobody comes back to it. */
async function stepFailed(
  tx: Tx,
  services: Services,
  companyId: number,
  runId: string,
  no: number,
  now: Date,
): Promise<boolean> {
  const run = await loadStep(tx, companyId, runId, no)
  if (!run || run.stepState !== 'Processing') return true
  const isLast = run.tries >= mostTries
  await sql`
    update service_step p set state = ${stepTable.after('fail', 'Processing', isLast ? 'Failed' : 'ReProcess')}, failure = 'Fault', finished_at = ${now}
    where p.company_id = ${companyId} and p.run_id = ${runId} and p.no = ${no}`.execute(tx)
  if (isLast)
    await fail(
      tx,
      services,
      { id: companyId, name: run.companyName, time_zone: run.timeZone },
      run,
      'StepFailed',
      now,
    )
  return isLast
}
