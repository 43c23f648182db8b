import { z } from 'zod'
import { screenParts, type AreaScreens } from '../kit/page/screen.ts'

/** The screens of a company's data, by the contract's key. Each part knows its own share of the address, so all of it is kept. */
export const screens: AreaScreens = {
  dataManagement: screenParts({
    component: () => import('./DataManagement.tsx'),
    search: z.looseObject({ part: z.string().optional().catch(undefined) }),
  }),
}
