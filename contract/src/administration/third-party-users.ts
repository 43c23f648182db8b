import { z } from 'zod'
import { NewUsername } from '../access/username.ts'
import { invitationViews, membershipStates } from '../access/words.ts'
import { call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { proofRefusals, stepUp } from '../kit/step-up.ts'
import { Code, languages } from '../kit/values.ts'
import { getUserOptions } from './users.ts'
import { createUser } from './user-acts.ts'
import { PersonName } from '../kit/values.ts'

// The users of one location (USR-007), for whoever looks after that location and need not manage anybody else.

const at = { locationUniqueCode: Code }

/** Where such users may be: the locations the caller looks after, those that have some first. */
export const thirdPartyLocations = pageList('ThirdPartyUserManagement/GetThirdPartyLocations', {
  columns: {
    locationName: column.text(),
    locationCode: column.text(),
    subdivision: column.text(),
    partnerName: column.text({ nullable: true }),
    userCount: column.integer(),
  },
  extra: { id: z.uuid() },
  defaultSort: [
    { column: 'userCount', direction: 'desc' },
    { column: 'locationName', direction: 'asc' },
  ],
  search: true,
})

export const thirdPartyUsers = pageList('ThirdPartyUserManagement/GetThirdPartyUsers', {
  columns: {
    username: column.text(),
    firstName: column.text(),
    lastName: column.text(),
    roles: column.text(),
    state: column.choice(membershipStates, { words: 'membership' }),
    invitation: column.choice(invitationViews, { words: 'invitation', nullable: true }),
    pointOfSale: column.text({ nullable: true }),
    lastLoginAt: column.instant({ nullable: true }),
    joinedAt: column.instant(),
  },
  extra: {
    id: z.uuid(),
    version: z.int(),
    roleList: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
    pointOfSaleId: z.uuid().nullable(),
    language: z.enum(languages),
    isHome: z.boolean(),
    /** Why the caller may not edit this user; null when they may. */
    blocked: z.string().nullable(),
  },
  scope: at,
  defaultSort: [{ column: 'username', direction: 'asc' }],
  search: true,
  refusals: ['LocationNotFound'],
})

export const getThirdPartyLocation = call('ThirdPartyUserManagement/GetThirdPartyLocation', {
  reads: true,
  input: z.strictObject(at),
  output: z.strictObject({
    id: z.uuid(),
    code: z.string(),
    name: z.string(),
    partnerName: z.string().nullable(),
  }),
  refusals: ['LocationNotFound'],
})

/** Roles, and the points of sale of the partner whose location it is. */
export const getThirdPartyOptions = call('ThirdPartyUserManagement/GetThirdPartyOptions', {
  reads: true,
  input: z.strictObject({ ...at, kind: z.enum(['role', 'pointOfSale']), search: z.string().max(100) }),
  output: getUserOptions.output,
  refusals: ['LocationNotFound'],
})

const fields = {
  roleIds: z.array(Uuid).max(50),
  pointOfSaleId: Uuid,
  language: z.enum(languages),
  ...stepUp,
}

/** User type and location are given by the location; the point of sale is chosen. */
export const createThirdPartyUser = call('ThirdPartyUserManagement/CreateThirdPartyUser', {
  input: z.strictObject({
    ...at,
    username: NewUsername,
    firstName: PersonName,
    lastName: PersonName,
    inviteByMail: createUser.input.shape.inviteByMail,
    ...fields,
  }),
  output: createUser.output,
  tellsOnce: createUser.tellsOnce,
  refusals: createUser.refusals,
})

export const updateThirdPartyUser = call('ThirdPartyUserManagement/UpdateThirdPartyUser', {
  input: z.strictObject({
    ...at,
    membershipId: Uuid,
    version: Version,
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    ...fields,
  }),
  output: z.strictObject({ version: z.int() }),
  refusals: [
    'UserNotFound',
    'ChangedMeanwhile',
    'OwnRights',
    'RightsExceedOwn',
    'ScopeExceedsOwn',
    'NotHomeCompany',
    'LocationNotFound',
    'PartnerNotFound',
    ...proofRefusals,
  ],
})
