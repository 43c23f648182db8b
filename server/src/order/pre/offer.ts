import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  refusedOnPreOrder,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
  type PreApprovalAction,
} from '@kervan/contract/order/pre-approval'
import {
  refusedOnPreOrderDocument,
  updateMyPreApprovalDocument,
  updatePreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import { Refusal } from '@kervan/contract/kit/refusals'
import type { Side } from '@kervan/contract/order/states'
import type { PreApprovalState } from '@kervan/contract/order/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { offer } from '../../kit/records/offer.ts'
import { scopeOfLocations, scopeOfPartners } from '../../kit/records/scope.ts'
import { onBehalfOf, type JudgedOrder, type OnBehalf } from '../deputies/on-behalf.ts'

// Whose pre-approval orders one sees, and what may be done with them (ORD-012).

/** Conditions on `pre_order o`. */
export const preOrderScope = (actor: Actor, side: Side): RawBuilder<unknown>[] => [
  sql`o.company_id = ${actor.company.id}`,
  ...scopeOfPartners(actor, sql`o.customer_id`),
  ...scopeOfLocations(actor, sql`o.delivery_location_id`),
  ...(side === 'owner' && !actor.partnerId ? [sql`o.record_user_id = ${actor.membershipId}`] : []),
]

const calls = {
  manager: {
    approve: approvePreApprovalOrders,
    revise: revisePreApprovalOrder,
    reject: rejectPreApprovalOrders,
  },
  owner: { cancel: cancelPreApprovalOrders },
} as const
type Ruled = JudgedOrder & { state: PreApprovalState; blacklist: boolean }

/** Approving in spite of the blacklist is offered where the point of sale stands on it. */
const offered = (side: Side, { blacklist }: Ruled) =>
  side === 'manager' && blacklist
    ? { ...calls.manager, approveBlacklisted: approveBlacklistedPreApprovalOrders }
    : calls[side]
const permissionOf = (side: Side, action: PreApprovalAction): string | null => {
  const all: { [A in PreApprovalAction]?: { permission: string | null } } = {
    ...calls[side],
    approveBlacklisted: approveBlacklistedPreApprovalOrders,
  }
  return all[action]?.permission ?? null
}

/** Why this cannot be done with the order, or in whose name it is done: null is the own (ORD-010). */
export function judgeAction(
  actor: Actor,
  side: Side,
  action: PreApprovalAction,
  order: Ruled,
): Refusal | { behalf: OnBehalf | null } {
  const isOwn = order.recordUserId === actor.membershipId
  const refused = refusedOnPreOrder(action, { ...order, isOwn }, side)
  if (refused) return refused
  const approves = action === 'approve' || action === 'approveBlacklisted'
  const behalf = onBehalfOf(actor, permissionOf(side, action), order, { approves })
  return behalf instanceof Refusal ? behalf : { behalf }
}

export const actionsOf = (context: Pick<SessionContext, 'actor' | 'language'>, side: Side, order: Ruled) =>
  offer<PreApprovalAction>(context, offered(side, order), (action) => {
    const judged = judgeAction(context.actor, side, action, order)
    return judged instanceof Refusal ? judged : null
  })

const documentCalls = {
  manager: { edit: updatePreApprovalDocument },
  owner: { edit: updateMyPreApprovalDocument },
} as const

export const documentActionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  side: Side,
  order: { code: string; state: PreApprovalState; recordUserId: string; recordUser: string },
  document: { name: string },
) =>
  offer<'edit'>(context, documentCalls[side], () =>
    refusedOnPreOrderDocument(
      { ...order, isOwn: order.recordUserId === context.actor.membershipId },
      document,
      side,
    ),
  )
