import {
  approveOrders,
  rejectOrders,
  revertOrders,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { refusal } from '@kervan/contract/kit/refusals'
import type { AnyCall, InputTo } from '../../kit/http/handle.ts'
import { handleBulk, type BulkHandler } from '../../kit/lists/handle-bulk.ts'
import type { ServedList } from '../../kit/lists/serve-list.ts'
import { decisionOn } from '../bulk.ts'
import type { Decision } from '../decide.ts'
import { orderScope } from '../scope.ts'
import { closedOrderList, pendingOrderList } from './lists.ts'

// The moves of Order Management on a selection (ORD-010).

function managed<C extends AnyCall>(
  call: C,
  decision: (input: InputTo<C>) => Decision,
  list: (input: InputTo<C>) => Pick<ServedList, 'ids'> = () => pendingOrderList,
): BulkHandler {
  return handleBulk(call, decisionOn<InputTo<C>>({ side: 'manager', scope: orderScope, decision, list }))
}

export const approveManyHandler = managed(approveOrders, () => ({ action: 'approve' }))

export const rejectManyHandler = managed(rejectOrders, ({ reason, memo }) => {
  if (reason === 'Other' && !memo?.trim()) throw refusal('MemoRequired')
  return { action: 'reject', reason, memo: memo ?? null }
})

export const reviseManyHandler = managed(reviseOrders, ({ percent, memo }) => ({
  action: 'revise',
  percent,
  memo: memo ?? null,
}))

export const revertManyHandler = managed(
  revertOrders,
  () => ({ action: 'revert' }),
  ({ tab }) => (tab === 'closed' ? closedOrderList : pendingOrderList),
)
