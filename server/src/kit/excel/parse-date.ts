export type DateReading =
  | { refused: null; value: string }
  | { refused: 'Empty' | 'NotADate' | 'TwoDigitYear' | 'DoesNotExist' | 'YearOutOfRange' | 'HasTime' }

/**
 * Reads a day as people type it: 30.11.2026, 30/11/2026, 30-11-2026, 2026-11-30, each with a midnight behind it as databases
 * print it. The day comes before the month always; who writes 11/30/2026 is told that there is no month 30.
 */
export function parseDate(text: string): DateReading {
  const trimmed = text.trim()
  if (trimmed === '') return { refused: 'Empty' }
  const found =
    /^(?<day>\d{1,2})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?<time>[ T].*)?$/.exec(
      trimmed,
    )?.groups ??
    /^(?<year>\d{4})(?<sign>[./-])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?<time>[ T].*)?$/.exec(trimmed)
      ?.groups
  if (!found) return { refused: 'NotADate' }
  const { year = '', month = '', day = '', time = '' } = found
  if (time !== '' && !/^[ T]\d{1,2}:\d\d(:\d\d(\.\d+)?)?Z?$/.test(time)) return { refused: 'NotADate' }
  if (/[1-9]/.test(time)) return { refused: 'HasTime' }
  if (year.length === 2) return { refused: 'TwoDigitYear' }
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${value}T00:00:00Z`)
  // Some engines take 31 November for 1 December.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value)
    return { refused: 'DoesNotExist' }
  if (Number(year) < 1900) return { refused: 'YearOutOfRange' }
  return { refused: null, value }
}
