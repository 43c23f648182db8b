import { getSession } from '../call/session.ts'
import { formats } from './format.ts'

// Days are the company's: a window of days, a due day, the last day of a key begin and end by its clock, wherever its
// people sit. Moments are written by the reader's own clock (`format.ts`).

/** Today where the company is. */
export function today(now = new Date()): string {
  return companyDay(now)
}

/** The day a moment falls on where the company is. */
export function companyDay(moment: Date): string {
  return dayIn(companyZone(), moment)
}

/** Hours and minutes of a moment where the company is, such as 14:00. */
export function companyClock(moment: Date): string {
  return writerOf(companyZone(), 'clock').format(moment)
}

/** The day it is in a time zone. One that this browser does not know, or none, leaves the browser's own. */
export function dayIn(timeZone: string | undefined, moment: Date): string {
  return writerOf(timeZone).format(moment)
}

/** The company's time zone where its clock shows another time than the reader's at the moment, else null. */
export function foreignZone(now = new Date()): string | null {
  const zone = companyZone()
  return zone !== undefined && clockIn(zone, now) !== clockIn(formats().timeZone, now) ? zone : null
}

const companyZone = () => getSession()?.TimeZone
const clockIn = (zone: string | undefined, now: Date) =>
  `${dayIn(zone, now)} ${writerOf(zone, 'clock').format(now)}`

const parts = {
  day: { year: 'numeric', month: '2-digit', day: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const
const writers = new Map<string, Intl.DateTimeFormat>()

/** Making a writer costs a thousand times what using it does. */
function writerOf(timeZone: string | undefined, kind: keyof typeof parts = 'day'): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone ?? ''}`
  const writer = writers.get(key) ?? makeWriter(timeZone, kind)
  writers.set(key, writer)
  return writer
}

function makeWriter(timeZone: string | undefined, kind: keyof typeof parts): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      ...parts[kind],
      ...(timeZone === undefined ? {} : { timeZone }),
    })
  } catch {
    return new Intl.DateTimeFormat('en-CA', parts[kind])
  }
}
