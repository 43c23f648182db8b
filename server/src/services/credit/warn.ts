import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { holdersOf, notify } from '../../kit/work/notices.ts'
import { remainingOf, settle } from './ledger.ts'
import { projectionOf } from './projection.ts'

/** Told that the planned runs take more than is left; any share is further. */
const toldOfProjection = 1
/** Shares of the credit of a period, in percent, at which those who see subscriptions are told, each once. */
const warnAt = [80, 95] as const

/** Settles the credit of a run, and says when little is left. Answers what was settled, also when it was settled already. */
export async function settleRun(
  tx: Tx,
  services: Services,
  companyId: number,
  run: { runId: string; round: number },
  actual: number,
  now: Date,
): Promise<number> {
  const settled = await settle(tx, companyId, run, actual, now)
  if (settled) {
    await warn(tx, services, companyId, settled, now)
    return settled.amount
  }
  const { rows } = await sql<{ amount: number }>`
    select e.amount from credit_entry e where e.company_id = ${companyId} and e.run_id = ${run.runId} and e.round = ${run.round} and e.kind = 'Settle'`.execute(
    tx,
  )
  return rows[0]?.amount ?? 0
}

async function warn(
  tx: Tx,
  services: Services,
  companyId: number,
  { subscriptionId, period }: { subscriptionId: string; period: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{
    total: number
    used: number
    reserved: number
    warned: number
    service: string
    overdraft: number | null
    endsOn: string | null
  }>`
    select c.total, c.used, c.reserved, c.warned, c.overdraft, c.ends_on::text as "endsOn", s.service_id as service from credit_period c join subscription s on s.company_id = ${companyId} and s.id = c.subscription_id
    where c.company_id = ${companyId} and c.subscription_id = ${subscriptionId} and c.starts_on = ${period}::date`.execute(
    tx,
  )
  const [account] = rows
  if (!account || account.total === 0) return
  const share = Math.floor((account.used * 100) / account.total)
  const reached = warnAt.findLast((limit) => share >= limit)
  if (reached === undefined || reached <= account.warned) {
    if (account.warned === 0 && account.overdraft !== null)
      await warnOfProjection(tx, services, companyId, { ...account, subscriptionId, period }, now)
    return
  }
  await sql`
    update credit_period c set warned = ${reached} where c.company_id = ${companyId} and c.subscription_id = ${subscriptionId} and c.starts_on = ${period}::date`.execute(
    tx,
  )
  const holders = await holdersOf(tx, companyId, 'subscription-getSubscriptions', 'serviceCredit.low')
  await notify(
    tx,
    services.jobs,
    { id: companyId },
    now,
    'serviceCredit.low',
    holders.map((membershipId) => ({
      membershipId,
      codes: [account.service],
      facts: { service: account.service, share, left: Math.max(0, account.total - account.used) },
    })),
  )
}

/** Tells once in a period, by the runs that are planned, that its credit will not last. */
async function warnOfProjection(
  tx: Tx,
  services: Services,
  companyId: number,
  account: {
    subscriptionId: string
    period: string
    endsOn: string | null
    service: string
    total: number
    used: number
    reserved: number
  },
  now: Date,
): Promise<void> {
  const { subscriptionId, period, service } = account
  const { missing, lastsUntil } = await projectionOf(
    tx,
    companyId,
    { id: subscriptionId, serviceId: service },
    { startsOn: period, endsOn: account.endsOn },
    remainingOf(account),
  )
  if (lastsUntil === null) return
  await sql`
    update credit_period c set warned = ${toldOfProjection} where c.company_id = ${companyId} and c.subscription_id = ${subscriptionId} and c.starts_on = ${period}::date`.execute(
    tx,
  )
  const holders = await holdersOf(tx, companyId, 'subscription-getSubscriptions', 'serviceCredit.short')
  await notify(
    tx,
    services.jobs,
    { id: companyId },
    now,
    'serviceCredit.short',
    holders.map((membershipId) => ({
      membershipId,
      codes: [service],
      facts: { service, missing, day: lastsUntil },
    })),
  )
}
