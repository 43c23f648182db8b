import { screenParts, type AreaScreens } from '../kit/page/screen.ts'
import { traceSearch } from './search.ts'

export const screens: AreaScreens = {
  traceInquiry: screenParts({ component: () => import('./TraceInquiry.tsx'), search: traceSearch }),
}
