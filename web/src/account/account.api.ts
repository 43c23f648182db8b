// What other areas may ask of one's own account.
export { ownParts } from './parts.ts'
