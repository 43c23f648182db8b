import { z } from 'zod'
import { NewUsername } from '../access/username.ts'
import { call, Version } from '../kit/call.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant, PersonName } from '../kit/values.ts'
import { UserView, one, location, checkLocation } from './users.ts'

// What is done to one user (USR-002, USR-004): create, change, sign-in help, invitation.

const locationRefusals = [
  'UserNotFound',
  'OwnRights',
  'RightsExceedOwn',
  'ScopeExceedsOwn',
  'PartnerNotFound',
  'LocationNotFound',
] as const

export const createUser = call('UserManagement/CreateUser', {
  input: z
    .strictObject({
      username: NewUsername,
      firstName: PersonName,
      lastName: PersonName,
      /** Sends a new person a link to choose their password, in place of telling a temporary one. */
      inviteByMail: z.boolean().optional(),
      ...location,
      ...stepUp,
    })
    .superRefine(checkLocation),
  output: z.strictObject({
    membershipId: z.uuid(),
    /** The person was known to another company: nothing of theirs was changed, and they are a user once they accept. */
    linked: z.boolean(),
    /** A link to choose a password goes to the person. */
    mailed: z.boolean(),
    /** Told once (D20); null for a linked person and when the request is repeated. */
    temporaryPassword: z.string().nullable(),
    expiresAt: Instant.nullable(),
  }),
  tellsOnce: ['temporaryPassword'],
  refusals: [...locationRefusals, 'UsernameTaken', 'UserLimitReached', 'ApiUserElsewhere', ...proofRefusals],
})

/** Names only where this company brought the person in. */
export const updateUser = call('UserManagement/UpdateUser', {
  input: z
    .strictObject({
      ...one,
      version: Version,
      firstName: PersonName.optional(),
      lastName: PersonName.optional(),
      ...location,
      ...stepUp,
    })
    .superRefine(checkLocation),
  output: UserView,
  refusals: [
    ...locationRefusals,
    'ChangedMeanwhile',
    'NotHomeCompany',
    'LastAdministrator',
    ...proofRefusals,
  ],
})

/** Both addresses are told (D25); open sessions go on. */
export const changeUsername = call('UserManagement/ChangeUsername', {
  input: z.strictObject({ ...one, version: Version, username: NewUsername, ...stepUp }),
  output: UserView,
  refusals: [
    'UserNotFound',
    'ChangedMeanwhile',
    'OwnRights',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'NotHomeCompany',
    'UsernameTaken',
    ...proofRefusals,
  ],
})

/** A temporary password, told once; it is good for a day and only for choosing a new one (D20). All sessions end. */
export const resetPassword = call('UserManagement/ResetPassword', {
  input: z.strictObject({ ...one, ...stepUp }),
  output: z.strictObject({ temporaryPassword: z.string().nullable(), expiresAt: Instant, user: UserView }),
  tellsOnce: ['temporaryPassword'],
  refusals: [
    'UserNotFound',
    'OwnRights',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'NotHomeCompany',
    'UserNotActive',
    ...proofRefusals,
  ],
})

/** Forgets the failed tries of the account, and makes a blocked user active again (ACC-005). */
export const unlockUser = call('UserManagement/UnlockUser', {
  input: z.strictObject({ ...one, ...stepUp }),
  output: UserView,
  refusals: ['UserNotFound', 'OwnRights', 'UserNotLocked', 'UserLimitReached', ...proofRefusals],
})

/** Another mail to somebody who has not answered, has declined, or has not chosen a password. Not before a while has passed (`InvitedRecently`). */
export const inviteAgain = call('UserManagement/InviteAgain', {
  input: z.strictObject({ ...one, ...stepUp }),
  output: UserView,
  refusals: [
    'UserNotFound',
    'OwnRights',
    'InvitationNotPending',
    'InvitedRecently',
    'UserBlocked',
    'UserLimitReached',
    ...proofRefusals,
  ],
})

/** The person can accept no more, and the seat is free. */
export const withdrawInvitation = call('UserManagement/WithdrawInvitation', {
  input: z.strictObject(one),
  output: UserView,
  refusals: ['UserNotFound', 'OwnRights', 'InvitationNotPending'],
})

export const endUserSessions = call('UserManagement/EndUserSessions', {
  input: z.strictObject(one),
  output: UserView,
  refusals: ['UserNotFound', 'NoOpenSession'],
})

/** For who lost the device and the recovery codes. All sessions end. */
export const removeSecondFactor = call('UserManagement/RemoveSecondFactor', {
  input: z.strictObject({ ...one, ...stepUp }),
  output: UserView,
  refusals: [
    'UserNotFound',
    'OwnRights',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'NotHomeCompany',
    'NoSecondFactor',
    ...proofRefusals,
  ],
})
