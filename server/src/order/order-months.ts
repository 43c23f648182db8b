import { sql, type RawBuilder } from 'kysely'
import { addMonths } from '@kervan/contract/kit/days'
import { dayIn, startOfDay } from '../kit/clock.ts'
import type { CompanyContext, RequestContext, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { orderScope, ownOrderScope } from './scope.ts'

// Orders by month of the company's calendar, this one and the eleven before it, oldest first. Who sees a part has it
// counted for each question. A whole company's year is counted at most every five minutes, by one at a time, and kept:
// whoever asks meanwhile is told what was counted before.

/** How many orders stand where: each figure is a tab of Order Management, or states in it. `rejected` counts cancelled ones too. */
export type OrderMonth = { month: string } & Record<MonthPart, number>
type MonthPart = 'toDecide' | 'inFulfilment' | 'externalApproval' | 'completed' | 'rejected'
export type OrderMonths = { months: OrderMonth[]; asOf: Date }

const monthsShown = 12
const goodForMs = 5 * 60_000

/** What is known before anything is counted. `months` is null for a whole company that was never counted. */
export type KnownMonths = { company: CompanyContext; months: OrderMonths | null; isOld: boolean }

/** What the reader may see in Order Management, or the own orders. */
export async function knownOrderMonths({ tx, actor, now }: SessionContext): Promise<KnownMonths> {
  const manages = actor.permissions.has('OrderManagement')
  const isWhole = manages && !actor.partnerId && !actor.thirdPartyLocationId && !actor.locationScoped
  const { company } = actor
  if (!isWhole) {
    const months = await count(tx, company, manages ? orderScope(actor) : ownOrderScope(actor), now)
    return { company, months: { months, asOf: now }, isOld: false }
  }
  const kept = await readKept(tx, company, now)
  return { company, months: kept, isOld: kept !== null && isOldAt(kept, now) }
}

const isOldAt = ({ asOf }: OrderMonths, now: Date) => now.getTime() - asOf.getTime() >= goodForMs

const counting = new Map<number, Promise<OrderMonths>>()

/** To be asked when the transaction has ended: it may have to wait for the count, and then holds no connection. */
export async function orderMonths(
  { company, months, isOld }: KnownMonths,
  context: RequestContext,
): Promise<OrderMonths> {
  if (months && !isOld) return months
  const counted = counting.get(company.id) ?? countWhole(company, context)
  if (!months) return counted
  counted.catch((error: unknown) =>
    context.services.log.error({ err: error }, 'orders were not counted by month'),
  )
  return months
}

function countWhole(company: CompanyContext, { services, now }: RequestContext): Promise<OrderMonths> {
  const counted = services.db
    .withCompany(
      company.id,
      async (tx) => {
        // Somebody may have counted since this was found missing.
        const kept = await readKept(tx, company, now)
        if (kept && !isOldAt(kept, now)) return kept
        const months = await count(tx, company, [sql`o.company_id = ${company.id}`], now)
        await keep(tx, company, months, now)
        return { months, asOf: now }
      },
      { long: true },
    )
    .finally(() => counting.delete(company.id))
  counting.set(company.id, counted)
  return counted
}

function firstMonth({ timeZone }: CompanyContext, now: Date): string {
  return addMonths(`${dayIn(timeZone, now).slice(0, 7)}-01`, 1 - monthsShown)
}

async function readKept(tx: Tx, company: CompanyContext, now: Date): Promise<OrderMonths | null> {
  const rows = await tx
    .selectFrom('order_month')
    .select([
      'month',
      'to_decide as toDecide',
      'in_fulfilment as inFulfilment',
      'external_approval as externalApproval',
      'completed',
      'rejected',
      'counted_at',
    ])
    .$narrowType<{ toDecide: number; inFulfilment: number; externalApproval: number; completed: number }>()
    .where('completed', 'is not', null)
    .where('company_id', '=', company.id)
    .where('month', '>=', firstMonth(company, now))
    .orderBy('month')
    .execute()
  const oldest = rows[0]
  if (!oldest || rows.length < monthsShown) return null
  return { months: rows.map(({ counted_at: _at, ...month }) => month), asOf: oldest.counted_at }
}

async function keep(tx: Tx, company: CompanyContext, months: OrderMonth[], now: Date): Promise<void> {
  await tx
    .insertInto('order_month')
    .values(
      months.map(({ month, toDecide, inFulfilment, externalApproval, completed, rejected }) => ({
        company_id: company.id,
        month,
        to_decide: toDecide,
        in_fulfilment: inFulfilment,
        external_approval: externalApproval,
        completed,
        rejected,
        counted_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'month']).doUpdateSet((row) => ({
        to_decide: row.ref('excluded.to_decide'),
        in_fulfilment: row.ref('excluded.in_fulfilment'),
        external_approval: row.ref('excluded.external_approval'),
        completed: row.ref('excluded.completed'),
        rejected: row.ref('excluded.rejected'),
        counted_at: row.ref('excluded.counted_at'),
      })),
    )
    .execute()
}

/** Counted by the index of the tabs alone. */
async function count(
  tx: Tx,
  company: CompanyContext,
  scope: RawBuilder<unknown>[],
  now: Date,
): Promise<OrderMonth[]> {
  const first = firstMonth(company, now)
  const months = Array.from({ length: monthsShown }, (_, at) => addMonths(first, at))
  const begins = months.map((month) => startOfDay(company.timeZone, month))
  const at = sql`width_bucket(o.order_date, ${begins}::timestamptz[])`
  const within = sql`${sql.join(scope, sql` and `)} and o.order_date >= ${begins[0]}`
  const [closed, open] = await Promise.all([
    sql<{ at: number; rejected: boolean; orders: number }>`
      select ${at} as at, o.rejected, count(*) as orders from sales_order o where ${within} and o.closed group by 1, 2`.execute(
      tx,
    ),
    sql<{ at: number; as: MonthPart; orders: number }>`
      select ${at} as at, case when o.external then 'externalApproval' when o.undecided then 'toDecide' else 'inFulfilment' end as "as", count(*) as orders
      from sales_order o where ${within} and not o.closed group by 1, 2`.execute(tx),
  ])
  const rows = [
    ...closed.rows.map(({ rejected, ...row }) => ({
      ...row,
      as: rejected ? ('rejected' as const) : ('completed' as const),
    })),
    ...open.rows,
  ]
  return months.map((month, index) => {
    const of = (as: MonthPart) => rows.find((row) => row.at === index + 1 && row.as === as)?.orders ?? 0
    return {
      month,
      toDecide: of('toDecide'),
      inFulfilment: of('inFulfilment'),
      externalApproval: of('externalApproval'),
      completed: of('completed'),
      rejected: of('rejected'),
    }
  })
}
