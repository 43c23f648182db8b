import type { Field } from '@kervan/contract/kit/master-fields'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { Row } from '../excel/write-workbook.ts'
import { fold } from '../lists/fold.ts'
import { translate } from '../messages.ts'
import { fromFile } from './header.ts'
import { fieldOf, type ServedKind } from './kind.ts'

// The sample row of a template. Its key says in brackets that it is an example, as no code of a record does, so an import
// knows it and passes over it, whatever else was typed into it.

const isNamedByText = ({ type, values }: Field): boolean =>
  values === null && (type === 'code' || type === 'text' || type === 'reference')

/** The key fields that say that a row is the sample. */
const markedKeys = ({ kind }: ServedKind): string[] =>
  kind.keys.filter((key) => isNamedByText(fieldOf(kind, key)))

const mark = (language: Language): string => translate(language, 'masterData.template.example')

const marks = new Set(languages.map((language) => fold(mark(language))))

/** Whether the cells of a row say that it is the sample; `textOf` answers the text of a key field. */
export function isSampleRow(served: ServedKind, textOf: (field: string) => string): boolean {
  const keys = markedKeys(served)
  return keys.length > 0 && keys.every((key) => marks.has(fold(textOf(key))))
}

/** An example of what belongs into the column of a field, in the reader's language; null where there is none to show. */
export function exampleOf(served: ServedKind, name: string, field: Field, language: Language): Row[number] {
  if (markedKeys(served).includes(name)) return mark(language)
  const own = served.options.examples?.[name]
  const [first] = field.values ?? []
  const choice = field.values?.find((value) => value === own) ?? first
  if (own !== undefined && choice !== own) return own
  if (choice !== undefined && field.words) return translate(language, `state.${field.words}.${choice}`)
  if (field.format === 'email') return 'info@example.com'
  if (field.format === 'currency') return 'TRY'
  switch (field.type) {
    case 'flag':
      return 'false'
    case 'integer':
      return Math.max(field.min ?? 0, 1)
    case 'decimal':
      return String(Math.max(field.min ?? 0, 1))
    case 'date':
      return '2026-01-31'
    case 'instant':
      return '2026-01-31T09:00:00.000Z'
    default:
      return null
  }
}

/** The sample row of a template; null for a kind whose records are not named by a text. */
export function sampleRow(served: ServedKind, visible: ServedKind, language: Language): Row | null {
  if (markedKeys(served).length === 0) return null
  return fromFile(visible).map(([name, field]) => exampleOf(served, name, field, language))
}
