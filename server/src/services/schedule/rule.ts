import { addDays, addMonths } from '@kervan/contract/kit/days'
import type { RulePeriod } from '@kervan/contract/services/words'

// Which days a plan means (SVC-006). Days are days of the company's calendar, so a change of clocks moves none.

export type Rule = {
  rulePeriod: RulePeriod
  /** 1 is Monday. */
  daysOfWeek: readonly number[]
  daysOfMonth: readonly number[]
  dates: readonly string[]
  startDate: string
  endDate: string
}

/** Years that a plan may reach. */
export const planYears = 2

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

const pad = (count: number) => String(count).padStart(2, '0')

/**
 * The days of a rule from its first to its last, in order, and those that a month lacks, such as `2027-02-31`, which are
 * skipped.
 */
export function datesOf(rule: Rule): { dates: string[]; skipped: string[] } {
  const { startDate, endDate } = rule
  if (rule.rulePeriod === 'Custom') {
    const chosen = [...new Set(rule.dates)].filter((day) => day >= startDate && day <= endDate)
    return { dates: chosen.toSorted(), skipped: [] }
  }
  if (rule.rulePeriod === 'Weekly') {
    const dates: string[] = []
    for (let day = startDate; day <= endDate; day = addDays(day, 1))
      if (rule.daysOfWeek.includes(weekdayOf(day))) dates.push(day)
    return { dates, skipped: [] }
  }
  const days = [...new Set(rule.daysOfMonth)].toSorted((a, b) => a - b)
  const dates: string[] = []
  const skipped: string[] = []
  for (let month = `${startDate.slice(0, 7)}-01`; month <= endDate; month = addMonths(month, 1)) {
    const last = Number(addDays(addMonths(month, 1), -1).slice(8))
    for (const day of days) {
      const date = `${month.slice(0, 8)}${pad(day)}`
      // A day that the month lacks stands at its end: it is skipped where the plan reaches that far.
      const held = `${month.slice(0, 8)}${pad(Math.min(day, last))}`
      if (held < startDate || held > endDate) continue
      if (day > last) skipped.push(date)
      else dates.push(date)
    }
  }
  return { dates, skipped }
}

/** Whether a rule says anything: days of the week, days of the month or dates. */
export function saysDays(rule: Pick<Rule, 'rulePeriod' | 'daysOfWeek' | 'daysOfMonth' | 'dates'>): boolean {
  const said = { Weekly: rule.daysOfWeek, Monthly: rule.daysOfMonth, Custom: rule.dates }[rule.rulePeriod]
  return said.length > 0
}
