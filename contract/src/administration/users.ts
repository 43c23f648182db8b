import { z } from 'zod'
import { invitationViews, loginStates, membershipStates, userTypes, type UserType } from '../access/words.ts'
import { actionsField } from '../kit/actions.ts'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Instant, languages } from '../kit/values.ts'

// User management (USR-002 to USR-004): people of the company, what they are, and what may be done with them. What gives
// a way in as somebody who administers, or their rights, is asked for a fresh proof.

/** What may be done with a user. Each has its own call, so its own permission. */
export const userActions = [
  'edit',
  'changeUsername',
  'changeState',
  'resetPassword',
  'unlock',
  'assignRoles',
  'allocate',
  'endSessions',
  'removeSecondFactor',
  'inviteAgain',
  'withdrawInvitation',
] as const
export type UserAction = (typeof userActions)[number]

const UserActions = actionsField(userActions)

export const users = pageList('UserManagement/GetUsers', {
  columns: {
    username: column.text(),
    firstName: column.text(),
    lastName: column.text(),
    userType: column.choice(userTypes, { words: 'userType' }),
    roles: column.text(),
    state: column.choice(membershipStates, { words: 'membership' }),
    invitation: column.choice(invitationViews, { words: 'invitation', nullable: true }),
    partnerName: column.text({ nullable: true }),
    pointOfSale: column.text({ nullable: true }),
    thirdPartyLocation: column.text({ nullable: true }),
    lastLoginAt: column.instant({ nullable: true }),
    joinedAt: column.instant(),
    lockedUntil: column.instant({ nullable: true }),
    secondFactor: column.flag(),
  },
  extra: { id: z.uuid(), version: z.int(), actions: UserActions },
  defaultSort: [{ column: 'username', direction: 'asc' }],
  search: true,
  selectable: true,
})

/** How many of the users the company pays for are active (USR-003). */
export const getUserCounts = call('UserManagement/GetUserCounts', {
  reads: true,
  input: z.strictObject({}),
  output: z.strictObject({ active: z.int(), passive: z.int(), blocked: z.int(), maximum: z.int() }),
  refusals: [],
})

const Named = z.strictObject({ id: z.uuid(), code: z.string(), name: z.string() })

export const UserView = z.strictObject({
  id: z.uuid(),
  version: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userType: z.enum(userTypes),
  state: z.enum(membershipStates),
  language: z.enum(languages),
  roles: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  partner: Named.nullable(),
  pointOfSale: Named.nullable(),
  thirdPartyLocation: Named.nullable(),
  /** Sees allocated locations only (USR-006). */
  locationScoped: z.boolean(),
  locationCount: z.int(),
  /** Brought in by this company, which alone may change names, user name and password. */
  isHome: z.boolean(),
  /** What the person said to being a user here; null for people of the company's own. */
  invitation: z
    .strictObject({
      state: z.enum(invitationViews),
      invitedAt: Instant.nullable(),
      invitedBy: z.string().nullable(),
      answeredAt: Instant.nullable(),
    })
    .nullable(),
  joinedAt: Instant,
  lastLoginAt: Instant.nullable(),
  lockedUntil: Instant.nullable(),
  secondFactor: z.boolean(),
  sessionCount: z.int(),
  actions: UserActions,
})
export type UserView = z.infer<typeof UserView>

export const one = { membershipId: Uuid }

export const getUser = call('UserManagement/GetUser', {
  reads: true,
  input: z.strictObject(one),
  output: UserView,
  refusals: ['UserNotFound'],
})

/** The user's open sessions and last tries to sign in to this company, newest first. */
export const getUserSignIns = call('UserManagement/GetUserSignIns', {
  reads: true,
  input: z.strictObject(one),
  output: z.strictObject({
    sessions: z.array(
      z.strictObject({
        id: z.uuid(),
        agent: z.string(),
        address: z.string(),
        startedAt: Instant,
        lastSeenAt: Instant,
      }),
    ),
    attempts: z.array(
      z.strictObject({
        id: z.uuid(),
        at: Instant,
        loginState: z.enum(loginStates),
        address: z.string(),
        agent: z.string(),
      }),
    ),
  }),
  refusals: ['UserNotFound'],
})

export const userOptionKinds = ['role', 'partner', 'pointOfSale', 'location', 'user', 'apiUser'] as const
export type UserOptionKind = (typeof userOptionKinds)[number]

/** What a user can be given, by code or name; at most fifty. Roles the caller may not grant say why. */
export const getUserOptions = call('UserManagement/GetUserOptions', {
  reads: true,
  input: z.strictObject({
    kind: z.enum(userOptionKinds),
    search: z.string().max(100),
    partnerId: Uuid.nullable().optional(),
  }),
  output: z.strictObject({
    options: z.array(
      z.strictObject({ id: z.uuid(), code: z.string(), name: z.string(), blocked: z.string().nullable() }),
    ),
    hasMore: z.boolean(),
  }),
  refusals: [],
})

export const location = {
  userType: z.enum(userTypes),
  roleIds: z.array(Uuid).max(50),
  partnerId: Uuid.nullable(),
  pointOfSaleId: Uuid.nullable(),
  thirdPartyLocationId: Uuid.nullable(),
  locationScoped: z.boolean(),
  language: z.enum(languages),
}
export type UserLocation = Pick<
  z.infer<z.ZodObject<typeof location>>,
  'userType' | 'partnerId' | 'pointOfSaleId' | 'thirdPartyLocationId'
>

/** What each user type must have and must not have (USR-002, USR-007). */
export const locationRules: Record<
  UserType,
  { needs: readonly (keyof UserLocation)[]; lacks: readonly (keyof UserLocation)[] }
> = {
  InternalUser: { needs: [], lacks: ['partnerId', 'thirdPartyLocationId'] },
  Customer: { needs: ['partnerId'], lacks: ['thirdPartyLocationId'] },
  ThirdPartyUser: { needs: ['pointOfSaleId', 'thirdPartyLocationId'], lacks: [] },
  APIUser: { needs: [], lacks: ['thirdPartyLocationId'] },
  GBREPluginUser: { needs: [], lacks: ['thirdPartyLocationId'] },
  PharmaSalesExecutive: { needs: ['pointOfSaleId'], lacks: ['thirdPartyLocationId'] },
}

/** The fields that do not fit the user type. */
export function locationFaults(location: UserLocation): (keyof UserLocation)[] {
  const { needs, lacks } = locationRules[location.userType]
  return [
    ...needs.filter((field) => location[field] === null),
    ...lacks.filter((field) => location[field] !== null),
  ]
}

/** For the schemas of the calls and of the form alike. */
export function checkLocation(location: UserLocation, context: z.RefinementCtx): void {
  for (const field of locationFaults(location))
    context.addIssue({
      code: 'custom',
      path: [field],
      message: location[field] === null ? 'kit.issue.choose' : 'kit.issue.invalid',
    })
}

/** A dryRun asks for no proof; where one is needed, it is for the whole of the selection. */
const bulk = {
  selection: users.selection,
  dryRun: z.boolean(),
  ...stepUp,
}

/** Passive and Blocked end the sessions at once; Active counts against the maximum. Each user stands for itself. */
export const changeUserStates = call('UserManagement/ChangeUserStates', {
  input: z.strictObject({ ...bulk, state: z.enum(membershipStates) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', ...proofRefusals],
})

export const assignRoles = call('UserManagement/AssignRoles', {
  input: z.strictObject({ ...bulk, add: z.array(Uuid).max(50), remove: z.array(Uuid).max(50) }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'RightsExceedOwn', ...proofRefusals],
})
