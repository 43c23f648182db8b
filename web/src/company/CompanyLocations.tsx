import { partsScreen } from '../kit/page/PartsScreen.tsx'
import type { ScreenPart } from '../kit/page/part.ts'

const groups = ['places', 'network', 'reports'] as const

/** Named by `kind.<key>.many`. */
const parts: readonly ScreenPart<(typeof groups)[number]>[] = [
  {
    key: 'location',
    permission: 'location-getLocations',
    group: 'places',
    component: () => import('./LocationsPart.tsx'),
  },
  {
    key: 'shippingBlock',
    permission: 'locationManagement-getShippingBlocks',
    group: 'places',
    component: () => import('./restrictions.tsx'),
  },
  {
    key: 'supplyRelation',
    permission: 'locationManagement-getSupplyRelations',
    group: 'network',
    component: () => import('./network/NetworkPart.tsx'),
  },
  {
    key: 'missingLocationGroup',
    permission: 'location-getMissingLocationGroups',
    group: 'reports',
    component: () => import('./reports/MissingGroups.tsx'),
  },
  {
    key: 'locationReport',
    permission: 'location-getLocationReport',
    group: 'reports',
    component: () => import('./reports/LocationReport.tsx'),
  },
]

/** Company locations (LOC-001): the records with their map, the replenishment network, two reports. */
export default partsScreen({
  title: 'screen.companyLocations.title',
  groups,
  parts,
  groupWord: (group) => `company.group.${group}`,
  partWord: (key) => `kind.${key}.many`,
})
