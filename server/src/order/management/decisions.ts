import {
  acceptedExternalOrder,
  acceptExternalOrders,
  refusedExternalOrder,
  refuseExternalOrders,
  sendExternalOrders,
  sentExternalOrder,
  overriddenQuota,
  overrideQuotaOfOrders,
  approvedOrder,
  approveOrders,
  rejectedOrder,
  rejectOrders,
  revertedOrder,
  revertOrders,
  revisedOrder,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { refusal } from '@kervan/contract/kit/refusals'
import { handleDecision, handleDecisions } from '../decide-orders.ts'
import { doneBy } from '../../kit/lists/handle-bulk.ts'
import { orderScope } from '../scope.ts'
import { readUndo } from '../undo.ts'
import { closedOrderList, externalOrderList, pendingOrderList } from './lists.ts'

// The decisions of Order Management (ORD-010), each on lines of one order and on a selection of orders.

const manager = { side: 'manager', scope: orderScope } as const
const pending = () => pendingOrderList
const approve = { action: 'approve' } as const
const revert = { action: 'revert' } as const

export const approveHandler = handleDecision(approvedOrder, manager, ({ lineIds }) => ({
  decision: approve,
  lineIds,
}))
export const approveManyHandler = handleDecisions(approveOrders, manager, pending, () => approve)

export const rejectHandler = handleDecision(rejectedOrder, manager, ({ lineIds, reason, memo = null }) => ({
  decision: { action: 'reject', reason, memo },
  lineIds,
}))
export const rejectManyHandler = handleDecisions(
  rejectOrders,
  manager,
  pending,
  ({ reason, memo = null }) => {
    if (reason === 'Other' && !memo?.trim()) throw refusal('MemoRequired')
    return { action: 'reject', reason, memo }
  },
)

export const reviseHandler = handleDecision(revisedOrder, manager, ({ lines, memo = null }) => {
  const quantities = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]))
  return { decision: { action: 'revise', quantities, memo }, lineIds: [...quantities.keys()] }
})
export const reviseManyHandler = handleDecisions(
  reviseOrders,
  manager,
  pending,
  ({ percent, memo = null }) => ({ action: 'revise', percent, memo }),
)

export const revertHandler = handleDecision(revertedOrder, manager, ({ lineIds }) => ({
  decision: revert,
  lineIds,
}))
export const revertManyHandler = handleDecisions(
  revertOrders,
  manager,
  ({ selection, tab }) =>
    selection.mode === 'job'
      ? doneBy(selection.jobId)
      : { closed: closedOrderList, external: externalOrderList, pending: pendingOrderList }[tab ?? 'pending'],
  () => revert,
  ({ undo }) => (undo ? readUndo : null),
)

export const overrideQuotaHandler = handleDecision(overriddenQuota, manager, ({ lineIds, memo }) => ({
  decision: { action: 'overrideQuota', memo },
  lineIds,
}))
export const overrideQuotaManyHandler = handleDecisions(
  overrideQuotaOfOrders,
  manager,
  ({ tab }) => ({ closed: closedOrderList, pending: pendingOrderList })[tab],
  ({ memo }) => ({ action: 'overrideQuota', memo }),
)

const sendExternal = { action: 'sendExternal' } as const
const acceptExternal = { action: 'acceptExternal' } as const
const external = () => externalOrderList

export const sendExternalHandler = handleDecision(sentExternalOrder, manager, ({ lineIds }) => ({
  decision: sendExternal,
  lineIds,
}))
export const sendExternalManyHandler = handleDecisions(
  sendExternalOrders,
  manager,
  pending,
  () => sendExternal,
)
export const acceptExternalHandler = handleDecision(acceptedExternalOrder, manager, ({ lineIds }) => ({
  decision: acceptExternal,
  lineIds,
}))
export const acceptExternalManyHandler = handleDecisions(
  acceptExternalOrders,
  manager,
  external,
  () => acceptExternal,
)
export const refuseExternalHandler = handleDecision(
  refusedExternalOrder,
  manager,
  ({ lineIds, reason, memo = null }) => ({ decision: { action: 'refuseExternal', reason, memo }, lineIds }),
)
export const refuseExternalManyHandler = handleDecisions(
  refuseExternalOrders,
  manager,
  external,
  ({ reason, memo = null }) => {
    if (reason === 'Other' && !memo?.trim()) throw refusal('MemoRequired')
    return { action: 'refuseExternal', reason, memo }
  },
)
