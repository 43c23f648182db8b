// What other areas may ask of users and their rights.
export { countLinkedAdministrators, countSignIns, linkedUsers, policyId } from './policy/policy.ts'
export { tellContacts } from './contacts/tell-contacts.ts'
export { findOrMakeIdentity, madeAdministrator, makeAdministrator, makeCompany } from './found-company.ts'
export { changedMeanwhile } from './changed-meanwhile.ts'
export { assertProvenFor, assertProvenForUsers, wayIn } from './administering.ts'
export {
  administrators,
  assertAdministratorRemains,
  assertMayGrant,
  assertMayGrantRoles,
  assertNotAbove,
  assertSeesWhole,
  lockAdministration,
} from './rights.ts'
export { rolesOfMember } from './roles/roles.sql.ts'
export { linkCompany } from './users/invite.ts'
export { signInAsThem } from './users/user-actions.ts'
export {
  assertRoomFor,
  countActive,
  factsOf,
  findUser,
  locationScope,
  openSession,
  seenPerson,
  userScope,
} from './users/user.sql.ts'
