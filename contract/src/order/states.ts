import { refusal, type Refusal } from '../kit/refusals.ts'
import { keysOf } from '../kit/typed.ts'
import { stateTable } from '../kit/state-table.ts'
import {
  lineStates,
  type LineState,
  type LineType,
  type OrderFlow,
  type OrderState,
  type RejectReason,
  type ShownOrderState,
} from './words.ts'

/**
 * The life of an order line (ORD-009 to ORD-011).
 * `manager` is who decides in Order Management, or enters what somebody outside has decided; `owner` who placed the
 * order, `erp` the delivery feed, whose goods issues complete lines.
 */
export const orderLineTable = stateTable({
  name: 'order line',
  states: lineStates,
  initial: 'Pending',
  final: ['Completed', 'Rejected', 'Cancelled'],
  moves: {
    approve: {
      from: ['Pending', 'Revised'],
      to: ['Approved', 'WaitingExternalApproval'],
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
      from: ['Revised', 'WaitingExternalApproval', 'Approved', 'Rejected'],
      to: ['Pending', 'Revised'],
      who: ['manager'],
    },
    cancel: { from: ['Pending', 'Revised', 'WaitingExternalApproval'], to: 'Cancelled', who: ['owner'] },
    sendExternal: {
      from: ['Pending', 'Revised'],
      to: 'WaitingExternalApproval',
      who: ['manager'],
    },
    acceptExternal: { from: ['WaitingExternalApproval'], to: 'Approved', who: ['manager'] },
    refuseExternal: { from: ['WaitingExternalApproval'], to: 'Rejected', who: ['manager'] },
    overrideQuota: { from: ['Rejected'], to: 'Pending', who: ['manager'] },
    complete: { from: ['Approved'], to: 'Completed', who: ['erp'] },
  },
})

/** Whether what is approved in this flow has to be agreed to outside as well (ORD-012). */
export const hasExternalStage = (flow: OrderFlow): boolean => flow === 'TwoLayerFlowV2'

/** Which of its targets approving has, whoever or whatever approves. */
export const approvedState = (externalStage: boolean): LineState =>
  externalStage ? 'WaitingExternalApproval' : 'Approved'

/** The moves that have a call in this version: the decisions on an order, and what each is called once it is made. */
export const decisions = {
  approve: 'approved',
  reject: 'rejected',
  revise: 'revised',
  revert: 'reverted',
  cancel: 'cancelled',
  sendExternal: 'sentExternal',
  acceptExternal: 'acceptedExternal',
  refuseExternal: 'refusedExternal',
  overrideQuota: 'overriddenQuota',
} as const
export type LineAction = keyof typeof decisions
export const lineActions = keysOf(decisions)

/** What lets an order go ahead: nobody does that with an order of their own. */
export const isApproval = (action: LineAction): boolean =>
  action === 'approve' || action === 'acceptExternal' || action === 'overrideQuota'

/** From which side an order is looked at: by those who decide on it, or by those who placed it. */
export type Side = 'manager' | 'owner'
/** What the rule looks at; `isOwn`: the reader has placed the order. */
type RuledLine = {
  lineCode: string
  state: LineState
  type: LineType
  completedQuantity: number
  rejectReason: RejectReason
}
export type RuledOrder = { code: string; isOwn: boolean; lines: readonly RuledLine[] }

/**
 * Why this decision is not open to that side on this line, or null when it is. Backorders wait for stock: nobody decides
 * on them in Order Management (ORD-010), their owner may cancel them.
 */
export function refusedOnLine(
  action: LineAction,
  { isOwn }: Pick<RuledOrder, 'isOwn'>,
  line: RuledLine,
  side: Side,
): Refusal | null {
  if (isApproval(action) && isOwn) return refusal('OwnOrder')
  if (side === 'manager' && line.type === 'Backorder') return refusal('BackorderLocked')
  if (!orderLineTable.allows(action, line.state, side))
    return refusal('MoveNotAllowed', { line: line.lineCode, state: line.state, action })
  if (action === 'overrideQuota' && line.rejectReason !== 'QuotaExceeded')
    return refusal('NotRejectedByQuota', { line: line.lineCode })
  return action === 'revert' && line.completedQuantity > 0
    ? refusal('LineDelivered', { line: line.lineCode, delivered: line.completedQuantity })
    : null
}

/**
 * Why this decision is not open on any line of the order, or null when it is on some. The same answer for the handler,
 * the record, the row of a list and the bulk action.
 */
export function refusedOnOrder(action: LineAction, order: RuledOrder, side: Side): Refusal | null {
  const refused = order.lines.map((line) => refusedOnLine(action, order, line, side))
  if (refused.includes(null)) return null
  const [first] = refused
  // Whose order it is, and of what kind, is the same for every line.
  if (first?.code === 'OwnOrder' || first?.code === 'BackorderLocked') return first
  if (refused.some((one) => one?.code === 'NotRejectedByQuota'))
    return refusal('NotRejectedByQuota', { line: order.code })
  const delivered = refused.reduce((sum, one) => sum + Number(one?.facts['delivered'] ?? 0), 0)
  return delivered > 0 ? refusal('LineDelivered', { line: order.code, delivered }) : nothingToDo(order)
}

export function nothingToDo({ lines }: Pick<RuledOrder, 'lines'>): Refusal {
  return refusal('NothingToDo', { states: [...new Set(lines.map(({ state }) => state))] })
}

const open: readonly LineState[] = ['Pending', 'Revised', 'WaitingExternalApproval']

/**
 * The state of an order follows from its lines and from nothing else (ORD-013). The strongest statement wins:
 * somebody outside is asked; work has begun; a quantity was changed; everything still waits; nothing is left to do.
 * The specification has no state for an order whose lines were all cancelled: it is Rejected, and readers are told
 * `shownOrderState`.
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

/** Whether a line waits for somebody who decides; nobody decides on backorders. Kept with the order as `undecided`. */
export const isUndecided = (lines: readonly { state: LineState; type: LineType }[]): boolean =>
  lines.some(({ state, type }) => type !== 'Backorder' && orderLineTable.allows('approve', state, 'manager'))

/** The one state that screens, filters and workbooks show. */
export const shownOrderState = (state: OrderState, allCancelled: boolean): ShownOrderState =>
  allCancelled ? 'Cancelled' : state

/** Delivered share of what was promised, in whole percent, rounded down so that 100 means all of it. */
export function completedRatio(
  lines: readonly { state: LineState; poQuantity: number; completedQuantity: number }[],
): number {
  const counted = lines.filter((line) => line.state !== 'Rejected' && line.state !== 'Cancelled')
  const promised = counted.reduce((sum, line) => sum + line.poQuantity, 0)
  const delivered = counted.reduce((sum, line) => sum + line.completedQuantity, 0)
  return promised === 0 ? 0 : Math.min(100, Math.floor((delivered * 100) / promised))
}
