/** A schedule that people say in a few words; all others are shown as they are written. */
export type Rhythm = { time: string } & (
  | { every: 'daily' }
  | { every: 'workingDays' }
  /** 0 is Sunday. */
  | { every: 'weekly'; weekdays: number[] }
  | { every: 'monthly'; day: number }
)

const number = /^\d{1,2}$/
const weekdayPart = /^[0-7](?:-[0-7])?$/
const weekdays = 7

/** The weekdays that a field of cron names; null for one that says something else. */
function weekdaysOf(field: string): number[] | null {
  const parts = field.split(',')
  if (!parts.every((part) => weekdayPart.test(part))) return null
  const days = parts.flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => (from + at) % weekdays)
  })
  return days.length > 0 ? [...new Set(days)] : null
}

/** What five fields of cron mean; null where no few words say it. */
export function rhythmOf(expression: string): Rhythm | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.trim().split(/\s+/)
  if (!number.test(minute) || !number.test(hour) || month !== '*') return null
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (number.test(day) && weekday === '*') return { every: 'monthly', day: Number(day), time }
  if (day !== '*') return null
  if (weekday === '*') return { every: 'daily', time }
  if (weekday === '1-5') return { every: 'workingDays', time }
  const named = weekdaysOf(weekday)
  return named && { every: 'weekly', weekdays: named, time }
}

/** The five fields of cron that mean a rhythm. */
export function expressionOf(rhythm: Rhythm): string {
  const [hour = 0, minute = 0] = rhythm.time.split(':').map(Number)
  const at = `${minute} ${hour}`
  if (rhythm.every === 'monthly') return `${at} ${rhythm.day} * *`
  if (rhythm.every === 'daily') return `${at} * * *`
  if (rhythm.every === 'workingDays') return `${at} * * 1-5`
  return `${at} * * ${rhythm.weekdays.toSorted((a, b) => a - b).join(',')}`
}

/** A Sunday, from which weekdays are named. */
const sunday = Date.UTC(2023, 0, 1)
const dayMs = 86_400_000

/** What a weekday is called, 0 being Sunday. */
export const weekdayName = (language: string, width: 'long' | 'short', day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' }).format(sunday + day * dayMs)
