import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import type { ActsFor, Actor } from '../../kit/context.ts'
import { Exact } from '../prices.ts'

// In whose name a person decides on an order. Pure.

export type OnBehalf = Pick<ActsFor, 'membershipId' | 'name'>
export type JudgedOrder = { code: string; recordUserId: string; customerId: string; total: string }

/**
 * In whose name the actor may do on this order what `permission` is for: null is the own, otherwise that of the first
 * who lends it for such an order. Answers why not when nobody does. An order that the manager has placed is not approved
 * in the manager's name either.
 */
export function onBehalfOf(
  { lent, actsFor }: Pick<Actor, 'lent' | 'actsFor'>,
  permission: string | null,
  order: JudgedOrder,
  { approves }: { approves: boolean },
): OnBehalf | null | Refusal {
  if (permission === null || !lent.has(permission)) return null
  let why: Refusal | null = null
  for (const one of actsFor) {
    if (!one.permissions.has(permission)) continue
    const refused = refusedFor(one, order, approves)
    if (refused === null) return { membershipId: one.membershipId, name: one.name }
    why ??= refused
  }
  return why ?? refusal('PermissionMissing', { permission })
}

function refusedFor(
  { membershipId, name, customerIds, maxAmount }: ActsFor,
  order: JudgedOrder,
  approves: boolean,
): Refusal | null {
  const { code } = order
  if (customerIds.length > 0 && !customerIds.includes(order.customerId))
    return refusal('DeputyOtherCustomer', { order: code, name })
  if (maxAmount !== null && new Exact(order.total).gt(maxAmount))
    return refusal('DeputyLimitExceeded', {
      order: code,
      name,
      limit: Number(maxAmount),
    })
  return approves && order.recordUserId === membershipId
    ? refusal('DeputyOwnOrder', { order: code, name })
    : null
}
