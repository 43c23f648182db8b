import { serviceProducts } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { creditEntries, getCreditAccount, topUpCredit } from '@kervan/contract/services/credit'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { serviceNameSql } from '../../kit/service-names.ts'
import { accountOf, creditPeriodOf, remainingOf, type Subscribed } from './ledger.ts'
import { projectionOf } from './projection.ts'

// The account of a subscription as it is shown (SUB-001): figures of the period that is now, the ledger behind them, and
// how credit is added.

type Found = Subscribed & {
  state: 'Active' | 'CreditExceeded' | 'Pending' | 'Closed' | 'Failed' | 'Cancelled'
  name: string
}

async function find({ tx, actor, language }: SessionContext, subscriptionId: string): Promise<Found> {
  const named = { product: sql`split_part(s.service_id, '-', 1)`, written: sql`s.service_name` }
  const { rows } = await sql<Found>`
    select s.id, s.service_id as "serviceId", s.start_date as "startDate", s.credit_period as "creditPeriod", s.total_credit as total,
      s.used_credit as used, s.lets_exceed as "letsExceed", s.work_order_types as "workOrderTypes", s.state, ${serviceNameSql(language, named)} as name
    from subscription s where s.company_id = ${actor.company.id} and s.id = ${subscriptionId}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

type Figures = {
  startsOn: string
  endsOn: string | null
  total: number
  opening: number
  used: number
  reserved: number
}

/** The account of the period that a day is in; as it will begin where nothing was charged to it yet. */
async function figuresOf(tx: Tx, companyId: number, subscription: Subscribed, day: string): Promise<Figures> {
  const { startsOn, endsOn } = creditPeriodOf(subscription.startDate, subscription.creditPeriod, day)
  const { rows } = await sql<Figures & { own: boolean }>`
    select c.starts_on = ${startsOn}::date as own, c.starts_on as "startsOn", c.ends_on as "endsOn", c.total, c.opening, c.used, c.reserved
    from credit_period c where c.company_id = ${companyId} and c.subscription_id = ${subscription.id} order by 1 desc limit 1`.execute(
    tx,
  )
  const [known] = rows
  if (known?.own) return known
  const opening = known ? 0 : subscription.used
  return { startsOn, endsOn, total: subscription.total, opening, used: opening, reserved: 0 }
}

export const getCreditAccountHandler = handle(getCreditAccount, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const today = dayIn(actor.company.timeZone, now)
  const subscription = await find(context, input.subscriptionId)
  const day = today < subscription.startDate ? subscription.startDate : today
  const figures = await figuresOf(tx, company, subscription, day)
  const { rows } = await sql<{ toppedUp: number; waiting: number }>`
    select (select coalesce(sum(u.amount), 0)::int from credit_top_up u where u.company_id = ${company} and u.subscription_id = ${subscription.id}
        and u.period = ${figures.startsOn}::date) as "toppedUp",
      (select count(*)::int from service_run r where r.company_id = ${company} and r.state = 'CreditExceeded'
        and r.service = split_part(${subscription.serviceId}::text, '-', 1)) as waiting`.execute(tx)
  const remaining = remainingOf(figures)
  const service = serviceProducts.find((one) => one === subscription.serviceId.split('-')[0]) ?? null
  return {
    id: subscription.id,
    serviceId: subscription.serviceId,
    service,
    serviceName: subscription.name,
    state: subscription.state,
    letsExceed: subscription.letsExceed,
    startsOn: figures.startsOn,
    endsOn: figures.endsOn,
    total: figures.total,
    toppedUp: rows[0]?.toppedUp ?? 0,
    opening: figures.opening,
    used: figures.used,
    reserved: figures.reserved,
    remaining,
    exceeded: Math.max(0, figures.used - figures.total),
    projection: await projectionOf(tx, company, subscription, figures, remaining),
    waiting: rows[0]?.waiting ?? 0,
    mayTopUp:
      actor.permissions.has(topUpCredit.permission ?? '') &&
      ['Active', 'CreditExceeded'].includes(subscription.state),
  }
})

export const creditEntryList = serveList(
  creditEntries,
  'creditEntries',
  ({ actor, now }, { subscriptionId }) => {
    const company = actor.company.id
    const today = dayIn(actor.company.timeZone, now)
    return {
      // Of the period that is now: what was used before the ledger, what was added, and what runs reserved and settled.
      from: sql`(
        with own as (select c.subscription_id, c.starts_on, c.opening from credit_period c where c.company_id = ${company} and c.subscription_id = ${subscriptionId}
          and c.starts_on <= ${today}::date and coalesce(c.ends_on > ${today}::date, true) order by c.starts_on desc limit 1)
        select o.subscription_id as id, o.starts_on::timestamptz as at, 'Opening' as kind, o.opening as amount, null::text as run_code, null::text as run_name, null::date as day,
          null::text as by_name, null::text as note from own o where o.opening > 0
        union all select u.id, u.at, 'TopUp', u.amount, null, null, null, u.by_name, u.note
          from own o join credit_top_up u on u.company_id = ${company} and u.subscription_id = o.subscription_id and u.period = o.starts_on
        union all select overlay(overlay(md5(e.run_id::text || e.round || e.kind) placing '4' from 13) placing '8' from 17)::uuid, e.at, e.kind, e.amount, r.code, r.name, r.service_date, null, null
          from own o join credit_entry e on e.company_id = ${company} and e.subscription_id = o.subscription_id and e.period = o.starts_on
            join service_run r on r.company_id = ${company} and r.id = e.run_id) t`,
      where: [sql`true`, ...wholeCompanyOnly(actor)],
      id: sql`t.id`,
      key: sql`t.id`,
      columns: {
        creditBookedAt: sql`t.at`,
        creditEntryKind: sql`t.kind`,
        creditAmount: sql`t.amount`,
        runCode: sql`t.run_code`,
        runName: sql`t.run_name`,
        serviceDate: sql`t.day`,
        creditBookedBy: sql`t.by_name`,
        creditNote: sql`t.note`,
      },
      search: sql`fold(concat_ws(' ', t.run_code, t.run_name, t.by_name, t.note))`,
    }
  },
)

/** Adds credit to the period that is now. The request key of the caller makes a repeated request one top-up. */
export const topUpCreditHandler = handle(topUpCredit, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  const subscription = await find(context, input.subscriptionId)
  const day = dayIn(actor.company.timeZone, now)
  if (!['Active', 'CreditExceeded'].includes(subscription.state) || day < subscription.startDate)
    throw refusal('NoActiveSubscription', { service: subscription.name })
  const account = await accountOf(tx, company, subscription, day)
  await tx
    .insertInto('credit_top_up')
    .values({
      company_id: company,
      id: newId(),
      subscription_id: subscription.id,
      period: account.startsOn,
      amount: input.amount,
      note: input.note?.trim() || null,
      by_name: actor.name,
      at: now,
    })
    .execute()
  // Shares are reckoned anew: whoever was told of 80 % is told again when the larger credit is used as far.
  const total = account.total + input.amount
  const share = Math.floor((account.used * 100) / total)
  await sql`
    update credit_period c set total = ${total}, warned = case when ${share} >= 95 then 95 when ${share} >= 80 then 80 else 0 end
    where c.company_id = ${company} and c.subscription_id = ${subscription.id} and c.starts_on = ${account.startsOn}::date`.execute(
    tx,
  )
  await sql`
    update subscription s set state = 'Active' where s.company_id = ${company} and s.id = ${subscription.id} and s.state = 'CreditExceeded'`.execute(
    tx,
  )
  // Runs that wait for credit are looked at next.
  await sql`
    update service_run r set due_at = ${now} where r.company_id = ${company} and r.state = 'CreditExceeded'`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'subscription.toppedUp',
        recordType: 'subscription',
        recordId: subscription.id,
        recordCode: subscription.serviceId,
        before: { totalCredit: account.total },
        after: { totalCredit: total, creditAmount: input.amount },
      },
    ],
  })
  return { total }
})
