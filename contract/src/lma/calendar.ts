import { addDays, addMonths, easterSunday, isBusinessDay, isWeekend, startOfWeek } from '../kit/days.ts'
import { meanOf, type Exact } from './exact.ts'
import type { AveragePeriod, holidayRules } from './words.ts'

// Days of the fuel price module: half days are business days, quotes follow the bank holidays of England.

/** Days that a company's own calendar adds to the holidays, or takes away from them. */
export type OwnDays = ReadonlyMap<string, boolean>

/** Whether offices in Türkiye work; `own` says of a day whether it is a holiday. */
export function isTurkishBusinessDay(day: string, own: OwnDays = new Map()): boolean {
  const said = own.get(day)
  return said === undefined ? isBusinessDay(day, 'TR') : !isWeekend(day) && !said
}

/** The only day of a month on which prices of LPG change (LMA-003). */
export function firstBusinessDay(month: string, own?: OwnDays): string {
  let day = `${month.slice(0, 7)}-01`
  while (!isTurkishBusinessDay(day, own)) day = addDays(day, 1)
  return day
}

/** A decision is in force from the start of the following calendar day on. */
export const effectiveDay = (decided: string): string => addDays(decided, 1)

/** Bank holidays of England with their substitutes: no quotes on these. */
export function isEnglishHoliday(day: string): boolean {
  const year = day.slice(0, 4)
  const easter = easterSunday(Number(year)) // no price
  return [
    substitute(`${year}-01-01`),
    addDays(easter, -2),
    addDays(easter, 1),
    firstMonday(`${year}-05-01`),
    lastMonday(`${year}-05-31`),
    lastMonday(`${year}-08-31`),
    ...christmas(year),
  ].includes(day)
}

const firstMonday = (first: string): string => startOfWeek(addDays(first, 6))
const lastMonday = (last: string): string => startOfWeek(last)

function substitute(day: string): string {
  while (isWeekend(day)) day = addDays(day, 1)
  return day
}

function christmas(year: string): string[] {
  const first = substitute(`${year}-12-25`)
  const boxing = substitute(`${year}-12-26`)
  return [first, boxing === first ? substitute(addDays(first, 1)) : boxing]
}

/** Whether quotes are published on a day. */
export const isQuoteDay = (day: string): boolean => !isWeekend(day) && !isEnglishHoliday(day)

export type DayValue = { day: string; value: Exact }
export type PeriodAverage = { from: string; to: string; value: Exact; days: number; partial: boolean }

/** First day of the week (Monday), month or year that a day is in. */
export function periodStart(day: string, period: AveragePeriod): string {
  if (period === 'Weekly') return startOfWeek(day)
  return period === 'Monthly' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
}

/** Last day of the period that begins on `from`. */
export function periodEnd(from: string, period: AveragePeriod): string {
  return period === 'Weekly' ? addDays(from, 6) : addDays(addMonths(from, period === 'Monthly' ? 1 : 12), -1)
}

/** Means over the published days alone; a period that `today` is in, is partial. Periods without a day are left out. */
export function averages(values: readonly DayValue[], period: AveragePeriod, today: string): PeriodAverage[] {
  const groups = Map.groupBy(values, ({ day }) => periodStart(day, period))
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, days]) => {
      const to = periodEnd(from, period)
      const value = meanOf(days.map((one) => one.value))
      return value ? [{ from, to, value, days: days.length, partial: to >= today }] : []
    })
}

/**
 * The mean of the weekdays from one day to another by the rule of a contract: the published days alone, the last quote
 * carried, or the next one taken. `values` are in the order of their days and may reach beyond the period. Null without
 * any value for it.
 */
export function meanByRule(
  values: readonly DayValue[],
  { from, to }: { from: string; to: string },
  rule: (typeof holidayRules)[number],
): Exact | null {
  if (rule === 'PublishedDays')
    return meanOf(values.flatMap(({ day, value }) => (day >= from && day <= to ? [value] : [])))
  const found: Exact[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isWeekend(day)) continue
    const one =
      rule === 'CarryLast'
        ? values.findLast((value) => value.day <= day)
        : (values.find((value) => value.day >= day) ?? values.at(-1))
    if (one) found.push(one.value)
  }
  return meanOf(found)
}
