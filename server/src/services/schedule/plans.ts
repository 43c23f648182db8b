import { addPlan, cancelPlan, getScheduleSetup, previewPlan } from '@kervan/contract/services/scheduling'
import type { InputOf } from '@kervan/contract/kit/call'
import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { dateTable } from '@kervan/contract/services/states'
import type { ProjectDomain } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { estimateRun, type Estimate } from '../credit/estimate.ts'
import { leftOn, neededSubscription, type Subscribed } from '../credit/ledger.ts'
import { frozenFrom, isFrozen, lastFrozenDay, servicePolicy } from '../policy.ts'
import { assertVariant, serviceScope, type Service } from '../scope.ts'
import { datesOf, planYears, saysDays, type Rule } from './rule.ts'

// Plans of service dates (SVC-006): what a rule leads to, told before it is kept, and kept as one row for each date.

type Given = InputOf<typeof previewPlan>

export type Planned = {
  id: string
  code: string
  name: string
  projectCode: string
  service: Service
  domain: ProjectDomain
  /** UI filters of the plan that holds. */
  filters: string[] | null
}

/** A strategy with a plan in force, for who may schedule its service. Throws `NotFound`, `VariantMissing` or `StrategyNotActive`. */
export async function plannedStrategy(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  strategyId: string,
): Promise<Planned> {
  const company = actor.company.id
  const { rows } = await sql<Planned & { inForce: boolean }>`
    select s.id, s.code, s.name, s.project_code as "projectCode", p.service, p.domain, s.in_force as "inForce",
      (select n.plan -> 'filters' from strategy_plan n where n.company_id = ${company} and n.strategy_id = s.id and n.no = s.plan_no) as filters
    from strategy s join project p on p.company_id = ${company} and p.code = s.project_code
    where s.company_id = ${company} and s.id = ${strategyId}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  assertVariant(actor, 'ServiceSchedule', found.service)
  if (!found.inForce) throw refusal('StrategyNotActive', { strategy: found.code })
  return found
}

function ruleOf({ startDate, endDate, ...rule }: Given): Rule {
  if (startDate === null || endDate === null) throw refusal('PlanDatesRequired')
  if (endDate < startDate) throw refusal('PlanEndsBeforeStart')
  if (endDate > addMonths(startDate, planYears * 12)) throw refusal('PlanTooLong', { limit: planYears })
  if (!saysDays(rule)) throw refusal('NoSelectionMade')
  return { ...rule, startDate, endDate }
}

type Conflict = { strategyId: string; strategyName: string; dates: string[] }
type Preview = {
  strategy: Planned
  subscription: Subscribed
  rule: Rule
  dates: string[]
  skipped: string[]
  frozen: string[]
  taken: string[]
  conflicts: Conflict[]
  estimate: Estimate
}

async function preview(context: SessionContext, given: Given): Promise<Preview> {
  const { tx, actor, now } = context
  const company = actor.company.id
  const { timeZone } = actor.company
  const rule = ruleOf(given)
  const strategy = await plannedStrategy(context, given.strategyId)
  const subscription = await neededSubscription(tx, company, strategy, rule.startDate)
  const { dates: all, skipped } = datesOf(rule)
  const policy = await servicePolicy(tx, actor.company)
  const frozen = all.filter((day) => isFrozen(timeZone, day, policy, now))
  const { rows: own } = await sql<{ day: string }>`
    select d.day::text as day from service_date d where d.company_id = ${company} and d.strategy_id = ${strategy.id} and d.state <> 'Cancelled'
      and d.day = any(${all}::date[]) order by 1`.execute(tx)
  const taken = own.map(({ day }) => day)
  const dates = all.filter((day) => !frozen.includes(day) && !taken.includes(day))
  const { rows: conflicts } = await sql<Conflict>`
    select s.id as "strategyId", s.name as "strategyName", array_agg(d.day::text order by d.day) as dates
    from service_date d join strategy s on s.company_id = ${company} and s.id = d.strategy_id
    where d.company_id = ${company} and d.state = 'Active' and d.strategy_id <> ${strategy.id} and s.project_code = ${strategy.projectCode}
      and d.day = any(${dates}::date[]) group by s.id, s.name order by s.name`.execute(tx)
  const { service, domain } = strategy
  const estimate = await estimateRun(tx, company, {
    service,
    domain,
    filterIds: strategy.filters ?? [],
    day: rule.startDate,
  })
  return { strategy, subscription, rule, dates, skipped, frozen, taken, conflicts, estimate }
}

export const previewPlanHandler = handle(previewPlan, async (context) => {
  const { tx, actor, input } = context
  const { subscription, rule, estimate, dates, skipped, frozen, taken, conflicts } = await preview(
    context,
    input,
  )
  return {
    dates,
    skipped,
    frozen,
    taken,
    conflicts,
    credit: {
      each: estimate.credit,
      total: estimate.credit * dates.length,
      remaining: await leftOn(tx, actor.company.id, subscription, rule.startDate),
      pairs: estimate.pairs,
    },
  }
})

/** Two planners who change the calendar wait for each other. */
export async function lockDates({ tx, actor }: SessionContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('service dates', ${actor.company.id}))`.execute(tx)
}

export const addPlanHandler = handle(addPlan, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  await lockDates(context)
  const found = await preview(context, input)
  if (found.dates.length === 0) throw await noDates(context, found)
  const conflicts = found.conflicts.filter(
    ({ strategyId }) => input.conflictingStrategyId === null || strategyId === input.conflictingStrategyId,
  )
  if (found.conflicts.length > 0 && input.conflictChoice === null)
    throw refusal('ConflictChoiceRequired', {
      strategies: found.conflicts.map(({ strategyName }) => strategyName).join(', '),
    })
  const conflicting = new Set(conflicts.flatMap(({ dates }) => dates))
  const days =
    input.conflictChoice === 'SkipDates' ? found.dates.filter((day) => !conflicting.has(day)) : found.dates
  if (days.length === 0) throw refusal('NoDateForPlans')
  const planId = newId()
  const code = `SP-${String(await nextCount(tx, company, 'servicePlan')).padStart(5, '0')}`
  const { rule } = found
  await tx
    .insertInto('service_plan')
    .values({
      company_id: company,
      id: planId,
      code,
      strategy_id: found.strategy.id,
      conflicting_strategy_id: conflicts[0]?.strategyId ?? null,
      conflict_choice: conflicts.length > 0 ? input.conflictChoice : null,
      rule_period: rule.rulePeriod,
      days_of_week: [...rule.daysOfWeek],
      days_of_month: [...rule.daysOfMonth],
      dates: [...rule.dates],
      start_date: rule.startDate,
      end_date: rule.endDate,
      state: 'Active',
      created_at: now,
      created_by: actor.name,
    })
    .execute()
  if (input.conflictChoice === 'CancelConflicting')
    await sql`
      update service_date d set state = ${dateTable.after('cancel', 'Active')}, version = d.version + 1, changed_at = ${now}, changed_by = ${actor.name}
      where d.company_id = ${company} and d.state = 'Active' and d.day = any(${[...conflicting]}::date[])
        and d.strategy_id = any(${conflicts.map(({ strategyId }) => strategyId)}::uuid[])`.execute(tx)
  await insertMany(
    tx,
    'service_date',
    days.map((day) => ({
      company_id: company,
      id: newId(),
      plan_id: planId,
      strategy_id: found.strategy.id,
      day,
      planned_day: day,
      state: dateTable.initial,
      changed_at: now,
      changed_by: actor.name,
    })),
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'servicePlan.added',
        recordType: 'servicePlan',
        recordId: planId,
        recordCode: code,
        after: {
          strategy: found.strategy.code,
          rulePeriod: rule.rulePeriod,
          startDate: rule.startDate,
          endDate: rule.endDate,
          dates: days.length,
          ...(conflicts.length > 0 && { conflictChoice: input.conflictChoice }),
        },
      },
    ],
  })
  return { planId, planCode: code, dates: days.length }
})

/** Why a plan has no date: all of them are frozen, or the rule means none. */
async function noDates({ tx, actor }: SessionContext, { frozen }: Preview) {
  const [first] = frozen.toReversed()
  if (first === undefined) return refusal('NoDateForPlans')
  const { timeZone } = actor.company
  const until = frozenFrom(timeZone, first, await servicePolicy(tx, actor.company))
  return refusal('DateFrozen', { day: first, until: until.toISOString() })
}

export const cancelPlanHandler = handle(cancelPlan, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { rows } = await sql<{ id: string; code: string; state: string; service: Service }>`
    select n.id, n.code, n.state, p.service from service_plan n join strategy s on s.company_id = ${company} and s.id = n.strategy_id
      join project p on p.company_id = ${company} and p.code = s.project_code
    where n.company_id = ${company} and n.id = ${input.planId} for update of n`.execute(tx)
  const [plan] = rows
  if (!plan) throw refusal('NotFound')
  assertVariant(actor, 'ServiceSchedule', plan.service)
  if (plan.state !== 'Active') throw refusal('PlanState', { plan: plan.code, planState: plan.state })
  const policy = await servicePolicy(tx, actor.company)
  const last = lastFrozenDay(actor.company.timeZone, policy, now)
  const { rows: cancelled } = await sql`
    update service_date d set state = ${dateTable.after('cancel', 'Active')}, version = d.version + 1, changed_at = ${now}, changed_by = ${actor.name}
    where d.company_id = ${company} and d.plan_id = ${plan.id} and d.state = 'Active' and d.day > ${last}::date returning d.id`.execute(
    tx,
  )
  const { rows: left } = await sql`
    select from service_date d where d.company_id = ${company} and d.plan_id = ${plan.id} and d.state = 'Active'`.execute(
    tx,
  )
  await sql`
    update service_plan n set state = 'Cancelled', version = n.version + 1 where n.company_id = ${company} and n.id = ${plan.id}`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'servicePlan.cancelled',
        recordType: 'servicePlan',
        recordId: plan.id,
        recordCode: plan.code,
        before: { planState: 'Active' },
        after: { planState: 'Cancelled', cancelled: cancelled.length, frozen: left.length },
      },
    ],
  })
  return { cancelled: cancelled.length, frozen: left.length }
})

export const getScheduleSetupHandler = handle(getScheduleSetup, async ({ tx, actor, now }) => {
  const policy = await servicePolicy(tx, actor.company)
  return {
    strategies: await plannableStrategies({ tx, actor }),
    today: dayIn(actor.company.timeZone, now),
    frozenDays: policy.frozenDays,
  }
})

/** The strategies with a plan in force that the actor may schedule. */
export async function plannableStrategies({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>) {
  const company = actor.company.id
  const { rows } = await sql<{
    id: string
    code: string
    name: string
    projectName: string
    service: Service
  }>`
    select s.id, s.code, s.name, p.name as "projectName", p.service from strategy s join project p on p.company_id = ${company} and p.code = s.project_code
    where ${sql.join([sql`s.company_id = ${company}`, sql`s.in_force`, ...serviceScope(actor, 'ServiceSchedule', sql`p.service`)], sql` and `)}
    order by s.name, s.code`.execute(tx)
  return rows
}
