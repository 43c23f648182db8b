import type { Language } from '@kervan/contract/kit/values'
import { fold } from '../fold.ts'

type Reading = {
  language: Language
  /** The day that `1.12` and `+30` are counted from, as `2026-11-29`. */
  today: string
  /** The reader writes the month before the day. */
  monthFirst?: boolean
}

const dayMs = 86_400_000
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * A day as somebody types it, as it travels (`2026-12-01`); null for what is none. Day, month and year with any sign
 * between them, six or eight digits, a month by its name, without a year the day nearest to today, `+30` days from today.
 */
export function readDay(text: string, { language, today, monthFirst = false }: Reading): string | null {
  const given = text.trim()
  const from = /^\+(\d{1,4})$/.exec(given)
  if (from) return iso(Date.parse(today) + Number(from[1]) * dayMs)
  const year = Number(today.slice(0, 4))
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(given)
  if (digits) return dayOf(digits[1]!, digits[2]!, digits[3]!, monthFirst) ?? backwards(given)
  const parts = given.split(/[\s./-]+/).filter(Boolean)
  if (parts.length < 2 || parts.length > 3) return null
  const [first = '', second = '', third] = parts
  if (/^\d{4}$/.test(first)) return third === undefined ? null : dayOf(third, second, first, false)
  const months = monthsIn(language)
  const monthAt = (word: string) => {
    const called = fold(word)
    const found = called.length < 3 ? -1 : months.findIndex((month) => month.startsWith(called.slice(0, 3)))
    return found < 0 ? null : String(found + 1)
  }
  const named = monthAt(second)
  const readIn = (inYear: string) =>
    named === null ? dayOf(first, second, inYear, monthFirst) : dayOf(first, named, inYear, false)
  if (third !== undefined) return readIn(third)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  return (
    [year - 1, year, year + 1]
      .map((one) => readIn(String(one)))
      .filter((day) => day !== null)
      .toSorted((one, other) => distance(one) - distance(other))[0] ?? null
  )
}

/** `20261201`, where the digits are no day from the front. */
const backwards = (digits: string) =>
  digits.length === 8 ? dayOf(digits.slice(6), digits.slice(4, 6), digits.slice(0, 4), false) : null

function dayOf(first: string, second: string, year: string, monthFirst: boolean): string | null {
  const [day, month] = monthFirst ? [second, first] : [first, second]
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^(\d{2}|\d{4})$/.test(year)) return null
  const whole = year.length === 2 ? `20${year}` : year
  const read = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(read)
  // No 31 June: it would be read as 1 July.
  return Number.isNaN(time) || iso(time) !== read ? null : read
}

const monthsIn = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    fold(
      new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)),
    ),
  )
