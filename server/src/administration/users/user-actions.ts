import { setUserLocations } from '@kervan/contract/administration/user-locations'
import { assignRoles, changeUserStates, type UserAction } from '@kervan/contract/administration/users'
import { endUserSessions } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { withdrawInvitation } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { removeSecondFactor } from '@kervan/contract/administration/user-acts'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import type { InvitationView, MembershipState, UserType } from '@kervan/contract/access/words'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { offer } from '../../kit/records/offer.ts'

// What may be done with a user, asked by the handlers and shown on every row (USR-004): one rule for both.

/** What the rule looks at. `excessPermissions`: permissions of the user that the caller does not hold. `hasWiderScope`: the user sees locations that the caller does not. */
export type UserFacts = {
  isOwn: boolean
  isHome: boolean
  excessPermissions: readonly string[]
  hasWiderScope: boolean
  userType: UserType
  state: MembershipState
  isLocked: boolean
  sessionCount: number
  secondFactor: boolean
  invitation: InvitationView | null
  /** Before this moment nobody is invited again; null when it has passed. */
  invitableFrom: Date | null
}

/** Why the action is not open to the caller, or null when it is. */
export function refusedAction(action: UserAction, user: UserFacts): Refusal | null {
  if (user.isOwn && action !== 'endSessions') return refusal('OwnRights')
  switch (action) {
    case 'edit':
    case 'assignRoles':
      return null
    case 'changeState':
      // Who declined is made a user by no state: they have to be asked again.
      return user.invitation === 'Declined' ? refusal('InvitationDeclined') : null
    case 'allocate':
      return user.userType === 'ThirdPartyUser' ? refusal('LocationsFixed') : null
    case 'changeUsername':
      return signInAsThem(user)
    case 'resetPassword':
      return signInAsThem(user) ?? (user.state === 'Active' ? null : refusal('UserNotActive'))
    case 'removeSecondFactor':
      return signInAsThem(user) ?? (user.secondFactor ? null : refusal('NoSecondFactor'))
    case 'unlock':
      return user.isLocked || user.state === 'Blocked' ? null : refusal('UserNotLocked')
    case 'endSessions':
      return user.sessionCount > 0 ? null : refusal('NoOpenSession')
    case 'inviteAgain':
      if (isMailed(user.invitation)) return mayMailAgain(user)
      if (user.invitation === null || user.invitation === 'Accepted') return refusal('InvitationNotPending')
      if (user.state === 'Blocked') return refusal('UserBlocked')
      return user.invitableFrom && refusal('InvitedRecently', { until: user.invitableFrom.toISOString() })
    case 'withdrawInvitation':
      return user.invitation === 'Pending' && user.state === 'Active' ? null : refusal('InvitationNotPending')
  }
}

/** Whether somebody of the company's own was sent a link to choose a password and has not done so. */
export const isMailed = (invitation: InvitationView | null): boolean =>
  invitation === 'Mailed' || invitation === 'MailEnded'

function mayMailAgain(user: UserFacts): Refusal | null {
  if (user.state !== 'Active') return refusal('UserNotActive')
  return (
    signInAsThem(user) ??
    (user.invitableFrom && refusal('InvitedRecently', { until: user.invitableFrom.toISOString() }))
  )
}

/** Who can change how somebody signs in can sign in as them: only for people of one's own company, who have no more rights and see no more than oneself. */
export function signInAsThem({
  isHome,
  excessPermissions,
  hasWiderScope,
}: Pick<UserFacts, 'isHome' | 'excessPermissions' | 'hasWiderScope'>): Refusal | null {
  if (!isHome) return refusal('NotHomeCompany')
  if (excessPermissions.length > 0) return refusal('RightsExceedOwn', { permissions: [...excessPermissions] })
  return hasWiderScope ? refusal('ScopeExceedsOwn') : null
}

/** The call of each action. */
const calls = {
  edit: updateUser,
  changeUsername,
  changeState: changeUserStates,
  resetPassword,
  unlock: unlockUser,
  assignRoles,
  allocate: setUserLocations,
  endSessions: endUserSessions,
  removeSecondFactor,
  inviteAgain,
  withdrawInvitation,
} satisfies Record<UserAction, unknown>

/** For a row or a drawer. */
export const offerOnUser = (context: Pick<SessionContext, 'actor' | 'language'>, user: UserFacts) =>
  offer<UserAction>(context, calls, (action) => refusedAction(action, user))
