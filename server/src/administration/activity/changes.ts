import { writtenRoleName } from '../../access/access.api.ts'
import type { FieldChange, ShownValue } from '@kervan/contract/administration/activity'
import { wordGroupsOf } from '@kervan/contract/administration/activity-words'
import type { Language } from '@kervan/contract/kit/values'
import { permissionLabel, sayAmount, translate } from '../../kit/messages.ts'

// What an audit entry changed, field by field, from the before and after it keeps. Only what differs is shown.

/** Fields that say nothing to a reader: the record is named by its code, and every entry is a new version. */
const unsaid = new Set(['id', 'version'])

type Facts = Record<string, unknown>

/** What an entry kept, and which of its fields it says are amounts of money; null where it does not say. */
type Kept = { before: unknown; after: unknown; amounts: readonly string[] | null }

/** `pricesShown` false leaves amounts out, as everywhere else for a reader who may not see prices (ORD-020). */
export function changesOf({ before, after, amounts }: Kept, pricesShown: boolean): FieldChange[] {
  const [was, is] = [flatten(before), flatten(after)]
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  return fields.flatMap((field): FieldChange[] => {
    const change = { field, before: was.get(field) ?? null, after: is.get(field) ?? null }
    if (same(change.before, change.after)) return []
    const isSaid = amounts?.includes(field.split('.').at(-1) ?? field) ?? false
    const mayBe = isSaid || (amounts === null && [change.before, change.after].some(looksLikeAmount))
    if (mayBe && !pricesShown) return []
    return [isSaid ? { ...change, amount: true } : change]
  })
}

/** Amounts travel as text, because a double cannot hold money; counts are numbers. */
function looksLikeAmount(value: ShownValue): boolean {
  if (Array.isArray(value)) return value.some(looksLikeAmount)
  if (typeof value === 'number') return !Number.isInteger(value)
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)
}

/** Nested facts as paths; rows of a table are counted from 1, lists of words stay together. */
function flatten(value: unknown, path = ''): Map<string, ShownValue> {
  if (value === null || value === undefined) return new Map()
  if (Array.isArray(value))
    return value.some(isFacts) ? rows(value, path) : new Map([[path, value.map(String)]])
  if (isFacts(value))
    return new Map(
      Object.entries(value).flatMap(([key, part]) =>
        unsaid.has(key) ? [] : [...flatten(part, path ? `${path}.${key}` : key)],
      ),
    )
  return new Map(isPlain(value) ? [[path, value]] : [])
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function rows(list: unknown[], path: string): Map<string, ShownValue> {
  return new Map(list.flatMap((row, index) => [...flatten(row, `${path}.${index + 1}`)]))
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(one: ShownValue, other: ShownValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Roles were written down by name; those that are ready-made are called as the reader calls them. */
export function withRoleNames(language: Language, changes: readonly FieldChange[]): FieldChange[] {
  const named = (value: ShownValue) =>
    Array.isArray(value)
      ? value.map((one) => writtenRoleName(language, one))
      : typeof value === 'string'
        ? writtenRoleName(language, value)
        : value
  return changes.map((change) =>
    change.field === 'roles' || change.field === 'from'
      ? { ...change, before: named(change.before), after: named(change.after) }
      : change,
  )
}

const inOneLine = 3

/** The changes in one line, for lists and workbooks: `State: Active → Passive; Roles: +Order manager`. */
export function summarize(language: Language, changes: readonly FieldChange[]): string {
  const said = changes
    .slice(0, inOneLine)
    .map((change) => `${fieldWord(language, change.field)}: ${difference(language, change)}`)
  const more = changes.length - said.length
  return [
    ...said,
    ...(more > 0 ? [translate(language, 'administration.activity.more', { count: more })] : []),
  ].join('; ')
}

/** The words of a path: `lines.2.state` is "Line 2 State"; a field without a word is shown by its name. */
export function fieldWord(language: Language, field: string): string {
  const word = (key: string, other: string) => {
    const found = translate(language, key)
    return found === key ? other : found
  }
  const parts = field.split('.')
  const isNumber = (part: string | undefined) => part !== undefined && /^\d+$/.test(part)
  return parts
    .map((part, at) => {
      const many = word(`administration.field.${part}`, part)
      // One of several is not called by the name of all of them.
      return isNumber(parts[at + 1]) ? word(`administration.oneOf.${part}`, many) : many
    })
    .join(' ')
}

function difference(language: Language, { field, before, after, amount }: FieldChange): string {
  const word = (value: string | number | boolean) =>
    amount && typeof value === 'string' ? sayAmount(language, value) : valueWord(language, field, value)
  if (Array.isArray(before) || Array.isArray(after))
    return listDifference(asList(before).map(word), asList(after).map(word))
  if (before === null) return word(after ?? '')
  return `${word(before)} → ${after === null ? '–' : word(after)}`
}

function valueWord(language: Language, field: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return translate(language, value ? 'kit.yes' : 'kit.no')
  if (typeof value === 'number') return String(value)
  if (field.endsWith('permissions')) return permissionLabel(language, value)
  const keys = wordGroupsOf(field).map((group) => `state.${group}.${value}`)
  return keys.map((key) => translate(language, key)).find((word, index) => word !== keys[index]) ?? value
}

/** Few are named; of many it is enough to know how many, the entry itself names them all. */
const namedInLine = 4

function listDifference(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !after.includes(one))
  const part = (sign: string, words: readonly string[]) =>
    words.length > namedInLine ? [`${sign}${words.length}`] : words.map((word) => `${sign}${word}`)
  return [...part('+', added), ...part('−', removed)].join(', ')
}

function asList(value: ShownValue): string[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [String(value)]
}
