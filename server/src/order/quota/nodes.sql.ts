import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import { nameIn } from '../../kit/records/names.ts'

// What people call the node of a counter: `c` is `quota_counter`, `r` its rule.

type Sql = RawBuilder<unknown>

/** The names of a counter's location and product; the codes themselves where there is no longer a record. */
export function nodeNames(company: number, language: Language): { location: Sql; product: Sql } {
  const nameOf = (table: string, code: Sql, name: Sql = sql`x.name`) =>
    sql`(select ${name} from ${sql.table(table)} x where x.company_id = ${company} and x.code = ${code})`
  return {
    location: sql`coalesce(case
      when r.binding_strategy = 'Standard' or r.location_level = 'Location' then ${nameOf('location', sql`c.location_node`)}
      when r.location_level = 'Customer' then ${nameOf('partner', sql`c.location_node`)} end, c.location_node)`,
    product: sql`coalesce(case
      when r.binding_strategy = 'Standard' or r.product_level = 'Product' then ${nameOf('product', sql`c.product_node`, nameIn(language, 'x.name'))}
      when r.product_level = 'Category' then ${nameOf('product_group', sql`c.product_node`, nameIn(language, 'x.name'))} end, c.product_node)`,
  }
}
