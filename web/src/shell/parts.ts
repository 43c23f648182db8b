import type { screens } from '@kervan/contract/shell/screens'
import { accountScreens } from '../administration/screens.ts'
import { companyScreens } from '../company/screens.ts'
import { productScreens } from '../company/products/screens.ts'
import { dataScreens } from '../data/screens.ts'
import { screenParts, type ScreenParts } from '../kit/page/screen.ts'
import { orderScreens } from '../order/screens.ts'

export type ScreenKey = (typeof screens)[number]['key']

/** Which code answers which screen of the contract. A screen without an entry opens "not yet available". */
export const parts: Partial<Record<ScreenKey, ScreenParts>> = {
  home: screenParts({ component: () => import('../home/Home.tsx') }),
  ...accountScreens,
  ...companyScreens,
  ...dataScreens,
  ...productScreens,
  ...orderScreens,
}
