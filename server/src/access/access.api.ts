// What other areas may ask of access.
export { foldUsername } from '@kervan/contract/access/username'
export { endSessionsOf } from '../kit/session.ts'
export { watchAuthorities } from './entra-setting.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { readyMadeRoles, type ReadyMadeRoleCode } from './ready-made-roles.ts'
export { forgetSecondFactor } from './second-factor.ts'
export { issueTemporaryPassword } from './temporary-password.ts'
export { unlockSignIn } from './throttle.ts'
