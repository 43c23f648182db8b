import type { getServiceCalendar } from '@kervan/contract/services/scheduling'
import { addDays, addMonths, startOfWeek } from '@kervan/contract/kit/days'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { z } from 'zod'
import type { calendarSearch } from '../search.ts'

export type Calendar = OutputOf<typeof getServiceCalendar>

export type Entry = Calendar['entries'][number]

export type Search = Pick<z.infer<typeof calendarSearch>, 'day' | 'calendar'>

type View = NonNullable<Search['calendar']>

/** The days that a view shows, whole weeks beginning with Monday; the agenda shows a month. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'week') return sevenFrom(startOfWeek(day))
  const first = `${day.slice(0, 8)}01`
  const after = addMonths(first, 1)
  const days: string[] = []
  for (let one = view === 'month' ? startOfWeek(first) : first; one < after; one = addDays(one, 1))
    days.push(one)
  return view === 'month' ? wholeWeeks(days) : days
}

function wholeWeeks(days: readonly string[]): string[] {
  const missing = (7 - (days.length % 7)) % 7
  const last = days.at(-1) ?? ''
  return [...days, ...Array.from({ length: missing }, (_, at) => addDays(last, at + 1))]
}

const sevenFrom = (day: string) => Array.from({ length: 7 }, (_, at) => addDays(day, at))

export const refreshes = ['Calendar', 'ServiceSchedule', 'ServiceStrategy']
