import { stateTable } from '../kit/state-table.ts'
import { lineStates, type LineState, type LineType, type OrderState } from './words.ts'

/**
 * The life of an order line (ORD-009 to ORD-011).
 * `manager` is who decides in Order Management, `owner` who placed the order, `erp` the delivery feed,
 * `external` the outside approver. `sendExternal`, `answerExternal` and `complete` belong to external approval and to
 * the delivery feed, which bring their own calls; the table says already where they join.
 */
export const orderLineTable = stateTable({
  name: 'order line',
  states: lineStates,
  initial: 'Pending',
  final: ['Completed', 'Rejected', 'Cancelled'],
  moves: {
    approve: {
      from: ['Pending', 'Revised'],
      to: 'Approved',
      who: ['manager'],
    },
    reject: {
      from: ['Pending', 'Revised'],
      to: 'Rejected',
      who: ['manager'],
    },
    revise: {
      from: ['Pending', 'Revised'],
      to: 'Revised',
      who: ['manager'],
    },
    revert: {
      from: ['Revised', 'Approved', 'Rejected'],
      to: 'Pending',
      who: ['manager'],
    },
    cancel: { from: ['Pending', 'Revised'], to: 'Cancelled', who: ['owner'] },
    sendExternal: {
      from: ['Pending', 'Revised'],
      to: 'WaitingExternalApproval',
      who: ['manager'],
    },
    answerExternal: { from: ['WaitingExternalApproval'], to: 'Pending', who: ['external'] },
    complete: { from: ['Approved'], to: 'Completed', who: ['erp'] },
  },
})

/** The moves that have a call in this version. */
export const lineActions = ['approve', 'reject', 'revise', 'revert', 'cancel'] as const
export type LineAction = (typeof lineActions)[number]

const open: readonly LineState[] = ['Pending', 'Revised', 'WaitingExternalApproval']

/**
 * The state of an order follows from its lines and from nothing else (ORD-013). The strongest statement wins:
 * somebody outside is asked; work has begun; a quantity was changed; everything still waits; nothing is left to do.
 * The specification has no state for an order whose lines were all cancelled: it is Rejected, and `allCancelled` of
 * the order's view tells the two apart.
 */
export function deriveOrderState(lines: readonly { state: LineState }[]): OrderState {
  const has = (state: LineState) => lines.some((line) => line.state === state)
  if (has('WaitingExternalApproval')) return 'WaitingExternalApproval'
  if (lines.some((line) => open.includes(line.state))) {
    if (has('Approved') || has('Completed')) return 'Processing'
    return has('Revised') ? 'Revised' : 'Request'
  }
  if (has('Approved')) return 'Processing'
  return has('Completed') ? 'Completed' : 'Rejected'
}

/** Delivered share of what was promised, in whole percent, rounded down so that 100 means all of it. */
export function completedRatio(
  lines: readonly { state: LineState; poQuantity: number; completedQuantity: number }[],
): number {
  const counted = lines.filter((line) => line.state !== 'Rejected' && line.state !== 'Cancelled')
  const promised = counted.reduce((sum, line) => sum + line.poQuantity, 0)
  const delivered = counted.reduce((sum, line) => sum + line.completedQuantity, 0)
  return promised === 0 ? 0 : Math.min(100, Math.floor((delivered * 100) / promised))
}

/** Backorders wait for stock: nobody decides on them in Order Management (ORD-010), their owner may cancel them. */
export function actionsOnLine(
  line: { state: LineState; type: LineType },
  who: 'manager' | 'owner',
): LineAction[] {
  if (who === 'manager' && line.type === 'Backorder') return []
  const moves: string[] = orderLineTable.actions(line.state, who)
  return lineActions.filter((action) => moves.includes(action))
}
