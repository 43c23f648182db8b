// What other areas may ask of users and their rights.
export { countLinkedAdministrators, countSignIns, linkedUsers, policyId } from './policy/policy.ts'
export { notifyContacts } from './contacts/notify-contacts.ts'
export { findOrMakeIdentity, madeAdministrator, makeAdministrator, makeCompany } from './found-company.ts'
export { requireStepUp, requireStepUpForUsers, signInAccess } from './step-up-rules.ts'
export { assertMayGrant, assertMayGrantRoles, assertNotAbove, assertSeesWhole } from './rights.ts'
export { readyMadeRoles } from './roles/ready-made-roles.ts'
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
