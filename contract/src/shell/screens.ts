import type { UiPermission } from '../access/words.ts'

// Every screen of the product: its address, the permission that opens it, the menu it stands in.
// Source: SHL-002 to SHL-011.

export const menus = ['company', 'services', 'orders', 'trace', 'porta', 'reports', 'fuel'] as const
export type Menu = (typeof menus)[number]

type ScreenOf<K extends string> = {
  readonly path: string
  readonly permission: UiPermission
  /** Names the screen in the messages: `screen.<key>.title` and `screen.<key>.hint`. */
  readonly key: K
  readonly menu: Menu | null
  /** The column of the menu it stands in. */
  readonly group: string | null
  /** Two keys pressed in turn open it. */
  readonly keys: string | null
  /** The right of the call without which the page has nothing to show, where it is not the permission that opens it. */
  readonly needs: string | null
}

function screen<const K extends string>(
  path: string,
  permission: UiPermission,
  key: K,
  options: { menu?: Menu; group?: string; keys?: string; needs?: string } = {},
): ScreenOf<K> {
  return {
    path,
    permission,
    key,
    menu: options.menu ?? null,
    group: options.group ?? null,
    keys: options.keys ?? null,
    needs: options.needs ?? null,
  }
}

const declared = [
  screen('/', 'HomePage', 'home', { keys: 'g h' }),

  screen('/company/company-locations', 'CompanyLocations', 'companyLocations', {
    menu: 'company',
    group: 'master',
  }),
  screen('/company/company-products', 'CompanyProducts', 'companyProducts', {
    menu: 'company',
    group: 'master',
  }),
  screen('/company/mass-customization-interface', 'CustomerPolicyData', 'customerPolicyData', {
    menu: 'company',
    group: 'data',
  }),
  screen('/data/data-management', 'DataManagement', 'dataManagement', {
    menu: 'company',
    group: 'data',
  }),
  screen('/company/ui-filter-management', 'UIFilterManagement', 'uiFilterManagement', {
    menu: 'company',
    group: 'data',
  }),
  screen(
    '/account/account-settings/service-subscriptions',
    'AccountSettings-ServiceSubscriptions',
    'serviceSubscriptions',
    { menu: 'company', group: 'master' },
  ),
  screen('/knowledge-base', 'KnowledgeBase', 'knowledgeBase', {
    menu: 'company',
    group: 'help',
  }),

  screen('/services/downloads-manager', 'AdvisorServiceDownloads', 'downloadsManager', {
    menu: 'services',
    group: 'results',
  }),
  screen('/services/service-calendar', 'AdvisorServiceCalendar', 'serviceCalendar', {
    menu: 'services',
    group: 'plan',
  }),
  screen('/services/work-order-management', 'WorkOrderManagement', 'workOrderManagement', {
    menu: 'services',
    group: 'results',
  }),
  screen('/services/service-operations', 'ServiceOperations', 'serviceOperations', {
    menu: 'services',
    group: 'results',
  }),
  screen('/services/service-strategies', 'ServiceStrategy', 'serviceStrategies', {
    menu: 'services',
    group: 'plan',
  }),
  screen('/services/service-scheduling', 'ServiceSchedule', 'serviceScheduling', {
    menu: 'services',
    group: 'plan',
  }),

  // No entries of the menus (SHL-006): the screens that they are about lead there.
  screen('/services/work-order-override', 'WorkOrderOverrideInterface', 'workOrderOverride'),
  screen('/services/service-settings', 'Services', 'serviceSettings', { keys: 'g e' }),

  screen('/order/new-order', 'NewOrder', 'newOrder', {
    menu: 'orders',
    group: 'order',
    keys: 'g n',
  }),
  screen('/order/my-orders', 'MyOrders', 'myOrders', {
    menu: 'orders',
    group: 'order',
    keys: 'g m',
  }),
  screen('/order/order-templates', 'OrderTemplate', 'orderTemplates', {
    menu: 'orders',
    group: 'order',
  }),
  screen('/order/order-management', 'OrderManagement', 'orderManagement', {
    menu: 'orders',
    group: 'decide',
    keys: 'g o',
  }),
  screen('/order/pre-order-management', 'PreApprovalOrderManagement', 'preOrderManagement', {
    menu: 'orders',
    group: 'decide',
    keys: 'g p',
  }),
  // No entry of the menus: Order Management leads there.
  screen('/order/edi-inbox', 'OrderManagement', 'ediInbox'),
  screen('/order/order-replenishment', 'OrderReplenishment', 'orderReplenishment', {
    menu: 'orders',
    group: 'decide',
  }),

  screen('/order/institutional-discount-requests', 'PromotionManagement', 'institutionalDiscountRequests', {
    menu: 'porta',
    group: 'decide',
  }),
  screen(
    '/order/my-institutional-discount-requests',
    'MyPromotionRequests',
    'myInstitutionalDiscountRequests',
    { menu: 'porta', group: 'apply' },
  ),
  screen('/porta/price-change-refund-requests', 'PriceChangeManagement', 'priceChangeRefundRequests', {
    menu: 'porta',
    group: 'decide',
  }),
  screen('/porta/my-price-change-refund-requests', 'MyPriceChangeRequests', 'myPriceChangeRefundRequests', {
    menu: 'porta',
    group: 'apply',
  }),

  screen('/porta/product-returns', 'ReturnsManagement', 'productReturn', {
    menu: 'porta',
    group: 'apply',
  }),

  // No entry of the menus: the screens of discount requests and the palette lead there (KIG-001).
  screen('/porta/kigo-report', 'PromotionManagement', 'kigoReport'),
  screen('/porta/my-kigo-report', 'MyPromotionRequests', 'myKigoReport'),

  screen('/report/service-insights', 'AdvisorServiceInsights', 'serviceInsights', {
    menu: 'reports',
    group: 'insight',
  }),
  screen('/report/stock-sense-report', 'StockSenseReport', 'stockSenseReport', {
    menu: 'reports',
    group: 'insight',
  }),
  screen('/report/primary-data-report', 'PrimaryDataReport', 'primaryDataReport', {
    menu: 'reports',
    group: 'insight',
  }),
  screen('/services/trace-inquiry', 'PFSIInsight', 'traceInquiry', {
    menu: 'reports',
    group: 'check',
  }),
  // No entry of the menus: the trace inquiry, requests, orders and recalls lead there.
  screen('/services/pack-passport', 'HomePage', 'packPassport', { needs: 'pfsiService-getPackPassport' }),
  // No entry of the menus (SHL-008): Order Management and the home page lead there.
  screen('/report/order-report', 'OrderInsights', 'orderReport', { keys: 'g r' }),
  // Files of reports that one has had made or was sent (RPT-002): each report and the palette lead there.
  screen('/report/report-files', 'HomePage', 'reportFiles'),
  // The home page leads there (HOM-003).
  screen('/report/kpi-dashboard', 'Dashboard', 'kpiDashboard', { keys: 'g k' }),
  screen('/report/system-diagnosis', 'SystemDiagnosys', 'systemDiagnosis', {
    menu: 'reports',
    group: 'check',
  }),

  screen('/account/account-settings', 'AccountSettings', 'accountSettings', { keys: 'g s' }),
  screen(
    '/account/account-settings/third-party-user-management/$LocationUniqueCode',
    'ThirdPartyUserManagement',
    'thirdPartyUserManagement',
  ),
  // The way in, with an entry for each screen of the module that one may open (LMA-009).
  screen('/lma', 'LMA', 'lma'),
  screen('/lma/price-expectation', 'PriceExpectation', 'priceExpectation', {
    menu: 'fuel',
    group: 'prices',
    keys: 'g l',
  }),
  screen('/lma/refinery-prices', 'LocalRefineryPriceExpectation', 'refineryPrices', {
    menu: 'fuel',
    group: 'prices',
  }),
  screen('/lma/input-data', 'InputData', 'fuelInputs', { menu: 'fuel', group: 'prices' }),
  screen('/lma/price-simulation', 'PriceSimulation', 'priceSimulation', {
    menu: 'fuel',
    group: 'prices',
  }),
  screen('/lma/historical-price-analysis', 'HistoricalPriceAnalysis', 'historicalPrices', {
    menu: 'fuel',
    group: 'prices',
  }),
  screen('/lma/daily-import-margin', 'DailyImportMargin', 'importMargin', {
    menu: 'fuel',
    group: 'margins',
  }),
  screen('/lma/daily-market-margin', 'DailyMarketMargin', 'marketMargin', {
    menu: 'fuel',
    group: 'margins',
  }),
  screen('/lma/transfer-price', 'TransferPrice', 'transferPrice', {
    menu: 'fuel',
    group: 'margins',
  }),
  screen('/lma/transfer-price-parameters', 'TransferPriceParameters', 'transferParameters', {
    menu: 'fuel',
    group: 'margins',
  }),
  screen('/lma/parameters', 'Parameters', 'fuelParameters', { menu: 'fuel', group: 'settings' }),
  screen('/lma/api-parameters', 'ApiParameters', 'apiParameters', {
    menu: 'fuel',
    group: 'settings',
  }),
  screen('/lma/blended-products', 'BlendedProducts', 'blendedProducts', {
    menu: 'fuel',
    group: 'settings',
  }),
  screen('/lma/notification-settings', 'NotificationSettings', 'fuelNotifications', {
    menu: 'fuel',
    group: 'settings',
  }),
]
export type ScreenKey = (typeof declared)[number]['key']
export type Screen = ScreenOf<ScreenKey>
export const screens: readonly Screen[] = declared

/** Whether a screen is offered to the holder of these permissions: it opens, and has something to show. */
export const isOffered = (
  { permission, needs }: Pick<Screen, 'permission' | 'needs'>,
  rights: { has(permission: string): boolean },
): boolean => rights.has(permission) && (needs === null || rights.has(needs))

/** Entries that stand in their menu in grey for who may not open them (SHL-009, MED-001). */
export const disabledEntries = [
  { menu: 'porta', permission: 'ReturnsManagement', key: 'productReturn' },
] as const satisfies readonly { menu: Menu; permission: UiPermission; key: string }[]

/** What a menu itself needs; null means any of its entries (SHL-005 to SHL-010). */
export const menuPermissions: Record<Menu, UiPermission | null> = {
  company: null,
  services: null,
  orders: 'Orders',
  trace: 'Trace',
  porta: 'Porta',
  reports: null,
  fuel: 'LMA',
}

/** Where a user lands: the first of these whose permission is held (SHL-003). */
export const landingPaths = [
  '/',
  '/report/service-insights',
  '/company/company-locations',
  '/company/company-products',
  '/company/mass-customization-interface',
  '/services/downloads-manager',
  '/services/service-calendar',
  '/order/new-order',
  '/order/order-management',
  '/order/my-orders',
  '/order/institutional-discount-requests',
  '/order/my-institutional-discount-requests',
  '/report/stock-sense-report',
  '/report/primary-data-report',
  '/porta/price-change-refund-requests',
  '/porta/my-price-change-refund-requests',
] as const

/** After the pages of the specification (LMA-009). */
const afterLanding = '/lma'

/** The first screen the holder of these permissions may open, or null when there is none (SHL-003). */
export function landingPath(permissions: ReadonlySet<string>): string | null {
  const allowed = (path: string) =>
    screens.some((screen) => screen.path === path && permissions.has(screen.permission))
  return landingPaths.find(allowed) ?? (allowed(afterLanding) ? afterLanding : null)
}
