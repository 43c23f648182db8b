import type { PriceVisibility } from '@kervan/contract/access/words'
import type { Actor } from '../kit/context.ts'

/**
 * Whether prices reach this reader (ORD-020). The specification names the hidden roles in two ways and both apply:
 * `HideForOPOperator` hides from third-party users and from operators, who enter orders and do not manage them;
 * `HideForOPManager` hides from the manufacturer's or supplier's own people and from whoever manages orders.
 */
export function pricesVisible(
  visibility: PriceVisibility,
  reader: Pick<Actor, 'userType' | 'permissions'>,
): boolean {
  const manages = reader.permissions.has('OrderManagement')
  const enters = reader.permissions.has('NewOrder')
  switch (visibility) {
    case 'NoHide':
      return true
    case 'HideForOPOperator':
      return reader.userType !== 'ThirdPartyUser' && (manages || !enters)
    case 'HideForOPManager':
      return reader.userType !== 'InternalUser' && !manages
    case 'HideForAll':
      return false
  }
}

/** The value when the reader may see prices, otherwise null: hidden prices never leave the server. */
export function priceFor<T>(actor: Actor, value: T): T | null {
  return pricesVisible(actor.company.priceVisibility, actor) ? value : null
}
