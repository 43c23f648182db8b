import { partedScreen, screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { thirdPartySearch } from './third-party/search.ts'
import { subscriptionsSearch } from './subscriptions/search.ts'

/** The screens of account settings, by the contract's key. */
export const screens: AreaScreens = {
  serviceSubscriptions: screenParts({
    component: () => import('./subscriptions/Subscriptions.tsx'),
    search: subscriptionsSearch,
  }),
  accountSettings: partedScreen(() => import('./AccountSettings.tsx')),
  thirdPartyUserManagement: screenParts({
    component: () => import('./third-party/ThirdPartyUsers.tsx'),
    search: thirdPartySearch,
  }),
}
