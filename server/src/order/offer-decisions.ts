import type { Call } from '@kervan/contract/kit/call'
import { Refusal } from '@kervan/contract/kit/refusals'
import { managerDecisions } from '@kervan/contract/order/order-management'
import { cancelOrder, reorder } from '@kervan/contract/order/order-my'
import { isApproval, type LineAction, type Side } from '@kervan/contract/order/states'
import type { SessionContext } from '../kit/context.ts'
import { offer } from '../kit/records/offer.ts'
import { onBehalfOf, type JudgedOrder } from './deputies/on-behalf.ts'

// What a reader may do with an order or a line of it, each with the reason that the handler would give.

const calls: Record<Side, Partial<Record<LineAction, { one: Call }>>> = {
  manager: managerDecisions,
  owner: { cancel: { one: cancelOrder } },
}

type Ones = Partial<Record<LineAction, Call>>
const onesOf = (side: Side): Ones =>
  Object.fromEntries(Object.entries(calls[side]).map(([action, { one }]) => [action, one]))
const ones: Record<Side, Ones> = { manager: onesOf('manager'), owner: onesOf('owner') }

/** The decisions of one side, each open or with the reason that the handler would give. */
export function offerDecisions(
  context: Pick<SessionContext, 'actor' | 'language'>,
  side: Side,
  order: JudgedOrder,
  refused: (action: LineAction) => Refusal | null,
): { [A in LineAction]?: string | null } {
  const asDeputy = (action: LineAction): Refusal | null => {
    const behalf = onBehalfOf(context.actor, calls[side][action]?.one.permission ?? null, order, {
      approves: isApproval(action),
    })
    return behalf instanceof Refusal ? behalf : null
  }
  return offer<LineAction>(context, ones[side], (action) => refused(action) ?? asDeputy(action))
}

/** And what else can be done with the whole order; ordering again is always open. */
export function offerOnOrder(
  context: Pick<SessionContext, 'actor' | 'language'>,
  side: Side,
  order: JudgedOrder,
  refused: (action: LineAction) => Refusal | null,
) {
  return {
    ...offerDecisions(context, side, order, refused),
    ...(side === 'owner' && offer(context, { reorder }, () => null)),
  }
}
