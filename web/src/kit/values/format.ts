import type { Language } from '@kervan/contract/kit/values'
import { useSyncExternalStore } from 'react'

// Dates, numbers and money as the reader writes them. Dates are read from ISO text, never from local parsing, and a
// day without time is not moved by any time zone.

export type DatePatterns = { date: string; dateTime: string; dateTimeSeconds: string; longDate: string }
export type Formats = {
  language: Language
  date: (iso: string | null) => string
  dateTime: (iso: string | null) => string
  dateTimeSeconds: (iso: string | null) => string
  longDate: (iso: string | null) => string
  /** Exact to the digit: decimals travel as text and are never made a double. */
  number: (value: number | string | null) => string
  money: (value: string | null, currency: string) => string
  percent: (value: number) => string
  bytes: (value: number) => string
  /** "6 minutes ago"; the exact time belongs into a tooltip beside it. */
  relative: (iso: string, now?: number) => string
}

let patterns: DatePatterns | null = null
let current = makeFormats('en', null)
const listeners = new Set<() => void>()

export function formats(): Formats {
  return current
}
export function useFormats(): Formats {
  return useSyncExternalStore(subscribe, formats)
}
export function loadFormats(language: Language): void {
  replace(makeFormats(language, patterns))
}
/** The patterns of the server (Authentication/GetDateFormats), fetched once in a session (SHL-015). */
export function adoptDatePatterns(given: DatePatterns): void {
  patterns = given
  replace(makeFormats(current.language, patterns))
}

/** Without patterns dates are written the way the language does: 20 Nov 2026, 20 Kas 2026, 20. Nov. 2026. */
export function makeFormats(language: Language, patterns: DatePatterns | null): Formats {
  const intl = dateWriters(language)
  const dates = {
    date: (date: Date, utc: boolean) =>
      patterns ? writePattern(patterns.date, date, utc, language) : intl.date(date, utc),
    dateTime: (date: Date, utc: boolean) =>
      patterns ? writePattern(patterns.dateTime, date, utc, language) : intl.dateTime(date, utc),
    dateTimeSeconds: (date: Date, utc: boolean) =>
      patterns
        ? writePattern(patterns.dateTimeSeconds, date, utc, language)
        : intl.dateTimeSeconds(date, utc),
    longDate: (date: Date, utc: boolean) => intl.longDate(date, utc),
  }
  const write = (kind: keyof typeof dates) => (iso: string | null) => {
    if (!iso) return ''
    const day = /^\d{4}-\d{2}-\d{2}$/.test(iso)
    const date = new Date(day ? `${iso}T00:00:00Z` : iso)
    return Number.isNaN(date.getTime()) ? iso : dates[kind](date, day)
  }
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  return {
    language,
    date: write('date'),
    dateTime: write('dateTime'),
    dateTimeSeconds: write('dateTimeSeconds'),
    longDate: write('longDate'),
    number: (value) => (value === null ? '' : numbers.format(value as number)),
    money: (value, currency) =>
      value === null ? '' : moneyWriter(language, currency).format(value as unknown as number),
    percent: (value) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value / 100),
    bytes: (value) => writeBytes(value, numberWriter(language)),
    relative: (iso, now = Date.now()) => writeRelative(relative, iso, now),
  }
}

function dateWriters(language: Language) {
  const locale = language === 'en' ? 'en-GB' : language
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const writer = (parts: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(locale, parts)
    const utc = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
    return (date: Date, isDay: boolean) => (isDay ? utc : local).format(date).replace(/\bSept\b/, 'Sep')
  }
  const date = writer(options)
  const minutes = writer(time)
  const seconds = writer({ ...time, second: '2-digit' })
  return {
    date,
    dateTime: (at: Date, isDay: boolean) => `${date(at, isDay)} ${minutes(at, isDay)}`,
    dateTimeSeconds: (at: Date, isDay: boolean) => `${date(at, isDay)} ${seconds(at, isDay)}`,
    longDate: writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** Writes `YYYY-MM-DD HH:mm:ss` and its like; month and day names come in the reader's language. */
export function writePattern(pattern: string, date: Date, utc: boolean, language: Language): string {
  const zone = utc ? { timeZone: 'UTC' } : {}
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, ...zone }).format(date)
  const get = (local: number, universal: number) => (utc ? universal : local)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = get(date.getDate(), date.getUTCDate())
  const month = get(date.getMonth(), date.getUTCMonth()) + 1
  const parts: Record<string, () => string> = {
    YYYY: () => String(get(date.getFullYear(), date.getUTCFullYear())).padStart(4, '0'),
    MMMM: () => name({ month: 'long' }),
    MMM: () => name({ month: 'short' }),
    MM: () => two(month),
    M: () => String(month),
    DD: () => two(day),
    D: () => String(day),
    dddd: () => name({ weekday: 'long' }),
    HH: () => two(get(date.getHours(), date.getUTCHours())),
    mm: () => two(get(date.getMinutes(), date.getUTCMinutes())),
    ss: () => two(get(date.getSeconds(), date.getUTCSeconds())),
  }
  return pattern.replace(/YYYY|MMMM|MMM|MM|M|DD|D|dddd|HH|mm|ss/g, (token) => parts[token]?.() ?? token)
}

const moneyWriters = new Map<string, Intl.NumberFormat>()
function moneyWriter(language: Language, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const made =
    moneyWriters.get(key) ??
    new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  moneyWriters.set(key, made)
  return made
}

const numberWriter = (language: Language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

function writeBytes(value: number, numbers: Intl.NumberFormat): string {
  if (value < 1024) return `${numbers.format(value)} B`
  if (value < 1024 * 1024) return `${numbers.format(Math.round(value / 1024))} KB`
  return `${numbers.format(value / (1024 * 1024))} MB`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function writeRelative(relative: Intl.RelativeTimeFormat, iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  }
  return relative.format(0, 'minute')
}

function replace(made: Formats): void {
  current = made
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
