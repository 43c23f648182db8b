import type { marketValueKinds, priceTypes } from '@kervan/contract/lma/words'

// What adapters read of a file: rows, and lines that could not be read. A bad line loses itself only.

export type ParsedRow = {
  line: number
  symbol: string
  type: (typeof priceTypes)[number]
  day: string
  /** Null where a value was withdrawn. */
  value: string | null
  kind: (typeof marketValueKinds)[number]
}
/** What is wrong with a line: words are `state.marketFault.<code>`. */
export type LineFault = {
  line: number
  code: 'Symbol' | 'Day' | 'Value' | 'Ambiguous' | 'Columns' | 'HighBelowLow' | 'Refinery' | 'Unit'
}
export type Parsed<Row = ParsedRow> = {
  rows: Row[]
  faults: LineFault[]
  /** The file is no file of its source at all, or was cut short, or its columns are other ones. */
  layout: 'NotTheSource' | 'Incomplete' | null
}

export const unreadable = (layout: Parsed['layout']): Parsed<never> => ({ rows: [], faults: [], layout })

/**
 * A decimal of a format that says how decimals are written: with a point, or with a comma where that can mean nothing
 * else. Null for anything else.
 */
export function readDecimal(text: string): string | null {
  const plain = text.trim()
  if (/^-?\d{1,12}(\.\d{1,9})?$/.test(plain)) return plain
  if (/^-?\d{1,12},\d{1,9}$/.test(plain)) return plain.replace(',', '.')
  return null
}

type Sign = '.' | ','
const other = (sign: Sign): Sign => (sign === '.' ? ',' : '.')
const single = /^-?(\d{1,12})([.,])(\d{1,9})$/
/** Thousands with one sign, decimals with the other. */
const grouped = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:([.,])(\d{1,9}))?$/

/** Which sign stands before the decimals of a value; null where it has none, or where it may be either. */
function signOf(text: string): Sign | null {
  const [, whole = '', sign, places = ''] = single.exec(text) ?? []
  if (sign) {
    const isEither = places.length === 3 && whole.length <= 3 && !whole.startsWith('0')
    return isEither ? null : (sign as Sign)
  }
  const [, thousands, decimals] = grouped.exec(text) ?? []
  if (!thousands || thousands === decimals) return null
  return other(thousands as Sign)
}

/** How a list writes its decimals, as its own values say it; null where none does, or where they contradict each other. */
export function decimalSign(texts: readonly string[]): Sign | null {
  const found = new Set(texts.flatMap((text) => signOf(text.trim()) ?? []))
  return found.size === 1 ? ([...found][0] ?? null) : null
}

/**
 * A decimal of a list. `1.234` may be a good one or more than a thousand: it is read as the other values of the list are
 * written (`sign`), and is `Ambiguous` where these do not say it. Null for what is no decimal.
 */
export function readListDecimal(text: string, sign: Sign | null): string | null {
  const plain = text.trim()
  if (/^-?\d{1,12}$/.test(plain)) return plain
  const isSingle = single.test(plain)
  const [, thousands, decimals] = isSingle ? [] : (grouped.exec(plain) ?? [])
  if (!isSingle && (!thousands || thousands === decimals)) return null
  const before = signOf(plain) ?? sign
  if (before === null) return 'Ambiguous'
  return plain.replaceAll(other(before), '').replace(before, '.')
}

/** Days as sources write them: `20260929`, `2026-09-29`, `29.09.2026`. Null for a day that does not exist. */
export function readDay(text: string): string | null {
  const plain = text.trim()
  const parts =
    /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(plain)?.slice(1) ??
    /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(plain)?.slice(1).toReversed()
  if (!parts) return null
  const day = parts.join('-')
  const known = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(known.valueOf()) || known.toISOString().slice(0, 10) !== day ? null : day
}

export const linesOf = (text: string): string[] => text.replace(/^\u{feff}/u, '').split(/\r?\n/)
