import { guessColumns } from '@kervan/contract/kit/column-guess'
import type { Assignment } from '@kervan/contract/kit/file-columns'
import { rowActionField } from '@kervan/contract/kit/master-import'
import type { Field } from '@kervan/contract/kit/master-fields'
import { flagWords } from '../excel/parse-flag.ts'
import { fold } from '../lists/fold.ts'
import type { ProfiledSheet } from './file-profile.ts'
import { choicesOf, fromFile, hasKeys, isRequired, meaningsOf, titlesOf, withSame } from './header.ts'
import type { Issue, ServedKind } from './kind.ts'
import type { ChoiceWords } from './read-cell.ts'

// Which field each column of a file fills, and what its own words mean: how an assignment is read, judged and guessed.

/** An assignment by what it is asked for. */
export type AssignedColumns = {
  /** The field of each column by its id; null leaves it out. */
  fields: ReadonlyMap<string, string | null>
  /** By field, what the file's own words mean; null leaves the field empty. */
  values: ReadonlyMap<string, ReadonlyMap<string, string | null>>
}

export function assignedColumns({ columns, values }: Assignment): AssignedColumns {
  const byField = new Map<string, Map<string, string | null>>()
  for (const { field, from, to } of values) {
    const words = byField.get(field) ?? new Map<string, string | null>()
    byField.set(field, words.set(fold(from), to))
  }
  return { fields: new Map(columns.map(({ id, field }) => [id, field])), values: byField }
}

/** Where each field stands under headings that an assignment knows, every one of them; null where it does not fit. */
export function assignedPlaces(
  served: ServedKind,
  { fields }: AssignedColumns,
  ids: readonly (string | null)[],
): ReadonlyMap<string, number> | null {
  const columns = new Map<string, number>()
  const known = new Set(fromFile(served).map(([name]) => name))
  for (const [at, id] of ids.entries()) {
    if (id === null) continue
    const field = fields.get(id)
    if (field === undefined) return null
    if (field === null) continue
    // A property may be gone since.
    if (columns.has(field) || !known.has(field)) return null
    columns.set(field, at)
  }
  return hasKeys(served, (key) => columns.has(key)) ? withSame(served, columns) : null
}

/** Whether every column of a sheet is left out. */
export const isLeftOut = ({ fields }: AssignedColumns, sheet: ProfiledSheet): boolean =>
  sheet.columns.every(({ id }) => fields.get(id) === null)

/** What fields allow certain words: choices, and yes or no. */
export const hasWords = ({ type }: Field): boolean => type === 'choice' || type === 'flag'

/** The words that a field knows, with what they mean. */
export function wordsOf(name: string, field: Field, choices: ReadonlyMap<string, ChoiceWords>): ChoiceWords {
  if (field.type === 'flag') return flagWords
  return choices.get(name) ?? new Map()
}

/** What is wrong with an assignment for the sheets of a file, all of it. The row of an issue names its sheet. */
export function assignmentIssues(
  served: ServedKind,
  assignment: Assignment,
  sheets: readonly ProfiledSheet[],
): Issue[] {
  const issues: Issue[] = []
  const fields = new Map(fromFile(served))
  const { fields: given } = assignedColumns(assignment)
  const add = (field: string | null, code: string, facts: Issue['facts'] = {}) =>
    void issues.push({ field, code, facts })
  for (const field of new Set(given.values()))
    if (field !== null && !fields.has(field)) add(null, 'UnknownField', { name: field })
  const used = sheets.filter((sheet) => sheet.columns.some(({ id }) => (given.get(id) ?? null) !== null))
  if (used.length === 0) for (const key of served.kind.keys) add(key, 'ColumnMissing')
  for (const { sheet, columns } of used) {
    const titles = new Map<string, string[]>()
    for (const { id, title } of columns) {
      const field = given.get(id) ?? null
      if (field !== null) titles.set(field, [...(titles.get(field) ?? []), title])
    }
    for (const [field, twice] of titles)
      if (twice.length > 1) add(field, 'ColumnTwice', { columns: twice.join(', '), sheet: sheet || 'CSV' })
    for (const key of served.kind.keys)
      if (!titles.has(key) && !titles.has(served.options.sameAs?.[key] ?? ''))
        add(key, 'ColumnMissing', { sheet: sheet || 'CSV' })
  }
  const choices = choicesOf(served)
  for (const { field: name, from, to } of assignment.values) {
    const field = fields.get(name)
    if (!field || !hasWords(field)) add(null, 'UnknownField', { name })
    else if (to === null ? !field.optional : ![...wordsOf(name, field, choices).values()].includes(to))
      add(name, 'NotAChoice', { value: to ?? from })
  }
  return issues
}

/** The columns of a sheet with their fields: as they were assigned, else by the template, else by a guess. */
export function guessedFields(
  served: ServedKind,
  { columns }: ProfiledSheet,
  known: readonly AssignedColumns[],
): (string | null)[] {
  const titles = titlesOf(served)
  const taken = new Set<string>()
  const take = (field: string | null | undefined): string | null | undefined => {
    if (field === undefined || (field !== null && taken.has(field))) return undefined
    if (field !== null) taken.add(field)
    return field
  }
  const own = columns.map(({ id }) => {
    const said = known.find(({ fields }) => fields.has(id))?.fields.get(id)
    return take(said === undefined ? titles.get(id) : said)
  })
  const open = columns.flatMap(({ id }, at) => (own[at] === undefined ? [{ id, at }] : []))
  const guessed = guessColumns(
    open.map(({ id }) => id.replace(/ #\d+$/, '')),
    meaningsOf(served).filter(({ name }) => !taken.has(name)),
  )
  return own.map((field, at) => field ?? guessed[open.findIndex((one) => one.at === at)] ?? null)
}

/** The fields of a new record, and the key: what a file of new records cannot do without. */
export const neededFields = (served: ServedKind): string[] =>
  fromFile(served).flatMap(([name, field]) => (field !== rowActionField && isRequired(field) ? [name] : []))
