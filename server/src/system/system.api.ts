// What other areas may ask of the system's own work.
export { schedules } from './declared.ts'
export { watchDropStore } from './drop-store.ts'
