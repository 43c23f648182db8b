import type { PendingScope } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { decide } from '../decide.ts'
import { notifyOwners, toldOrders } from '../decision-events.ts'
import { lockOrders, saveDecisions, type DecidedChange } from '../order.sql.ts'
import { readBooks } from '../quota/books.sql.ts'
import { readFreeStock } from '../stock.sql.ts'
import { midnightOf, readPolicy } from './order-policy.ts'

// Pending orders that nobody decided on are cancelled by themselves at the company's reference midnight, as far as its
// scope says (ORD-014). Orders are locked and judged as in every decision, so whoever approves at the same moment wins or
// loses cleanly.

// As large as it may be: each step tells each customer once.
const chunk = 1_000
const typesOf: Record<PendingScope, string[]> = {
  NoneCancelling: [],
  CancelOnlyBackorder: ['Backorder'],
  CancelOnlyDirectly: ['DirectlyOrder'],
  CancelAllTypeOrders: ['DirectlyOrder', 'Backorder'],
}

const typesIn = (policy: Awaited<ReturnType<typeof readPolicy>>) =>
  typesOf[policy?.pending_scope ?? 'NoneCancelling']

/** Every hour, because the reference midnight may be that of any time zone; there is nothing to do at the others. */
export const pendingOrdersWork: CalendarWork = {
  name: 'pendingOrders',
  expression: '5 * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, companyId }) => typesIn(await readPolicy(tx, companyId)).length > 0,
  async run({ tx, services, companyId }) {
    const now = services.clock.now()
    const policy = await readPolicy(tx, companyId)
    const types = typesIn(policy)
    if (types.length === 0) return { counts: {} }
    const company = await services.db.shared
      .selectFrom('company')
      .selectAll()
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const before = midnightOf(policy?.reference_time_zone ?? company.time_zone, now)
    const { found, cancelled } = await cancelPending(
      { tx, services },
      { id: companyId, name: company.name },
      { types, before, now },
    )
    return { counts: { orders: cancelled }, more: found === chunk && cancelled > 0 }
  },
}

/** Cancels the pending lines of the oldest such orders; answers how many were found, and how many cancelled. */
async function cancelPending(
  { tx, services }: { tx: Tx; services: Services },
  company: { id: number; name: string },
  { types, before, now }: { types: string[]; before: Date; now: Date },
): Promise<{ found: number; cancelled: number }> {
  const { rows } = await sql<{ id: string }>`
    select o.id from sales_order o
    where o.company_id = ${company.id} and not o.closed and o.type = any(${types}::text[]) and o.order_date < ${before}
      and exists (select from order_line l where l.company_id = ${company.id} and l.order_id = o.id and l.state = 'Pending')
    order by o.order_date, o.id limit ${chunk}`.execute(tx)
  const scope = [sql`o.company_id = ${company.id}`]
  const orders = await lockOrders(tx, company.id, scope, { ids: rows.map(({ id }) => id) })
  const lines = orders.flatMap((order) => order.lines)
  const free = await readFreeStock(tx, company.id, lines, { lock: true })
  const books = await readBooks(
    tx,
    company.id,
    lines.map(({ id }) => id),
    { lock: true },
  )
  const decided = orders.flatMap((order): DecidedChange[] => {
    const pending = order.lines.filter(({ state }) => state === 'Pending').map(({ id }) => id)
    if (pending.length === 0) return []
    const decider = { membershipId: '', who: 'owner' } as const
    const outcome = decide(order, pending, { action: 'cancel', memo: '' }, decider, free, books)
    if (outcome.refused) return []
    const { changes, quota } = outcome
    return [
      {
        order,
        changes: changes.map((change) => ({ ...change, memo: null })),
        quota,
        operation: 'order.autoCancelled',
        event: {
          recordType: 'order',
          recordId: order.id,
          kind: 'order.autoCancelled',
          facts: { count: pending.length },
        },
      },
    ]
  })
  const doer = { company, membershipId: null, name: company.name }
  await notifyOwners(tx, services.jobs, doer, now, 'order.autoCancelled', toldOrders(decided))
  await saveDecisions(tx, doer, now, decided)
  return { found: rows.length, cancelled: decided.length }
}
