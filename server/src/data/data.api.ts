// What other areas may ask of a company's data.
export { regionCodes } from './geography.ts'
export { priceChanges } from './price-changes.ts'
export { dueTimesUntil } from './transfers/due-times.ts'
export { plannedUntil } from './transfers/plan.ts'
export { dataTransferWork } from './transfers/watch.ts'
