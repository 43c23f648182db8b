import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { returnTable, type ReturnAction } from '@kervan/contract/order/return-states'
import type { ReturnState } from '@kervan/contract/order/return-words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import { orderScope } from '../scope.ts'

// Who sees which returns, and what may be done with them (MED-001).

/** Conditions on `product_return r` joined to its `sales_order o`: the returns of the orders that one may see. */
export const returnScope = (actor: Actor): RawBuilder<unknown>[] => [
  sql`r.company_id = ${actor.company.id}`,
  ...orderScope(actor),
]

/** What the rule looks at. */
export type RuledReturn = { code: string; state: ReturnState; announcedById: string }

/** Why this cannot be done with a return; null when it can. Nobody accepts what they have announced themselves. */
export function refusedOnReturn(
  action: ReturnAction,
  { code, state, announcedById }: RuledReturn,
  { membershipId }: Pick<Actor, 'membershipId'>,
): Refusal | null {
  if (action === 'accept' && announcedById === membershipId) return refusal('OwnReturn', { return: code })
  return returnTable.allows(action, state, action === 'withdraw' ? 'customer' : 'staff')
    ? null
    : refusal('ReturnState', { return: code, returnState: state })
}

/** States in which what is announced counts as on its way back. */
export const onTheWay = ['Announced', 'Accepted'] as const satisfies readonly ReturnState[]
export const cameBack = ['Received', 'Credited'] as const satisfies readonly ReturnState[]
