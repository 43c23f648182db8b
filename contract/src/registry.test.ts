import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callNameOf, type Call } from './kit/call.ts'
import { mergeMessages, type MessageTree } from './kit/merge-messages.ts'
import { refusalCatalogue } from './kit/refusal-catalogue.ts'
import { languages } from './kit/values.ts'
import { calls, lists } from './registry.ts'
import { disabledEntries, landingPath, landingPaths, menuPermissions, screens } from './shell/screens.ts'
import { uiPermissions } from './access/words.ts'

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
  it('[API-002, API-003, API-004, API-005] has the calls the specification lists, by exactly their names', () => {
    const listed = [
      'Authentication/Login',
      'Authentication/Logout',
      'Session/RefreshSession',
      'Authentication/GetDateFormats',
      'Configuration/GetAppVersion',
      'Project/GetServerTimeZone',
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
    ]
    expect(listed.filter((name) => !names.includes(name))).toEqual([])
  })

  it('gives every call that is not public or for every session a permission of its own', () => {
    const permissions = calls.flatMap((call) => call.permission ?? [])
    expect(new Set(permissions).size).toBe(permissions.length)
    expect(calls.filter((call) => call.access === 'permission' && !call.permission)).toEqual([])
    expect(calls.filter((call) => call.permission && callNameOf(call.permission) !== call.name)).toEqual([])
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
      'Project/GetAllProjectList',
      'Project/GetServerTimeZone',
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
      'UserManagement/GetProfile',
      'UserManagement/SetOwnLanguage',
      'UserManagement/UpdateUserAcknowledgement',
      'WebAppConfiguration/DeleteWebAppUserDictionary',
      'WebAppConfiguration/DeselectWebAppUserDictionary',
      'WebAppConfiguration/GetGridState',
      'WebAppConfiguration/GetWebAppUserDictionaries',
      'WebAppConfiguration/InsertWebAppUserDictionary',
      'WebAppConfiguration/SaveGridState',
      'WebAppConfiguration/SelectWebAppUserDictionary',
      'WebAppConfiguration/UpdateWebAppUserDictionary',
      'WebResources/DeleteProfilePicture',
      'WebResources/GetProfilePicture',
      'WebResources/GetServiceMediaContents',
      'WebResources/UploadProfilePicture',
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

  it('[SHL-003] land on the first page of the list whose permission is held, or nowhere', () => {
    expect(landingPath(new Set(['HomePage', 'NewOrder']))).toBe('/')
    expect(landingPath(new Set(['MyOrders', 'OrderManagement']))).toBe('/order/order-management')
    expect(landingPath(new Set(['PriceChangeManagement', 'MyPriceChangeRequests']))).toBe(
      '/porta/price-change-refund-requests',
    )
    expect(landingPath(new Set(['KnowledgeBase', 'orderNew-placeOrder']))).toBeNull()
    expect(landingPaths.filter((path) => !screens.some((screen) => screen.path === path))).toEqual([])
  })

  it.each([
    [
      'company',
      null,
      [
        'serviceSubscriptions',
        'companyLocations',
        'companyProducts',
        'customerPolicyData',
        'dataManagement',
        'uiFilterManagement',
        'knowledgeBase',
      ],
    ],
    [
      'services',
      null,
      [
        'downloadsManager',
        'serviceCalendar',
        'workOrderManagement',
        'serviceOperations',
        'serviceStrategies',
        'serviceScheduling',
      ],
    ],
    [
      'orders',
      'Orders',
      [
        'newOrder',
        'orderManagement',
        'preOrderManagement',
        'orderReplenishment',
        'myOrders',
        'orderTemplates',
      ],
    ],
    ['trace', 'Trace', []],
    [
      'porta',
      'Porta',
      [
        'institutionalDiscountRequests',
        'myInstitutionalDiscountRequests',
        'priceChangeRefundRequests',
        'myPriceChangeRefundRequests',
      ],
    ],
    [
      'reports',
      null,
      ['serviceInsights', 'systemDiagnosis', 'traceInquiry', 'stockSenseReport', 'primaryDataReport'],
    ],
  ] as const)(
    '[SHL-005, SHL-006, SHL-007, SHL-008, SHL-009, SHL-010] stand in the %s menu',
    (menu, permission, keys) => {
      expect(menuPermissions[menu]).toBe(permission)
      expect(
        screens
          .filter((screen) => screen.menu === menu)
          .map((screen) => screen.key)
          .toSorted(),
      ).toEqual([...keys].toSorted())
    },
  )

  it('[SHL-009] show product return as an entry that leads nowhere yet', () => {
    expect(disabledEntries).toEqual([
      { menu: 'porta', permission: 'ReturnsManagement', key: 'productReturn' },
    ])
  })

  it('[SHL-004] ask for permissions that exist', () => {
    expect(
      screens.filter((screen) => !(uiPermissions as readonly string[]).includes(screen.permission)),
    ).toEqual([])
  })
})
