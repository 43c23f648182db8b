import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { passportSearch, traceSearch } from './search.ts'

export const screens: AreaScreens = {
  traceInquiry: screenParts({ component: () => import('./TraceInquiry.tsx'), search: traceSearch }),
  packPassport: screenParts({
    component: () => import('./passport/PackPassport.tsx'),
    search: passportSearch,
  }),
}
