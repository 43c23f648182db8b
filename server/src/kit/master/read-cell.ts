import { hasControl, withoutInvisible } from '@kervan/contract/kit/characters'
import { plainText } from '@kervan/contract/kit/typed'
import type { Field, FieldValue } from '@kervan/contract/kit/master-fields'
import type { CellValue } from '../excel/read-workbook.ts'
import { parseDate } from '../excel/parse-date.ts'
import { parseDecimal } from '../excel/parse-decimal.ts'
import { parseFlag } from '../excel/parse-flag.ts'
import { fold } from '../lists/fold.ts'

// One value of one field, from a cell of a workbook or a CSV file, or from a delivery. Pure.

export type Reading =
  | { value: FieldValue }
  | { issue: string; facts?: Record<string, string | number | null> }

/** The words of a choice by their folded form, in all languages, and the contract's own. */
export type ChoiceWords = ReadonlyMap<string, string>

/** Reads a cell. An empty one is null, where the field may be empty; the caller says what is missing. */
export function readCell(field: Field, cell: CellValue | null, choices: ChoiceWords): Reading {
  if (cell === null) return { value: null }
  if (cell.kind === 'error')
    return {
      issue: cell.value === 'NotCalculated' ? 'NotCalculated' : 'CellError',
      facts: { value: cell.text },
    }
  const text = cell.value.trim()
  if (text === '') return { value: null }
  // The contract's rule for texts, on every way in: what holds one could be neither shown nor saved again.
  if (hasControl(cell.value)) return controlCharacters
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return readNumber(field, cell.kind === 'number' ? text : null, text)
    case 'date':
      return readDay(cell.kind === 'date' ? text.slice(0, 10) : null, text)
    case 'instant':
      return readInstant(text)
    case 'flag':
      return readFlag(text)
    case 'choice':
      return readChoice(text, choices)
    case 'choices':
      return readChoices(partsOf(text), choices)
    case 'references':
      return readList(text, field.max ?? 100)
    case 'picture':
    case 'file':
    case 'properties':
      return { issue: 'NotFromFile' }
    default:
      return readText(field, cell.kind === 'number' || cell.kind === 'text' ? cell.value.trim() : cell.text)
  }
}

const controlCharacters = { issue: 'ControlCharacters' } as const

function readText(field: Field, text: string): Reading {
  const longest = field.max ?? 200
  if (text.length > longest) return { issue: 'TooLong', facts: { limit: longest, length: text.length } }
  if (field.lines === 1 && /[\r\n]/.test(text)) return { issue: 'SeveralLines' }
  // A code holds no tab either.
  if (text.includes('\t') && !field.value.safeParse(text).success) return controlCharacters
  if (field.format === 'currency') return readCurrency(field, text.toUpperCase())
  if (field.format === 'email' && !field.value.safeParse(text).success)
    return { issue: 'NotAnEmail', facts: { value: text } }
  return { value: text }
}

const readCurrency = (field: Field, value: string): Reading =>
  field.value.safeParse(value).success ? { value } : { issue: 'NotACurrency', facts: { value } }

function readNumber(field: Field, exact: string | null, text: string): Reading {
  const read = exact === null ? parseDecimal(text, { decimal: 'auto' }) : null
  if (read?.refused) return { issue: 'NotANumber', facts: { value: text } }
  if (read && read.refused === null && read.ambiguous)
    return { issue: 'ThousandsUnclear', facts: { value: text } }
  return boundNumber(field, exact ?? (read && read.refused === null ? read.value : text))
}

/** A number as text within the field's bounds, without zeros that say nothing. */
export function boundNumber(field: Field, text: string): Reading {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return { issue: 'NotANumber', facts: { value: text } }
  const value = trimmed(text)
  const places = value.split('.')[1]?.length ?? 0
  if (field.type === 'integer' && places > 0) return { issue: 'NotWhole', facts: { value } }
  if (places > field.scale) return { issue: 'TooManyPlaces', facts: { value, places: field.scale } }
  const number = Number(value)
  if (field.min !== null && number < field.min)
    return { issue: 'TooSmall', facts: { value, limit: field.min } }
  const largest = field.max ?? 1e13
  if (number > largest) return { issue: 'TooLarge', facts: { value, limit: largest } }
  return { value: field.type === 'integer' ? number : value }
}

const trimmed = (text: string): string => {
  const [whole = '0', places = ''] = text.split('.')
  const rest = places.replace(/0+$/, '')
  const value = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${rest === '' ? '' : `.${rest}`}`
  return value === '-0' ? '0' : value
}

function readDay(exact: string | null, text: string): Reading {
  if (exact !== null) return { value: exact }
  const read = parseDate(text)
  if (read.refused === null) return { value: read.value }
  return { issue: read.refused, facts: { value: text } }
}

function readInstant(text: string): Reading {
  const moment = new Date(/[zZ]|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment.getTime())
    ? { issue: 'NotADate', facts: { value: text } }
    : { value: moment.toISOString() }
}

function readFlag(text: string): Reading {
  const value = parseFlag(text)
  return value === undefined ? { issue: 'NotAFlag', facts: { value: text } } : { value }
}

function readChoice(text: string, choices: ChoiceWords): Reading {
  const value = choices.get(fold(text))
  return value === undefined ? { issue: 'NotAChoice', facts: { value: text } } : { value }
}

/** Several choices, by the word or the contract's own name; the first that is none is told. */
function readChoices(parts: readonly unknown[], choices: ChoiceWords): Reading {
  const chosen = new Set<string>()
  for (const part of parts) {
    const reading = readChoice(plainText(part), choices)
    if ('issue' in reading) return reading
    chosen.add(plainText(reading.value))
  }
  return { value: [...chosen] }
}

/** The parts of a cell that holds several. */
const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;,\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

function readList(text: string, most: number): Reading {
  const codes = partsOf(text)
  return codes.length > most ? { issue: 'TooMany', facts: { limit: most } } : { value: codes }
}

/** A value of a delivery by API, or of a form: of the right type already, or as a workbook would have it. */
export function readGiven(field: Field, given: unknown, choices: ChoiceWords): Reading {
  if (given === null || given === undefined || given === '') return { value: null }
  if (field.type === 'properties') return readProperties(given)
  if (field.type === 'references' && Array.isArray(given)) {
    const codes = given.map((code) => withoutInvisible(plainText(code)).trim())
    return codes.some(hasControl) ? controlCharacters : { value: [...new Set(codes)] }
  }
  if (field.type === 'choices' && Array.isArray(given)) return readChoices(given, choices)
  if (field.type === 'picture') return { value: plainText(given) }
  if (field.type === 'file')
    return field.value.safeParse(given).success ? { value: plainText(given) } : { issue: 'FileUnknown' }
  if (field.type === 'flag' && typeof given === 'boolean') return { value: given }
  if (field.type === 'choice' && field.values?.includes(plainText(given))) return { value: plainText(given) }
  if (field.type === 'integer' || field.type === 'decimal') return boundNumber(field, plainText(given).trim())
  if (typeof given === 'object') return { issue: 'NotAValue' }
  const text = withoutInvisible(plainText(given))
  return readCell(field, { kind: 'text', value: text, text }, choices)
}

function readProperties(given: unknown): Reading {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { issue: 'NotAValue' }
  const pairs = Object.entries(given)
    .map(([key, value]) => [key, value === null ? '' : withoutInvisible(plainText(value))] as const)
    .filter(([, value]) => value !== '')
  return pairs.some((pair) => pair.some(hasControl))
    ? controlCharacters
    : { value: Object.fromEntries(pairs) }
}
