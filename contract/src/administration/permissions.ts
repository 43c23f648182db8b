import { uiPermissions } from '../access/words.ts'
import { screens, type Menu } from '../shell/screens.ts'

// The permissions as people read them: each stands in one area, so that a screen and the calls behind it are found
// together (USR-005). Areas follow the menus; a group of calls nobody has put anywhere yet shows up under `other`.

export const permissionAreas = [
  'general',
  'orders',
  'company',
  'services',
  'porta',
  'trace',
  'reports',
  'fuel',
  'account',
  'other',
] as const
export type PermissionArea = (typeof permissionAreas)[number]

/** Screens are opened, elements are parts of screens, reads look, changes do. */
export const permissionKinds = ['screen', 'element', 'read', 'change'] as const
export type PermissionKind = (typeof permissionKinds)[number]

export type Permission = { permission: string; area: PermissionArea; kind: PermissionKind }

const areaOfMenu: Record<Menu, PermissionArea> = {
  company: 'company',
  services: 'services',
  orders: 'orders',
  trace: 'trace',
  porta: 'porta',
  reports: 'reports',
}

/** Screen permissions that no menu tells the area of. */
const areaOfUi: Record<string, PermissionArea> = {
  HomePage: 'general',
  Company: 'company',
  Services: 'services',
  AccountSettings: 'account',
  Orders: 'orders',
  Porta: 'porta',
  PortaMate: 'porta',
  Trace: 'trace',
  Reports: 'reports',
  WorkOrderOverrideInterface: 'services',
  ServiceOperationsPST: 'services',
  ServiceOperationsARE: 'services',
  ServiceOperationsOMP: 'services',
  ServiceStrategyPST: 'services',
  ServiceStrategyARE: 'services',
  ServiceStrategyOMP: 'services',
  ServiceSchedulePST: 'services',
  ServiceScheduleARE: 'services',
  ServiceScheduleOMP: 'services',
  General: 'services',
  Product: 'services',
  Location: 'services',
  BusinessRelations: 'services',
  QuotaManagement: 'services',
  EDISettings: 'services',
  RegionSettings: 'services',
  PendingOrders: 'orders',
  ExternalApprovalOrders: 'orders',
  ClosedOrders: 'orders',
  ReturnsManagement: 'porta',
  Dashboard: 'general',
  OrderInsights: 'reports',
  LMA: 'fuel',
  LocalRefineryPriceExpectation: 'fuel',
  PriceExpectation: 'fuel',
  PriceSimulation: 'fuel',
  Parameters: 'fuel',
  ApiParameters: 'fuel',
  BlendedProducts: 'fuel',
  DailyImportMargin: 'fuel',
  DailyMarketMargin: 'fuel',
  InputData: 'fuel',
  HistoricalPriceAnalysis: 'fuel',
  TransferPrice: 'fuel',
  TransferPriceParameters: 'fuel',
  NotificationSettings: 'fuel',
  MyAccount: 'account',
  UserManagement: 'account',
  ThirdPartyUserManagement: 'account',
  'AccountSettings-ServiceSubscriptions': 'account',
}

/** Groups of calls, `OrderManagement/…`. A new area adds its groups here. */
const areaOfGroup: Record<string, PermissionArea> = {
  OrderNew: 'orders',
  OrderMy: 'orders',
  OrderManagement: 'orders',
  UserManagement: 'account',
  ThirdPartyUserManagement: 'account',
  Subscription: 'account',
  Session: 'account',
  Authentication: 'account',
  Registration: 'account',
  Home: 'general',
  Schedules: 'account',
  WebResources: 'account',
}

type CallFacts = { permission: string | null; group: string; reads: boolean }

/** Every permission there is, in the order the role editor shows them: area by area, screens before calls. */
export function permissionCatalogue(calls: readonly CallFacts[]): Permission[] {
  const ofScreens = uiPermissions.map((permission): Permission => {
    if (permission.startsWith('dashboard')) return { permission, area: 'general', kind: 'element' }
    const screen = screens.find((one) => one.permission === permission)
    const menu = screen?.menu
    return {
      permission,
      area: areaOfUi[permission] ?? (menu ? areaOfMenu[menu] : 'other'),
      kind: screen ? 'screen' : 'element',
    }
  })
  const ofCalls = calls.flatMap(({ permission, group, reads }): Permission[] =>
    permission ? [{ permission, area: areaOfGroup[group] ?? 'other', kind: reads ? 'read' : 'change' }] : [],
  )
  const rank = (one: Permission) => permissionAreas.indexOf(one.area) * 10 + permissionKinds.indexOf(one.kind)
  return [...ofScreens, ...ofCalls].toSorted((a, b) => rank(a) - rank(b))
}

/** The message that names a permission: a screen is called what it is called everywhere, all else has a label of its own. */
export function permissionWordKey(permission: string): string {
  const screen = screens.find((one) => one.permission === permission)
  return screen ? `screen.${screen.key}.title` : `permission.name.${permission}`
}
