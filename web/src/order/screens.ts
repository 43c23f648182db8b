import { z } from 'zod'
import { partedScreen, screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { managementSearch } from './management/search.ts'
import { mySearch } from './my/search.ts'
import { newOrderSearch } from './new/search.ts'
import { preOrderSearch } from './pre/search.ts'
import { returnsSearch } from './returns/search.ts'
import { templatesSearch } from './templates/search.ts'

/** What the screen keeps in the address it reads itself: its schema stays out of everybody's first load. */
const readThere = z.looseObject({})

/** The screens of ordering, by the contract's key. */
export const screens: AreaScreens = {
  newOrder: screenParts({
    component: () => import('./new/NewOrder.tsx'),
    search: newOrderSearch,
    loader: (of) => import('./loaders.ts').then(({ loadNewOrder }) => loadNewOrder(of)),
  }),
  orderManagement: screenParts({
    component: () => import('./management/OrderManagement.tsx'),
    search: managementSearch,
    loader: (of) => import('./loaders.ts').then(({ loadManagement }) => loadManagement(of)),
  }),
  serviceSettings: partedScreen(() => import('./settings/ServiceSettings.tsx')),
  preOrderManagement: screenParts({
    component: () => import('./pre/PreOrderManagement.tsx'),
    search: preOrderSearch,
    loader: (of) => import('./loaders.ts').then(({ loadPreOrders }) => loadPreOrders(of)),
  }),
  ediInbox: screenParts({
    component: () => import('./edi/EdiInbox.tsx'),
    search: readThere,
    loader: (of) => import('./loaders.ts').then(({ loadEdi }) => loadEdi(of)),
  }),
  orderReplenishment: screenParts({
    component: () => import('./replenishment/OrderReplenishment.tsx'),
    search: readThere,
  }),
  productReturn: screenParts({ component: () => import('./returns/Returns.tsx'), search: returnsSearch }),
  orderReport: screenParts({
    component: () => import('./report/OrderReport.tsx'),
    search: readThere,
  }),
  myOrders: screenParts({
    component: () => import('./my/MyOrders.tsx'),
    search: mySearch,
    loader: (of) => import('./loaders.ts').then(({ loadMine }) => loadMine(of)),
  }),
  orderTemplates: screenParts({
    component: () => import('./templates/OrderTemplates.tsx'),
    search: templatesSearch,
    loader: (of) => import('./loaders.ts').then(({ loadTemplates }) => loadTemplates(of)),
  }),
}
