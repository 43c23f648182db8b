// What other areas may ask of users and their rights.
export { countLinkedAdministrators } from './policy/policy.ts'
export { changedMeanwhile } from './changed-meanwhile.ts'
export { assertMayGrant, assertMayGrantRoles, assertNotAbove, lockAdministration } from './rights.ts'
export { assertRoomFor, countActive, findUser, userScope } from './users/user.sql.ts'
