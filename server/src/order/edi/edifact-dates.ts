import { existingDay } from './edi-order.ts'

// Days as DTM writes them: UN/EDIFACT code list 2379 says how a value of each format is put together. Pure.

/**
 * The layouts of 2379 that name a day, a week, a month, a quarter or a year, some with a time of day behind it, which is
 * not looked at. C century, Y year, M month, D day, W week, N day of the week, J day of the year, Q quarter.
 */
const layouts: Readonly<Record<string, string>> = {
  2: 'DDMMYY',
  3: 'MMDDYY',
  4: 'DDMMCCYY',
  5: 'MMDDCCYY',
  101: 'YYMMDD',
  102: 'CCYYMMDD',
  103: 'YYWWN',
  105: 'YYJJJ',
  201: 'YYMMDD',
  202: 'YYMMDD',
  203: 'CCYYMMDD',
  204: 'CCYYMMDD',
  205: 'CCYYMMDD',
  301: 'YYMMDD',
  302: 'YYMMDD',
  303: 'CCYYMMDD',
  304: 'CCYYMMDD',
  601: 'YY',
  602: 'CCYY',
  608: 'CCYYQ',
  609: 'YYMM',
  610: 'CCYYMM',
  615: 'YYWW',
  616: 'CCYYWW',
}

/** Those of a period: each half in this layout, with or without a hyphen between them. */
const periods: Readonly<Record<string, string>> = {
  701: '601',
  702: '602',
  708: '608',
  709: '609',
  710: '610',
  711: '102',
  713: '201',
  715: '615',
  716: '616',
  717: '101',
  718: '102',
  719: '203',
}

/** How long the time of day is that stands behind the day. */
const timeDigits: Readonly<Record<string, RegExp>> = {
  201: /^\d{4}$/,
  202: /^\d{6}$/,
  203: /^\d{4}$/,
  204: /^\d{6}$/,
  205: /^\d{4}.?\d{4}$/,
  301: /^\d{4}\w{3}$/,
  302: /^\d{6}\w{3}$/,
  303: /^\d{4}\w{3}$/,
  304: /^\d{6}\w{3}$/,
}

/**
 * The day that a value of DTM means, as `2026-11-30`: of a period, a week, a month or a year its last one. Null for a
 * value that is none, and for formats that name no day, such as a time or a number of days from now.
 */
export function dayOfDtm(value: string, format: string): string | null {
  const half = periods[format]
  if (half === undefined) return dayIn(value, format || formatOf(value))
  const [begin = '', end] = value.split('-')
  if (end !== undefined) return dayIn(begin, half) && dayIn(end, half)
  const middle = value.length / 2
  return dayIn(value.slice(0, middle), half) && dayIn(value.slice(middle), half)
}

/** Where no format is named, the length tells. */
const formatOf = (value: string): string => ({ 6: '101', 8: '102', 12: '203', 14: '204' })[value.length] ?? ''

function dayIn(value: string, format: string): string | null {
  const layout = layouts[format]
  if (layout === undefined) return null
  const day = value.slice(0, layout.length)
  const rest = value.slice(layout.length)
  if (!/^\d+$/.test(day) || day.length < layout.length) return null
  // Some write the time of day behind a value whose format has none.
  if (rest !== '' && !(timeDigits[format] ?? /^\d{4}(\d{2})?$/).test(rest)) return null
  const part = (letter: string) => {
    const digits = Array.from(day).filter((_, at) => layout[at] === letter)
    return digits.length === 0 ? null : Number(digits.join(''))
  }
  const year = (part('C') ?? 20) * 100 + (part('Y') ?? 0)
  const month = part('M')
  const ofMonth = part('D')
  if (month !== null) return ofMonth === null ? lastOfMonth(year, month) : existingDay(year, month, ofMonth)
  const week = part('W')
  if (week !== null) return dayOfWeek(year, week, part('N') ?? 7)
  const ofYear = part('J')
  if (ofYear !== null) return ofYear < 1 || ofYear > 366 ? null : within(year, existingDayAt(year, 0, ofYear))
  const quarter = part('Q')
  return quarter === null ? existingDay(year, 12, 31) : lastOfMonth(year, quarter * 3)
}

const existingDayAt = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** A day that overflowed into the next year is none. */
const within = (year: number, day: string): string | null => (day.startsWith(String(year)) ? day : null)

const lastOfMonth = (year: number, month: number): string | null =>
  month >= 1 && month <= 12 ? existingDayAt(year, month, 0) : null

/** Weeks of ISO 8601: the first one has the fourth of January. */
function dayOfWeek(year: number, week: number, day: number): string | null {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7)
  // The last week has the 28 of December.
  const last = Math.floor((Date.UTC(year, 11, 28) - Date.UTC(year, 0, monday)) / (7 * 86_400_000)) + 1
  if (week < 1 || week > last || day < 1 || day > 7) return null
  return existingDayAt(year, 0, monday + (week - 1) * 7 + day - 1)
}
