import type { FoundRecord } from '@kervan/contract/shell/find-records'

type Address = { to: string; search: Record<string, unknown> }
const management = '/order/order-management'

/** Where a record of ordering opens: an order beside its list, a customer or a location as the orders of it. */
export function openOrderRecord(
  { kind, id, code, place }: FoundRecord,
  may: (permission: 'OrderManagement') => boolean,
): Address | null {
  switch (kind) {
    case 'order':
      if (place === 'myPending' || place === 'myPast')
        return {
          to: '/order/my-orders',
          search: { tab: place === 'myPast' ? 'past' : undefined, order: code },
        }
      return { to: management, search: { tab: place === 'pending' ? undefined : place, order: code } }
    case 'customer':
      return { to: management, search: { f: { customerUniqueCode: { in: [code] } } } }
    case 'location':
      return {
        to: may('OrderManagement') ? management : '/order/my-orders',
        search: { f: { deliveryLocationCode: { in: [code] } } },
      }
    case 'product':
      return { to: '/order/new-order', search: { product: id } }
    default:
      return null
  }
}

/** A new order for a customer that was found, for who may order. */
export function newOrderFor(
  { kind, id }: FoundRecord,
  may: (permission: 'NewOrder') => boolean,
): Address | null {
  return kind === 'customer' && may('NewOrder') ? { to: '/order/new-order', search: { customer: id } } : null
}
