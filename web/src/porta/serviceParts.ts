import type { ScreenPart } from '../kit/page/part.ts'

/** What refund requests add to service settings: the tab KIGO and FDGO. */
export const serviceParts: readonly ScreenPart<'refunds'>[] = [
  {
    key: 'refundPolicy',
    permission: 'projectSetting-getRefundSettings',
    group: 'refunds',
    component: () => import('./settings/RefundSettings.tsx'),
  },
]
