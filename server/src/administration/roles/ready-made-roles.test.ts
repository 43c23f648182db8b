import { expect, test } from 'vitest'
import { uiPermissions } from '@kervan/contract/access/words'
import { calls, callPermissions } from '@kervan/contract/registry'
import { landingPath, screens } from '@kervan/contract/shell/screens'
import type { ReadyMadeRoleCode } from '../../access/access.api.ts'
import { readyMadeRoles } from './ready-made-roles.ts'

const permissionsOf = (code: ReadyMadeRoleCode) =>
  new Set(readyMadeRoles.find((role) => role.code === code)?.permissions)
const opens = (code: ReadyMadeRoleCode) =>
  screens.filter((screen) => permissionsOf(code).has(screen.permission)).map((screen) => screen.key)
/** What everybody holds, whatever their work. */
const everybodys = [
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
const groupsOf = (code: ReadyMadeRoleCode) => [
  ...new Set(
    [...permissionsOf(code)]
      .filter((one) => callPermissions.includes(one) && !everybodys.includes(one))
      .map((one) => one.split('-')[0]),
  ),
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

test('who enters orders does not decide on them, and who decides does not enter', () => {
  for (const code of ['orderOperator', 'orderCustomer', 'thirdPartyFranchiseUser'] as const) {
    expect(opens(code)).toEqual(expect.arrayContaining(['newOrder', 'myOrders', 'orderTemplates']))
    expect(opens(code)).not.toContain('orderManagement')
    expect(
      groupsOf(code)
        .filter(
          (group) =>
            !['subscription', 'location', 'locationManagement', 'orderReplenishment'].includes(group ?? ''),
        )
        .toSorted(),
    ).toEqual(['home', 'orderMy', 'orderNew', 'orderTemplate'])
  }
  expect(opens('orderManager')).toEqual(expect.arrayContaining(['orderManagement', 'preOrderManagement']))
  expect(opens('orderManager')).not.toContain('newOrder')
  expect(groupsOf('orderManager').toSorted()).toEqual([
    'home',
    'location',
    'locationManagement',
    'orderManagement',
    'orderReplenishment',
    'preApprovalOrderManagement',
    'report',
    'subscription',
  ])
})

test('inspectors and customer success see orders and change nothing', () => {
  const changing = calls.filter((call) => !call.reads).map((call) => call.permission)
  for (const code of ['externalInspector', 'customerSuccess'] as const) {
    expect(opens(code)).toContain('orderManagement')
    expect(
      [...permissionsOf(code)].filter((one) => changing.includes(one) && !one.startsWith('home-')),
    ).toEqual(everybodys.filter((one) => changing.includes(one)))
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
