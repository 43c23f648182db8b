import type { getDateFormats } from '@kervan/contract/access/authentication'
import type { OutputOf } from '@kervan/contract/kit/call'
import type { Language } from '@kervan/contract/kit/values'
import { useSyncExternalStore } from 'react'

// Dates, numbers and money as the reader writes them. Dates are read from ISO text, never from local parsing, and a
// day without time is not moved by any time zone.

export type DatePatterns = { date: string; dateTime: string; dateTimeSeconds: string }
/** What a person has chosen: without patterns as the language writes it, without a zone by the device's clock. */
export type OwnFormats = {
  patterns?: DatePatterns | undefined
  longDate?: string
  timeZone?: string | undefined
}
export type Formats = {
  language: Language
  /** The clock that moments are written by; undefined is the device's. */
  timeZone: string | undefined
  date: (iso: string | null) => string
  dateTime: (iso: string | null) => string
  /** Hours and minutes alone. */
  time: (iso: string) => string
  dateTimeSeconds: (iso: string | null) => string
  longDate: (iso: string | null) => string
  /** "Nov 2026" of `2026-11`. */
  month: (month: string) => string
  /** Exact to the digit: decimals travel as text and are never made a double. With `places` decimals at least. */
  number: (value: number | string | null, places?: number) => string
  money: (value: string | null, currency: string) => string
  /** A price without its currency: at least two places. */
  amount: (value: string) => string
  percent: (value: number) => string
  bytes: (value: number) => string
  /** "6 minutes ago"; the exact time belongs into a tooltip beside it. */
  relative: (iso: string, now?: number) => string
}

let own: OwnFormats = {}
let current = makeFormats('en')
const listeners = new Set<() => void>()

export function formats(): Formats {
  return current
}
export function useFormats(): Formats {
  return useSyncExternalStore(subscribe, formats)
}
export function loadFormats(language: Language): void {
  replace(makeFormats(language, own))
}
/** What the server answers for this person (Authentication/GetDateFormats), fetched once in a session (SHL-015). */
export function adoptDateFormats(answer: OutputOf<typeof getDateFormats>): void {
  const { choices, dateFormat, longDate, timeZone } = answer
  own = {
    patterns: choices.find((choice) => choice.dateFormat === dateFormat),
    longDate,
    timeZone: timeZone ?? undefined,
  }
  replace(makeFormats(current.language, own))
}

/** Without patterns dates are written the way the language does: 20 Nov 2026, 20 Kas 2026, 20. Nov. 2026. */
export function makeFormats(language: Language, { patterns, longDate, timeZone }: OwnFormats = {}): Formats {
  const intl = dateWriters(language, timeZone)
  const inPattern = (pattern: string | undefined, otherwise: (date: Date, isDay: boolean) => string) =>
    pattern === undefined
      ? otherwise
      : (date: Date, isDay: boolean) => writePattern(pattern, date, isDay, language, timeZone)
  const dates = {
    date: inPattern(patterns?.date, intl.date),
    dateTime: inPattern(patterns?.dateTime, intl.dateTime),
    dateTimeSeconds: inPattern(patterns?.dateTimeSeconds, intl.dateTimeSeconds),
    longDate: inPattern(longDate, intl.longDate),
  }
  const write = (kind: keyof typeof dates) => (iso: string | null) => {
    if (!iso) return ''
    const day = /^\d{4}-\d{2}-\d{2}$/.test(iso)
    const date = new Date(day ? `${iso}T00:00:00Z` : iso)
    return Number.isNaN(date.getTime()) ? iso : dates[kind](date, day)
  }
  const number = (value: number | string, places = 0) => placesWriter(language, places).format(exact(value))
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  return {
    language,
    timeZone,
    date: write('date'),
    dateTime: write('dateTime'),
    time: (iso) => intl.time(new Date(iso), false),
    dateTimeSeconds: write('dateTimeSeconds'),
    longDate: write('longDate'),
    month: (month) => intl.month(new Date(`${month}-01T00:00:00Z`), true),
    number: (value, places) => (value === null ? '' : number(value, places)),
    money: (value, currency) => (value === null ? '' : moneyWriter(language, currency).format(exact(value))),
    amount: (value) => number(value, 2),
    percent: (value) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value / 100),
    bytes: (value) => writeBytes(value, numberWriter(language)),
    relative: (iso, now = Date.now()) => writeRelative(relative, iso, now),
  }
}

/** Digits as they come from the server: `Intl` writes a text exactly, a number only up to 2^53. */
const exact = (value: number | string) => value as number | `${number}`

function dateWriters(language: Language, timeZone: string | undefined) {
  const locale = language === 'en' ? 'en-GB' : language
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const writer = (parts: Intl.DateTimeFormatOptions) => {
    const local = new Intl.DateTimeFormat(locale, { ...parts, ...(timeZone && { timeZone }) })
    const utc = new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
    return (date: Date, isDay: boolean) => (isDay ? utc : local).format(date).replace(/\bSept\b/, 'Sep')
  }
  const date = writer(options)
  const minutes = writer(time)
  const seconds = writer({ ...time, second: '2-digit' })
  return {
    date,
    time: minutes,
    dateTime: (at: Date, isDay: boolean) => `${date(at, isDay)} ${minutes(at, isDay)}`,
    dateTimeSeconds: (at: Date, isDay: boolean) => `${date(at, isDay)} ${seconds(at, isDay)}`,
    month: writer({ month: 'short', year: 'numeric' }),
    longDate: writer({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** Writes `YYYY-MM-DD HH:mm:ss` and its like; month and day names come in the reader's language. */
export function writePattern(
  pattern: string,
  date: Date,
  utc: boolean,
  language: Language,
  timeZone?: string,
): string {
  const zone = utc ? 'UTC' : timeZone
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, ...(zone && { timeZone: zone }) }).format(date)
  const clock = Object.fromEntries(
    clockOf(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => clock[type] ?? ''
  const parts: Record<string, () => string> = {
    YYYY: () => part('year').padStart(4, '0'),
    MMMM: () => name({ month: 'long' }),
    MMM: () => name({ month: 'short' }),
    MM: () => part('month'),
    M: () => String(Number(part('month'))),
    DD: () => part('day'),
    D: () => String(Number(part('day'))),
    dddd: () => name({ weekday: 'long' }),
    HH: () => part('hour'),
    mm: () => part('minute'),
    ss: () => part('second'),
  }
  return pattern.replace(/YYYY|MMMM|MMM|MM|M|DD|D|dddd|HH|mm|ss/g, (token) => parts[token]?.() ?? token)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** The figures of a moment in a zone. Making a writer costs a thousand times what using it does. */
function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(zone ?? '')
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    ...(zone && { timeZone: zone }),
  })
  clocks.set(zone ?? '', made)
  return made
}

const placesWriters = new Map<string, Intl.NumberFormat>()
function placesWriter(language: Language, places: number): Intl.NumberFormat {
  const key = `${language} ${places}`
  const made =
    placesWriters.get(key) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: 6 })
  placesWriters.set(key, made)
  return made
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
  // “now” is shorter in each language than “this minute”, which no column of times holds.
  return relative.format(0, 'second')
}

function replace(made: Formats): void {
  current = made
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
