// What other areas may ask of access.
export { foldUsername } from './login.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { readyMadeRoles, type ReadyMadeRoleCode } from './ready-made-roles.ts'
