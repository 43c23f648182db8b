import type { Field, Fields, FieldValue, Values } from '@kervan/contract/kit/master-fields'
import { fieldWords } from '@kervan/contract/kit/master-names'
import { rowActionField } from '@kervan/contract/kit/master-import'
import { codeOfColumn } from '@kervan/contract/kit/file-columns'
import { refusal, Refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { refusalMessage, sayAmount, sayDay, sayDays, translate, translateFirst } from '../messages.ts'
import type { Issue, ServedKind } from './kind.ts'
import { differences } from './differences.ts'
import type { ValueNames } from './value-names.ts'

// Values, differences and faults of master data in the reader's language.

/** A value as a person reads it; `names` says what codes are called (`ValueNames` of the field). */
export function sayValue(
  language: Language,
  field: Field,
  value: FieldValue,
  names: Readonly<Record<string, string>> = {},
): string {
  if (value === null) return '–'
  if (Array.isArray(value)) return value.map((one) => sayValue(language, field, one, names)).join(', ') || '–'
  if (typeof value === 'boolean') return translate(language, value ? 'kit.yes' : 'kit.no')
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([key, text]) => `${names[key] ?? key}: ${names[`${key}=${text}`] ?? text}`)
        .join(', ') || '–'
    )
  if (field.words) return translate(language, `state.${field.words}.${value}`)
  if (field.type === 'date') return sayDay(language, String(value))
  if (field.type === 'file') return names[String(value)] ?? translate(language, 'masterData.file.gone')
  if (field.to !== null) return withCode(names[String(value)], String(value))
  return field.type === 'decimal' ? sayAmount(language, String(value)) : String(value)
}

const withCode = (name: string | undefined, code: string): string =>
  name === undefined || name === code ? code : `${name} (${code})`

/** Whose fields are called by their names. */
type Fielded = { key: string; fields: Fields }
/** Fields that are called as all kinds call them. */
const anyKind: Fielded = { key: '', fields: {} }

/** What a field is called where it is written. */
export const sayField = (language: Language, kind: Fielded, field: string): string =>
  translateFirst(language, fieldWords(kind, codeOfColumn(field) === null ? field : 'properties'))

/** Field by field, from what to what; of a new record what it says. */
export function sayDifference(
  language: Language,
  served: ServedKind,
  before: Values | null,
  after: Values | null,
  names: ValueNames = {},
): string {
  return differences(served, before, after)
    .map(({ field, before: was, after: is }) => {
      const declared = served.kind.fields[field]
      if (!declared) return ''
      const say = (value: FieldValue) => sayValue(language, declared, value, names[field])
      if (!before) return `${sayField(language, served.kind, field)}: ${say(is)}`
      if (!after) return `${sayField(language, served.kind, field)}: ${say(was)}`
      return `${sayField(language, served.kind, field)}: ${say(was)} → ${say(is)}`
    })
    .join('; ')
}

/** What is wrong with a field, as a sentence; `Refused` is a rule that says no elsewhere as well. */
export function sayIssue(language: Language, issue: Issue, kind: Fielded = anyKind): string {
  if (issue.code === 'Refused')
    return refusalMessage(language, new Refusal(issue.facts?.['refusal'] as RefusalCode, {}))
  const facts = Object.fromEntries(
    Object.entries(issue.facts ?? {}).map(([key, value]) => [key, value ?? '']),
  )
  const said = translate(language, `masterData.issue.${issue.code}`, {
    ...facts,
    ...(typeof facts['period'] === 'string' && { period: sayDays(language, facts['period']) }),
    // The state of an order line is a word of the contract.
    ...(facts['lineState'] && { state: translate(language, `state.line.${facts['lineState']}`) }),
    ...(issue.field && { field: sayField(language, kind, issue.field) }),
  })
  const allowed = issue.code === 'NotAChoice' ? allowedOf(language, kind, issue.field) : ''
  if (allowed === '') return said
  const told = translate(language, 'masterData.allowed', { values: allowed })
  return `${said} ${told}`
}

/** The values that a field allows, as people read them. */
function allowedOf(language: Language, { fields }: Fielded, name: string | null): string {
  const field = name === 'rowAction' ? rowActionField : fields[name ?? '']
  const words = field?.words
  return (field?.values ?? [])
    .map((value) => (words ? translate(language, `state.${words}.${value}`) : value))
    .join(', ')
}

/** As `sayIssue`, with the field before it; each is a sentence. */
export function sayIssues(language: Language, issues: readonly Issue[], kind: Fielded = anyKind): string {
  return issues
    .map(
      (issue) =>
        `${issue.field ? `${sayField(language, kind, issue.field)}: ` : ''}${sayIssue(language, issue, kind)}`,
    )
    .join(' ')
}

/** The faults of a row for a form: each stands at its field. */
export function faultyRecord(language: Language, issues: readonly Issue[], kind: Fielded = anyKind): Refusal {
  return refusal('RecordInvalid', {
    issues: issues.map((issue) => ({
      field: issue.field,
      code: issue.code,
      message: sayIssue(language, issue, kind),
    })),
    reasons: sayIssues(language, issues, kind),
  })
}

/** The faults of several rows: each names its row, counted from 0, and its field: `rows.2.gtin`. */
export function faultyRows(
  language: Language,
  rows: readonly { record: string; issues: readonly Issue[] }[],
): Refusal {
  return refusal('RecordInvalid', {
    issues: rows.flatMap(({ issues }, at) =>
      issues.map((issue) => ({
        field: `rows.${at}.${issue.field ?? ''}`,
        code: issue.code,
        message: sayIssue(language, issue),
      })),
    ),
    reasons: rows
      .filter(({ issues }) => issues.length > 0)
      .map(({ record, issues }) => `${record}: ${sayIssues(language, issues)}`)
      .join('; '),
  })
}
