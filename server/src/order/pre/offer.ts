import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  refusedOnPreOrder,
  rejectPreApprovalOrders,
  refusedOnPreOrderDocument,
  revisePreApprovalOrder,
  updateMyPreApprovalDocument,
  updatePreApprovalDocument,
  type PreApprovalAction,
} from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'
import type { PreApprovalState } from '@kervan/contract/order/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { offer } from '../../kit/records/offer.ts'
import { scopeOfLocations, scopeOfPartners } from '../../kit/records/scope.ts'

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
type Ruled = { code: string; state: PreApprovalState; recordUserId: string; blacklist: boolean }

/** Approving in spite of the blacklist is offered where the point of sale stands on it. */
const offered = (side: Side, { blacklist }: Ruled) =>
  side === 'manager' && blacklist
    ? { ...calls.manager, approveBlacklisted: approveBlacklistedPreApprovalOrders }
    : calls[side]

export const actionsOf = (context: Pick<SessionContext, 'actor' | 'language'>, side: Side, order: Ruled) =>
  offer<PreApprovalAction>(context, offered(side, order), (action) =>
    refusedOnPreOrder(action, { ...order, isOwn: order.recordUserId === context.actor.membershipId }, side),
  )

const documentCalls = {
  manager: { edit: updatePreApprovalDocument },
  owner: { edit: updateMyPreApprovalDocument },
} as const

export const documentActionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  side: Side,
  order: Omit<Ruled, 'blacklist'> & { recordUser: string },
  document: { name: string },
) =>
  offer<'edit'>(context, documentCalls[side], () =>
    refusedOnPreOrderDocument(
      { ...order, isOwn: order.recordUserId === context.actor.membershipId },
      document,
      side,
    ),
  )
