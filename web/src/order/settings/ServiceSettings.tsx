import type { ScreenPart } from '../../kit/page/part.ts'
import { partsScreen } from '../../kit/page/PartsScreen.tsx'

const groups = ['orders', 'quotas'] as const

/** Named by `kind.<key>.many`. */
const parts: readonly ScreenPart<(typeof groups)[number]>[] = [
  {
    key: 'orderPolicy',
    permission: 'General',
    group: 'orders',
    component: () => import('./OrderPolicyPart.tsx'),
  },
  {
    key: 'healthInsurance',
    permission: 'projectSetting-getHealthInsuranceSettings',
    group: 'orders',
    component: () => import('./HealthInsurancePart.tsx'),
  },
  {
    key: 'quotaRule',
    permission: 'QuotaManagement',
    group: 'quotas',
    component: () => import('./quotaRules.ts'),
  },
  {
    key: 'quotaUsage',
    permission: 'QuotaManagement',
    group: 'quotas',
    component: () => import('./QuotaUsage.tsx'),
  },
]

/** Service settings: how a company's services and orders work (SVC-002, ORD-021, QTA-001). */
export default partsScreen({
  title: 'screen.serviceSettings.title',
  groups,
  parts,
  groupWord: (group) => `serviceSettings.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})
