import { sql, type RawBuilder } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { startOfDay } from '../clock.ts'

/** Days of the company's own calendar, both ends included. */
export type DayWindow = { from: string; to: string }

/**
 * The condition that a moment lies within a window of days. Throws `WindowTooWide` when the window is turned around or
 * wider than the list allows (ORD-010, ORD-011, ORD-025, D46).
 */
export function withinWindow(
  timeZone: string,
  moment: RawBuilder<unknown>,
  window: DayWindow,
  months: number,
): RawBuilder<unknown> {
  const { from, to } = narrowEnough(window, months)
  return sql`${moment} >= ${startOfDay(timeZone, from)} and ${moment} < ${startOfDay(timeZone, addDays(to, 1))}`
}

/** The same of a column that holds days. */
export function daysWithin(day: RawBuilder<unknown>, window: DayWindow, months: number): RawBuilder<unknown> {
  const { from, to } = narrowEnough(window, months)
  return sql`${day} between ${from}::date and ${to}::date`
}

/** Throws `WindowTooWide` for a window that is turned around or wider than `months`. */
export function narrowEnough(window: DayWindow, months: number): DayWindow {
  const { from, to } = window
  if (from > to || to > addMonths(from, months)) throw refusal('WindowTooWide', { months })
  return window
}
