import { closedOrders, externalApprovalOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { getCart, getOrderOptions, getProduct } from '@kervan/contract/order/order-new'
import { queryOf } from '../kit/grid/gridQuery.ts'
import { knownLayout } from '../kit/grid/useGridLayout.ts'
import type { AnyList } from '../kit/grid/gridState.ts'
import { pageOptions } from '../kit/grid/useGridRows.ts'
import { read } from '../kit/query.ts'
import { currentRights } from '../kit/rights.ts'
import { screenParts, type ScreenParts } from '../kit/screen.ts'
import { managementSearch, managementWindow } from './management/search.ts'
import { newOrderSearch } from './new/search.ts'
import { mySearch, myWindow } from './my/search.ts'

/** The screens of ordering, by the contract's key. */
export const orderScreens: Partial<Record<'newOrder' | 'myOrders' | 'orderManagement', ScreenParts>> = {
  newOrder: screenParts({
    component: () => import('./new/NewOrder.tsx'),
    search: newOrderSearch,
    loader: ({ queryClient, search }) => Promise.all([
      queryClient.prefetchQuery(read(getOrderOptions, {})),
      queryClient.prefetchQuery(read(getCart, {})),
      ...(search.product ? [queryClient.prefetchQuery(read(getProduct, { productId: search.product }))] : []),
    ]),
  }),
  orderManagement: screenParts({
    component: () => import('./management/OrderManagement.tsx'),
    search: managementSearch,
    loader: ({ queryClient, search }) => {
      const list: AnyList = { pending: pendingOrders, closed: closedOrders, external: externalApprovalOrders }[search.tab ?? 'pending']
      if (currentRights().has(list.page.permission ?? '')) return queryClient.prefetchQuery(pageOptions(list, queryOf(list, search, knownLayout(list)), managementWindow(search)))
    },
  }),
  myOrders: screenParts({
    component: () => import('./my/MyOrders.tsx'),
    search: mySearch,
    loader: ({ queryClient, search }) => {
      const list: AnyList = { pending: myPendingOrders, past: myPastOrders }[search.tab ?? 'pending']
      if (currentRights().has(list.page.permission ?? '')) return queryClient.prefetchQuery(pageOptions(list, queryOf(list, search, knownLayout(list)), myWindow(search)))
    },
  }),
}
