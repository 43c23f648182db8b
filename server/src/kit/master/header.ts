import { languages } from '@kervan/contract/kit/values'
import type { Field } from '@kervan/contract/kit/master-fields'
import { columnWords, wordsOfKind } from '@kervan/contract/kit/column-words'
import { fieldWords } from '@kervan/contract/kit/master-names'
import { rowActionField } from '@kervan/contract/kit/master-import'
import type { Meaning } from '@kervan/contract/kit/column-guess'
import type { CellValue } from '../excel/read-workbook.ts'
import { columnsBy, tidyTitle, type FoundColumns } from '../excel/table-rows.ts'
import { fold } from '../lists/fold.ts'
import { translate, translateFirst } from '../messages.ts'
import type { ServedKind } from './kind.ts'
import { ownColumns, propertyOf } from './own-columns.ts'
import type { ChoiceWords } from './read-cell.ts'

// What the columns of a file are: found by their titles in any of the three languages, or by the field's own name.

export type Header = FoundColumns<string>

/** The columns that a file can bring: fields, and what a row does where the kind lets rows take away. */
export const fromFile = (served: ServedKind): [string, Field][] => [
  ...served.fields.filter(([, field]) => !['picture', 'file', 'properties'].includes(field.type)),
  ...ownColumns(served),
  ...(served.kind.removes ? [['rowAction', rowActionField] satisfies [string, Field]] : []),
]

/** Words for what a row does that people write and no screen says. */
const otherWords: Readonly<Record<string, string>> = { '+': 'Add', '-': 'Remove', çıkar: 'Remove' }

/** What a field is called in the template, in any of the languages. */
const ownTitles = (served: ServedKind, name: string): string[] => {
  const property = propertyOf(served, name)
  return property ? [name, property.name, property.code].map(tidyTitle) : fieldTitles(served, name)
}
const fieldTitles = (served: ServedKind, name: string): string[] => [
  tidyTitle(name),
  ...[columnWords(wordsOfKind(served.kind.key), name), fieldWords(served.kind, name)].flatMap((words) =>
    languages.map((language) => tidyTitle(translateFirst(language, words))),
  ),
]
/** What other systems call it. */
const otherTitles = ({ options }: ServedKind, name: string): string[] =>
  (options.titles?.[name] ?? []).map(tidyTitle)

/** The fields by the folded titles that a file may give them; the template's own come before those of other systems. */
export function titlesOf(served: ServedKind): ReadonlyMap<string, string> {
  const all = fromFile(served)
  const isOwn = ([name]: [string, Field]) => propertyOf(served, name) !== undefined
  const named = (columns: [string, Field][], titles: (served: ServedKind, name: string) => string[]) =>
    columns.flatMap(([name]) => titles(served, name).map((title) => [title, name] as const))
  const fields = all.filter((column) => !isOwn(column))
  // A property that is called as a field is leaves the title to the field.
  return new Map([
    ...named(all.filter(isOwn), ownTitles),
    ...named(fields, otherTitles),
    ...named(fields, ownTitles),
  ])
}

/** The fields with all that they may be called, for guesses. */
export const meaningsOf = (served: ServedKind): Meaning[] =>
  fromFile(served).map(([name]) => ({
    name,
    words: [...new Set([...ownTitles(served, name), ...otherTitles(served, name)])],
  }))

/** A new record needs it, and has nothing else to begin with. */
export const isRequired = (field: Field): boolean => !field.optional && (field.start === null || field.key)

/** Reads a row as a header; null where it is none: it has to name every key field. */
export function readHeader(
  served: ServedKind,
  titles: ReadonlyMap<string, string>,
  cells: readonly (CellValue | null)[],
): Header | null {
  const found = columnsBy(titles, cells)
  const columns = withSame(served, found.columns)
  return served.kind.keys.every((key) => columns.has(key)) ? { ...found, columns } : null
}

/** Where fields stand, with those that take the column of another one. */
export function withSame(
  { options }: ServedKind,
  columns: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const all = new Map(columns)
  for (const [name, other] of Object.entries(options.sameAs ?? {})) {
    const at = columns.get(other ?? '')
    if (at !== undefined && !all.has(name)) all.set(name, at)
  }
  return all
}

/** Whether a file with columns for these fields names its records. */
export const hasKeys = ({ kind, options }: ServedKind, has: (field: string) => boolean): boolean =>
  kind.keys.every((key) => has(key) || has(options.sameAs?.[key] ?? ''))

/** The words of each choice in all languages, and the contract's own. */
export function choicesOf(served: ServedKind): ReadonlyMap<string, ChoiceWords> {
  return new Map(
    fromFile(served).flatMap(([name, field]): [string, ChoiceWords][] =>
      field.values
        ? [
            [
              name,
              new Map(
                field.values.flatMap((value) => [
                  [fold(value), value] as const,
                  ...languages.map(
                    (language) =>
                      [fold(translate(language, `state.${field.words}.${value}`)), value] as const,
                  ),
                  ...(field === rowActionField
                    ? Object.entries(otherWords).flatMap(([word, means]) =>
                        means === value ? [[fold(word), value] as const] : [],
                      )
                    : []),
                ]),
              ),
            ],
          ]
        : [],
    ),
  )
}
