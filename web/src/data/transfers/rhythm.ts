/** A schedule that people say in a few words; all others are shown as they are written. */
export type Rhythm = { time: string } & (
  | { every: 'daily' }
  | { every: 'workingDays' }
  /** 0 is Sunday. */
  | { every: 'weekly'; weekdays: number[] }
  | { every: 'monthly'; day: number }
)

const number = /^\d{1,2}$/
const weekdayList = /^[0-7](?:,[0-7])*$/

/** What five fields of cron mean; null where no few words say it. */
export function rhythmOf(expression: string): Rhythm | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.trim().split(/\s+/)
  if (!number.test(minute) || !number.test(hour) || month !== '*') return null
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (number.test(day) && weekday === '*') return { every: 'monthly', day: Number(day), time }
  if (day !== '*') return null
  if (weekday === '*') return { every: 'daily', time }
  if (weekday === '1-5') return { every: 'workingDays', time }
  if (!weekdayList.test(weekday)) return null
  return { every: 'weekly', weekdays: weekday.split(',').map((one) => Number(one) % 7), time }
}
