import { z } from 'zod'
import { screenParts, type ScreenParts } from '../kit/screen.ts'

/** The screens of account settings, by the contract's key. Each part knows its own share of the address, so all of it is kept. */
export const accountScreens: Partial<Record<'accountSettings' | 'thirdPartyUserManagement' | 'serviceSubscriptions', ScreenParts>> = {
  accountSettings: screenParts({ component: () => import('./AccountSettings.tsx'), search: z.looseObject({ part: z.string().optional().catch(undefined) }) }),
}
