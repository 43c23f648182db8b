import { sql, type RawBuilder } from 'kysely'
import {
  cancelAllPending,
  cancelOrder,
  getMyOrder,
  myPastOrders,
  myPendingOrders,
  reorder,
} from '@kervan/contract/order/order-my'
import { applicantWindowMonths } from '@kervan/contract/order/words'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { handleDecision, handleDecisions, lockOne } from '../decide-orders.ts'
import { addAgain, wantedOfOrder } from '../new/add-again.ts'
import { orderRow, orderSource } from '../order-list.ts'
import { presentOrder } from '../present-order.ts'
import { assertWithinReach } from '../own-reach.ts'
import { ownOrderScope } from '../scope.ts'

const pending = sql`not o.closed`
const past = sql`o.closed`

const own = (tab: RawBuilder<unknown>) => async (context: SessionContext, window: DayWindow) => {
  await assertWithinReach(context, window)
  const { actor } = context
  return orderSource(actor, ownOrderScope(actor), tab, window, applicantWindowMonths)
}
const row = orderRow('owner')

export const myPendingOrderList = serveList(myPendingOrders, 'myOrders', own(pending), row)
export const myPastOrderList = serveList(myPastOrders, 'myOrders', own(past), row)

export const getMyOrderHandler = handle(getMyOrder, (context) =>
  presentOrder(context, ownOrderScope(context.actor), context.input.orderCode, 'owner', context.input),
)

const owner = { side: 'owner', scope: ownOrderScope } as const

export const cancelOrderHandler = handleDecision(cancelOrder, owner, ({ memo, lineIds = null }) => ({
  decision: { action: 'cancel', memo },
  lineIds,
}))
export const cancelAllPendingHandler = handleDecisions(
  cancelAllPending,
  owner,
  () => myPendingOrderList,
  ({ memo }) => ({ action: 'cancel', memo }),
)

export const reorderHandler = handle(reorder, async (context) => {
  const order = await lockOne(context, ownOrderScope(context.actor), context.input.orderCode, { lock: false })
  return addAgain(context, wantedOfOrder(context.actor.company.id, order.id))
})
