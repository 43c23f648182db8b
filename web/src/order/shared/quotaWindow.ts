import { companyClock, companyDay } from '../../kit/values/companyDay.ts'
import type { Formats } from '../../kit/values/format.ts'

// A window of a quota is half open and begins by the company's clock. People name the last day of one that ends with a
// day, and the hour of one that does not.

type Window = { from: string; to: string }

export const windowStart = ({ date }: Formats, { from }: Pick<Window, 'from'>): string =>
  at(date, new Date(from))

/** The last day of the window, or the moment it ends. */
export const windowEnd = ({ date }: Formats, { to }: Pick<Window, 'to'>): string =>
  companyClock(new Date(to)) === midnight
    ? date(companyDay(new Date(Date.parse(to) - 1)))
    : at(date, new Date(to))

/** From when on the next window counts. */
export const nextWindow = ({ date }: Formats, { to }: Pick<Window, 'to'>): string => at(date, new Date(to))

const midnight = '00:00'
const at = (date: Formats['date'], moment: Date) => {
  const clock = companyClock(moment)
  return clock === midnight ? date(companyDay(moment)) : `${date(companyDay(moment))} ${clock}`
}
