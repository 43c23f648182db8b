// Dates of GS1: six digits, whose year is that of the century that is nearest to now.

export type Day = { date: string; isWholeMonth: boolean }

/** The four digits of a year of two: at most 49 years ago and 50 years ahead (GS1 General Specifications 7.12). */
export function fullYear(twoDigits: number, thisYear: number): number {
  const ahead = twoDigits - (thisYear % 100)
  const century = thisYear - (thisYear % 100)
  if (ahead >= 51) return century - 100 + twoDigits
  if (ahead <= -50) return century + 100 + twoDigits
  return century + twoDigits
}

/** The day that YYMMDD means, `yyyy-mm-dd`; day 00 is the last of its month. Null for what is no day. */
export function dayOf(sixDigits: string, thisYear: number): Day | null {
  if (!/^\d{6}$/.test(sixDigits)) return null
  const [year, month, day] = [0, 2, 4].map((at) => Number(sixDigits.slice(at, at + 2)))
  return dayIn(fullYear(year ?? 0, thisYear), month ?? 0, day ?? 0)
}

const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** As `dayOf`, of a year that is known. */
export function dayIn(year: number, month: number, day: number): Day | null {
  if (month < 1 || month > 12) return null
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = month === 2 && isLeap ? 29 : (lastDays[month - 1] ?? 0)
  if (day > last) return null
  const two = (number: number) => String(number).padStart(2, '0')
  return { date: `${year}-${two(month)}-${two(day === 0 ? last : day)}`, isWholeMonth: day === 0 }
}
