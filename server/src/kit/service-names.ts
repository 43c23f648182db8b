import { sql, type RawBuilder } from 'kysely'
import { serviceProducts } from '@kervan/contract/access/words'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { recordOf } from '@kervan/contract/kit/typed'
import { fold } from './lists/fold.ts'
import { translate } from './messages.ts'

// What the products of the portal are called. A service that bears the name of its product, in whatever language it was
// written down, is called as the reader calls it; a name that a company has given stays what it is.

const keyOf = (product: string) => `state.serviceProduct.${product}`
const known = serviceProducts.filter(
  (product) => translate(defaultLanguage, keyOf(product)) !== keyOf(product),
)

/** By product and name, with a space between, since two products must not borrow each other's names. */
const namesIn = (language: Language): Record<string, string> =>
  Object.fromEntries(
    known.flatMap((product) =>
      languages.map((written) => [
        `${product} ${translate(written, keyOf(product))}`,
        translate(language, keyOf(product)),
      ]),
    ),
  )
const names = recordOf(languages, namesIn)
const folded = recordOf(languages, (language): Record<string, string> =>
  Object.fromEntries(Object.entries(names[language]).map(([key, name]) => [key, fold(name)])),
)

/** The service of a product as the reader calls it. */
export function serviceName(language: Language, product: string, written: string): string {
  return names[language][`${product} ${written}`] ?? written
}

type InSql = { product: RawBuilder<unknown>; written: RawBuilder<unknown> }

/** The same in a query. */
export function serviceNameSql(language: Language, { product, written }: InSql): RawBuilder<string> {
  return sql<string>`coalesce(${JSON.stringify(names[language])}::jsonb ->> (${product} || ' ' || ${written}), ${written})`
}

/** What is to be searched beside the text that was folded when it was written: the name in the reader's language, or nothing. */
export function serviceNameFolded(language: Language, { product, written }: InSql): RawBuilder<string> {
  return sql<string>`coalesce(${JSON.stringify(folded[language])}::jsonb ->> (${product} || ' ' || ${written}), '')`
}
