import { expect, test } from 'vitest'
import { uiPermissions } from '@kervan/contract/access/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { calls, callPermissions } from '@kervan/contract/registry'
import { landingPath, screens } from '@kervan/contract/shell/screens'
import type { ReadyMadeRoleCode } from '../../access/access.api.ts'
import { readsOf, readyMadeRoles } from './ready-made-roles.ts'

const permissionsOf = (code: ReadyMadeRoleCode) =>
  new Set(readyMadeRoles.find((role) => role.code === code)?.permissions)
const opens = (code: ReadyMadeRoleCode) =>
  screens.filter((screen) => permissionsOf(code).has(screen.permission)).map((screen) => screen.key)
/** What everybody holds, whatever their work. */
const everybodys = [
  'knowledgeBase-getArticle',
  'knowledgeBase-sendQuestion',
  'knowledgeBase-sendRating',
  'userManagement-changePassword',
  'userManagement-createOwnApiKey',
  'userManagement-exportOwnApiKeys',
  'userManagement-getOwnApiKeyPermissions',
  'userManagement-getOwnApiKeys',
  'userManagement-getProfile',
  'userManagement-revokeOwnApiKeys',
  'userManagement-setOwnFormats',
  'userManagement-setOwnLanguage',
  'webResources-deleteProfilePicture',
  'webResources-uploadProfilePicture',
]
test('USR-005: the eleven ready-made roles, and every permission they name exists', () => {
  const known = new Set<string>([...uiPermissions, ...callPermissions])
  expect(readyMadeRoles.map((role) => role.code)).toEqual([
    'companyAdministrator',
    'orderOperator',
    'orderManager',
    'orderCustomer',
    'thirdPartyFranchiseUser',
    'pharmacyApplicant',
    'providerReviewer',
    'externalInspector',
    'advisorPlanner',
    'fuelAnalyst',
    'customerSuccess',
  ])
  for (const { code, permissions } of readyMadeRoles) {
    const twice = permissions.filter((one, index) => permissions.indexOf(one) !== index)
    expect({
      code,
      unknown: permissions.filter((one) => !known.has(one)),
      twice,
      lands: landingPath(new Set(permissions)),
    }).toEqual({ code, unknown: [], twice: [], lands: '/' })
    expect(permissions).toEqual(
      expect.arrayContaining(['AccountSettings', 'MyAccount', 'KnowledgeBase', ...everybodys]),
    )
  }
})

test('the company administrator may do everything there is', () => {
  expect(permissionsOf('companyAdministrator')).toEqual(new Set([...uiPermissions, ...callPermissions]))
  expect(opens('companyAdministrator')).toHaveLength(screens.length)
})

const changing = new Set(calls.flatMap(({ reads, permission }) => (reads ? [] : (permission ?? []))))
/** The groups of calls in which a role changes something, beside what everybody keeps of their own. */
const changes = (code: ReadyMadeRoleCode) =>
  [
    ...new Set(
      [...permissionsOf(code)]
        .filter((one) => changing.has(one) && !everybodys.includes(one))
        .map((one) => one.split('-')[0]),
    ),
  ].toSorted()

test('who enters orders does not decide on them, and who decides does not enter', () => {
  for (const code of ['orderOperator', 'orderCustomer', 'thirdPartyFranchiseUser'] as const) {
    expect(opens(code)).toEqual(expect.arrayContaining(['newOrder', 'myOrders', 'orderTemplates']))
    expect(opens(code)).not.toContain('orderManagement')
    expect(changes(code)).toEqual(['home', 'orderMy', 'orderNew', 'orderTemplate'])
  }
  expect(opens('orderManager')).toEqual(expect.arrayContaining(['orderManagement', 'preOrderManagement']))
  expect(opens('orderManager')).not.toContain('newOrder')
  expect(changes('orderManager')).toEqual([
    'home',
    'orderManagement',
    'orderReplenishment',
    'preApprovalOrderManagement',
    'reportView',
  ])
})

test('[USR-005] every screen that is open says which calls fill it, and each role that shows it holds them', () => {
  const own: readonly string[] = ['AccountSettings']
  const open = screens.filter(({ permission }) => !own.includes(permission))
  expect(
    open.filter(({ permission }) => !readsOf[permission]).map(({ key }) => key),
    'screens without an entry',
  ).toEqual([])
  for (const { permission, calls: patterns } of keysOf(readsOf).map((permission) => ({
    permission,
    calls: readsOf[permission] ?? [],
  })))
    for (const { code, permissions } of readyMadeRoles.filter((role) =>
      role.permissions.includes(permission),
    ))
      for (const pattern of patterns) {
        const group = pattern.split('-')[0] ?? ''
        const reads = pattern.includes('*')
          ? callPermissions.filter((one) => one.startsWith(`${group}-`) && !changing.has(one))
          : [pattern]
        const missing = reads.filter((one) => !permissions.includes(one))
        expect({ code, permission, missing }).toEqual({ code, permission, missing: [] })
      }
})

test('[USR-005] customer success opens what it is there to enable', () => {
  for (const call of [
    'projectSetting-getOrderSettings',
    'projectSetting-getQuotaRules',
    'dataManagement-getBusinessRelations',
    'product-getProducts',
    'location-getLocations',
    'customerPolicyData-getMciEntities',
    'uIFilterManagement-getUIFilters',
    'thirdPartyUserManagement-getThirdPartyLocations',
    'registration-getRegistrations',
  ])
    expect([...permissionsOf('customerSuccess')]).toContain(call)
})

test('[DSC-012] inspectors and customer success see orders and change nothing, but inspectors decline requests', () => {
  for (const code of ['externalInspector', 'customerSuccess'] as const) {
    expect(opens(code)).toContain('orderManagement')
    const declines = code === 'externalInspector' ? ['promotionManagement-declineRequest'] : []
    expect(
      [...permissionsOf(code)].filter((one) => changing.has(one) && !one.startsWith('home-')).toSorted(),
    ).toEqual([...everybodys.filter((one) => changing.has(one)), ...declines].toSorted())
    expect(permissionsOf(code)).toContain('orderManagement-getPendingOrders')
    expect(permissionsOf(code)).toContain('orderManagement-exportClosedOrders')
  }
})

test('each trade has its screens', () => {
  expect(opens('pharmacyApplicant')).toEqual(
    expect.arrayContaining(['myInstitutionalDiscountRequests', 'myPriceChangeRefundRequests']),
  )
  expect(opens('providerReviewer')).toEqual(
    expect.arrayContaining(['institutionalDiscountRequests', 'priceChangeRefundRequests']),
  )
  expect(opens('advisorPlanner')).toEqual(
    expect.arrayContaining(['serviceStrategies', 'serviceScheduling', 'workOrderManagement']),
  )
  expect(opens('fuelAnalyst')).toContain('lma')
})

test('[HOM-001] whoever is shown the box of subscriptions may ask for what stands in it', () => {
  const shown = readyMadeRoles.filter(({ permissions }) => permissions.includes('dashboardbox4'))
  expect(shown.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['orderOperator', 'orderManager', 'externalInspector', 'advisorPlanner']),
  )
  for (const { permissions } of shown) expect(permissions).toContain('subscription-getSubscriptions')
})
