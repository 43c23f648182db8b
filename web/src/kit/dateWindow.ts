import { addDays, addMonths, today } from './businessDays.ts'

// Lists of what happened are asked for a window of days, both ends included, and no wider than the list allows.

export type DayWindow = { from: string; to: string }
export type WindowFault = 'missing' | 'reversed' | 'tooWide'

export function windowFault({ from, to }: { from?: string | null | undefined; to?: string | null | undefined }, months: number): WindowFault | null {
  if (!from || !to) return 'missing'
  if (from > to) return 'reversed'
  return to > addMonths(from, months) ? 'tooWide' : null
}

/** The window of an address; what it leaves open is filled up to the widest one that ends today. */
export function windowOf(given: { from?: string | undefined; to?: string | undefined }, months: number, now = today()): DayWindow {
  const to = given.to ?? (given.from && given.from > now ? given.from : now)
  return { from: given.from ?? widestFrom(to, months, now), to }
}

/**
 * The first day of the widest window that may be asked for. Three months before 31 December are 30 September, and from
 * there to 31 December it is a day too many; one that ends today leaves room for the day `untilNow` adds.
 */
function widestFrom(to: string, months: number, now: string): string {
  const end = to === now ? addDays(to, 1) : to
  let from = addMonths(end, -months)
  while (windowFault({ from, to: end }, months) !== null) from = addDays(from, 1)
  return from
}

/**
 * What is asked of the server for a window of what has happened. Its days are the company's: where the company's next day
 * has begun before the user's, a window that ends today would leave out what was done a minute ago. Nothing that has
 * happened lies further ahead, so one day more shows no more than that.
 */
export function untilNow(shown: DayWindow, months: number, now = today()): DayWindow {
  const asked = { ...shown, to: addDays(shown.to, 1) }
  return shown.to === now && windowFault(asked, months) === null ? asked : shown
}

export type WindowChoice = { key: 'days' | 'thisMonth' | 'lastMonth' | 'widest'; window: DayWindow }

/** What is asked for most, ready to press. */
export function windowChoices(months: number, now = today()): WindowChoice[] {
  const first = `${now.slice(0, 8)}01`
  return [
    { key: 'days', window: { from: addDays(now, -29), to: now } },
    { key: 'thisMonth', window: { from: first, to: now } },
    { key: 'lastMonth', window: { from: addMonths(first, -1), to: addDays(first, -1) } },
    { key: 'widest', window: { from: widestFrom(now, months, now), to: now } },
  ]
}
