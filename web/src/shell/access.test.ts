import type { Session } from '@kervan/contract/access/authentication'
import { landingPath, landingPaths, screens, type Screen } from '@kervan/contract/shell/screens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterLogin } from '../kit/page/landing.ts'
import { judge } from './access.ts'

const all: readonly Screen[] = screens
const orders = all.find(({ key }) => key === 'orderManagement')!
const home = all.find(({ key }) => key === 'home')!
const signedIn = (permissions: readonly string[], acknowledgement = false) =>
  ({
    Token: 't',
    PermissionsUI: permissions,
    UserAcknowledgement: acknowledgement,
    PasswordChangeText: '',
    SecondFactorSetup: false,
  }) as unknown as Session

describe('[SHL-001] [SHL-004] who may see a screen', () => {
  test('without a session: to sign in', () => expect(judge(null, orders)).toEqual({ to: 'login' }))
  test('with an empty token: to sign in', () =>
    expect(judge({ ...signedIn(['OrderManagement']), Token: '' }, orders)).toEqual({ to: 'login' }))
  test('with an acknowledgement pending: to sign in', () =>
    expect(judge(signedIn(['OrderManagement'], true), orders)).toEqual({ to: 'login' }))
  test('with a password to replace, an invitation to answer or a second factor to set up: to sign in', () => {
    expect(judge({ ...signedIn(['OrderManagement']), InvitationPending: true }, orders)).toEqual({
      to: 'login',
    })
    expect(judge({ ...signedIn(['OrderManagement']), PasswordChangeText: 'temporary' }, orders)).toEqual({
      to: 'login',
    })
    expect(judge({ ...signedIn(['OrderManagement']), SecondFactorSetup: true }, orders)).toEqual({
      to: 'login',
    })
  })
  test('with the right: here', () =>
    expect(judge(signedIn(['OrderManagement']), orders)).toEqual({ to: 'here' }))
  test('without it: to the first screen that is allowed', () =>
    expect(judge(signedIn(['MyOrders', 'NewOrder']), home)).toEqual({
      to: 'elsewhere',
      path: '/order/new-order',
    }))
  test('[SHL-003] with no right at all: nowhere', () =>
    expect(judge(signedIn([]), home)).toEqual({ to: 'nowhere' }))

  test('following the verdicts ends after one step, whatever is held: there is no loop of redirects', () => {
    const permissions = fc.subarray(all.map(({ permission }) => permission as string))
    fc.assert(
      fc.property(permissions, fc.constantFrom(...all), (held, screen) => {
        const first = judge(signedIn(held), screen)
        if (first.to !== 'elsewhere') return
        const next = all.find(({ path }) => path === first.path)!
        expect(judge(signedIn(held), next)).toEqual({ to: 'here' })
      }),
    )
  })
})

describe('[SHL-002] [SHL-003] where to after signing in', () => {
  test('the landing follows its list', () => {
    for (const [index, path] of landingPaths.entries()) {
      const later = landingPaths
        .slice(index)
        .map((one) => all.find((screen) => screen.path === one)?.permission ?? '')
      expect(landingPath(new Set(later))).toBe(path)
    }
  })
  test('to the page first asked for', () =>
    expect(afterLogin('/order/my-orders?page=2', ['HomePage'])).toBe('/order/my-orders?page=2'))
  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?next=/',
    '',
  ])('never to %s', (next) => expect(afterLogin(next, ['HomePage'])).toBe('/'))
  test('with no right at all to the page that says so', () => expect(afterLogin(undefined, [])).toBe('/'))
})
