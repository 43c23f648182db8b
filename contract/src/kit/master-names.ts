import { columnWords, wordsOfKind } from './column-words.ts'
import { field } from './master-fields.ts'
import type { Language } from './values.ts'

// What records are called in each language, and what their fields are called.

/** How the field of a name in a language ends: `nameGerman` beside `name`. */
export const languageEndings = { en: 'English', tr: 'Turkish', de: 'German' } as const satisfies Record<
  Language,
  string
>
type Ending = (typeof languageEndings)[Language]

/**
 * The names that a record has in the other languages, beside the field `name`: optional, in a form behind a
 * switch at that field. Who reads the record sees the name in their language, and `name` where there is none.
 */
export function otherLanguages<const N extends string>(name: N, { max }: { max: number }) {
  const one = field.text({
    max,
    optional: true,
    searched: true,
    list: 'hidden',
    bulk: false,
  })
  return Object.fromEntries(
    Object.values(languageEndings).map((ending) => [`${name}${ending}`, one]),
  ) as Record<`${N}${Ending}`, typeof one>
}

/** Whether the records have this name in each language as well (`otherLanguages`). */
export const isTranslated = (fields: Readonly<Record<string, unknown>>, name: string): boolean =>
  fields[`${name}${languageEndings.en}`] !== undefined

/** The column of a list that tells the name itself, where `name` is the one in the reader's language. */
export const baseColumn = (name: string): string => `${name}Base`

/**
 * The messages that may name a field where it is written: in a form, a file, a history. A name that records have in each
 * language as well is told apart from these; a list calls what it shows of it by its plain name.
 */
export const fieldWords = (
  { key, fields }: { key: string; fields: Readonly<Record<string, unknown>> },
  name: string,
): readonly string[] => columnWords(wordsOfKind(key), isTranslated(fields, name) ? baseColumn(name) : name)
