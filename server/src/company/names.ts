import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import { nameIn, translation, type Reader } from '../kit/records/names.ts'

// What products, the nodes of their hierarchy and colours are called in the reader's language.

type Sql = RawBuilder<string>

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
