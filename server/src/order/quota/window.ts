import { addDays, startOfWeek } from '@kervan/contract/kit/days'
import type { quotaUnits } from '@kervan/contract/order/words'
import { dayIn, startOfDay } from '../../kit/clock.ts'

// The windows of a quota rule (QTA-001; domain/advisor.md 3.1). Pure.

export type QuotaUnit = (typeof quotaUnits)[number]
export type Period = { unit: QuotaUnit; every: number; validFrom: string }
/** Half open: `from` belongs to it, `to` does not. */
export type Window = { from: Date; to: Date }

const hour = 3_600_000

/**
 * The window of a period that an instant is in. Calendar windows begin at midnight of the time zone; several units
 * together are counted from the one in which the rule begins. Hours are hours of UTC, so that days of 23 and 25 hours
 * stay exact.
 */
export function windowOf({ unit, every, validFrom }: Period, instant: Date, timeZone: string): Window {
  if (unit === 'Hour') {
    const start = Math.floor(startOfDay(timeZone, validFrom).getTime() / hour)
    const from = firstOf(Math.floor(instant.getTime() / hour), start, every)
    return { from: new Date(from * hour), to: new Date((from + every) * hour) }
  }
  const first = firstOf(indexOf(unit, dayIn(timeZone, instant)), indexOf(unit, validFrom), every)
  return {
    from: startOfDay(timeZone, dayAt(unit, first)),
    to: startOfDay(timeZone, dayAt(unit, first + every)),
  }
}

/** The first of the group of `every` units that `index` is in, counted from `start` in both directions. */
const firstOf = (index: number, start: number, every: number): number =>
  start + Math.floor((index - start) / every) * every

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000
// 5 January 1970 was a Monday.
const firstMonday = dayNumber('1970-01-05')
const monthsIn = { Month: 1, Quarter: 3, Year: 12 } as const

/** Which day, week, month … it is, counted without a gap. */
function indexOf(unit: Exclude<QuotaUnit, 'Hour'>, day: string): number {
  if (unit === 'Day') return dayNumber(day)
  if (unit === 'Week') return (dayNumber(startOfWeek(day)) - firstMonday) / 7
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return Math.floor(month / monthsIn[unit])
}

/** The first day of a unit. */
function dayAt(unit: Exclude<QuotaUnit, 'Hour'>, index: number): string {
  if (unit === 'Day') return addDays('1970-01-01', index)
  if (unit === 'Week') return addDays('1970-01-05', index * 7)
  const month = index * monthsIn[unit]
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`
}
