import { narrowEnough, type DayWindow } from '../kit/lists/window.ts'

/** Months that lists and the calendar of services show at once. */
const shownMonths = 13

/** Throws `WindowTooWide` for a window that is turned around or too wide. */
export function assertWindow(window: DayWindow): void {
  narrowEnough(window, shownMonths)
}
