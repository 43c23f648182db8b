import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callNameOf, type Call } from './kit/call.ts'
import { mergeMessages, type MessageTree } from './kit/merge-messages.ts'
import { refusalCatalogue } from './kit/refusal-catalogue.ts'
import { languages } from './kit/values.ts'
import { partsOf } from './kit/master-data.ts'
import { lentPermissions } from './order/lent-permissions.ts'
import {
  approvePreApprovalOrders,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
} from './order/pre-approval.ts'
import { managerDecisions } from './order/order-management.ts'
import { calls, importKinds, lists } from './registry.ts'
import { disabledEntries, landingPath, landingPaths, menuPermissions, screens } from './shell/screens.ts'
import { uiPermissions } from './access/words.ts'
import { permissionCatalogue } from './administration/permissions.ts'

const messages = (language: string, branch: string) => {
  const folder = new URL(`messages/${language}/`, import.meta.url)
  const files = readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as MessageTree,
  )
  return mergeMessages(files)[branch] as Record<string, string>
}
const names = calls.map((call) => call.name)

/** Where a schema takes whole numbers that PostgreSQL's `integer` does not. */
function tooWide(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    type,
    minimum = -Infinity,
    maximum = Infinity,
  } = schema as { type?: unknown; minimum?: number; maximum?: number }
  const own = type === 'integer' && (minimum < -2_147_483_648 || maximum > 2_147_483_647) ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => tooWide(part, `${path}.${key}`))]
}

describe('the contract', () => {
  it.each(languages)('calls every column of a list by words in %s', (language) => {
    const words = messages(language, 'column')
    const columns = Object.values(lists).flatMap((list) => Object.keys(list.columns))
    expect(columns.filter((name) => words[name] === undefined)).toEqual([])
  })

  it('[API-002, API-003, API-004, API-005, API-006] has the calls the specification lists, by exactly their names', () => {
    const listed = [
      'Authentication/Login',
      'Authentication/Logout',
      'Session/RefreshSession',
      'Authentication/GetDateFormats',
      'Configuration/GetAppVersion',
      'Project/GetServerTimeZone',
      // Each person's own notices and how they want to hear of them (ORD-024).
      'Notices/CountMyNotices',
      'Notices/GetMyNotices',
      'Notices/GetNoticeChoices',
      'Notices/MarkNoticesRead',
      'Notices/SetNoticeChoice',
      'Notices/WatchMyNotices',
      'OrderManagement/GetActsFor',
      'Project/GetAllProjectList',
      'WebUI/GetDashboardLastDataDT',
      'WebResources/GetCompanyLogo',
      'WebResources/UploadProfilePicture',
      'WebResources/GetProfilePicture',
      'WebResources/DeleteProfilePicture',
      'WebResources/GetServiceMediaContents',
      'WebAppConfiguration/GetWebAppUserDictionaries',
      'WebAppConfiguration/SelectWebAppUserDictionary',
      'WebAppConfiguration/DeselectWebAppUserDictionary',
      'WebAppConfiguration/DeleteWebAppUserDictionary',
      'WebAppConfiguration/InsertWebAppUserDictionary',
      'WebAppConfiguration/UpdateWebAppUserDictionary',
      'Authentication/LoginThroughEntra',
      'Authentication/GetPortaMateUserAcknowledgementDefinition',
      'UserManagement/UpdateUserAcknowledgement',
    ]
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })

  it.each([
    ['Authentication/Login', ['username', 'password', 'companyIntCode']],
    ['Authentication/LoginThroughEntra', ['entraUsername', 'entraToken', 'companyIntCode']],
    ['WebResources/GetCompanyLogo', ['CompanyIntCode']],
    ['WebResources/GetServiceMediaContents', ['ServiceMediaContentType', 'CompanyIntCode']],
    ['WebAppConfiguration/GetWebAppUserDictionaries', ['ObjectKey']],
    ['WebAppConfiguration/SelectWebAppUserDictionary', ['IntCode']],
    ['WebAppConfiguration/DeselectWebAppUserDictionary', ['IntCode']],
    ['WebAppConfiguration/DeleteWebAppUserDictionary', ['IntCode']],
    ['WebAppConfiguration/InsertWebAppUserDictionary', ['WebUserDictionaryRequestModel']],
    ['WebAppConfiguration/UpdateWebAppUserDictionary', ['WebUserDictionaryRequestModel']],
    ['UserManagement/UpdateUserAcknowledgement', ['UserAcknowledgementRequest']],
    ['Project/GetServerTimeZone', []],
    ['Project/GetAllProjectList', []],
    ['WebUI/GetDashboardLastDataDT', []],
  ])(
    '[API-002, API-003, API-004, API-005, API-006] %s takes the fields the specification names',
    (name, fields) => {
      const own = ['requestKey', 'device', 'secondFactor']
      const input = calls.find((call) => call.name === name)?.input.shape ?? {}
      expect(Object.keys(input).filter((field) => !own.includes(field))).toEqual(fields)
    },
  )

  it('gives every call that is not public or for every session a permission of its own; steps of one act share its', () => {
    expect(calls.filter((call) => call.access === 'permission' && !call.permission)).toEqual([])
    const shared = calls.filter((call) => call.permission && callNameOf(call.permission) !== call.name)
    // Master data has such steps, and each shares with an act of its own kind; what only reads shows what a list
    // of its group shows, in another form.
    const ofKinds = importKinds.map(
      (kind) =>
        new Set(partsOf(kind).calls.concat(partsOf(kind).lists.flatMap(({ page, excel }) => [page, excel]))),
    )
    const lone = shared.filter((call) => {
      const parts = ofKinds.find((one) => one.has(call))
      const others = calls.filter(({ group }) => call.reads && group === call.group)
      const owner = [...(parts ?? []), ...others].find(
        ({ name }) => name === callNameOf(call.permission ?? ''),
      )
      return owner?.permission !== call.permission
    })
    expect(lone.map(({ name }) => name)).toEqual([])
    const own = calls.filter((call) => !shared.includes(call)).flatMap((call) => call.permission ?? [])
    expect(new Set(own).size).toBe(own.length)
  })

  it('[API-008] takes no whole number that has no room in a column', () => {
    expect(
      calls.flatMap((call) =>
        tooWide(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }), call.name),
      ),
    ).toEqual([])
  })

  it('gives every list its Excel twin', () => {
    expect(
      lists.filter((list) => !names.includes(list.excel.name) || !names.includes(list.page.name)),
    ).toEqual([])
  })

  it.each(languages)(
    '[API-008] has a sentence in %s for every refusal, using exactly its facts',
    (language) => {
      const sentences = messages(language, 'refusal')
      expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(refusalCatalogue).toSorted())
      const used = (sentence: string) =>
        [...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] as string)
      const wrong = Object.entries(refusalCatalogue).flatMap(([code, { facts }]) =>
        used(sentences[code] ?? '')
          .filter((fact) => !(facts as readonly string[]).includes(fact))
          .map((fact) => `${code}: ${fact}`),
      )
      expect(wrong).toEqual([])
    },
  )

  it.each([
    ['refusal', 'LoginFailed', 'Email or password is incorrect'],
    ['refusal', 'NotAuthorizedForCompany', 'You are not authorized for selected manufacturer!'],
    ['refusal', 'EntraFailed', 'An error occurred during Microsoft sign in'],
    ['refusal', 'SessionExpired', 'Session Expired!'],
    ['refusal', 'ServerFault', 'Server error'],
    ['refusal', 'ServerFault', 'Operation failed. Please try again.'],
    ['refusal', 'LocationNotFound', 'Location Not Found!'],
    ['refusal', 'PointOfSaleNotFound', 'Point of Sale Not Found!'],
    ['refusal', 'FilesInvalid', 'Invalid files exist. Please check the files.'],
    ['refusal', 'FileTypeNotAllowed', 'Unsupported file selected!'],
    ['refusal', 'FileTooLarge', 'File size cannot exceed {{limit}}MB.'],
    ['refusal', 'FlowTypesMixed', 'products cannot be ordered together'],
    ['refusal', 'ProductCannotShip', 'product cannot be shipped to the selected location'],
    [
      'refusal',
      'QuantityOutOfBounds',
      'outside the minimum and maximum order quantity determined by the company',
    ],
    [
      'refusal',
      'NoLocationDefined',
      'There is no location defined for your user. Please contact the system administrator.',
    ],
    ['kit', 'error.title', 'Error Occurred!'],
    ['kit', 'error.connectionFailed', 'Connection Failed'],
    ['kit', 'error.sessionExpired', 'Session Expired!'],
    ['kit', 'error.serverError', 'Server error'],
    ['access', 'login.emailRequired', 'Email is required'],
    ['access', 'login.passwordRequired', 'Password is required'],
    ['access', 'login.domainRequired', 'Domain is required'],
    ['access', 'login.serverFailed', 'Server connection failed'],
    ['security', 'password.mismatch', 'New passwords does not match'],
    ['security', 'entra.canceled', 'You canceled the Microsoft sign in'],
    ['shell', 'noPermission.title', "You don't have the permission to access!"],
  ])('[API-008] %s.%s says what the specification says: %s', (branch, path, sentence) => {
    const said = path
      .split('.')
      .reduce((tree: unknown, key) => (tree as Record<string, unknown>)[key], messages('en', branch))
    expect(String(said).toLowerCase()).toContain(sentence.toLowerCase())
  })

  it('[D40] lets every write be repeated: it takes a request key or a version, or says why not', () => {
    const writes = calls.filter(
      ({ reads, access, kind }) => !reads && access !== 'public' && kind !== 'stream',
    )
    const takes = (name: string) => (call: Call) => name in call.input.shape
    expect(writes.length).toBeGreaterThan(90)
    expect(
      writes
        .filter((call) => !takes('requestKey')(call) && !takes('version')(call))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      // The session itself is what changes, and its answer must not be kept.
      'Authentication/Logout',
      // Asks somebody outside: the answer comes after the transaction, and the same question asked twice is counted twice.
      'KnowledgeBase/SendQuestion',
      // Credentials are sent with it, of which nothing is kept, not even a digest (DSC-009).
      'MyPriceChangeRequests/ValidateThroughIts',
      'MyPromotionRequests/ValidateThroughIts',
      // Answers the same job until it is over.
      'PortaMate/TakeJob',
      // Asks ITS anew each time, which is what it is for.
      'PriceChangeManagement/InquireRequest',
      'PromotionManagement/InquireRequest',
      // Begin anew each time; what they tell is told once.
      'SecondFactor/ConfirmSecondFactor',
      'SecondFactor/RenewRecoveryCodes',
      'SecondFactor/StartSecondFactor',
      // The session itself is what changes, and its answer must not be kept.
      'Session/RefreshSession',
    ])
  })

  it('opens to everybody signed in exactly these calls', () => {
    expect(
      calls
        .filter(({ access }) => access === 'session')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'Authentication/GetDateFormats',
      'Authentication/GetPortaMateUserAcknowledgementDefinition',
      'Authentication/GetUserAcknowledgementDefinitions',
      'Authentication/Logout',
      'Authentication/ReplacePassword',
      // For who runs the installation: a fact of the person that no role of a company can hold (decision 0021).
      'Installation/GetCompanies',
      'Installation/MakeCompany',
      'Invitation/AnswerInvitation',
      'Invitation/AnswerOwnInvitation',
      'Invitation/GetInvitation',
      'Invitation/GetOwnCompanies',
      'Invitation/LeaveCompany',
      'Invitation/SetCompanyRefused',
      'Jobs/CancelJob',
      'Jobs/ExportJobResults',
      'Jobs/GetJobResults',
      'Jobs/GetMyJobs',
      'Jobs/WatchJob',
      // Each person's own notices and how they want to hear of them (ORD-024).
      'Notices/CountMyNotices',
      'Notices/GetMyNotices',
      'Notices/GetNoticeChoices',
      'Notices/MarkNoticesRead',
      'Notices/SetNoticeChoice',
      'Notices/WatchMyNotices',
      'OrderManagement/GetActsFor',
      // What a product looks like, for whom a list or an order has told of the picture.
      'Product/GetProductPhoto',
      'Project/GetAllProjectList',
      'Project/GetServerTimeZone',
      // Each asks for the permission of its report (RPT-001).
      'ReportRun/DeleteReportRun',
      'ReportRun/DownloadReportRun',
      'ReportRun/ExportReportRuns',
      'ReportRun/GetReportRuns',
      'ReportRun/StartReportRun',
      'ReportView/DeleteReportView',
      'ReportView/GetReportViews',
      'ReportView/SaveReportView',
      // Asks of each kind of record what its own list asks: whoever may open none gets an empty answer.
      'Search/FindRecords',
      'SecondFactor/ConfirmSecondFactor',
      'SecondFactor/GetSecondFactor',
      'SecondFactor/RemoveSecondFactor',
      'SecondFactor/RenewRecoveryCodes',
      'SecondFactor/StartSecondFactor',
      'Session/EndOtherSessions',
      'Session/EndSession',
      'Session/ExplainOwnAccess',
      'Session/GetOwnProof',
      'Session/GetSessions',
      'Session/RefreshSession',
      'UIFilterManagement/GetActiveUIFilters',
      'UserManagement/UpdateUserAcknowledgement',
      'WebAppConfiguration/DeleteWebAppUserDictionary',
      'WebAppConfiguration/DeselectWebAppUserDictionary',
      'WebAppConfiguration/GetGridState',
      'WebAppConfiguration/GetWebAppUserDictionaries',
      'WebAppConfiguration/InsertWebAppUserDictionary',
      'WebAppConfiguration/SaveGridState',
      'WebAppConfiguration/SelectWebAppUserDictionary',
      'WebAppConfiguration/UpdateWebAppUserDictionary',
      'WebResources/GetProfilePicture',
      'WebResources/GetServiceMediaContents',
      'WebUI/GetDashboardLastDataDT',
    ])
  })

  it('keeps all three languages in the same files', () => {
    const files = languages.map((language) =>
      readdirSync(new URL(`messages/${language}`, import.meta.url)).toSorted(),
    )
    expect(files[1]).toEqual(files[0])
    expect(files[2]).toEqual(files[0])
  })
})

it('[ORD-010] lends a deputy the decisions, but for overriding a quota or the blacklist, and no other call that changes anything', () => {
  const lent = calls.filter(({ permission }) => permission !== null && lentPermissions.has(permission))
  const writes = lent.filter(({ reads }) => !reads).map(({ name }) => name)
  const { overrideQuota: _, ...others } = managerDecisions
  const decisions = Object.values(others).flatMap(({ one, many }) => [one.name, many.name])
  const beforehand = [approvePreApprovalOrders, revisePreApprovalOrder, rejectPreApprovalOrders].map(
    ({ name }) => name,
  )
  expect(writes.toSorted()).toEqual([...decisions, ...beforehand].toSorted())
})

describe('the screens', () => {
  it('[SHL-002] lie in the areas of the shell', () => {
    const areas = [
      '/',
      '/order',
      '/services',
      '/company',
      '/account',
      '/data',
      '/report',
      '/knowledge-base',
      '/lma',
      '/porta',
    ]
    expect(
      screens.filter(
        ({ path }) =>
          path !== '/' &&
          !areas.some((area) => area !== '/' && (path === area || path.startsWith(`${area}/`))),
      ),
    ).toEqual([])
  })

  // The specification's own list, so that two paths or two permissions exchanged in ours fail here.
  const landing = [
    ['/', 'HomePage'],
    ['/report/service-insights', 'AdvisorServiceInsights'],
    ['/company/company-locations', 'CompanyLocations'],
    ['/company/company-products', 'CompanyProducts'],
    ['/company/mass-customization-interface', 'CustomerPolicyData'],
    ['/services/downloads-manager', 'AdvisorServiceDownloads'],
    ['/services/service-calendar', 'AdvisorServiceCalendar'],
    ['/order/new-order', 'NewOrder'],
    ['/order/order-management', 'OrderManagement'],
    ['/order/my-orders', 'MyOrders'],
    ['/order/institutional-discount-requests', 'PromotionManagement'],
    ['/order/my-institutional-discount-requests', 'MyPromotionRequests'],
    ['/report/stock-sense-report', 'StockSenseReport'],
    ['/report/primary-data-report', 'PrimaryDataReport'],
    ['/porta/price-change-refund-requests', 'PriceChangeManagement'],
    ['/porta/my-price-change-refund-requests', 'MyPriceChangeRequests'],
  ] as const

  it('[SHL-003] land on the first page of the list whose permission is held, or nowhere', () => {
    landing.forEach(([path, permission], at) => {
      expect(landingPath(new Set([permission]))).toBe(path)
      const fromHere = landing.slice(at).map(([, one]) => one)
      expect(landingPath(new Set(fromHere.toReversed()))).toBe(path)
    })
    expect(landingPath(new Set(['KnowledgeBase', 'orderNew-placeOrder']))).toBeNull()
    expect(landingPaths).toHaveLength(landing.length)
  })

  it('[LMA-009] fall to the fuel price module after those, and stand in its menu each behind its permission', () => {
    expect(landingPath(new Set(['LMA']))).toBe('/lma')
    expect(landingPath(new Set(['LMA', 'MyPriceChangeRequests']))).toBe(
      '/porta/my-price-change-refund-requests',
    )
    expect(menuPermissions.fuel).toBe('LMA')
    expect(
      screens
        .filter(({ menu }) => menu === 'fuel')
        .map(({ permission }) => permission)
        .toSorted(),
    ).toEqual(
      (
        'LocalRefineryPriceExpectation PriceExpectation PriceSimulation Parameters ApiParameters BlendedProducts ' +
        'DailyImportMargin DailyMarketMargin InputData HistoricalPriceAnalysis TransferPrice TransferPriceParameters NotificationSettings'
      )
        .split(' ')
        .toSorted(),
    )
  })

  it.each([
    [
      'company',
      null,
      {
        '/account/account-settings/service-subscriptions': 'AccountSettings-ServiceSubscriptions',
        '/company/company-locations': 'CompanyLocations',
        '/company/company-products': 'CompanyProducts',
        '/company/mass-customization-interface': 'CustomerPolicyData',
        '/data/data-management': 'DataManagement',
        '/company/ui-filter-management': 'UIFilterManagement',
        '/knowledge-base': 'KnowledgeBase',
      },
    ],
    [
      'services',
      null,
      {
        '/services/downloads-manager': 'AdvisorServiceDownloads',
        '/services/service-calendar': 'AdvisorServiceCalendar',
        '/services/work-order-management': 'WorkOrderManagement',
        '/services/service-operations': 'ServiceOperations',
        '/services/service-strategies': 'ServiceStrategy',
        '/services/service-scheduling': 'ServiceSchedule',
      },
    ],
    [
      'orders',
      'Orders',
      {
        '/order/new-order': 'NewOrder',
        '/order/order-management': 'OrderManagement',
        '/order/pre-order-management': 'PreApprovalOrderManagement',
        '/order/order-replenishment': 'OrderReplenishment',
        '/order/my-orders': 'MyOrders',
        '/order/order-templates': 'OrderTemplate',
      },
    ],
    ['trace', 'Trace', {}],
    [
      'porta',
      'Porta',
      {
        '/order/institutional-discount-requests': 'PromotionManagement',
        '/order/my-institutional-discount-requests': 'MyPromotionRequests',
        '/porta/price-change-refund-requests': 'PriceChangeManagement',
        '/porta/my-price-change-refund-requests': 'MyPriceChangeRequests',
        '/porta/product-returns': 'ReturnsManagement',
      },
    ],
    [
      'reports',
      null,
      {
        '/report/service-insights': 'AdvisorServiceInsights',
        '/report/system-diagnosis': 'SystemDiagnosys',
        '/services/trace-inquiry': 'PFSIInsight',
        '/report/stock-sense-report': 'StockSenseReport',
        '/report/primary-data-report': 'PrimaryDataReport',
      },
    ],
  ] as const)(
    '[SHL-005, SHL-006, SHL-007, SHL-008, SHL-009, SHL-010] stand in the %s menu, each behind its permission',
    (menu, permission, entries) => {
      expect(menuPermissions[menu]).toBe(permission)
      expect(
        Object.fromEntries(
          screens.filter((screen) => screen.menu === menu).map((screen) => [screen.path, screen.permission]),
        ),
      ).toEqual(entries)
    },
  )

  it('[SHL-009] show product return in grey to who may not open it', () => {
    expect(disabledEntries).toEqual([
      { menu: 'porta', permission: 'ReturnsManagement', key: 'productReturn' },
    ])
  })

  it('[API-011] every permission name of the specification exists and stands in the role editor', () => {
    const named =
      'HomePage Company Services AccountSettings Orders Porta PortaMate Trace CompanyLocations CompanyProducts ' +
      'CustomerPolicyData AdvisorServiceDownloads AdvisorServiceInsights AdvisorServiceCalendar NewOrder MyOrders ' +
      'OrderManagement WorkOrderOverrideInterface PendingOrders ExternalApprovalOrders ClosedOrders OrderReplenishment ' +
      'OrderTemplate DataManagement PreApprovalOrderManagement PromotionManagement MyPromotionRequests ' +
      'PriceChangeManagement MyPriceChangeRequests ReturnsManagement PFSIInsight Reports SystemDiagnosys ' +
      'StockSenseReport PrimaryDataReport KnowledgeBase Dashboard OrderInsights UIFilterManagement WorkOrderManagement ' +
      'ServiceOperations ServiceStrategy ServiceSchedule LMA LocalRefineryPriceExpectation PriceExpectation ' +
      'PriceSimulation Parameters ApiParameters BlendedProducts DailyImportMargin DailyMarketMargin InputData ' +
      'HistoricalPriceAnalysis TransferPrice TransferPriceParameters NotificationSettings General Product Location ' +
      'BusinessRelations QuotaManagement EDISettings RegionSettings MyAccount UserManagement ThirdPartyUserManagement ' +
      'AccountSettings-ServiceSubscriptions dashboardbox0A dashboardbox0B dashboardLastDataDT'
    const variants = ['ServiceOperations', 'ServiceStrategy', 'ServiceSchedule'].flatMap((service) =>
      ['PST', 'ARE', 'OMP'].map((variant) => `${service}${variant}`),
    )
    const boxes = Array.from({ length: 13 }, (_, at) => `dashboardbox${at + 1}`)
    const expected = [...named.split(' '), ...variants, ...boxes].toSorted()
    expect([...uiPermissions].toSorted()).toEqual(expected)
    const catalogue = permissionCatalogue(calls)
    expect(expected.filter((name) => !catalogue.some((one) => one.permission === name))).toEqual([])
    expect(catalogue.filter(({ area }) => area === 'other')).toEqual([])
  })

  it('[SHL-004] ask for permissions that exist', () => {
    expect(
      screens.filter((screen) => !(uiPermissions as readonly string[]).includes(screen.permission)),
    ).toEqual([])
  })
})
