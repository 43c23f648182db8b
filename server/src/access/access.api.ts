// What other areas may ask of access.
export { foldUsername } from '@kervan/contract/access/username'
export { endSessionsOf } from '../kit/http/session.ts'
export { assertPortaMateTerms, type AcknowledgementContent } from './acknowledgements.ts'
export {
  administratorPermissions,
  administrators,
  assertAdministratorRemains,
  isLinked,
  lockAdministration,
} from './administrators.ts'
export { languageOf, setUsername, notifyUsernameChanged } from './change-username.ts'
export { isCommon } from './common-passwords.ts'
export { assertLocations } from './enter.ts'
export { watchAuthorities } from './entra-setting.ts'
export {
  allowCompany,
  answer,
  lockMembership,
  refuseCompany,
  settle,
  termsOf,
  type Person,
} from './invitation.ts'
export { assertOwnPassword, inOneLine } from './own-password.ts'
export { assertOwnSecondFactor, limitSecondFactorTries } from './own-second-factor.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { priceFor, pricesVisible } from './prices.ts'
export type { AreaRoles, CallPattern } from './area-roles.ts'
export { readyMadeRoleNames, registeredRole, type ReadyMadeRoleCode } from './ready-made-role-names.ts'
export {
  namesOfReadyMade,
  roleName,
  roleNameFolded,
  roleNamesOfMember,
  rolesOfMember,
  writtenRoleName,
  writtenRoleNameSql,
} from './role-names.ts'
export {
  forgetSecondFactor,
  newRecoveryCodes,
  newSeed,
  openSeed,
  sealSeed,
  seedAddress,
  spendStep,
  stepOf,
} from './second-factor.ts'
export { signInOf } from './signed-in.ts'
export { assertFreshProof } from './step-up.ts'
export { issueTemporaryPassword } from './temporary-password.ts'
export { microsoft } from './microsoft.ts'
export { countRequest, unlockSignIn } from './throttle.ts'
