import { refusal } from '@kervan/contract/kit/refusals'
import { addMonths } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { Service } from '../scope.ts'

// Credit of subscriptions (SUB-001, SUB-002): a run reserves what it is expected to take, and settles or releases it, each
// once however often it is asked. One row for a subscription and a credit period, charged by the service date of the run;
// the ledger stands behind every figure of it (domain/advisor 6).

const months: Readonly<Record<string, number | null>> = {
  Monthly: 1,
  Quarterly: 3,
  Yearly: 12,
  OneTime: null,
}

/** The credit period that a day is in, counted from the first day of the subscription; without an end where there is one only. */
export function creditPeriodOf(
  startDate: string,
  creditPeriod: string,
  day: string,
): { startsOn: string; endsOn: string | null } {
  const length = months[creditPeriod] ?? null
  if (length === null) return { startsOn: startDate, endsOn: null }
  let count = 0
  while (addMonths(startDate, (count + 1) * length) <= day) count += 1
  return {
    startsOn: addMonths(startDate, count * length),
    endsOn: addMonths(startDate, (count + 1) * length),
  }
}

export type Subscribed = {
  id: string
  serviceId: string
  startDate: string
  creditPeriod: string
  total: number
  used: number
  letsExceed: boolean
  /** Null: all types of work orders. */
  workOrderTypes: string[] | null
}
type Wanted = { service: Service; projectCode: string }

/** The subscription that runs of a project are charged to on a day: its own, else one of its service; null where there is none. */
export async function subscriptionFor(
  tx: Tx,
  companyId: number,
  { service, projectCode }: Wanted,
  day: string,
): Promise<Subscribed | null> {
  const { rows } = await sql<Subscribed>`
    select s.id, s.service_id as "serviceId", s.start_date as "startDate", s.credit_period as "creditPeriod", s.total_credit as total,
      s.used_credit as used, s.lets_exceed as "letsExceed", s.work_order_types as "workOrderTypes"
    from subscription s
    where s.company_id = ${companyId} and s.state in ('Active', 'CreditExceeded') and s.start_date <= ${day}::date
      and split_part(s.service_id, '-', 1) = ${service}
    order by s.service_id = ${`${service}-${projectCode}`} desc, s.service_id limit 1`.execute(tx)
  return rows[0] ?? null
}

/** As `subscriptionFor`; throws `NoActiveSubscription` where there is none. */
export async function neededSubscription(
  tx: Tx,
  companyId: number,
  wanted: Wanted,
  day: string,
): Promise<Subscribed> {
  const found = await subscriptionFor(tx, companyId, wanted, day)
  if (!found) throw refusal('NoActiveSubscription', { service: wanted.service })
  return found
}

export type Account = {
  total: number
  used: number
  reserved: number
  overdraft: number | null
  warned: number
  startsOn: string
  endsOn: string | null
}

/** The account of a subscription for the period of a day, made where there is none yet, and locked. */
export async function accountOf(
  tx: Tx,
  companyId: number,
  subscription: Subscribed,
  day: string,
): Promise<Account> {
  const { startsOn, endsOn } = creditPeriodOf(subscription.startDate, subscription.creditPeriod, day)
  // What was used before there was a ledger stands in the first account.
  const { rows: known } = await sql`
    select from credit_period c where c.company_id = ${companyId} and c.subscription_id = ${subscription.id} limit 1`.execute(
    tx,
  )
  const opening = known.length === 0 ? subscription.used : 0
  const overdraft = subscription.letsExceed ? null : Math.max(0, opening - subscription.total)
  await sql`
    insert into credit_period (company_id, subscription_id, starts_on, ends_on, total, opening, used, overdraft)
    values (${companyId}, ${subscription.id}, ${startsOn}, ${endsOn}, ${subscription.total}, ${opening}, ${opening}, ${overdraft})
    on conflict (company_id, subscription_id, starts_on) do nothing returning starts_on`.execute(tx)
  const { rows } = await sql<Account>`
    select c.total, c.used, c.reserved, c.overdraft, c.warned, c.starts_on as "startsOn", c.ends_on as "endsOn"
    from credit_period c where c.company_id = ${companyId} and c.subscription_id = ${subscription.id} and c.starts_on = ${startsOn}
    for update of c`.execute(tx)
  const [account] = rows
  if (!account) throw new Error('an account that was just made is missing')
  return account
}

export const remainingOf = ({
  total,
  used,
  reserved,
}: Pick<Account, 'total' | 'used' | 'reserved'>): number => Math.max(0, total - used - reserved)

/** What is left for runs of a day; null where runs go on however much is used. */
export async function leftOn(
  tx: Tx,
  companyId: number,
  subscription: Subscribed,
  day: string,
): Promise<number | null> {
  if (subscription.letsExceed) return null
  const { startsOn } = creditPeriodOf(subscription.startDate, subscription.creditPeriod, day)
  const { rows } = await sql<{ own: boolean; total: number; used: number; reserved: number }>`
    select c.starts_on = ${startsOn}::date as own, c.total, c.used, c.reserved from credit_period c
    where c.company_id = ${companyId} and c.subscription_id = ${subscription.id} order by 1 desc limit 1`.execute(
    tx,
  )
  const [account] = rows
  if (account?.own) return remainingOf(account)
  // Without any account the first one will begin with what was used before.
  return Math.max(0, subscription.total - (account ? 0 : subscription.used))
}

type Charged = { runId: string; round: number }

/**
 * Reserves credit for a run. False where the account has too little, and nothing is written then; a second call for the
 * same run and round changes nothing and is true.
 */
export async function reserve(
  tx: Tx,
  companyId: number,
  { runId, round }: Charged,
  { subscription, day, amount, now }: { subscription: Subscribed; day: string; amount: number; now: Date },
): Promise<boolean> {
  const account = await accountOf(tx, companyId, subscription, day)
  const { rows: made } = await sql`
    insert into credit_entry (company_id, run_id, round, kind, subscription_id, period, amount, at)
    values (${companyId}, ${runId}, ${round}, 'Reserve', ${subscription.id}, ${account.startsOn}, ${amount}, ${now})
    on conflict (company_id, run_id, round, kind) do nothing returning run_id`.execute(tx)
  if (made.length === 0) return true
  const { rows } = await sql`
    update credit_period c set reserved = c.reserved + ${amount}
    where c.company_id = ${companyId} and c.subscription_id = ${subscription.id} and c.starts_on = ${account.startsOn}
      and (c.overdraft is null or c.used + c.reserved + ${amount} <= c.total + c.overdraft) returning c.starts_on`.execute(
    tx,
  )
  if (rows.length > 0) return true
  await sql`
    delete from credit_entry e where e.company_id = ${companyId} and e.run_id = ${runId} and e.round = ${round} and e.kind = 'Reserve'`.execute(
    tx,
  )
  return false
}

/**
 * Ends the reservation of a run: settled with what was taken (at most what was reserved), or released. Exactly one of the
 * two takes effect, once. Answers what was settled; null where the reservation has ended already or there is none.
 */
async function end(
  tx: Tx,
  companyId: number,
  { runId, round }: Charged,
  kind: 'Settle' | 'Release',
  actual: number,
  now: Date,
): Promise<{ amount: number; subscriptionId: string; period: string } | null> {
  const { rows: locked } = await sql<{ reserved: number; subscription: string; period: string }>`
    select e.amount as reserved, e.subscription_id as subscription, e.period::text as period
    from credit_entry e join credit_period c on c.company_id = ${companyId} and c.subscription_id = e.subscription_id and c.starts_on = e.period
    where e.company_id = ${companyId} and e.run_id = ${runId} and e.round = ${round} and e.kind = 'Reserve' for update of c`.execute(
    tx,
  )
  const [reservation] = locked
  if (!reservation) return null
  const { rows: ended } = await sql`
    select from credit_entry e where e.company_id = ${companyId} and e.run_id = ${runId} and e.round = ${round} and e.kind <> 'Reserve'`.execute(
    tx,
  )
  if (ended.length > 0) return null
  const amount = kind === 'Settle' ? Math.min(actual, reservation.reserved) : reservation.reserved
  const { rows: made } = await sql`
    insert into credit_entry (company_id, run_id, round, kind, subscription_id, period, amount, at)
    values (${companyId}, ${runId}, ${round}, ${kind}, ${reservation.subscription}, ${reservation.period}, ${amount}, ${now})
    on conflict (company_id, run_id, round, kind) do nothing returning run_id`.execute(tx)
  if (made.length === 0) return null
  await sql`
    update credit_period c set reserved = c.reserved - ${reservation.reserved}, used = c.used + ${kind === 'Settle' ? amount : 0}
    where c.company_id = ${companyId} and c.subscription_id = ${reservation.subscription} and c.starts_on = ${reservation.period}::date`.execute(
    tx,
  )
  return { amount, subscriptionId: reservation.subscription, period: reservation.period }
}

export const settle = (tx: Tx, companyId: number, run: Charged, actual: number, now: Date) =>
  end(tx, companyId, run, 'Settle', actual, now)
export const release = (tx: Tx, companyId: number, run: Charged, now: Date) =>
  end(tx, companyId, run, 'Release', 0, now)
