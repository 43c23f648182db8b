import {
  IconBuildingStore,
  IconBuildingWarehouse,
  IconClipboardList,
  IconPackage,
  IconShoppingCartPlus,
} from '@tabler/icons-react'
import type { FoundKinds } from '../kit/page/foundKinds.ts'

const management = '/order/order-management'

/** Records of ordering that the palette finds: an order opens beside its list, a customer or a location as the orders of it. */
export const found: FoundKinds = {
  order: {
    icon: IconClipboardList,
    group: (t) => t('shell.palette.orders'),
    opens: ({ code, place }) =>
      place === 'myPending' || place === 'myPast'
        ? {
            to: '/order/my-orders',
            search: { tab: place === 'myPast' ? 'past' : undefined, order: code },
          }
        : { to: management, search: { tab: place === 'pending' ? undefined : place, order: code } },
  },
  customer: {
    icon: IconBuildingWarehouse,
    group: (t) => t('shell.palette.places'),
    opens: ({ code }) => ({ to: management, search: { f: { customerUniqueCode: { in: [code] } } } }),
    also: ({ id, name }, may) =>
      may('NewOrder')
        ? {
            icon: IconShoppingCartPlus,
            label: (t) => t('shell.palette.newOrderFor', { customer: name }),
            address: { to: '/order/new-order', search: { customer: id } },
          }
        : null,
  },
  location: {
    icon: IconBuildingStore,
    group: (t) => t('shell.palette.places'),
    opens: ({ code }, may) => ({
      to: may('OrderManagement') ? management : '/order/my-orders',
      search: { f: { deliveryLocationCode: { in: [code] } } },
    }),
  },
  product: {
    icon: IconPackage,
    group: (t) => t('shell.palette.products'),
    opens: ({ id }) => ({ to: '/order/new-order', search: { product: id } }),
  },
}
