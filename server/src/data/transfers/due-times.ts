import { nextDue } from '../../kit/work/schedule.ts'

/** Due dates are planned so far ahead. */
export const plannedDays = 62
/** More often than this nobody waits for a delivery. */
const leastGapMs = 3_600_000
const mostTimes = 3_000

/** The next due times after a moment by the clock of `timeZone`; empty where the expression says nothing. */
export function dueTimes(expression: string, timeZone: string, after: Date, count: number): Date[] {
  const times: Date[] = []
  try {
    for (let at = after; times.length < count;) {
      at = nextDue(expression, timeZone, at)
      times.push(at)
    }
    return times
  } catch {
    return []
  }
}

/** All due times after a moment up to another one. */
export function dueTimesUntil(expression: string, timeZone: string, after: Date, until: Date): Date[] {
  const times: Date[] = []
  for (let at = nextDue(expression, timeZone, after); at <= until && times.length < mostTimes;) {
    times.push(at)
    at = nextDue(expression, timeZone, at)
  }
  return times
}

/** What is wrong with an expression: it is none, or due more often than once an hour. */
export function faultOfExpression(expression: string, timeZone: string, now: Date): string | null {
  if (expression.trim().split(/\s+/).length !== 5) return 'NotACalendar'
  const times = dueTimes(expression, timeZone, now, 30)
  if (times.length === 0) return 'NotACalendar'
  const isTooOften = times.some((at, index) => {
    const before = times[index - 1]
    return before !== undefined && at.getTime() - before.getTime() < leastGapMs
  })
  return isTooOften ? 'DueTooOften' : null
}
