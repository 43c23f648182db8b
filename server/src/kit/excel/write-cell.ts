import { format } from './limits.ts'

/**
 * text: a string, never taken for a formula or a number · number: a decimal, as text to keep every digit · integer ·
 * longText: a text that is wrapped to the width of its column · date: yyyy-mm-dd · instant: an ISO instant or milliseconds since 1970, shown in the workbook's time zone.
 */
export type ColumnKind = 'text' | 'longText' | 'number' | 'integer' | 'date' | 'instant'

/** Places in the list of cell formats of styles.xml; the cells of a column have that of its kind. */
export const style: Record<ColumnKind | 'plain' | 'header' | 'required' | 'subheader' | 'marked', number> = {
  plain: 0,
  header: 1,
  text: 2,
  number: 3,
  integer: 4,
  date: 5,
  instant: 6,
  longText: 7,
  required: 8,
  subheader: 9,
  marked: 10,
}

export type CellWriter = (reference: string, value: string | number) => string

export function cellWriter(kind: ColumnKind, zone: ZoneOffsets | undefined): CellWriter {
  switch (kind) {
    case 'text':
    case 'longText':
      return (reference, value) => textCell(reference, style[kind], String(value))
    case 'number':
      return (reference, value) => numberCell(reference, style.number, decimal(value))
    case 'integer':
      return (reference, value) => numberCell(reference, style.integer, decimal(value))
    case 'date':
      return (reference, value) => dateCell(reference, style.date, dayOf(value), String(value))
    case 'instant': {
      if (!zone) throw new TypeError('A column of instants needs a time zone')
      return (reference, value) =>
        dateCell(reference, style.instant, zone.toLocal(instantOf(value)), String(value))
    }
  }
}

export function textCell(reference: string, styleAt: number, value: string): string {
  const text = legalText(value)
  // Without the mark, space at the ends and line breaks may be dropped.
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${styleAt}" t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

function numberCell(reference: string, styleAt: number, value: string): string {
  return `<c r="${reference}" s="${styleAt}"><v>${value}</v></c>`
}

/**
 * The sheet counts days from 1900 and believes in 29 February of that year; what lies before March 1900 stays text. A
 * time of day is rounded up, by microseconds: LibreOffice cuts fractions off and would show 01:59:59 for two o'clock.
 */
function dateCell(reference: string, styleAt: number, local: number, text: string): string {
  const serial = local / DAY + 25_569
  return serial < 61
    ? textCell(reference, style.text, text)
    : numberCell(reference, styleAt, String(Math.ceil(serial * 1e10) / 1e10))
}

const DAY = 86_400_000

function decimal(value: string | number): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new TypeError(`${text} is no number`)
  return text
}

function dayOf(value: string | number): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(day)) throw new TypeError(`${value} is no day`)
  return day
}

function instantOf(value: string | number): number {
  const instant =
    typeof value === 'number' ? value : /(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant)) throw new TypeError(`${value} is no instant`)
  return instant
}

/** Asking for the offset of a zone is slow and it changes only on the quarter of an hour, so each quarter is asked for once. */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat
  readonly #known = new Map<number, number>()

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  }

  toLocal(instant: number): number {
    const quarter = Math.floor(instant / 900_000)
    let offset = this.#known.get(quarter)
    if (offset === undefined) {
      if (this.#known.size > 20_000) this.#known.clear()
      offset = this.#offset(quarter * 900_000)
      this.#known.set(quarter, offset)
    }
    return instant + offset
  }

  #offset(instant: number): number {
    const name = this.#format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
  }
}

/** A text as the sheet may hold it: no longer than a cell, well-formed, and characters XML cannot carry in their escaped form. */
export function legalText(value: string): string {
  let text = value
  if (text.length > format.cellCharacters) {
    const cut = format.cellCharacters - 1
    const splits = /[\uD800-\uDBFF]/.test(text.charAt(cut - 1))
    text = `${text.slice(0, splits ? cut - 1 : cut)}…`
  }
  if (!/[^ -%'-;=?-^`-~À-\u017F]/.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>]/g, (character) => escapes[character]!)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
