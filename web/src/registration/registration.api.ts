// What other areas may ask of registration.
export { registrationParts } from './parts.ts'
