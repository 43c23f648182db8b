import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { stepKinds, type PlanState, type RulePeriod } from '@kervan/contract/services/words'
import { dayIn } from '../../kit/clock.ts'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { creditPeriodOf, subscriptionFor, type Subscribed } from '../credit/ledger.ts'
import { estimateRun } from '../credit/estimate.ts'
import { momentOf } from '../policy.ts'
import { datesOf, weekdayOf, type Rule } from '../schedule/rule.ts'
import type { Added } from './strategies.ts'

// A year of the service calendar (SVC-006 to SVC-008): plans of all periods and states, their dates, and the runs that
// came of the past ones: closed, late, failed, out of credit. The next date of the first plan is tomorrow, which is frozen.

type Outcome = 'Closed' | 'Late' | 'ImportMissing' | 'CreditNotToppedUp' | 'OutOfCredit' | 'Cancelled'

type DemoPlan = {
  strategy: string
  rule: Rule
  state: PlanState
  /** What became of a past date; `age` counts from the last one backwards. */
  became: (age: number) => Outcome
}

/** One in thirteen waits for its data in vain, one in nineteen was cancelled, one in seven ends late. */
const usual = (age: number): Outcome => {
  if (age % 13 === 4) return 'ImportMissing'
  if (age % 19 === 6) return 'Cancelled'
  return age % 7 === 2 ? 'Late' : 'Closed'
}

function plansOf(today: string, since: string, periodStart: string | null): DemoPlan[] {
  const tomorrow = addDays(today, 1)
  const aYearAgo = addDays(today, -363)
  const rule = (rulePeriod: RulePeriod, startDate: string, endDate: string, days: Partial<Rule>): Rule => ({
    rulePeriod,
    startDate,
    endDate,
    daysOfWeek: [],
    daysOfMonth: [],
    dates: [],
    ...days,
  })
  return [
    {
      strategy: 'Weekly balance',
      rule: rule('Weekly', since > aYearAgo ? since : aYearAgo, addDays(tomorrow, 84), {
        daysOfWeek: [weekdayOf(tomorrow)],
      }),
      state: 'Active',
      became: usual,
    },
    {
      strategy: 'End of season',
      rule: rule('Monthly', aYearAgo, addDays(today, 100), { daysOfMonth: [1, 15, 31] }),
      state: 'Active',
      became: (age) => (age % 9 === 5 ? 'Late' : 'Closed'),
    },
    {
      strategy: 'Warehouse refill',
      rule: rule('Weekly', periodStart ?? today, addDays(today, 27), { daysOfWeek: [1, 2, 3, 4, 5, 6, 7] }),
      state: 'Active',
      became: () => 'Closed',
    },
    {
      strategy: 'Weekly balance, smaller parcels',
      rule: rule('Custom', addDays(today, -20), addDays(today, 21), {
        dates: [addDays(tomorrow, -7), addDays(tomorrow, 14)],
      }),
      state: 'Active',
      became: () => 'Closed',
    },
    {
      strategy: 'Winter gifts',
      rule: rule('Custom', addDays(today, -130), addDays(today, -90), {
        dates: [-125, -118, -111, -104].map((days) => addDays(today, days)),
      }),
      state: 'Closed',
      became: (age) => (age === 1 ? 'ImportMissing' : 'Closed'),
    },
    {
      strategy: 'Outlet clearance',
      rule: rule('Monthly', addDays(today, 5), addDays(today, 120), { daysOfMonth: [10] }),
      state: 'Cancelled',
      became: () => 'Cancelled',
    },
  ]
}

type Dated = {
  plan: DemoPlan
  planId: string
  day: string
  /** Null where the date is still to come. */
  outcome: Outcome | null
  strategy: {
    id: string
    code: string
    project: { code: string; service: string; domain: string }
    hash: string | null
  }
  credit: number
  pairs: number
  subscription: Subscribed | null
}

/** Adds plans, dates and runs of the strategies that there are, with the credit that they took. */
export async function addRuns(
  tx: Tx,
  companyId: number,
  { added, now, timeZone }: { added: Added; now: Date; timeZone: string },
): Promise<void> {
  const today = dayIn(timeZone, now)
  const main = existing(added.get('Weekly balance')).project
  const charged = async (project: typeof main) =>
    subscriptionFor(tx, companyId, { service: project.service, projectCode: project.code }, today)
  const of = existing(await charged(main))
  const second = added.get('Warehouse refill')
  const secondOf = second ? await charged(second.project) : null
  const plans = plansOf(
    today,
    of.startDate,
    secondOf && creditPeriodOf(secondOf.startDate, secondOf.creditPeriod, today).startsOn,
  ).filter(({ strategy }) => added.has(strategy))
  if (second) await addTariff(tx, companyId, second.project.service, now)
  const dated: Dated[] = []
  for (const [index, plan] of plans.entries()) {
    const strategy = existing(added.get(plan.strategy))
    const { service, domain } = strategy.project
    const { pairs, credit } = await estimateRun(tx, companyId, { service, domain, filterIds: [], day: today })
    const subscription = await charged(strategy.project)
    const { dates } = datesOf(plan.rule)
    const past = dates.filter((day) => day < today).length
    dated.push(
      ...dates.map((day, at): Dated => ({
        plan,
        planId: idOf(`service plan ${companyId} ${index}`),
        day,
        outcome: plan.state === 'Cancelled' ? 'Cancelled' : day < today ? plan.became(past - 1 - at) : null,
        strategy,
        credit,
        pairs,
        subscription,
      })),
    )
  }
  spend(dated, second?.id ?? null, today)
  await writePlans(tx, companyId, { plans, dated, added, timeZone })
  await writeRuns(tx, companyId, { dated, now, timeZone })
  await writeCredit(tx, companyId, { dated, timeZone })
}

/** The second service runs each day until its credit is used up: what came then was not topped up, and today waits. */
function spend(dated: readonly Dated[], strategyId: string | null, today: string): void {
  const own = dated.filter(({ strategy }) => strategy.id === strategyId)
  let left = own[0]?.subscription?.total ?? 0
  for (const date of own.filter(({ day }) => day <= today)) {
    if (left >= date.credit && date.day < today) left -= date.credit
    else date.outcome = date.day < today ? 'CreditNotToppedUp' : 'OutOfCredit'
  }
}

/** What a run of the second service costs. */
async function addTariff(tx: Tx, companyId: number, service: string, now: Date): Promise<void> {
  await insertMany(tx, 'credit_tariff', [
    {
      company_id: companyId,
      id: idOf(`credit tariff ${companyId} ${service}`),
      version: 1,
      service,
      domain: 'Production',
      valid_from: addDays(now.toISOString().slice(0, 10), -400),
      pairs: 1_000,
      credits: 1,
      created_at: now,
    },
  ])
}

const stateOfDate = ({ outcome }: Dated): PlanState => {
  if (outcome === null || outcome === 'OutOfCredit') return 'Active'
  return outcome === 'Cancelled' ? 'Cancelled' : 'Closed'
}

const dateId = (companyId: number, { strategy, day }: Dated) =>
  idOf(`service date ${companyId} ${strategy.id} ${day}`)

async function writePlans(
  tx: Tx,
  companyId: number,
  {
    plans,
    dated,
    added,
    timeZone,
  }: { plans: readonly DemoPlan[]; dated: readonly Dated[]; added: Added; timeZone: string },
): Promise<void> {
  await nextCount(tx, companyId, 'servicePlan', plans.length)
  const madeAt = ({ rule }: DemoPlan) => momentOf(timeZone, addDays(rule.startDate, -10), '09:00')
  await insertMany(
    tx,
    'service_plan',
    plans.map((plan, index) => ({
      company_id: companyId,
      id: idOf(`service plan ${companyId} ${index}`),
      code: `SP-${String(index + 1).padStart(5, '0')}`,
      strategy_id: existing(added.get(plan.strategy)).id,
      rule_period: plan.rule.rulePeriod,
      days_of_week: [...plan.rule.daysOfWeek],
      days_of_month: [...plan.rule.daysOfMonth],
      dates: [...plan.rule.dates],
      start_date: plan.rule.startDate,
      end_date: plan.rule.endDate,
      state: plan.state,
      created_at: madeAt(plan),
      created_by: 'Planning',
    })),
  )
  await insertMany(
    tx,
    'service_date',
    dated.map((date) => ({
      company_id: companyId,
      id: dateId(companyId, date),
      plan_id: date.planId,
      strategy_id: date.strategy.id,
      day: date.day,
      planned_day: date.day,
      state: stateOfDate(date),
      changed_at: madeAt(date.plan),
      changed_by: 'Planning',
    })),
  )
}

const ran = ({ outcome }: Dated) => outcome !== null && outcome !== 'Cancelled'
const took = ({ outcome }: Dated) => outcome === 'Closed' || outcome === 'Late'
const runId = (companyId: number, date: Dated) =>
  idOf(`service run ${companyId} ${date.strategy.id} ${date.day}`)

/** Six minutes after its time a run is over, a late one after 74, one without credit the day after. */
const minutesOf = ({ outcome }: Dated) =>
  outcome === 'Late' ? 74 : outcome === 'CreditNotToppedUp' ? 42 * 60 : 6

async function writeRuns(
  tx: Tx,
  companyId: number,
  { dated, now, timeZone }: { dated: readonly Dated[]; now: Date; timeZone: string },
): Promise<void> {
  const runs = dated
    .filter(ran)
    .toSorted((a, b) =>
      a.day === b.day ? (a.strategy.code < b.strategy.code ? -1 : 1) : a.day < b.day ? -1 : 1,
    )
  await nextCount(tx, companyId, 'serviceRun', runs.length)
  await insertMany(
    tx,
    'service_run',
    runs.map((date, index) => {
      const { strategy, day, plan } = date
      const code = `SR-${String(index + 1).padStart(6, '0')}`
      const target = momentOf(timeZone, day, '06:00')
      const isOver = took(date)
      const waits = date.outcome === 'OutOfCredit'
      const failure = isOver || waits ? null : date.outcome
      return {
        company_id: companyId,
        id: runId(companyId, date),
        code,
        date_id: dateId(companyId, date),
        strategy_id: strategy.id,
        project_code: strategy.project.code,
        service: strategy.project.service,
        name: plan.strategy,
        search_text: fold(`${code} ${plan.strategy} ${strategy.project.service}`),
        domain: strategy.project.domain,
        service_date: day,
        state: isOver ? 'Closed' : waits ? 'CreditExceeded' : 'Failed',
        failure,
        waits_for: waits ? 'Credit' : null,
        plan_no: isOver ? 1 : null,
        plan_hash: isOver ? strategy.hash : null,
        pairs: failure === 'ImportMissing' ? 0 : date.pairs,
        credit_estimate: failure === 'ImportMissing' ? 0 : date.credit,
        credit_used: isOver ? date.credit : 0,
        target_import_at: momentOf(timeZone, day, '04:00'),
        actual_import_at: failure === 'ImportMissing' ? null : momentOf(timeZone, day, '03:40'),
        target_service_at: target,
        started_at: isOver ? target : null,
        finished_at: waits ? null : ended(date, timeZone, now),
        created_at: target,
      }
    }),
  )
  await insertMany(
    tx,
    'service_step',
    runs.flatMap((date) => {
      const isOver = took(date)
      const target = momentOf(timeZone, date.day, '06:00')
      return stepKinds.map((kind, no) => ({
        company_id: companyId,
        run_id: runId(companyId, date),
        no: no + 1,
        kind,
        state: isOver ? 'Succeeded' : date.outcome === 'OutOfCredit' ? 'CreditExceeded' : 'Cancelled',
        tries: isOver ? 1 : 0,
        started_at: isOver ? target : null,
        finished_at: date.outcome === 'OutOfCredit' ? null : ended(date, timeZone, now),
      }))
    }),
  )
}

/** When a run was over; none has ended in the future. */
const ended = (date: Dated, timeZone: string, now: Date) =>
  new Date(
    Math.min(now.getTime(), momentOf(timeZone, date.day, '06:00').getTime() + minutesOf(date) * 60_000),
  )

/** The account of each credit period with what the runs took in it, and the entries behind. */
async function writeCredit(
  tx: Tx,
  companyId: number,
  { dated, timeZone }: { dated: readonly Dated[]; timeZone: string },
): Promise<void> {
  const charged = dated
    .filter((date) => took(date) && date.subscription !== null && date.day >= date.subscription.startDate)
    .map((date) => {
      const subscription = existing(date.subscription)
      const period = creditPeriodOf(subscription.startDate, subscription.creditPeriod, date.day)
      return { date, subscription, period, key: `${subscription.id} ${period.startsOn}` }
    })
  const periods = Map.groupBy(charged, ({ key }) => key)
  await insertMany(
    tx,
    'credit_period',
    [...periods.values()].map((runs) => {
      const { subscription, period } = existing(runs[0])
      const isFirst = period.startsOn === subscription.startDate
      const settled = runs.reduce((sum, { date }) => sum + date.credit, 0)
      const opening = isFirst ? Math.max(0, Math.min(subscription.used, subscription.total - settled)) : 0
      const used = opening + settled
      const share = Math.floor((used * 100) / subscription.total)
      return {
        company_id: companyId,
        subscription_id: subscription.id,
        starts_on: period.startsOn,
        ends_on: period.endsOn,
        total: subscription.total,
        opening,
        used,
        overdraft: subscription.letsExceed ? null : Math.max(0, used - subscription.total),
        warned: share >= 95 ? 95 : share >= 80 ? 80 : 0,
      }
    }),
  )
  await insertMany(
    tx,
    'credit_entry',
    charged.flatMap(({ date, subscription, period }) => {
      const entry = {
        company_id: companyId,
        run_id: runId(companyId, date),
        round: 1,
        subscription_id: subscription.id,
        period: period.startsOn,
        amount: date.credit,
      }
      const target = momentOf(timeZone, date.day, '06:00')
      return [
        { ...entry, kind: 'Reserve', at: target },
        { ...entry, kind: 'Settle', at: new Date(target.getTime() + minutesOf(date) * 60_000) },
      ]
    }),
  )
}
