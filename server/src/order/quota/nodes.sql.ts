import { sql, type RawBuilder } from 'kysely'

// What people call the node of a counter: `c` is `quota_counter`, `r` its rule.

type Sql = RawBuilder<unknown>

/** The names of a counter's location and product; the codes themselves where there is no longer a record. */
export function nodeNames(company: number): { location: Sql; product: Sql } {
  const nameIn = (table: string, code: Sql) =>
    sql`(select x.name from ${sql.table(table)} x where x.company_id = ${company} and x.code = ${code})`
  return {
    location: sql`coalesce(case
      when r.binding_strategy = 'Standard' or r.location_level = 'Location' then ${nameIn('location', sql`c.location_node`)}
      when r.location_level = 'Customer' then ${nameIn('partner', sql`c.location_node`)} end, c.location_node)`,
    product: sql`coalesce(case
      when r.binding_strategy = 'Standard' or r.product_level = 'Product' then ${nameIn('product', sql`c.product_node`)}
      when r.product_level = 'Category' then ${nameIn('product_group', sql`c.product_node`)} end, c.product_node)`,
  }
}
