import { z } from 'zod'
import { filterSearch } from './ui-filters/search.ts'
import { screenParts, type ScreenParts } from '../kit/page/screen.ts'

/** The screens of a company's own records, by the contract's key. Each part knows its own share of the address. */
export const companyScreens: Partial<Record<'companyLocations' | 'uiFilterManagement', ScreenParts>> = {
  uiFilterManagement: screenParts({
    component: () => import('./ui-filters/UIFilters.tsx'),
    search: filterSearch,
  }),
  companyLocations: screenParts({
    component: () => import('./CompanyLocations.tsx'),
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
  }),
}
