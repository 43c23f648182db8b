import { z } from 'zod'
import { productScreens } from './products/screens.ts'
import { filterSearch } from './ui-filters/search.ts'
import { screenParts, type AreaScreens } from '../kit/page/screen.ts'

/** The screens of a company's own records, by the contract's key. Each part knows its own share of the address. */
export const screens: AreaScreens = {
  ...productScreens,
  uiFilterManagement: screenParts({
    component: () => import('./ui-filters/UIFilters.tsx'),
    search: filterSearch,
  }),
  companyLocations: screenParts({
    component: () => import('./CompanyLocations.tsx'),
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
  }),
}
