import { z } from 'zod'
import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { thirdPartySearch } from './third-party/search.ts'
import { subscriptionsSearch } from './subscriptions/search.ts'

/** The screens of account settings, by the contract's key. Each part knows its own share of the address, so all of it is kept. */
export const screens: AreaScreens = {
  serviceSubscriptions: screenParts({
    component: () => import('./subscriptions/Subscriptions.tsx'),
    search: subscriptionsSearch,
  }),
  accountSettings: screenParts({
    component: () => import('./AccountSettings.tsx'),
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
  }),
  thirdPartyUserManagement: screenParts({
    component: () => import('./third-party/ThirdPartyUsers.tsx'),
    search: thirdPartySearch,
  }),
}
