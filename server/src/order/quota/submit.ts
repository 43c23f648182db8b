import { approvedState, deriveOrderState, hasExternalStage, isUndecided } from '@kervan/contract/order/states'
import type {
  LineState,
  OrderFlow,
  OrderState,
  QuotaResult,
  RejectReason,
} from '@kervan/contract/order/words'
import { newId } from '../../kit/database/uuid.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { totalsOf } from '../prices.ts'
import type { CartPlanLine, Note, Plan, PlannedLine, PlannedOrder, WarningCode } from '../plan-orders.ts'
import { lockCounters, readCounters, submittedOf, type ToBook } from './books.sql.ts'
import {
  bookingsUnder,
  isFarFromLimits,
  judgeLines,
  type QuotaLine,
  type QuotaRule,
  type Verdict,
} from './judge.ts'
import { orderSettings } from '../order-settings.ts'

// What the quotas make of planned orders, line by line in the order in which they are written (QTA-002).

export type SubmittedLine = PlannedLine<CartPlanLine> & {
  id: string
  state: LineState
  poQuantity: number
  rejectReason: RejectReason
  quotaState: QuotaResult
  verdict: Verdict
}
export type SubmittedOrder = Omit<PlannedOrder<CartPlanLine>, 'lines'> & {
  lines: SubmittedLine[]
  state: OrderState
  undecided: boolean
}

const quotaLine = ({ line, quantity }: PlannedLine<CartPlanLine>): QuotaLine => ({
  customerCode: line.customerCode,
  locationCode: line.locationCode,
  locationGroup: line.locationGroup,
  productCode: line.productCode,
  categoryCode: line.categoryCode,
  quantity,
  unitPrice: line.unitPrice,
  discountPercent: line.discountPercent,
})

/**
 * The orders of a plan as they are submitted, with what has to be booked for them. `lock`: for placing; the review only
 * looks. Counters near their limits are held until the commit. Those far from them are looked at alone and locked when
 * the bookings are written, so that orders of a company do not wait for each other's judging.
 */
export async function submitPlan(
  tx: Tx,
  actor: Actor,
  now: Date,
  plan: Plan<CartPlanLine>,
  rules: readonly QuotaRule[],
  { lock }: { lock: boolean },
): Promise<{ orders: SubmittedOrder[]; toBook: ToBook }> {
  const planned = plan.orders.flatMap(({ lines }) => lines)
  const bookingsOf = bookingsUnder(rules, actor.company.timeZone)
  const bookings = planned.map((one) => bookingsOf(quotaLine(one), now))
  let counters = await readCounters(tx, actor.company.id, bookings.flat())
  let verdicts = judgeLines(bookings, new Map(counters.used))
  if (lock && !isFarFromLimits(verdicts)) {
    counters = await lockCounters(tx, actor.company.id, counters)
    verdicts = judgeLines(bookings, new Map(counters.used))
  }
  const left = verdicts.values()
  const { orderFlow } = await orderSettings(tx, actor.company)
  const orders = plan.orders.map((order) =>
    submitted(
      order,
      order.lines.map((line) =>
        submittedLine(orderFlow, order, line, left.next().value ?? { result: 'None', judged: [] }),
      ),
    ),
  )
  const lines = orders.flatMap((order) => order.lines)
  const entries = lock
    ? submittedOf(
        counters,
        lines.map(({ id, state, verdict }) => ({
          id,
          rejected: state === 'Rejected',
          judged: verdict.judged,
        })),
      )
    : []
  return { orders, toBook: { entries, missing: counters.missing } }
}

/**
 * Nobody decides on a backorder, neither does a quota that approves: it waits for stock. In a flow of three stages what a
 * quota approves still needs somebody outside (ORD-012).
 */
function submittedLine(
  orderFlow: OrderFlow,
  { type }: Pick<PlannedOrder<CartPlanLine>, 'type'>,
  line: PlannedLine<CartPlanLine>,
  verdict: Verdict,
): SubmittedLine {
  const { result } = verdict
  const rejected = result === 'Reject'
  const approved = result === 'Approve' && type === 'DirectlyOrder'
  return {
    ...line,
    id: newId(),
    state: rejected ? 'Rejected' : approved ? approvedState(hasExternalStage(orderFlow)) : 'Pending',
    poQuantity: rejected ? 0 : line.quantity,
    rejectReason: rejected ? 'QuotaExceeded' : 'None',
    quotaState: result,
    verdict,
  }
}

/** What the quotas say of a cart: the lines that will be rejected, and those that somebody has to decide on. */
export function quotaNotes(orders: readonly SubmittedOrder[]): Note[] {
  const lines = orders.flatMap((order) => order.lines)
  const note = (result: QuotaResult, code: WarningCode): Note[] => {
    const lineIds = lines.flatMap(({ line, quotaState }) => (quotaState === result ? [line.id] : []))
    return lineIds.length === 0 ? [] : [{ severity: 'warning', code, lineIds: [...new Set(lineIds)] }]
  }
  return [...note('Reject', 'QuotaRejects'), ...note('ExceededQuota', 'QuotaExceeded')]
}

function submitted(order: PlannedOrder<CartPlanLine>, lines: SubmittedLine[]): SubmittedOrder {
  return {
    ...order,
    lines,
    state: deriveOrderState(lines),
    undecided: isUndecided(lines.map(({ state }) => ({ state, type: order.type }))),
    quantity: lines.reduce((sum, { poQuantity }) => sum + poQuantity, 0),
    totals: totalsOf(
      lines.map(({ line, poQuantity }) => ({ quantity: poQuantity, unitPrice: line.unitPrice })),
      order.discountPercent,
    ),
  }
}
