import { globSync } from 'node:fs'
import { join } from 'node:path'
import {
  createOwnApiKey,
  getOwnApiKeyPermissions,
  ownApiKeys,
  revokeOwnApiKeys,
} from '@kervan/contract/administration/api-keys'
import { getProfile, setOwnFormats, setOwnLanguage } from '@kervan/contract/account/profile'
import { deleteProfilePicture, uploadProfilePicture } from '@kervan/contract/account/profile-picture'
import { changePassword } from '@kervan/contract/access/own-security'
import { uiPermissions, type UiPermission } from '@kervan/contract/access/words'
import { dashboardBoxes, homeBoxes } from '@kervan/contract/home/words'
import { calls } from '@kervan/contract/registry'
import {
  readyMadeRoleNames,
  type AreaRoles,
  type CallPattern,
  type ReadyMadeRoleCode,
} from '../../access/access.api.ts'

// The roles every company begins with (USR-005). They name screens, and the calls that fill a screen come with it; what a
// role changes it names as groups of calls, so that an operation added to a group later belongs to it by itself.

type RoleDefinition = {
  code: ReadyMadeRoleCode
  screens: readonly UiPermission[]
  /** Beyond what fills the screens and what the areas give. */
  calls?: readonly CallPattern[]
}
export type ReadyMadeRole = {
  readonly code: string
  readonly name: string
  readonly permissions: readonly string[]
}

const folder = join(import.meta.dirname, '../..')
/** What each area says of the roles, found by folder. */
const areas = await Promise.all(
  globSync('*/roles.ts', { cwd: folder })
    .toSorted()
    .map(async (file) => ((await import(join(folder, file))) as { roles: AreaRoles }).roles),
)
/** What fills a screen, a part or a box: whoever is shown it may ask for it. Several areas may fill the same one. */
export const readsOf: AreaRoles['reads'] = Object.fromEntries(
  uiPermissions.flatMap((screen) => {
    const own = areas.flatMap(({ reads }) => (reads[screen] ? [reads[screen]] : []))
    return own.length === 0 ? [] : [[screen, own.flat()]]
  }),
)

const everybody = [
  'HomePage',
  'AccountSettings',
  'MyAccount',
  'KnowledgeBase',
  homeBoxes.signIns,
  homeBoxes.shortcuts,
  homeBoxes.whatsNew,
  homeBoxes.videos,
  'dashboardLastDataDT',
] as const
/**
 * Everybody may see their own profile (USR-001), change their own password (ACC-011), and an API user keep their own keys (USR-009); a company that wants
 * it otherwise takes it out of its roles.
 */
const everybodysCalls = [
  getProfile,
  setOwnFormats,
  setOwnLanguage,
  uploadProfilePicture,
  deleteProfilePicture,
  changePassword,
  ownApiKeys.page,
  ownApiKeys.excel,
  getOwnApiKeyPermissions,
  createOwnApiKey,
  revokeOwnApiKeys,
].flatMap(({ permission }) => permission ?? [])
const ordering = ['Orders', 'NewOrder', 'MyOrders', 'OrderTemplate', homeBoxes.orders] as const
const orderTabs = [
  'Orders',
  'OrderManagement',
  'PendingOrders',
  'ClosedOrders',
  'ExternalApprovalOrders',
  homeBoxes.orders,
] as const
const masterData = [
  'Company',
  'CompanyLocations',
  'CompanyProducts',
  homeBoxes.services,
  homeBoxes.subscriptions,
] as const

const definitions: readonly RoleDefinition[] = [
  { code: 'companyAdministrator', screens: uiPermissions, calls: ['*-*'] },
  // Enters orders for others; deciding on them is the manager's. Without OrderManagement, which also keeps prices from it (ORD-020).
  {
    code: 'orderOperator',
    screens: [...everybody, ...ordering, ...masterData, 'OrderReplenishment'],
  },
  {
    code: 'orderManager',
    screens: [
      ...everybody,
      ...orderTabs,
      ...masterData,
      'PreApprovalOrderManagement',
      'OrderReplenishment',
      'OrderInsights',
      'Reports',
    ],
  },
  {
    code: 'orderCustomer',
    screens: [...everybody, ...ordering],
  },
  {
    code: 'thirdPartyFranchiseUser',
    screens: [...everybody, ...ordering],
  },
  {
    code: 'pharmacyApplicant',
    screens: [
      ...everybody,
      'Porta',
      homeBoxes.discountRequests,
      'PortaMate',
      'MyPromotionRequests',
      'MyPriceChangeRequests',
      'ReturnsManagement',
    ],
  },
  {
    code: 'providerReviewer',
    screens: [
      ...everybody,
      'Porta',
      homeBoxes.discountRequests,
      'PromotionManagement',
      'PriceChangeManagement',
      'ReturnsManagement',
      'Reports',
      'PrimaryDataReport',
    ],
  },
  // Who may do what, and who did what, is what an auditor is for.
  {
    code: 'externalInspector',
    screens: [
      ...everybody,
      ...orderTabs,
      ...masterData,
      'OrderInsights',
      'Trace',
      'Porta',
      'PromotionManagement',
      'Reports',
      'PFSIInsight',
      'StockSenseReport',
      'PrimaryDataReport',
      'AdvisorServiceInsights',
      'UserManagement',
      'PreApprovalOrderManagement',
    ],
  },
  {
    code: 'advisorPlanner',
    screens: [
      ...everybody,
      ...masterData,
      'Services',
      'AdvisorServiceDownloads',
      'AdvisorServiceInsights',
      'AdvisorServiceCalendar',
      'WorkOrderManagement',
      'WorkOrderOverrideInterface',
      'ServiceOperations',
      'ServiceStrategy',
      'ServiceSchedule',
      'ServiceOperationsPST',
      'ServiceOperationsARE',
      'ServiceOperationsOMP',
      'ServiceStrategyPST',
      'ServiceStrategyARE',
      'ServiceStrategyOMP',
      'ServiceSchedulePST',
      'ServiceScheduleARE',
      'ServiceScheduleOMP',
      'CustomerPolicyData',
      'UIFilterManagement',
      'Reports',
      'StockSenseReport',
      'Dashboard',
      dashboardBoxes.stockAvailability,
      dashboardBoxes.lostSales,
      dashboardBoxes.serviceRuns,
      'General',
      'Product',
      'Location',
    ],
  },
  {
    code: 'fuelAnalyst',
    screens: [
      ...everybody,
      'LMA',
      'LocalRefineryPriceExpectation',
      'PriceExpectation',
      'PriceSimulation',
      'Parameters',
      'ApiParameters',
      'BlendedProducts',
      'DailyImportMargin',
      'DailyMarketMargin',
      'InputData',
      'HistoricalPriceAnalysis',
      'TransferPrice',
      'TransferPriceParameters',
      'NotificationSettings',
      'Reports',
      'Dashboard',
      dashboardBoxes.fuelExpectations,
    ],
  },
  // Helps users to get on, so it sees what they see and the order lists, and decides nothing.
  {
    code: 'customerSuccess',
    screens: [
      ...everybody,
      ...orderTabs,
      ...masterData,
      'Services',
      'CustomerPolicyData',
      'DataManagement',
      'UIFilterManagement',
      'UserManagement',
      'ThirdPartyUserManagement',
      'AccountSettings-ServiceSubscriptions',
      'Reports',
      'SystemDiagnosys',
      'Dashboard',
      dashboardBoxes.orders,
      dashboardBoxes.findings,
      'General',
      'Product',
      'Location',
      'BusinessRelations',
      'QuotaManagement',
      'EDISettings',
      'RegionSettings',
    ],
  },
]

/** A permission that several calls share changes something when one of them does: a template is a step of an import. */
const changing = new Set(calls.flatMap(({ permission, reads }) => (reads ? [] : (permission ?? []))))

export const readyMadeRoles: readonly (ReadyMadeRole & { readonly code: ReadyMadeRoleCode })[] =
  definitions.map(({ code, screens, calls: patterns = [] }) => ({
    code,
    name: readyMadeRoleNames[code],
    permissions: [
      ...new Set<string>([
        ...screens,
        ...everybodysCalls,
        ...[
          ...screens.flatMap((screen) => readsOf[screen] ?? []),
          ...patterns,
          ...areas.flatMap((area) => area.calls?.[code] ?? []),
        ].flatMap(permissionsOf),
      ]),
    ].toSorted(),
  }))

/** The permissions a pattern stands for. Throws when there is none, so that a misspelt group does not go unnoticed. */
function permissionsOf(pattern: CallPattern): string[] {
  const [group = '', which] = pattern.split('-')
  const found = calls.flatMap(({ permission }) => {
    const meant =
      permission !== null &&
      (group === '*' || permission.startsWith(`${group}-`)) &&
      (which === '*' || (which === 'read*' ? !changing.has(permission) : permission === pattern))
    return meant ? [permission] : []
  })
  if (found.length === 0) throw new Error(`no call fits ${pattern}`)
  return found
}
