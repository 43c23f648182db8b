import { addDays, addMonths, isWeekend } from '@kervan/contract/kit/days'
import { dayIn, startOfDay, utcOffsetMinutes } from '../kit/clock.ts'
import { existing } from '@kervan/contract/kit/typed'
import type { Random } from './random.ts'

// When things happen in the demo: a year of days up to today, most of it at work.

const hour = 3_600_000
export const dayLong = 24 * hour

export type DemoDay = {
  day: string
  starts: number
  /** How much is ordered on it. */ weight: number
  /** Where the day, as far as it has come, ends. */ ends: number
}
export type Calendar = {
  now: number
  days: readonly DemoDay[]
  /** The first moment at work, not before this one. */ atWork(moment: number, random: Random): number
}

export function calendarOf(timeZone: string, now: Date): Calendar {
  const today = dayIn(timeZone, now)
  const days: DemoDay[] = []
  for (let day = addDays(addMonths(today, -12), 1); day <= today; day = addDays(day, 1)) {
    const starts = startOfDay(timeZone, day).getTime() + 7.5 * hour
    days.push({ day, starts, ends: Math.min(now.getTime(), starts + 11 * hour), weight: 0 })
  }
  // Business grows a little over the year, weekends are quiet, and the last working days are busy.
  const lastBusy = days.findLastIndex(({ day }) => !isWeekend(day)) - 2
  for (const [index, one] of days.entries()) {
    const open = Math.max(0, one.ends - one.starts) / (11 * hour)
    one.weight =
      open *
      (!isWeekend(one.day) ? 1 : 0.12) *
      (0.85 + (0.3 * index) / days.length) *
      (index >= lastBusy ? 1.8 : 1)
  }
  const offset = utcOffsetMinutes(timeZone, now) * 60_000
  return {
    now: now.getTime(),
    days,
    atWork(moment, random) {
      let local = moment + offset
      const begin = 8.5 * hour + random.next() * hour
      if (local % dayLong > 18.5 * hour) local += dayLong - (local % dayLong) + begin
      else if (local % dayLong < 8 * hour) local += begin - (local % dayLong)
      while (isWeekend(new Date(local).toISOString().slice(0, 10))) local += dayLong
      return local - offset
    },
  }
}

/** `count` moments over the calendar, in order, with the day each is on. */
export function spread(calendar: Calendar, count: number, random: Random): { at: number; day: string }[] {
  const upTo: number[] = []
  let sum = 0
  for (const { weight } of calendar.days) upTo.push((sum += weight))
  const moments = Array.from({ length: count }, () => {
    const wanted = random.next() * sum
    const day = existing(calendar.days[upTo.findIndex((limit) => limit > wanted)])
    return { at: Math.floor(random.between(day.starts, day.ends)), day: day.day }
  })
  return moments.toSorted((a, b) => a.at - b.at)
}

/** `count` working days after a day. */
export function workingDaysAfter(day: string, count: number): string {
  let date = day
  for (let left = count; left > 0;) {
    date = addDays(date, 1)
    if (!isWeekend(date)) left -= 1
  }
  return date
}
