import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membershipStates, userTypes } from '@kervan/contract/access/words'
import { userActions } from '@kervan/contract/account/users'
import { blockedActions, refusedAction, type UserFacts } from './user-actions.ts'

const plain: UserFacts = { isOwn: false, isHome: true, beyond: [], wider: false, userType: 'InternalUser', state: 'Active', isLocked: false, sessionCount: 1, secondFactor: true }
const facts: fc.Arbitrary<UserFacts> = fc.record({
  isOwn: fc.boolean(), isHome: fc.boolean(), beyond: fc.array(fc.constantFrom('ClosedOrders', 'NewOrder'), { maxLength: 2 }), wider: fc.boolean(), userType: fc.constantFrom(...userTypes), state: fc.constantFrom(...membershipStates),
  isLocked: fc.boolean(), sessionCount: fc.nat({ max: 3 }), secondFactor: fc.boolean(),
})

describe('[USR-004] what may be done with a user', () => {
  it.each([
    ['edit', {}, null],
    ['edit', { isOwn: true }, 'OwnRights'],
    ['changeState', { isOwn: true }, 'OwnRights'],
    ['assignRoles', { isOwn: true }, 'OwnRights'],
    ['allocate', {}, null],
    ['allocate', { userType: 'ThirdPartyUser' }, 'LocationsFixed'],
    ['changeUsername', { isHome: false }, 'NotHomeCompany'],
    ['changeUsername', { beyond: ['ClosedOrders'] }, 'RightsExceedOwn'],
    ['resetPassword', {}, null],
    ['resetPassword', { state: 'Passive' }, 'UserNotActive'],
    ['resetPassword', { isHome: false }, 'NotHomeCompany'],
    ['resetPassword', { beyond: ['ClosedOrders'] }, 'RightsExceedOwn'],
    ['resetPassword', { wider: true }, 'ScopeExceedsOwn'],
    ['edit', { wider: true }, null],
    ['removeSecondFactor', { secondFactor: false }, 'NoSecondFactor'],
    ['unlock', {}, 'UserNotLocked'],
    ['unlock', { isLocked: true }, null],
    ['unlock', { state: 'Blocked' }, null],
    ['endSessions', { sessionCount: 0 }, 'NoOpenSession'],
    ['endSessions', { isOwn: true }, null],
  ] as const)('%s with %o: %s', (action, over, code) => {
    expect(refusedAction(action, { ...plain, ...(over as Partial<UserFacts>) })?.code ?? null).toBe(code)
  })

  it('nobody does to themselves what would raise or lose rights; nobody comes to sign in as somebody with more', () => {
    fc.assert(
      fc.property(facts, (user) => {
        if (user.isOwn) for (const action of userActions.filter((one) => one !== 'endSessions')) expect(refusedAction(action, user)?.code).toBe('OwnRights')
        if (!user.isHome || user.beyond.length > 0 || user.wider) for (const action of ['changeUsername', 'resetPassword', 'removeSecondFactor'] as const) expect(refusedAction(action, user)).not.toBeNull()
      }),
    )
  })

  it('every reason is said in the reader’s language', () => {
    fc.assert(
      fc.property(facts, fc.constantFrom('en' as const, 'tr' as const, 'de' as const), (user, language) => {
        const blocked = blockedActions(language, user)
        for (const action of userActions) expect(blocked[action] === null).toBe(refusedAction(action, user) === null)
        for (const reason of Object.values(blocked)) expect(reason ?? '').not.toMatch(/\{\{|^refusal\./)
      }),
    )
  })
})
