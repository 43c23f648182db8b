import type { BulkContext, Passing } from '../kit/lists/handle-bulk.ts'
import { decide, type Decider, type Decision, type FreeStock, type Outcome } from './decide.ts'
import { describeDecision, enqueueDecisionMail } from './decision-events.ts'
import { readFreeStock, saveDecisions, type LockedOrder } from './order.sql.ts'
import type { Side } from './present-order.ts'

// A decision on orders, one or thousands: the same locks, the same rule, the same writes.

type Context = Omit<BulkContext, 'input'>
export type Decided = Extract<Outcome, { refused: null }>['changes']

/**
 * Free stock that the decision may take from, locked in the order of the variants. Approving keeps what is reserved;
 * whatever else is decided gives stock back or takes more.
 */
export function stockFor(
  { tx, actor }: Context,
  orders: readonly LockedOrder[],
  { action }: Pick<Decision, 'action'>,
  options: { lock: boolean } = { lock: true },
): Promise<FreeStock> {
  const variants =
    action === 'approve' ? [] : orders.flatMap((order) => order.lines.map((line) => line.variantId))
  return readFreeStock(tx, actor.company.id, variants, options)
}

/** Decides for this reader on the lines named, or on all that the action fits when `lineIds` is null. */
export function decideFor(
  { actor }: Context,
  who: Side,
  order: LockedOrder,
  lineIds: readonly string[] | null,
  decision: Decision,
  free: FreeStock,
): Outcome {
  const decider: Decider = { membershipId: actor.membershipId, who }
  return decide(order, lineIds, decision, decider, free)
}

/** Writes what was decided with its events and audit entries, and tells who placed the orders. */
export async function saveDecided(
  { tx, actor, services, now }: Context,
  decision: Decision,
  passing: readonly Pick<Passing<LockedOrder, Decided>, 'record' | 'plan'>[],
): Promise<void> {
  const decided = passing.map(({ record: order, plan: changes }) => ({
    order,
    changes,
    ...describeDecision(order, changes, decision),
  }))
  await enqueueDecisionMail(tx, services.jobs, actor, decided, decision)
  await saveDecisions(tx, actor, now, decided)
}
