import { pendingOrders } from '@kervan/contract/order/order-management'
import { preApprovalOrders } from '@kervan/contract/order/pre-approval'
import { sql } from 'kysely'
import { notify } from '../kit/work/notices.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { takeOutbox, type OutboxHandler } from '../kit/work/outbox.ts'
import type { OutboxPayloads } from '../kit/work/payloads.ts'
import { notifyManagers } from './notify-managers.ts'

/** What `enqueuePlaced` and its like have put into the outbox, once. */
export const notifyPlaced: OutboxHandler<'ordersPlaced'> = async (
  { db, clock, jobs },
  _mailer,
  companyId,
  id,
  payload,
) => {
  const now = clock.now()
  await db.withCompany(companyId, async (tx) => {
    if (await takeOutbox(tx, companyId, id, now)) await tellPlaced(tx, { jobs }, companyId, now, payload)
  })
}

/** Tells who placed orders that they stand, and those who manage orders and have asked to be told (ORD-024). */
export async function tellPlaced(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  companyId: number,
  now: Date,
  { of, by, orders, mail, others = true }: OutboxPayloads['ordersPlaced'],
): Promise<void> {
  const [event, list] =
    of === 'order'
      ? (['order.arrived', pendingOrders.page] as const)
      : (['preOrder.arrived', preApprovalOrders.page] as const)
  if (mail) {
    const { rows } = await sql<{ code: string }>`
      select o.code from sales_order o
      where o.company_id = ${companyId} and o.id = any(${orders.map(([order]) => order)}::uuid[]) order by o.code`.execute(
      tx,
    )
    const codes = rows.map(({ code }) => code)
    const facts = {
      count: orders.length,
      order: codes.length === 1 ? (codes[0] ?? null) : null,
      lines: orders.reduce((sum, [, count]) => sum + count, 0),
    }
    const { membershipId } = by
    await notify(tx, jobs, { id: companyId }, now, 'order.placed', [{ membershipId, codes, facts, mail }])
  }
  if (others) await notifyManagers(tx, { jobs }, companyId, now, event, list, new Map(orders), { of, by })
}
