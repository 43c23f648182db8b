// What other areas may ask of users and their rights.
export { countLinkedAdministrators, countSignIns, policyId } from './policy/policy.ts'
export { findOrMakeIdentity, madeAdministrator, makeAdministrator, makeCompany } from './found-company.ts'
export { changedMeanwhile } from './changed-meanwhile.ts'
export { assertMayGrant, assertMayGrantRoles, assertNotAbove, lockAdministration } from './rights.ts'
export { signInAsThem } from './users/user-actions.ts'
export { assertRoomFor, countActive, factsOf, findUser, locationScope, openSession, userScope } from './users/user.sql.ts'
