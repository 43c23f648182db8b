import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { addTotals, Exact, pricesVisible } from '../prices.ts'
import type { CartPlanLine } from './plan-lines.ts'
import type { Note, PlannedOrder } from './plan-orders.ts'

type Limits = { customer_id: string; least: string | null; most: string | null }

/**
 * Where what a customer orders now comes to less or more than its business relation names (ORD-022): told, not refused.
 * Backorders count with what they were split from. Readers without prices are told nothing, because a limit tells them.
 */
export async function amountNotes(
  tx: Tx,
  actor: Actor,
  orders: readonly PlannedOrder<CartPlanLine>[],
): Promise<Note[]> {
  if (orders.length === 0 || !pricesVisible(actor.company.priceVisibility, actor)) return []
  const byCustomer = Map.groupBy(orders, ({ customerId }) => customerId)
  const { rows } = await sql<Limits>`
    select p.id as customer_id, p.minimum_amount as least, p.maximum_amount as most
    from partner p join company c on c.id = ${actor.company.id} and c.relations_active
    where p.company_id = ${actor.company.id} and p.id = any(${[...byCustomer.keys()]}::uuid[])
      and (p.minimum_amount is not null or p.maximum_amount is not null) order by p.id`.execute(tx)
  const found = rows.map(({ customer_id: id, least, most }) => {
    const own = byCustomer.get(id) ?? []
    const total = new Exact(addTotals(own.map(({ totals }) => totals)).total)
    return {
      lineIds: [...new Set(own.flatMap(({ lines }) => lines.map(({ line }) => line.id)))],
      below: least !== null && total.lessThan(least) ? least : null,
      above: most !== null && total.greaterThan(most) ? most : null,
    }
  })
  const noteOf = (code: 'BelowMinimumAmount' | 'AboveMaximumAmount', side: 'below' | 'above'): Note[] => {
    const concerned = found.filter((one) => one[side] !== null)
    if (concerned.length === 0) return []
    const limits = concerned.map((one) => new Exact(one[side] ?? 0).toFixed(2))
    return [
      {
        severity: 'warning',
        code,
        lineIds: concerned.flatMap(({ lineIds }) => lineIds),
        amounts: [...new Set(limits)],
      },
    ]
  }
  return [...noteOf('BelowMinimumAmount', 'below'), ...noteOf('AboveMaximumAmount', 'above')]
}
