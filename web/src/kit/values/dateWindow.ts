import { addDays, addMonths } from '@kervan/contract/kit/days'
import { today } from './companyDay.ts'

// Lists of what happened are asked for a window of the company's days, both ends included, and no wider than the list allows.

export type DayWindow = { from: string; to: string }
export type WindowFault = 'missing' | 'reversed' | 'tooWide' | 'tooEarly'

export function windowFault(
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
  months: number,
  earliest?: string,
): WindowFault | null {
  if (!from || !to) return 'missing'
  if (from > to) return 'reversed'
  if (to > addMonths(from, months)) return 'tooWide'
  return earliest && from < earliest ? 'tooEarly' : null
}

/** The window of an address; what it leaves open is filled up to the widest one that ends today. */
export function windowOf(
  given: { from?: string | undefined; to?: string | undefined },
  months: number,
  now = today(),
): DayWindow {
  const to = given.to ?? (given.from && given.from > now ? given.from : now)
  return { from: given.from ?? widestFrom(to, months), to }
}

/** The first day of the widest window. Three months before 31 December are 30 September, and from there to 31 December it is a day too many. */
function widestFrom(to: string, months: number): string {
  const from = addMonths(to, -months)
  return windowFault({ from, to }, months) === null ? from : addDays(from, 1)
}

export type WindowChoice = { key: 'days' | 'thisMonth' | 'lastMonth' | 'widest'; window: DayWindow }

/** What is asked for most, ready to press. */
export function windowChoices(months: number, now = today()): WindowChoice[] {
  const first = `${now.slice(0, 8)}01`
  return [
    { key: 'days', window: { from: addDays(now, -29), to: now } },
    { key: 'thisMonth', window: { from: first, to: now } },
    { key: 'lastMonth', window: { from: addMonths(first, -1), to: addDays(first, -1) } },
    { key: 'widest', window: { from: widestFrom(now, months), to: now } },
  ]
}
