import { productScreens } from './products/screens.ts'
import { filterSearch } from './ui-filters/search.ts'
import { partedScreen, screenParts, type AreaScreens } from '../kit/page/screen.ts'

/** The screens of a company's own records, by the contract's key. */
export const screens: AreaScreens = {
  ...productScreens,
  uiFilterManagement: screenParts({
    component: () => import('./ui-filters/UIFilters.tsx'),
    search: filterSearch,
  }),
  companyLocations: partedScreen(() => import('./CompanyLocations.tsx')),
}
