import { closedOrders, externalApprovalOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { myOrderDocuments } from '@kervan/contract/order/order-documents'
import { myPreApprovalOrders, preApprovalOrders } from '@kervan/contract/order/pre-approval'
import { ediMessages } from '@kervan/contract/order/edi'
import { orderTemplates } from '@kervan/contract/order/order-templates'
import { getCart } from '@kervan/contract/order/cart'
import type { z } from 'zod'
import { type GridSearch } from '../kit/grid/gridSearch.ts'
import { queryOf } from '../kit/grid/gridQuery.ts'
import type { AnyList } from '../kit/grid/gridState.ts'
import { offeredList } from '../kit/grid/offered.ts'
import { knownLayout } from '../kit/grid/useGridLayout.ts'
import { pageOptions } from '../kit/grid/useGridRows.ts'
import { read } from '../kit/call/query.ts'
import { currentRights } from '../kit/call/rights.ts'
import type { LoaderArguments } from '../kit/page/screen.ts'
import { getSession } from '../kit/call/session.ts'
import type { ediSearch } from './edi/search.ts'
import { isPart, type managementSearch } from './management/search.ts'
import type { mySearch, MyTab } from './my/search.ts'
import type { newOrderSearch } from './new/search.ts'
import type { preOrderSearch } from './pre/search.ts'
import type { templatesSearch } from './templates/search.ts'
import { managementWindow, myWindow } from './windows.ts'

// What the screens of ordering will ask first. Apart from their addresses, so that a visitor who orders nothing loads
// none of the contract of ordering.

type Of<S extends z.ZodType> = LoaderArguments<z.infer<S>>

export function loadNewOrder({ queryClient }: Of<typeof newOrderSearch>): Promise<unknown> {
  return Promise.all([
    queryClient.prefetchQuery(read(getOrderOptions, {})),
    queryClient.prefetchQuery(read(getCart, {})),
  ])
}

export function loadManagement({ queryClient, search }: Of<typeof managementSearch>): Promise<unknown> {
  const { tab = 'toDecide' } = search
  const window = managementWindow(search)
  if (isPart(tab)) return ahead(queryClient, pendingOrders, search, { ...window, part: tab })
  return ahead(queryClient, { closed: closedOrders, external: externalApprovalOrders }[tab], search, window)
}

export function loadMine({ queryClient, search }: Of<typeof mySearch>): Promise<unknown> {
  const lists: Record<MyTab, AnyList> = {
    pending: myPendingOrders,
    past: myPastOrders,
    preApproval: myPreApprovalOrders,
    documents: myOrderDocuments,
  }
  const list = lists[search.tab ?? 'pending']
  return ahead(queryClient, list, search, myWindow(search))
}

export function loadPreOrders({ queryClient, search }: Of<typeof preOrderSearch>): Promise<unknown> {
  return ahead(queryClient, preApprovalOrders, search, managementWindow(search))
}

export function loadEdi({ queryClient, search }: Of<typeof ediSearch>): Promise<unknown> {
  return ahead(queryClient, ediMessages, search, {})
}

export function loadTemplates({ queryClient, search }: Of<typeof templatesSearch>): Promise<unknown> {
  return ahead(queryClient, orderTemplates, search, {})
}

async function ahead(
  queryClient: LoaderArguments<unknown>['queryClient'],
  declared: AnyList,
  search: GridSearch,
  scope: Record<string, unknown>,
): Promise<void> {
  const list = offeredList(declared, getSession())
  if (currentRights().has(list.page.permission ?? ''))
    await queryClient.prefetchQuery(pageOptions(list, queryOf(list, search, knownLayout(list)), scope))
}
