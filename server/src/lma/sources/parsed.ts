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
export type LineFault = { line: number; code: 'Symbol' | 'Day' | 'Value' | 'Columns' | 'HighBelowLow' }
export type Parsed = {
  rows: ParsedRow[]
  faults: LineFault[]
  /** The file is no file of its source at all, or was cut short, or its columns are other ones. */
  layout: 'NotTheSource' | 'Incomplete' | null
}

export const unreadable = (layout: Parsed['layout']): Parsed => ({ rows: [], faults: [], layout })

/** A decimal with a point, or with a comma where that can mean nothing else; null for anything else. */
export function readDecimal(text: string): string | null {
  const plain = text.trim()
  if (/^-?\d{1,12}(\.\d{1,9})?$/.test(plain)) return plain
  if (/^-?\d{1,12},\d{1,9}$/.test(plain)) return plain.replace(',', '.')
  return null
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
