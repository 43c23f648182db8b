import { foldUsername } from '../access/username.ts'
import { userTypes } from '../access/words.ts'
import { field } from '../kit/master-fields.ts'
import { fileImport } from '../kit/master-import.ts'
import { languages } from '../kit/values.ts'

/**
 * People by a workbook (USR-003, USR-004): each row is a new user, who gets a link to choose a password by mail. It adds
 * only; what users are afterwards is changed in user management.
 */
export const userKind = fileImport('user', {
  group: 'UserManagement',
  one: 'User',
  many: 'Users',
  addsOnly: true,
  refusals: [
    'UserLimitReached',
    'UsersStay',
    'UsernameTaken',
    'RightsExceedOwn',
    'PartnerNotFound',
    'LocationNotFound',
    'ScopeExceedsOwn',
  ],
  fields: {
    username: field.email({ key: true, folds: foldUsername }),
    firstName: field.text({ max: 80 }),
    lastName: field.text({ max: 80 }),
    userType: field.choice(userTypes, { words: 'userType', start: 'InternalUser' }),
    /** Names of roles in any of the three languages, with commas between them. */
    roles: field.text({ max: 400, optional: true }),
    customer: field.reference('businessRelation', { optional: true }),
    pointOfSale: field.reference('location', { optional: true }),
    thirdPartyLocation: field.reference('location', { optional: true }),
    language: field.choice(languages, { words: 'language', start: 'en' }),
  },
})
