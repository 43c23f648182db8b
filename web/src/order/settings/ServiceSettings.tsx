import type { Session } from '@kervan/contract/access/authentication'
import type { AnyPart } from '../../kit/page/part.ts'
import type { ComponentType } from 'react'
import { partsScreen } from '../../kit/page/PartsScreen.tsx'

const groups = ['orders', 'records', 'quotas', 'services', 'refunds'] as const

/** What other areas add, each in the `serviceParts.ts` of its folder. */
const ofAreas = import.meta.glob<readonly AnyPart<(typeof groups)[number]>[]>('../../*/serviceParts.ts', {
  eager: true,
  import: 'serviceParts',
})

type Tabs = typeof import('./orderSettings.tsx')
const tab = (name: keyof Tabs) => () =>
  import('./orderSettings.tsx').then((of): { default: ComponentType } => ({ default: of[name] }))

const withoutQuotas = ({ OMPSettings }: Session) => !OMPSettings.OMPQuotaActive

/** Named by `kind.<key>.many`, the tabs of the order settings by `serviceSettings.part.<key>`. */
const parts: readonly AnyPart<(typeof groups)[number]>[] = [
  {
    key: 'orderPolicy',
    permission: 'General',
    group: 'orders',
    component: tab('GeneralSettings'),
  },
  { key: 'productSettings', permission: 'Product', group: 'orders', component: tab('ProductSettings') },
  { key: 'locationSettings', permission: 'Location', group: 'orders', component: tab('LocationSettings') },
  {
    key: 'relationSettings',
    permission: 'BusinessRelations',
    group: 'orders',
    component: tab('RelationSettings'),
  },
  { key: 'ediSettings', permission: 'EDISettings', group: 'orders', component: tab('EdiSettings') },
  {
    key: 'healthInsurance',
    permission: 'projectSetting-getHealthInsuranceSettings',
    group: 'orders',
    component: () => import('./HealthInsurancePart.tsx'),
  },
  {
    key: 'businessRelation',
    permission: 'BusinessRelations',
    needs: 'dataManagement-getBusinessRelations',
    group: 'records',
    component: () => import('./businessRelations.ts'),
  },
  {
    key: 'regionCode',
    permission: 'RegionSettings',
    needs: 'dataManagement-getRegionCodes',
    group: 'records',
    component: () => import('./regionCodes.ts'),
  },
  {
    key: 'quotaRule',
    permission: 'QuotaManagement',
    group: 'quotas',
    isClosed: withoutQuotas,
    component: () => import('./quotaRules.tsx'),
  },
  {
    key: 'quotaUsage',
    permission: 'QuotaManagement',
    group: 'quotas',
    isClosed: withoutQuotas,
    component: () => import('./QuotaUsage.tsx'),
  },
  ...Object.values(ofAreas).flat(),
]

const isTab = (key: string) => key === 'orderPolicy' || key.endsWith('Settings')

/** Service settings: how a company's services and orders work (SVC-002, ORD-021, QTA-001). */
export default partsScreen({
  title: 'screen.serviceSettings.title',
  groups,
  parts,
  groupWord: (group) => `serviceSettings.group.${group}`,
  partWord: (key) => (isTab(key) ? `serviceSettings.part.${key}` : `kind.${key}.many`),
})
