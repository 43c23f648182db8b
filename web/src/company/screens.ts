import { z } from 'zod'
import { screenParts, type ScreenParts } from '../kit/page/screen.ts'

/** The screens of a company's own records, by the contract's key. Each part knows its own share of the address. */
export const companyScreens: Partial<Record<'companyLocations', ScreenParts>> = {
  companyLocations: screenParts({
    component: () => import('./CompanyLocations.tsx'),
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
  }),
}
