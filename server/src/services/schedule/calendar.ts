import {
  addService,
  cancelService,
  getServiceCalendar,
  undoService,
  updateServiceDate,
} from '@kervan/contract/services/scheduling'
import type { Operation } from '@kervan/contract/kit/operations'
import { refusal } from '@kervan/contract/kit/refusals'
import { dateTable, type DateAction } from '@kervan/contract/services/states'
import type { PlanState, PstTrackingState } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { holds } from '../../kit/http/gates.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { seesPartOnly } from '../../kit/records/scope.ts'
import { neededSubscription } from '../credit/ledger.ts'
import { frozenFrom, isFrozen, servicePolicy } from '../policy.ts'
import { assertVariant, serviceScope, type Service } from '../scope.ts'
import { assertWindow } from '../window.ts'
import { dateActionsOf, refusedOnDate } from './list.ts'
import { keptBySenders, trackingOf } from './tracking.ts'
import { lockDates, plannableStrategies, plannedStrategy } from './plans.ts'

// The service calendar (SVC-007): dates by day, added, cancelled, restored and moved, as long as they are not frozen.

const done = { done: true } as const

type Entry = {
  id: string
  version: number
  day: string
  plannedDay: string
  state: PlanState
  strategyName: string
  strategyCode: string
  service: Service
  projectName: string
  runCode: string | null
  runState: string | null
  runId: string | null
  credit: number
}

export const getServiceCalendarHandler = handle(getServiceCalendar, async (context) => {
  const { tx, actor, now, input } = context
  assertWindow(input)
  const company = actor.company.id
  const { timeZone } = actor.company
  const policy = await servicePolicy(tx, actor.company)
  const { rows } = await sql<Entry>`
    select d.id, d.version, d.day::text as day, d.planned_day::text as "plannedDay", d.state, s.name as "strategyName", s.code as "strategyCode",
      p.service, p.name as "projectName", r.code as "runCode", r.state as "runState", r.id as "runId", coalesce(r.credit_used, 0) as credit
    from service_date d join strategy s on s.company_id = ${company} and s.id = d.strategy_id
      join project p on p.company_id = ${company} and p.code = s.project_code
      left join service_run r on r.company_id = ${company} and r.date_id = d.id
    where ${sql.join([sql`d.company_id = ${company}`, sql`d.day between ${input.from}::date and ${input.to}::date`, ...serviceScope(actor, 'ServiceSchedule', sql`p.service`)], sql` and `)}
    order by d.day, s.name limit 2000`.execute(tx)
  const tracked = rows.flatMap(({ service, runState, runId }) =>
    service === 'PST' && runState === 'Closed' && runId !== null ? [runId] : [],
  )
  const kept = await keptBySenders(tx, company, tracked, policy.retentionThreshold)
  const entries = rows.map(({ credit: _credit, runId, ...row }) => ({
    ...row,
    tracking: trackingOf(row, kept.get(runId ?? '')),
    changeableUntil: frozenFrom(timeZone, row.day, policy).toISOString(),
    actions: dateActionsOf(context, row, { timeZone, policy, now }),
  }))
  const inState = (state: PstTrackingState) =>
    entries.filter(({ tracking }) => tracking?.state === state).length
  const count = (state: PlanState) => rows.filter((row) => row.state === state).length
  const mayAdd = holds(addService, actor) && !seesPartOnly(actor)
  return {
    entries,
    strategies: mayAdd ? (await plannableStrategies(context)).map(({ id, name }) => ({ id, name })) : [],
    today: dayIn(timeZone, now),
    summary: {
      open: count('Active'),
      closed: count('Closed'),
      cancelled: count('Cancelled'),
      credit: rows.reduce((sum, { credit }) => sum + credit, 0),
    },
    tracking: {
      retentionThreshold: policy.retentionThreshold,
      kept: inState('Kept'),
      below: inState('Below'),
    },
    mayAdd,
  }
})

/** Throws where the strategy has a service on that day already; `but` is the date that is asked about. */
async function assertFree(
  { tx, actor }: SessionContext,
  strategyId: string,
  day: string,
  but: string | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from service_date d where d.company_id = ${actor.company.id} and d.strategy_id = ${strategyId} and d.day = ${day}::date
      and d.state <> 'Cancelled' and d.id is distinct from ${but}::uuid`.execute(tx)
  if (rows.length > 0) throw refusal('DateTaken', { day })
}

async function assertNotFrozen({ tx, actor, now }: SessionContext, day: string): Promise<void> {
  const { timeZone } = actor.company
  const policy = await servicePolicy(tx, actor.company)
  if (isFrozen(timeZone, day, policy, now))
    throw refusal('DateFrozen', { day, until: frozenFrom(timeZone, day, policy).toISOString() })
}

export const addServiceHandler = handle(addService, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const strategy = await plannedStrategy(context, input.strategyId)
  await neededSubscription(tx, actor.company.id, strategy, input.day)
  await assertNotFrozen(context, input.day)
  await lockDates(context)
  await assertFree(context, strategy.id, input.day)
  const id = newId()
  await tx
    .insertInto('service_date')
    .values({
      company_id: actor.company.id,
      id,
      strategy_id: strategy.id,
      day: input.day,
      planned_day: input.day,
      state: dateTable.initial,
      changed_at: now,
      changed_by: actor.name,
    })
    .execute()
  await told(context, 'serviceDate.added', { id, code: strategy.code }, {}, { day: input.day })
  return { dateId: id }
})

type Found = {
  id: string
  version: number
  day: string
  state: PlanState
  strategyId: string
  code: string
  service: Service
}

async function dateFor(
  context: SessionContext,
  { dateId, version }: { dateId: string; version: number },
  action: DateAction,
): Promise<Found> {
  assertWholeCompany(context)
  const { tx, actor, now } = context
  const company = actor.company.id
  await lockDates(context)
  const { rows } = await sql<Found>`
    select d.id, d.version, d.day::text as day, d.state, d.strategy_id as "strategyId", s.code, p.service
    from service_date d join strategy s on s.company_id = ${company} and s.id = d.strategy_id join project p on p.company_id = ${company} and p.code = s.project_code
    where d.company_id = ${company} and d.id = ${dateId} for update of d`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  assertVariant(actor, 'ServiceSchedule', found.service)
  if (found.version !== version) throw await changedMeanwhile(context, 'serviceDate', found.id)
  const policy = await servicePolicy(tx, actor.company)
  const refused = refusedOnDate(action, found, { timeZone: actor.company.timeZone, policy, now })
  if (refused) throw refused
  return found
}

async function write(
  { tx, actor, now }: SessionContext,
  { id }: Pick<Found, 'id'>,
  set: { state?: PlanState; day?: string },
): Promise<void> {
  await tx
    .updateTable('service_date')
    .set((next) => ({ ...set, version: next('version', '+', 1), changed_at: now, changed_by: actor.name }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .execute()
}

async function told(
  { tx, actor, now }: SessionContext,
  operation: Operation,
  { id, code }: { id: string; code: string },
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await record(tx, actor, now, {
    audit: [{ operation, recordType: 'serviceDate', recordId: id, recordCode: code, before, after }],
  })
}

export const cancelServiceHandler = handle(cancelService, async (context) => {
  const found = await dateFor(context, context.input, 'cancel')
  const state = dateTable.after('cancel', found.state)
  await write(context, found, { state })
  await told(
    context,
    'serviceDate.cancelled',
    found,
    { planState: found.state },
    { planState: state, day: found.day },
  )
  return done
})

export const undoServiceHandler = handle(undoService, async (context) => {
  const found = await dateFor(context, context.input, 'undo')
  await assertFree(context, found.strategyId, found.day, found.id)
  const state = dateTable.after('undo', found.state)
  await write(context, found, { state })
  await told(
    context,
    'serviceDate.restored',
    found,
    { planState: found.state },
    { planState: state, day: found.day },
  )
  return done
})

export const updateServiceDateHandler = handle(updateServiceDate, async (context) => {
  const { input } = context
  const found = await dateFor(context, input, 'move')
  await assertNotFrozen(context, input.day)
  await assertFree(context, found.strategyId, input.day, found.id)
  await write(context, found, { day: input.day })
  await told(context, 'serviceDate.moved', found, { day: found.day }, { day: input.day })
  return done
})
