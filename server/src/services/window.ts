import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import type { DayWindow } from '../kit/lists/window.ts'

/** Months that lists and the calendar of services show at once. */
const shownMonths = 13

/** Throws `WindowTooWide` for a window that is turned around or too wide. */
export function assertWindow({ from, to }: DayWindow): void {
  if (from > to || to > addMonths(from, shownMonths)) throw refusal('WindowTooWide', { months: shownMonths })
}
