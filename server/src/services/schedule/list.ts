import {
  cancelPlan,
  cancelService,
  serviceDates,
  servicePlans,
  undoService,
  updateServiceDate,
} from '@kervan/contract/services/scheduling'
import { addDays } from '@kervan/contract/kit/days'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { dateTable, type DateAction } from '@kervan/contract/services/states'
import type { PlanState, RulePeriod } from '@kervan/contract/services/words'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { sayDay, translate } from '../../kit/messages.ts'
import { offer } from '../../kit/records/offer.ts'
import { folded } from '../../kit/lists/fold.ts'
import { frozenFrom, isFrozen, servicePolicy, type ServicePolicy } from '../policy.ts'
import { serviceScope } from '../scope.ts'
import { assertWindow } from '../window.ts'

// Plans and dates as they are listed, and what may be done with a date.

type RuledDate = { day: string; state: PlanState }
type Clocked = { timeZone: string; policy: Pick<ServicePolicy, 'frozenDays' | 'cutOffTime'>; now: Date }

/** Why this cannot be done with a service date; null when it can. The refusal tells until when it was possible. */
export function refusedOnDate(
  action: DateAction,
  { day, state }: RuledDate,
  { timeZone, policy, now }: Clocked,
): Refusal | null {
  if (!dateTable.allows(action, state, 'planner')) return refusal('DateState', { day, planState: state })
  return isFrozen(timeZone, day, policy, now)
    ? refusal('DateFrozen', { day, until: frozenFrom(timeZone, day, policy).toISOString() })
    : null
}

const dateCalls = { move: updateServiceDate, cancel: cancelService, undo: undoService } as const

/** What a date says of its actions. */
export const dateActionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  date: RuledDate,
  clocked: Clocked,
) => offer(context, dateCalls, (action) => refusedOnDate(action, date, clocked))

/** A rule as a sentence. */
function sayRule(
  language: Language,
  period: RulePeriod,
  { week, month, dates }: { week: readonly number[]; month: readonly number[]; dates: readonly string[] },
): string {
  if (period === 'Weekly')
    return week
      .toSorted((a, b) => a - b)
      .map((day) => weekday(language, day))
      .join(', ')
  if (period === 'Monthly')
    return translate(language, 'services.plan.monthDays', {
      days: month.toSorted((a, b) => a - b).join(', '),
    })
  return (
    dates
      .slice(0, 4)
      .map((day) => sayDay(language, day))
      .join(', ') + (dates.length > 4 ? ' …' : '')
  )
}

/** 4 January 2027 is a Monday. */
const weekday = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${addDays('2027-01-03', day)}T00:00:00Z`),
  )

export const servicePlanList = serveList(
  servicePlans,
  'serviceScheduling',
  ({ actor, now }) => {
    const company = actor.company.id
    const open = sql`from service_date d where d.company_id = ${company} and d.plan_id = n.id and d.state = 'Active' and d.day >= ${dayIn(actor.company.timeZone, now)}::date`
    return {
      from: sql`service_plan n join strategy s on s.company_id = ${company} and s.id = n.strategy_id
        join project p on p.company_id = ${company} and p.code = s.project_code`,
      where: [sql`n.company_id = ${company}`, ...serviceScope(actor, 'ServiceSchedule', sql`p.service`)],
      id: sql`n.id`,
      key: sql`n.id`,
      code: sql`n.code`,
      columns: {
        planCode: sql`n.code`,
        strategyName: sql`s.name`,
        strategyCode: sql`s.code`,
        conflictingStrategy: sql`(select o.name from strategy o where o.company_id = ${company} and o.id = n.conflicting_strategy_id)`,
        conflictChoice: sql`n.conflict_choice`,
        rulePeriod: sql`n.rule_period`,
        startDate: sql`n.start_date`,
        endDate: sql`n.end_date`,
        planState: sql`n.state`,
        openDates: sql`(select count(*)::int ${open})`,
        nextServiceDate: sql`(select min(d.day) ${open})`,
        projectName: sql`p.name`,
        recordUser: sql`n.created_by`,
        recordDate: sql`n.created_at`,
      },
      extra: { version: sql<number>`n.version` },
      facts: {
        week: sql<number[]>`n.days_of_week`,
        month: sql<number[]>`n.days_of_month`,
        dates: sql<string[]>`n.dates::text[]`,
      },
      search: folded(sql`concat_ws(' ', n.code, s.code, s.name, p.name)`),
    }
  },
  ({ planCode, planState, rulePeriod, week, month, dates }, context) => ({
    ruleSays: sayRule(context.language, rulePeriod, { week, month, dates }),
    actions: offer(context, { cancel: cancelPlan }, () =>
      planState === 'Active' ? null : refusal('PlanState', { plan: planCode, planState }),
    ),
  }),
)

export const serviceDateList = serveList(
  serviceDates,
  'serviceDates',
  async ({ tx, actor }, { from, to }: DayWindow) => {
    assertWindow({ from, to })
    const company = actor.company.id
    const policy = await servicePolicy(tx, actor.company)
    return {
      from: sql`service_date d join strategy s on s.company_id = ${company} and s.id = d.strategy_id
        join project p on p.company_id = ${company} and p.code = s.project_code`,
      where: [
        sql`d.company_id = ${company}`,
        sql`d.day between ${from}::date and ${to}::date`,
        ...serviceScope(actor, 'ServiceSchedule', sql`p.service`),
      ],
      id: sql`d.id`,
      key: sql`d.id`,
      columns: {
        serviceDate: sql`d.day`,
        strategyName: sql`s.name`,
        strategyCode: sql`s.code`,
        dateState: sql`d.state`,
        plannedDate: sql`d.planned_day`,
        planCode: sql`(select n.code from service_plan n where n.company_id = ${company} and n.id = d.plan_id)`,
        serviceProduct: sql`p.service`,
        projectName: sql`p.name`,
        projectDomain: sql`p.domain`,
        runCode: sql`(select r.code from service_run r where r.company_id = ${company} and r.date_id = d.id)`,
        changedAt: sql`d.changed_at`,
        changedBy: sql`d.changed_by`,
      },
      extra: { version: sql<number>`d.version` },
      facts: {
        frozenDays: sql<number>`${policy.frozenDays}::int`,
        cutOffTime: sql<string>`${policy.cutOffTime}::text`,
      },
      search: folded(sql`concat_ws(' ', s.code, s.name, p.name)`),
    }
  },
  ({ serviceDate, dateState, frozenDays, cutOffTime }, context) => ({
    actions: dateActionsOf(
      context,
      { day: serviceDate, state: dateState },
      {
        timeZone: context.actor.company.timeZone,
        policy: { frozenDays, cutOffTime },
        now: context.now,
      },
    ),
  }),
)
