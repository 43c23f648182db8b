// What other areas may ask of users and their rights.
export { changedMeanwhile } from './changed-meanwhile.ts'
export { assertMayGrant, assertNotAbove } from './rights.ts'
export { findUser, userScope } from './users/user.sql.ts'
