// What other areas may use of ordering.
export { countWords, type TabCount } from './shared/counts.ts'
export { managementWindow, myEarliest, myWindow } from './windows.ts'
