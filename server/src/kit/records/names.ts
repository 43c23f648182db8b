import { sql, type RawBuilder } from 'kysely'
import { languageEndings } from '@kervan/contract/kit/master-names'
import type { Language } from '@kervan/contract/kit/values'

// What records are called in the reader's language. A name without a translation is shown as it is. Rows are written and compared by the name itself; only what a person reads is asked here.

type Sql = RawBuilder<string>

/** Null is for nobody in particular: the names themselves. */
export type Reader = Language | null

/** The name in the reader's language, from a column that has one beside it for each: `p.name`. */
export const nameIn = (language: Reader, column: string): Sql =>
  language === null
    ? sql<string>`${sql.ref(column)}`
    : sql<string>`coalesce(${translation(language, column)}, ${sql.ref(column)})`

/** The column that holds the name in that language: `name_german` beside `name`. */
export const columnIn = (language: Language, column: string): string =>
  `${column}_${languageEndings[language].toLowerCase()}`

/** The name in that language alone; null where it has none. */
export const translation = (language: Language, column: string): Sql =>
  sql<string>`${sql.ref(columnIn(language, column))}`
