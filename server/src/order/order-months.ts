import { sql } from 'kysely'
import type { OrderState } from '@kervan/contract/order/words'
import { addMonths, dayIn, startOfDay } from '../kit/clock.ts'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { orderScope, ownOrderScope } from './scope.ts'

export type OrderMonth = { month: string; approved: number; rejected: number; pending: number }
type Counted = { months: OrderMonth[]; asOf: Date }

const monthsShown = 12
const goodForMs = 5 * 60_000
/** Counting a whole company's year takes a while and changes slowly: the last count, by company. */
const known = new Map<number, Counted>()

/**
 * Orders by month of the company's calendar, this one and the eleven before it, oldest first: what the reader may see
 * in Order Management, or the own ones. A whole company's count may be five minutes old; `asOf` tells.
 */
export async function readOrderMonths(tx: Tx, actor: Actor, now: Date): Promise<Counted> {
  const manages = actor.permissions.has('OrderManagement')
  const isWhole = manages && !actor.partnerId && !actor.thirdPartyLocationId && !actor.locationScoped
  const last = known.get(actor.company.id)
  if (isWhole && last && now.getTime() - last.asOf.getTime() < goodForMs) return last
  const counted = { months: await count(tx, actor, manages, now), asOf: now }
  if (isWhole) known.set(actor.company.id, counted)
  return counted
}

async function count(tx: Tx, actor: Actor, manages: boolean, now: Date): Promise<OrderMonth[]> {
  const { timeZone } = actor.company
  const thisMonth = `${dayIn(timeZone, now).slice(0, 7)}-01`
  const first = addMonths(thisMonth, 1 - monthsShown)
  const scope = manages ? orderScope(actor) : ownOrderScope(actor)
  const { rows } = await sql<{ month: string; state: OrderState; orders: number }>`
    select to_char(o.order_date at time zone ${timeZone}, 'YYYY-MM-01') as month, o.state, count(*) as orders from sales_order o
    where ${sql.join(scope, sql` and `)} and o.order_date >= ${startOfDay(timeZone, first)} group by 1, 2`.execute(
    tx,
  )
  return Array.from({ length: monthsShown }, (_, at) => {
    const month = addMonths(first, at)
    const of = (...states: OrderState[]) =>
      rows
        .filter((row) => row.month === month && states.includes(row.state))
        .reduce((sum, row) => sum + row.orders, 0)
    return {
      month,
      approved: of('Processing', 'Completed'),
      rejected: of('Rejected'),
      pending: of('Request', 'Revised', 'WaitingExternalApproval'),
    }
  })
}
