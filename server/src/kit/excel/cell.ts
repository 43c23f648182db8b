import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as Hucre from 'hucre'
import { withoutInvisible } from '@kervan/contract/kit/characters'
import { format } from './limits.ts'

// Two files of the library instead of its hundred: every file that somebody sends is read in a thread that loads this
// anew, and the whole library was most of that. It has no entry of its own for them.
const library = dirname(createRequire(import.meta.url).resolve('hucre'))
const { formatValue }: Pick<typeof Hucre, 'formatValue'> = await import(join(library, '_format.mjs'))
const { isDateFormat }: Pick<typeof Hucre, 'isDateFormat'> = await import(join(library, '_date.mjs'))

export type CellKind = 'text' | 'number' | 'date' | 'boolean' | 'error'

/**
 * `text` is what the user sees in the cell, for messages; `value` is what it holds, exactly: decimals as Excel shows them in
 * full (15 digits, `.`), dates as yyyy-mm-dd or yyyy-mm-ddThh:mm:ss, `true` and `false`, and for errors their sign (#N/A) or
 * NotCalculated for a formula that was saved without its result (`text` is then the formula).
 */
export interface FilledCell {
  kind: CellKind
  text: string
  value: string
}
export type CellValue = FilledCell | null

export type TextLocale = 'en' | 'tr' | 'de'

/** A number format of the workbook. `date`: the number stands for a day; `duration`: [h]:mm and the like, which count hours and stay numbers. */
export interface NumberFormat {
  code: string
  means: 'general' | 'number' | 'date' | 'duration'
}

/** What stands in the file for one cell. */
export interface RawCell {
  /** The `t` attribute: n, s, str, inlineStr, b, e, d. */
  type: string
  /** The text of <v>, or of <is>; undefined when there was none. */
  raw: string | undefined
  formula: string | undefined
  format: NumberFormat
}

export interface CellContext {
  date1904: boolean
  locale: TextLocale
}

export function readCell(cell: RawCell, context: CellContext): CellValue {
  const { type, raw, formula } = cell
  // A formula that answers "" is written as a text without characters; any other formula without a result was never calculated.
  if (formula !== undefined && (raw === undefined || (raw === '' && type !== 'str')))
    return { kind: 'error', text: `=${formula}`, value: 'NotCalculated' }
  if (raw === undefined || raw === '') return null
  switch (type) {
    case 'b': {
      const truth = raw === '1' || raw === 'true'
      return { kind: 'boolean', text: truth ? 'TRUE' : 'FALSE', value: truth ? 'true' : 'false' }
    }
    case 'e':
      return { kind: 'error', text: raw, value: raw }
    case 'd':
      return isoDateCell(raw)
    case 's':
    case 'str':
    case 'inlineStr':
      return textCell(raw)
    default:
      return numberCell(raw, cell.format, context)
  }
}

/** A text without characters that show nothing; null where nothing is left. */
export function textCell(raw: string): CellValue {
  const text = withoutInvisible(raw)
  return text === '' ? null : { kind: 'text', text, value: text }
}

function numberCell(raw: string, numberFormat: NumberFormat, context: CellContext): FilledCell {
  const number = Number(raw)
  if (Number.isNaN(number)) return { kind: 'text', text: raw, value: raw }
  if (!Number.isFinite(number)) return { kind: 'error', text: '#NUM!', value: '#NUM!' }
  const value = plainDecimal(number)
  if (numberFormat.means === 'general')
    return { kind: 'number', text: context.locale === 'en' ? value : value.replace('.', ','), value }
  const date = numberFormat.means === 'date' ? serialToIso(number, context.date1904) : undefined
  if (date === undefined)
    return { kind: 'number', text: shown(number, numberFormat.code, context) || value, value }
  return {
    kind: 'date',
    text: shown(new Date(date.length > 10 ? `${date}Z` : date), numberFormat.code, context),
    value: date,
  }
}

/** The number as Excel itself would print it in full: a double carries 15 digits, what follows is noise (0.1 + 0.2). */
export function plainDecimal(number: number): string {
  let printed = String(number)
  if (printed.length > 16) printed = String(Number(number.toPrecision(15)))
  if (printed === '-0') return '0'
  const [digits = '', exponent] = printed.split('e')
  if (exponent === undefined) return printed
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.')
  const sign = number < 0 ? '-' : ''
  const shift = Number(exponent)
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(shift, '0')}`
}

const DAY = 86_400_000

/**
 * Days since the epoch of the workbook as an ISO date. Excel believes in 29 February 1900 (serial 60), so days before March
 * 1900 are one off; that day itself, times of day without a day, and what lies before the epoch or past the year 9999 are no dates.
 */
export function serialToIso(serial: number, date1904: boolean): string | undefined {
  if (!date1904 && (serial < 1 || (serial >= 60 && serial < 61))) return undefined
  if (serial < 0) return undefined
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const date = new Date(epoch + Math.round(serial * DAY))
  if (!(date.getTime() < Date.UTC(10_000, 0, 1))) return undefined
  const iso = date.toISOString()
  if (iso.endsWith('T00:00:00.000Z')) return iso.slice(0, 10)
  return iso.endsWith('.000Z') ? iso.slice(0, 19) : iso.slice(0, 23)
}

function isoDateCell(raw: string): FilledCell {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)\d*Z?)?$/.exec(raw)
  if (!found) return { kind: 'text', text: raw, value: raw }
  const [, day = '', time = ''] = found
  const midnight = /^[0:.]*$/.test(time)
  return {
    kind: 'date',
    text: raw.replace('T', ' '),
    value: midnight ? day : `${day}T${time.length === 5 ? `${time}:00` : time}`,
  }
}

const localeTags = { en: 'en-US', tr: 'tr-TR', de: 'de-DE' }
const shownBefore = new Map<string, string>()

/** Prices, quantities and days repeat down a column: what was formatted once is remembered for a while. */
function shown(value: number | Date, code: string, { locale, date1904 }: CellContext): string {
  const key = `${locale} ${date1904} ${Number(value)} ${code}`
  let text = shownBefore.get(key)
  if (text === undefined) {
    if (shownBefore.size > 5_000) shownBefore.clear()
    text = formatValue(value, localDate(code, locale), {
      locale: localeTags[locale],
      is1904: date1904,
    }).trim()
    shownBefore.set(key, text)
  }
  return text
}

/** The two built-in date formats that follow the country of whoever looks. */
function localDate(code: string, locale: TextLocale): string {
  if (locale === 'en' || !code.startsWith('m/d/yyyy')) return code
  return code.replace('m/d/yyyy', 'dd.mm.yyyy').replace(' h:mm', ' hh:mm')
}

const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
}

export function numberFormat(id: number, custom: ReadonlyMap<number, string>): NumberFormat {
  // 27–36 and 50–58 are dates of East Asian calendars; the program that opens the file chooses how they look.
  const code =
    custom.get(id) ??
    builtIn[id] ??
    ((id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'yyyy-mm-dd' : 'General')
  if (code.length > format.formatCode || /^(general|@)$/i.test(code.trim())) return general
  if (/\[(h+|m+|s+)\]/i.test(code)) return { code, means: 'duration' }
  return { code, means: isDateFormat(code) ? 'date' : 'number' }
}

export const general: NumberFormat = { code: 'General', means: 'general' }
