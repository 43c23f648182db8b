import { kigoReport, myKigoReport } from '@kervan/contract/porta/kigo'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { approvedStates, type RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { priceFor } from '../../access/access.api.ts'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { holds } from '../../kit/http/gates.ts'
import { packEntry, type AskedPack, type TellsOfPack } from '../../kit/records/pack-passport.ts'
import { kigoRows } from '../kigo/rows.sql.ts'
import { aboutPack, sideOf } from './sides.ts'

// What was approved for a pack and comes to how much, and what was reported and paid of it.

type Approved = {
  id: string
  code: string
  at: Date | null
  payer: string
  amount: string | null
}

/** Approved price-change refunds with their amounts. */
export const refundsApproved: TellsOfPack = {
  chapter: 'refunded',
  async tell(context, pack) {
    const rows = await approved(context, 'PriceChange', pack)
    return (
      rows && {
        entries: rows.map(({ code, at, payer, amount }) =>
          packEntry({
            kind: 'RefundApproved',
            at: at?.toISOString() ?? null,
            code,
            to: payer,
            amount: priceFor(context.actor, amount),
            currency: context.actor.company.currency,
          }),
        ),
      }
    )
  },
}

type Earned = {
  requestId: string
  kind: 'Row' | 'Correction'
  payment: string
  day: string
  closedAt: Date | null
}

/** Approved discount requests with what they earn by the report of earnings, which has rights of its own. */
export const discountsApproved: TellsOfPack = {
  chapter: 'refunded',
  async tell(context, pack) {
    const earned = await earnings(context, pack)
    if (!earned) return null
    const { timeZone, currency } = context.actor.company
    return {
      entries: earned.map(({ row, of }) =>
        packEntry({
          kind: row.kind === 'Correction' ? 'Correction' : 'DiscountApproved',
          at: (row.kind === 'Correction' ? startOfDay(timeZone, row.day) : of.at)?.toISOString() ?? null,
          code: of.code,
          to: of.payer,
          amount: priceFor(context.actor, row.payment),
          currency,
        }),
      ),
    }
  },
}

/** Months of the earnings report that were closed with a row of the pack in them. */
export const monthsPaid: TellsOfPack = {
  chapter: 'paid',
  async tell(context, pack) {
    const earned = await earnings(context, pack)
    return (
      earned && {
        entries: earned.flatMap(({ row, of }) =>
          row.closedAt === null
            ? []
            : [
                packEntry({
                  kind: 'MonthClosed',
                  at: row.closedAt.toISOString(),
                  code: row.day.slice(0, 7),
                  to: of.payer,
                  amount: priceFor(context.actor, row.payment),
                  currency: context.actor.company.currency,
                }),
              ],
        ),
      }
    )
  },
}

type Reported = { payer: string; madeAt: Date; receipt: string | null; receiptAt: Date | null }

/** When a request was reported to the warehouse that pays, and its receipt. */
export const reported = (kind: RequestKind): TellsOfPack => ({
  chapter: 'paid',
  async tell({ tx, actor }, pack) {
    const side = sideOf(actor, kind)
    if (side === null) return null
    const { rows } = await sql<Reported>`
      select r.payment_location_name as payer, p.made_at as "madeAt", p.receipt, p.receipt_at as "receiptAt"
      from discount_request r join discount_report p on p.company_id = ${actor.company.id} and p.id = r.report_id
      where ${aboutPack(actor, side, kind, pack)}`.execute(tx)
    return {
      entries: rows.flatMap(({ payer, madeAt, receipt, receiptAt }) => [
        packEntry({ kind: 'Reported', at: madeAt.toISOString(), to: payer }),
        ...(receipt === null
          ? []
          : [
              packEntry({
                kind: 'Receipted',
                at: receiptAt?.toISOString() ?? null,
                code: receipt,
                from: payer,
              }),
            ]),
      ]),
    }
  },
})

async function earnings(
  context: SessionContext,
  pack: AskedPack,
): Promise<{ row: Earned; of: Approved }[] | null> {
  const { tx, actor, now } = context
  const side = sideOf(actor, 'InstitutionalDiscount')
  const report = side === 'applicant' ? myKigoReport : kigoReport
  if (side === null || side === 'auditor' || !holds(report.page, actor)) return null
  const requests = await approved(context, 'InstitutionalDiscount', pack)
  if (!requests || requests.length === 0) return []
  const day = dayIn(actor.company.timeZone, now)
  const rows = await kigoRows(
    context,
    side,
    { from: addMonths(day, -240), to: addDays(day, 31) },
    requests.map(({ id }) => id),
  )
  const { rows: earned } = await sql<Earned>`
    select k.request_id as "requestId", k.kind, k.payment::text as payment, k.period_day::text as day,
      (select c.closed_at from kigo_month c where k.closed and c.company_id = ${actor.company.id} and c.month = date_trunc('month', k.period_day)::date) as "closedAt"
    from ${rows} order by k.period_day`.execute(tx)
  return earned.flatMap((row) => {
    const of = requests.find(({ id }) => id === row.requestId)
    return of ? [{ row, of }] : []
  })
}

/** Approved requests about a pack that the reader sees; null for who sees none. */
async function approved(
  { tx, actor }: SessionContext,
  kind: RequestKind,
  pack: AskedPack,
): Promise<Approved[] | null> {
  const side = sideOf(actor, kind)
  if (side === null) return null
  const { rows } = await sql<Approved>`
    select * from (
      select r.id, r.code, r.state, r.decided_at as at, r.payment_location_name as payer, r.refund_amount::text as amount
      from discount_request r where ${aboutPack(actor, side, kind, pack)}) r
    where r.state = any(${[...approvedStates]}::text[])`.execute(tx)
  return rows
}
