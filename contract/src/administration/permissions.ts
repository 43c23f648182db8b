import { uiPermissions } from '../access/words.ts'
import { keyOfMany, keyOfOne } from '../kit/master-words.ts'
import { areaOfGroup, permissionAreas, type PermissionArea } from '../kit/permission-areas.ts'
import { screens, type Menu } from '../shell/screens.ts'

// The permissions as people read them: each stands in one area, so that a screen and the calls behind it are found
// together (USR-005). Areas follow the menus; a group of calls nobody has put anywhere yet shows up under `other`.

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
  fuel: 'fuel',
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
  // Several calls may share one permission, which only looks where all of them do.
  const ofCalls = [...Map.groupBy(calls, ({ permission }) => permission)].flatMap(
    ([permission, [first, ...others]]): Permission[] =>
      permission === null || first === undefined
        ? []
        : [
            {
              permission,
              area: areaOfGroup(first.group),
              kind: [first, ...others].every(({ reads }) => reads) ? 'read' : 'change',
            },
          ],
  )
  const rank = (one: Permission) => permissionAreas.indexOf(one.area) * 10 + permissionKinds.indexOf(one.kind)
  return [...ofScreens, ...ofCalls].toSorted((a, b) => rank(a) - rank(b))
}

/** Messages that name a permission. */
export type PermissionWords = {
  /** Its own. A screen is called what it is called everywhere, all else has a label. */
  own: string
  /** Of master data: what is done, with {{records}}, and what the records are called. */
  derived: { act: string; records: string } | null
}

/** The eight permissions of a kind of master data, by the names of its calls. */
const masterActs = [
  ['view', /^get(\w+)$/, keyOfMany],
  ['export', /^export(\w+)$/, keyOfMany],
  ['save', /^save(\w+)$/, keyOfOne],
  ['change', /^change(\w+)$/, keyOfMany],
  ['delete', /^delete(\w+)$/, keyOfMany],
  ['import', /^import(\w+)$/, keyOfMany],
  ['approve', /^approve(\w+)Change$/, keyOfOne],
  ['revert', /^revert(\w+)Change$/, keyOfOne],
] as const

/**
 * How a permission is called: by a label of its own, and where it has none, as one of the eight permissions of a kind of
 * master data (`dataManagement-importCities` is the import of `kind.city.many`).
 */
export function permissionWords(permission: string): PermissionWords {
  const screen = screens.find((one) => one.permission === permission)
  if (screen) return { own: `screen.${screen.key}.title`, derived: null }
  const operation = permission.split('-')[1] ?? ''
  const [found] = masterActs.flatMap(([act, named, keyOf]) => {
    const records = named.exec(operation)?.[1]
    return records ? [{ act, key: keyOf(records) }] : []
  })
  return {
    own: `permission.name.${permission}`,
    derived: found ? { act: `masterData.permission.${found.act}`, records: `kind.${found.key}.many` } : null,
  }
}
