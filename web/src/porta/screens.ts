import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { kigoSearch, managementSearch, myPriceChangeSearch, mySearch, priceChangeSearch } from './search.ts'

/** The screens of refund requests, by the contract's key. */
export const screens: AreaScreens = {
  institutionalDiscountRequests: screenParts({
    component: () => import('./management/DiscountManagement.tsx'),
    search: managementSearch,
  }),
  kigoReport: screenParts({ component: () => import('./kigo/KigoReport.tsx'), search: kigoSearch }),
  myKigoReport: screenParts({ component: () => import('./kigo/MyKigoReport.tsx'), search: kigoSearch }),
  myInstitutionalDiscountRequests: screenParts({
    component: () => import('./my/MyDiscountRequests.tsx'),
    search: mySearch,
  }),
  priceChangeRefundRequests: screenParts({
    component: () => import('./priceChange/PriceChangeManagement.tsx'),
    search: priceChangeSearch,
  }),
  myPriceChangeRefundRequests: screenParts({
    component: () => import('./priceChange/MyPriceChangeRequests.tsx'),
    search: myPriceChangeSearch,
  }),
}
