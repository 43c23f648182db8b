// What other areas may ask of registration.
export { registrationScope, registrationTables } from './decide.ts'
