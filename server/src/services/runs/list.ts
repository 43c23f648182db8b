import {
  cancelRun,
  getServiceRun,
  retryService,
  serviceRuns,
  type ServiceRun,
} from '@kervan/contract/services/runs'
import { addDays } from '@kervan/contract/kit/days'
import type { Language } from '@kervan/contract/kit/values'
import { setWays, type SetWay } from '@kervan/engine/sets'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { runTable, stepTable, type RunAction } from '@kervan/contract/services/states'
import type { ProjectDomain, RunState, RunWait, StepKind, StepState } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { translate } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { release, subscriptionFor } from '../credit/ledger.ts'
import { endOfDay } from '../policy.ts'
import { serviceScope, type Service } from '../scope.ts'
import { assertWindow } from '../window.ts'
import { closeDate } from './end.ts'

// Runs as they are listed and opened, tried again and cancelled (SVC-008).

/** Minutes after its target time at which a run was over; of one that is not over, until now. Null before its target time. */
const delay = (now: Date) =>
  sql`case when coalesce(r.finished_at, ${now}) > r.target_service_at then (extract(epoch from coalesce(r.finished_at, ${now}) - r.target_service_at) / 60)::int end`

/** Why this cannot be done with a run; null when it can. What is tried again must not be too late for its date. */
function refusedOnRun(
  action: RunAction,
  { code, state, serviceDate }: { code: string; state: RunState; serviceDate: string },
  { timeZone, now }: { timeZone: string; now: Date },
): Refusal | null {
  if (!runTable.allows(action, state, 'planner'))
    return refusal('RunState', { run: code, serviceState: state })
  const isLate = now >= endOfDay(timeZone, addDays(serviceDate, 1))
  return action === 'retry' && isLate ? refusal('RunTooLate', { run: code, day: serviceDate }) : null
}

const runCalls = { retry: retryService, cancel: cancelRun } as const
const actionsOf = (context: SessionContext, run: Parameters<typeof refusedOnRun>[1]) =>
  offer(context, runCalls, (action) =>
    refusedOnRun(action, run, { timeZone: context.actor.company.timeZone, now: context.now }),
  )

export const serviceRunList = serveList(
  serviceRuns,
  'serviceOperations',
  ({ actor, now }, { from, to }: DayWindow) => {
    assertWindow({ from, to })
    const company = actor.company.id
    return {
      from: sql`service_run r join strategy s on s.company_id = ${company} and s.id = r.strategy_id`,
      where: [
        sql`r.company_id = ${company}`,
        sql`r.service_date between ${from}::date and ${to}::date`,
        ...serviceScope(actor, 'ServiceOperations', sql`r.service`),
      ],
      id: sql`r.id`,
      key: sql`r.id`,
      code: sql`r.code`,
      columns: {
        runCode: sql`r.code`,
        runName: sql`r.name`,
        runState: sql`r.state`,
        serviceDate: sql`r.service_date`,
        startedAt: sql`r.started_at`,
        finishedAt: sql`r.finished_at`,
        creditUsed: sql`r.credit_used`,
        creditEstimate: sql`r.credit_estimate`,
        targetImportAt: sql`r.target_import_at`,
        actualImportAt: sql`r.actual_import_at`,
        targetServiceAt: sql`r.target_service_at`,
        delayMinutes: delay(now),
        waitsFor: sql`r.waits_for`,
        waitsOn: waitsOnName(company),
        serviceProduct: sql`r.service`,
        projectDomain: sql`r.domain`,
        strategyCode: sql`s.code`,
        planHash: sql`r.plan_hash`,
      },
      search: sql`r.search_text`,
      searched: ['runName', 'runCode'],
    }
  },
  ({ runCode, runState, serviceDate }, context) => ({
    actions: actionsOf(context, {
      code: runCode,
      state: runState,
      serviceDate,
    }),
  }),
)

/** The delivery, the subscription or the run that a run waits for, by name. */
const waitsOnName = (company: number) => sql<string | null>`case r.waits_for
  when 'Import' then (select t.name from data_transfer_due d join data_transfer t on t.company_id = ${company} and t.id = d.transfer_id where d.company_id = ${company} and d.id = r.waits_on)
  when 'Run' then (select o.code from service_run o where o.company_id = ${company} and o.id = r.waits_on)
  when 'Credit' then (select s.service_name from subscription s where s.company_id = ${company} and s.state in ('Active', 'CreditExceeded') and s.start_date <= r.service_date
    and split_part(s.service_id, '-', 1) = r.service order by s.service_id = r.service || '-' || r.project_code desc, s.service_id limit 1) end`

type Head = {
  id: string
  code: string
  name: string
  state: RunState
  service: Service
  projectDomain: ProjectDomain
  strategyId: string
  strategyCode: string
  serviceDate: string
  round: number
  planNo: number | null
  planHash: string | null
  pairs: number
  creditEstimate: number
  creditUsed: number
  targetImportAt: Date
  actualImportAt: Date | null
  targetServiceAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  delayMinutes: number | null
  waitsFor: RunWait | null
  failure: string | null
  projectCode: string
  waitsOnId: string | null
  waitsOnName: string | null
  /** Of the delivery that it waits for. */
  transferDue: Date | null
  /** Of the run that it waits for. */
  awaitedDate: string | null
}

async function loadRun(
  { tx, actor, now }: SessionContext,
  runId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Head> {
  const company = actor.company.id
  const { rows } = await sql<Head>`
    select r.id, r.code, r.name, r.state, r.service, r.domain as "projectDomain", r.strategy_id as "strategyId", s.code as "strategyCode",
      r.service_date::text as "serviceDate", r.round, r.plan_no as "planNo", r.plan_hash as "planHash", r.pairs, r.credit_estimate as "creditEstimate",
      r.credit_used as "creditUsed", r.target_import_at as "targetImportAt", r.actual_import_at as "actualImportAt",
      r.target_service_at as "targetServiceAt", r.started_at as "startedAt", r.finished_at as "finishedAt", ${delay(now)} as "delayMinutes",
      r.waits_for as "waitsFor", r.failure, r.project_code as "projectCode", r.waits_on as "waitsOnId",
      ${waitsOnName(company)} as "waitsOnName", (select d.due_at from data_transfer_due d where d.company_id = ${company} and d.id = r.waits_on) as "transferDue",
      (select o.service_date::text from service_run o where o.company_id = ${company} and o.id = r.waits_on) as "awaitedDate"
    from service_run r join strategy s on s.company_id = ${company} and s.id = r.strategy_id
    where ${sql.join([sql`r.company_id = ${company}`, sql`r.id = ${runId}`, ...serviceScope(actor, 'ServiceOperations', sql`r.service`)], sql` and `)}
    ${lock ? sql`for update of r` : sql``}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

type Step = {
  no: number
  kind: StepKind
  state: StepState
  tries: number
  startedAt: Date | null
  finishedAt: Date | null
  failure: string | null
  sets: Partial<Record<SetWay, number>> | null
  foreign: { taken: number; left: number } | null
}

export const getServiceRunHandler = handle(getServiceRun, async (context): Promise<ServiceRun> => {
  const { tx, actor, input, language } = context
  const company = actor.company.id
  const run = await loadRun(context, input.serviceRunId)
  const { rows: steps } = await sql<Step>`
    select p.no, p.kind, p.state, p.tries, p.started_at as "startedAt", p.finished_at as "finishedAt", p.failure, p.result -> 'sets' as sets, p.result -> 'foreign' as foreign
    from service_step p where p.company_id = ${company} and p.run_id = ${run.id} order by p.no`.execute(tx)
  const { rows: credit } = await sql<{
    kind: 'Reserve' | 'Settle' | 'Release'
    amount: number
    at: Date
    round: number
  }>`
    select e.kind, e.amount, e.at, e.round from credit_entry e where e.company_id = ${company} and e.run_id = ${run.id} order by e.at, e.round`.execute(
    tx,
  )
  const { rows: files } = await sql<ServiceRun['files'][number]>`
    select k.id, k.name, k.type from service_file k where k.company_id = ${company} and k.run_id = ${run.id} order by k.type`.execute(
    tx,
  )
  const {
    failure,
    round: _round,
    projectCode: _project,
    waitsOnId: _id,
    waitsOnName: awaited,
    transferDue: _due,
    awaitedDate: _date,
    ...head
  } = run
  const iso = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...head,
    targetImportAt: head.targetImportAt.toISOString(),
    targetServiceAt: head.targetServiceAt.toISOString(),
    actualImportAt: iso(head.actualImportAt),
    startedAt: iso(head.startedAt),
    finishedAt: iso(head.finishedAt),
    why:
      failure !== null
        ? translate(language, `services.runFailure.${failure}`)
        : head.waitsFor === null
          ? null
          : translate(language, `services.waits.${head.waitsFor}`, { name: awaited ?? '' }),
    waitsOn: await waitsOnOf(context, run),
    steps: steps.map(({ failure: problem, startedAt, finishedAt, sets, foreign, ...step }) => ({
      ...step,
      startedAt: iso(startedAt),
      finishedAt: iso(finishedAt),
      problem: problem === null ? null : translate(language, `services.runFailure.${problem}`),
      notes: notesOf(language, { sets, foreign }),
    })),
    credit: credit.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    files,
    actions: actionsOf(context, run),
  }
})

/** Styles by how their size sets were decided, and what another engine has proposed. */
const notesOf = (language: Language, { sets, foreign }: Pick<Step, 'sets' | 'foreign'>): string[] =>
  [
    ...setWays.map((way) => [way, sets?.[way] ?? 0] as const),
    ['Foreign', foreign?.taken ?? 0] as const,
    ['LeftOut', foreign?.left ?? 0] as const,
  ].flatMap(([note, count]) =>
    count === 0
      ? []
      : [translate(language, `services.stepNote.${note}`, { count, amount: count.toLocaleString(language) })],
  )

/** What a run waits for, with what leads there; null where it waits for nothing that is still there. */
async function waitsOnOf(
  { tx, actor }: SessionContext,
  {
    waitsFor,
    waitsOnId,
    waitsOnName: name,
    transferDue,
    awaitedDate,
    service,
    projectCode,
    serviceDate,
  }: Head,
): Promise<ServiceRun['waitsOn']> {
  if (waitsFor === 'Import' && name !== null && transferDue !== null)
    return { for: 'Import', name, month: dayIn(actor.company.timeZone, transferDue).slice(0, 7) }
  if (waitsFor === 'Run' && name !== null && waitsOnId !== null && awaitedDate !== null)
    return { for: 'Run', name, serviceRunId: waitsOnId, serviceDate: awaitedDate }
  if (waitsFor !== 'Credit' || name === null) return null
  const subscription = await subscriptionFor(tx, actor.company.id, { service, projectCode }, serviceDate)
  return subscription && { for: 'Credit', name, subscriptionId: subscription.id }
}

async function change(
  context: SessionContext & { input: { serviceRunId: string } },
  action: RunAction,
): Promise<{ done: true }> {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const run = await loadRun(context, input.serviceRunId, { lock: true })
  const refused = refusedOnRun(action, run, { timeZone: actor.company.timeZone, now })
  if (refused) throw refused
  const state = runTable.after(action, run.state)
  // What was reserved for the last try goes back: the next one reserves anew, under a number of its own.
  await release(tx, company, { runId: run.id, round: run.round }, now)
  const [from, to] =
    action === 'retry'
      ? [stepTable.moves.reopen.from, stepTable.moves.reopen.to]
      : [stepTable.moves.cancel.from, stepTable.moves.cancel.to]
  await sql`
    update service_step p set state = ${to}, tries = case when ${action === 'retry'} then 0 else p.tries end, failure = null,
      started_at = case when ${action === 'retry'} then null else p.started_at end, finished_at = case when ${action === 'retry'} then null else ${now}::timestamptz end,
      result = case when ${action === 'retry'} then null else p.result end
    where p.company_id = ${company} and p.run_id = ${run.id} and p.state = any(${[...from]}::text[])`.execute(
    tx,
  )
  await sql`
    update service_run r set version = r.version + 1, state = ${state}, round = r.round + ${action === 'retry' ? 1 : 0}, failure = null, waits_for = null, waits_on = null, due_at = ${now},
      finished_at = case when ${action === 'cancel'} then ${now}::timestamptz end
    where r.company_id = ${company} and r.id = ${run.id}`.execute(tx)
  if (action === 'cancel') await closeDate(tx, company, run.id, now)
  await record(tx, actor, now, {
    audit: [
      {
        operation: action === 'retry' ? 'serviceRun.retried' : 'serviceRun.cancelled',
        recordType: 'serviceRun',
        recordId: run.id,
        recordCode: run.code,
        before: { serviceState: run.state },
        after: { serviceState: state },
      },
    ],
  })
  return { done: true }
}

/** Tries a run again: it waits as at first, and begins with the next look at what is due. */
export const retryServiceHandler = handle(retryService, (context) => change(context, 'retry'))
export const cancelRunHandler = handle(cancelRun, (context) => change(context, 'cancel'))
