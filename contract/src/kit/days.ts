// Business days: Monday to Friday without the public holidays of the country (SHL-015). Days travel as ISO text and
// are counted in UTC, so that no change of the clock can swallow one.

export type Country = 'TR' | 'DE'

/** Whose public holidays hold where a company's clock is; none are known elsewhere. */
export function countryOf(timeZone: string): Country | null {
  return timeZone === 'Europe/Istanbul' ? 'TR' : timeZone === 'Europe/Berlin' ? 'DE' : null
}

export function isWeekend(day: string): boolean {
  const weekday = toDate(day).getUTCDay()
  return weekday === 0 || weekday === 6
}

export function isBusinessDay(day: string, country: Country | null): boolean {
  return !isWeekend(day) && (country === null || holidayName(day, country) === null)
}

/** The day `count` business days later (earlier when negative). Zero gives the day itself, or the next business day. */
export function addBusinessDays(day: string, count: number, country: Country | null): string {
  const step = count < 0 ? -1 : 1
  let at = day
  for (let left = Math.abs(count); left > 0;) {
    at = addDays(at, step)
    if (isBusinessDay(at, country)) left -= 1
  }
  while (!isBusinessDay(at, country)) at = addDays(at, step)
  return at
}

/** Business days after `from` up to and including `to`; negative when `to` is earlier. */
export function businessDaysBetween(from: string, to: string, country: Country): number {
  if (to < from) return -businessDaysBetween(to, from, country)
  let count = 0
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (isBusinessDay(at, country)) count += 1
  return count
}

/** Monday of the week the day is in. */
export function startOfWeek(day: string): string {
  return addDays(day, -((toDate(day).getUTCDay() + 6) % 7))
}

/** `count` days later, as `yyyy-mm-dd`. */
export function addDays(day: string, count: number): string {
  const date = toDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** `count` months later; the last day of a month stays within the month (31 January + 1 month is 28 February). */
export function addMonths(day: string, count: number): string {
  const date = toDate(day)
  const wanted = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(wanted, last))
  return date.toISOString().slice(0, 10)
}

/** The holiday's key in the messages, or null. */
export function holidayName(day: string, country: Country): string | null {
  const year = Number(day.slice(0, 4))
  return (country === 'DE' ? germanHolidays(year) : turkishHolidays(year)).get(day) ?? null
}

/** The nine holidays that hold in every federal state; those of single states are not kept here. */
function germanHolidays(year: number): Map<string, string> {
  const easter = easterSunday(year)
  return new Map([
    [`${year}-01-01`, 'newYear'],
    [addDays(easter, -2), 'goodFriday'],
    [addDays(easter, 1), 'easterMonday'],
    [`${year}-05-01`, 'labourDay'],
    [addDays(easter, 39), 'ascension'],
    [addDays(easter, 50), 'whitMonday'],
    [`${year}-10-03`, 'germanUnity'],
    [`${year}-12-25`, 'christmas'],
    [`${year}-12-26`, 'boxingDay'],
  ])
}

/** Law 2429. The eves (half days) are working days; the feasts follow the lunar calendar and are computed. */
function turkishHolidays(year: number): Map<string, string> {
  const days = new Map([
    [`${year}-01-01`, 'newYear'],
    [`${year}-04-23`, 'childrensDay'],
    [`${year}-05-01`, 'labourDay'],
    [`${year}-05-19`, 'youthDay'],
    [`${year}-07-15`, 'democracyDay'],
    [`${year}-08-30`, 'victoryDay'],
    [`${year}-10-29`, 'republicDay'],
  ])
  for (const start of islamicDates(year, 10, 1))
    for (let i = 0; i < 3; i++) days.set(addDays(start, i), 'ramadanFeast')
  for (const start of islamicDates(year, 12, 10))
    for (let i = 0; i < 4; i++) days.set(addDays(start, i), 'sacrificeFeast')
  return days
}

/** Gauss's reckoning in the form of Meeus, Jones and Butcher. */
export function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

const lunarYears = new Map<number, Map<string, string>>()

/** The Gregorian days on which this day of the lunar year falls; in some years there are two (2033). */
function islamicDates(year: number, month: number, day: number): string[] {
  const wanted = `${month}-${day}`
  return [...lunarYear(year)].filter(([, lunar]) => lunar === wanted).map(([gregorian]) => gregorian)
}

/** The Umm al-Qura calendar, which every browser carries, agrees with the announced Turkish dates to within a day. */
function lunarYear(year: number): Map<string, string> {
  const kept = lunarYears.get(year)
  if (kept) return kept
  const lunar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const days = new Map<string, string>()
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
    const parts = lunar.formatToParts(toDate(day))
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
    days.set(day, `${part('month')}-${part('day')}`)
  }
  lunarYears.set(year, days)
  return days
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
