import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { managementSearch, mySearch } from './search.ts'

/** The screens of refund requests, by the contract's key. */
export const screens: AreaScreens = {
  institutionalDiscountRequests: screenParts({
    component: () => import('./management/DiscountManagement.tsx'),
    search: managementSearch,
  }),
  myInstitutionalDiscountRequests: screenParts({
    component: () => import('./my/MyDiscountRequests.tsx'),
    search: mySearch,
  }),
}
