// What other areas may use of ordering.
import type { AccountPart } from '../kit/page/part.ts'

export { countWords, type TabCount } from './shared/counts.ts'
export { managementWindow, myEarliest, myWindow } from './windows.ts'

/** The parts of account settings that are about orders. */
export const orderAccountParts: readonly AccountPart[] = [
  {
    key: 'deputies',
    permission: 'OrderManagement',
    needs: 'orderManagement-getDeputies',
    group: 'me',
    component: () => import('./deputies/Deputies.tsx'),
  },
]

/** What an order would become (decision 0020). */
export const trialDialog = () => import('./trial/TrialDialog.tsx')
