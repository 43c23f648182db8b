import { sql, type RawBuilder } from 'kysely'
import { languageEndings } from '@kervan/contract/kit/master-fields'
import type { Language } from '@kervan/contract/kit/values'

// What products, the nodes of their hierarchy and colours are called in the reader's language. A name without a
// translation is shown as it is. Rows are written and compared by the name itself; only what a person reads is asked here.

type Sql = RawBuilder<string>

/** Null is for nobody in particular: the names themselves. */
type Reader = Language | null

/** The name in the reader's language, from a column that has one beside it for each: `p.name`. */
export const nameIn = (language: Reader, column: string): Sql =>
  language === null
    ? sql<string>`${sql.ref(column)}`
    : sql<string>`coalesce(${translation(language, column)}, ${sql.ref(column)})`

/** The column that holds the name in that language: `name_german` beside `name`. */
export const columnIn = (language: Language, column: string): string =>
  `${column}_${languageEndings[language].toLowerCase()}`

const translation = (language: Language, column: string): Sql =>
  sql<string>`${sql.ref(columnIn(language, column))}`

/** What the product `p` is called. */
export const productName = (language: Reader): Sql => nameIn(language, 'p.name')

/** What the node of the product `p` is called, without a join: the product keeps the names of its node. */
export const categoryName = (language: Reader): Sql => nameIn(language, 'p.category')

/** The code of the node of the product `p`; a category without a node is known by its name. */
export const categoryCode = (company: number): Sql =>
  sql<string>`coalesce((select gc.code from product_group gc where gc.company_id = ${company} and gc.id = p.category_id), p.category)`

/** What a colour is called that a variant or a line carries as a text: `v.color`. */
export const colorName = (company: number, language: Reader, column: string): Sql =>
  sql<string>`coalesce((select ${nameIn(language, 'cn.name')} from color cn
    where cn.company_id = ${company} and cn.code_folded = fold(${sql.ref(column)})), ${sql.ref(column)})`

/**
 * What the product of a line `l` is called. A line keeps the name that was ordered; it is translated as long as the
 * product still has that name.
 */
export const lineProductName = (company: number, language: Language): Sql =>
  sql<string>`coalesce((select ${translation(language, 'pn.name')} from product_variant vn
    join product pn on pn.company_id = ${company} and pn.id = vn.product_id
    where vn.company_id = ${company} and vn.id = l.variant_id and pn.name = l.product_name), l.product_name)`
