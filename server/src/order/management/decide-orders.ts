import {
  approveOrders,
  closedOrders,
  pendingOrders,
  rejectOrders,
  revertOrders,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import type { BulkAnswer, Selection } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/handle.ts'
import { runSelection, type BulkWish } from '../bulk.ts'
import { orderScope } from '../scope.ts'
import { managedOrders } from './lists.ts'

// The moves of Order Management on a selection (ORD-010), with a rehearsal that tells which orders would pass.

export const approveManyHandler = handle(approveOrders, (context) =>
  decideMany(context, { action: 'approve' }),
)

export const rejectManyHandler = handle(rejectOrders, (context) => {
  const { reason, memo } = context.input
  if (reason === 'Other' && !memo?.trim()) throw refusal('MemoRequired')
  return decideMany(context, { action: 'reject', reason, memo: memo ?? null })
})

export const reviseManyHandler = handle(reviseOrders, (context) =>
  decideMany(context, { action: 'revise', percent: context.input.percent, memo: context.input.memo ?? null }),
)

export const revertManyHandler = handle(revertOrders, (context) =>
  decideMany(context, { action: 'revert' }, context.input.tab),
)

function decideMany(
  context: SessionContext & { input: { selection: Selection; dryRun: boolean } },
  wish: BulkWish,
  tab: 'pending' | 'closed' = 'pending',
): Promise<BulkAnswer> {
  const { actor, input } = context
  return runSelection(
    context,
    tab === 'closed' ? closedOrders : pendingOrders,
    (window) => managedOrders(actor, tab, window),
    orderScope(actor),
    input,
    { wish, side: 'manager' },
  )
}
