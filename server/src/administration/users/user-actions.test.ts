import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invitationViews, membershipStates, userTypes } from '@kervan/contract/access/words'
import { userActions } from '@kervan/contract/administration/users'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { callPermissions } from '@kervan/contract/registry'
import type { Actor } from '../../kit/context.ts'
import { offerOnUser, refusedAction, type UserFacts } from './user-actions.ts'

const soon = new Date('2026-11-22T08:00:00Z')
const plain: UserFacts = {
  isOwn: false,
  isHome: true,
  excessPermissions: [],
  hasWiderScope: false,
  userType: 'InternalUser',
  state: 'Active',
  isLocked: false,
  sessionCount: 1,
  secondFactor: true,
  invitation: null,
  invitableFrom: null,
}
const facts: fc.Arbitrary<UserFacts> = fc.record({
  isOwn: fc.boolean(),
  isHome: fc.boolean(),
  excessPermissions: fc.array(fc.constantFrom('ClosedOrders', 'NewOrder'), { maxLength: 2 }),
  hasWiderScope: fc.boolean(),
  userType: fc.constantFrom(...userTypes),
  state: fc.constantFrom(...membershipStates),
  isLocked: fc.boolean(),
  sessionCount: fc.nat({ max: 3 }),
  secondFactor: fc.boolean(),
  invitation: fc.constantFrom(null, ...invitationViews),
  invitableFrom: fc.constantFrom(null, soon),
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
    ['changeUsername', { excessPermissions: ['ClosedOrders'] }, 'RightsExceedOwn'],
    ['resetPassword', {}, null],
    ['resetPassword', { state: 'Passive' }, 'UserNotActive'],
    ['resetPassword', { isHome: false }, 'NotHomeCompany'],
    ['resetPassword', { excessPermissions: ['ClosedOrders'] }, 'RightsExceedOwn'],
    ['resetPassword', { hasWiderScope: true }, 'ScopeExceedsOwn'],
    ['edit', { hasWiderScope: true }, null],
    ['removeSecondFactor', { secondFactor: false }, 'NoSecondFactor'],
    ['unlock', {}, 'UserNotLocked'],
    ['unlock', { isLocked: true }, null],
    ['unlock', { state: 'Blocked' }, null],
    ['changeState', { invitation: 'Declined' }, 'InvitationDeclined'],
    ['changeState', { invitation: 'Pending' }, null],
    ['unlock', { state: 'Blocked', invitation: 'Declined' }, null],
    ['inviteAgain', {}, 'InvitationNotPending'],
    ['inviteAgain', { invitation: 'Accepted' }, 'InvitationNotPending'],
    ['inviteAgain', { invitation: 'Pending' }, null],
    ['inviteAgain', { invitation: 'Pending', invitableFrom: soon }, 'InvitedRecently'],
    ['inviteAgain', { invitation: 'Declined', state: 'Passive' }, null],
    ['inviteAgain', { invitation: 'Withdrawn', state: 'Passive' }, null],
    ['inviteAgain', { invitation: 'Declined', state: 'Blocked' }, 'UserBlocked'],
    ['inviteAgain', { invitation: 'Declined', isOwn: true }, 'OwnRights'],
    ['withdrawInvitation', { invitation: 'Pending' }, null],
    ['withdrawInvitation', { invitation: 'Pending', state: 'Blocked' }, 'InvitationNotPending'],
    ['withdrawInvitation', { invitation: 'Withdrawn', state: 'Passive' }, 'InvitationNotPending'],
    ['withdrawInvitation', { invitation: 'Accepted' }, 'InvitationNotPending'],
    ['withdrawInvitation', {}, 'InvitationNotPending'],
    ['endSessions', { sessionCount: 0 }, 'NoOpenSession'],
    ['endSessions', { isOwn: true }, null],
  ] as const)('%s with %o: %s', (action, over, code) => {
    expect(refusedAction(action, { ...plain, ...(over as Partial<UserFacts>) })?.code ?? null).toBe(code)
  })

  it('nobody does to themselves what would raise or lose rights; nobody comes to sign in as somebody with more', () => {
    fc.assert(
      fc.property(facts, (user) => {
        if (user.isOwn)
          for (const action of userActions.filter((one) => one !== 'endSessions'))
            expect(refusedAction(action, user)?.code).toBe('OwnRights')
        if (!user.isHome || user.excessPermissions.length > 0 || user.hasWiderScope)
          for (const action of ['changeUsername', 'resetPassword', 'removeSecondFactor'] as const)
            expect(refusedAction(action, user)).not.toBeNull()
      }),
    )
  })

  it('one without the permission for its call is not offered at all', () => {
    const unlocker = { permissions: new Set([unlockUser.permission]), lent: new Set() } as unknown as Actor
    expect(offerOnUser({ actor: unlocker, language: 'en' }, plain)).toEqual({ unlock: expect.any(String) })
  })

  it('every reason is said in the reader’s language', () => {
    const actor = { permissions: new Set(callPermissions), lent: new Set() } as unknown as Actor
    fc.assert(
      fc.property(facts, fc.constantFrom('en' as const, 'tr' as const, 'de' as const), (user, language) => {
        const offered = offerOnUser({ actor, language }, user)
        for (const action of userActions)
          expect(offered[action] === null).toBe(refusedAction(action, user) === null)
        for (const reason of Object.values(offered)) expect(reason ?? '').not.toMatch(/\{\{|^refusal\./)
      }),
    )
  })
})
