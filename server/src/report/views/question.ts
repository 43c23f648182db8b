import type { ReportQuery } from '@kervan/contract/kit/report'
import type { ReportQuestion } from '@kervan/contract/report/report-views'
import type { ReportPeriod } from '@kervan/contract/report/view-words'
import { addDays, startOfWeek } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../../kit/context.ts'
import { holds } from '../../kit/http/gates.ts'
import { partsOf } from '../../kit/parts.ts'
import type { ServedReport } from '../../kit/reports/serve-report.ts'

// What a view asks of its report, and of which days.

type Days = { from: string | null; to: string | null }

/** The report of that screen. Throws `ReportUnknown` for one that is not there or not open to who asks. */
export function reportOf(name: string, actor: Pick<Actor, 'permissions' | 'lent'>): ServedReport {
  const served = partsOf('report').find(({ title }) => title === name)
  if (!served || !holds(served.report.figures, actor)) throw refusal('ReportUnknown')
  return served
}

/** The question as the report reads it. Throws `ReportViewUnfit` where the report does not offer what it asks for. */
export function queryOf({ report }: ServedReport, question: ReportQuestion, { from, to }: Days): ReportQuery {
  const { rows, column, measure, only } = question
  const read = report.figures.input.safeParse({ from, to, rows, column, measure, filters: only })
  if (!read.success) throw refusal('ReportViewUnfit')
  return read.data
}

/** The days of a period, both included, counted from a day of the company's calendar. */
export function daysOf(period: ReportPeriod | null, today: string): Days {
  if (period === null) return { from: null, to: null }
  const monday = startOfWeek(today)
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const endOfLastMonth = addDays(firstOfMonth, -1)
  const periods: Record<ReportPeriod, { from: string; to: string }> = {
    Yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    Last7Days: { from: addDays(today, -7), to: addDays(today, -1) },
    LastWeek: { from: addDays(monday, -7), to: addDays(monday, -1) },
    Last30Days: { from: addDays(today, -30), to: addDays(today, -1) },
    ThisMonth: { from: firstOfMonth, to: today },
    LastMonth: { from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
  }
  return periods[period]
}
