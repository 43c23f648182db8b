import {
  approvedOrder,
  rejectedOrder,
  revertedOrder,
  revisedOrder,
} from '@kervan/contract/order/order-management'
import type { OrderView } from '@kervan/contract/order/order-view'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Decision } from '../decide.ts'
import { decideFor, saveDecided, stockFor } from '../decide-orders.ts'
import { lockOrders } from '../order.sql.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope } from '../scope.ts'

// The four moves of Order Management on one order (ORD-010). They differ in what is asked; the story is one.

export const approveHandler = handle(approvedOrder, (context) =>
  decideOne(context, context.input, context.input.lineIds, { action: 'approve' }),
)

export const rejectHandler = handle(rejectedOrder, (context) =>
  decideOne(context, context.input, context.input.lineIds, {
    action: 'reject',
    reason: context.input.reason,
    memo: context.input.memo ?? null,
  }),
)

export const reviseHandler = handle(revisedOrder, (context) => {
  const quantities = new Map(context.input.lines.map((line) => [line.lineId, line.quantity]))
  return decideOne(context, context.input, [...quantities.keys()], {
    action: 'revise',
    quantities,
    memo: context.input.memo ?? null,
  })
})

export const revertHandler = handle(revertedOrder, (context) =>
  decideOne(context, context.input, context.input.lineIds, { action: 'revert' }),
)

async function decideOne(
  context: SessionContext,
  named: { orderCode: string; version: number },
  lineIds: string[],
  decision: Decision,
): Promise<OrderView> {
  const scope = orderScope(context.actor)
  const [order] = await lockOrders(context.tx, context.actor.company.id, scope, { codes: [named.orderCode] })
  if (!order) throw refusal('OrderNotFound')
  if (order.version !== named.version) throw await changedMeanwhile(context, order)
  const free = await stockFor(context, [order], decision)
  const outcome = decideFor(context, 'manager', order, lineIds, decision, free)
  if (outcome.refused) throw outcome.refused
  await saveDecided(context, decision, [{ record: order, plan: outcome.changes }])
  return presentOrder(context.tx, context.actor, scope, order.code, 'manager')
}

/** Says who changed the order and when, so that the reader need not guess (D40). */
export async function changedMeanwhile(
  { tx, actor }: SessionContext,
  order: { id: string; lastEventAt: Date },
) {
  const last = await tx
    .selectFrom('record_event')
    .select(['by_name', 'at'])
    .where('company_id', '=', actor.company.id)
    .where('record_type', '=', 'order')
    .where('record_id', '=', order.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refusal('ChangedMeanwhile', {
    changedBy: last?.by_name ?? '',
    changedAt: (last?.at ?? order.lastEventAt).toISOString(),
  })
}
