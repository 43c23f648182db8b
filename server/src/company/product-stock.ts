import { sql } from 'kysely'
import { isStore, locationTypes } from '@kervan/contract/kit/location-types'
import type { Actor } from '../kit/context.ts'
import type { Sql } from '../kit/master/kind.ts'
import { locationInScope } from './scope.ts'

// What the list of products tells beside their fields (PRD-002), of a product `t`. Sums over variants and places are
// worked out for the rows of a page only, so they have neither an order nor a filter.

export const stores = locationTypes.filter(isStore)

/** The barcodes of all variants; they stand in the text of the search as well. */
export const barcodesOf = ({ company }: Actor): Sql =>
  sql`(select string_agg(v.gtin, ', ' order by v.sort_order, v.code) from product_variant v
    where v.company_id = ${company.id} and v.product_id = t.id and v.gtin <> '')`

/** Stock `s` of a product `t`, in the places that this reader sees. */
const stockOf = (actor: Actor, more: Sql[] = []): Sql =>
  sql`stock s join product_variant v on v.company_id = ${actor.company.id} and v.id = s.variant_id and v.product_id = t.id
    where ${sql.join(
      [
        sql`s.company_id = ${actor.company.id}`,
        sql`s.on_hand > 0`,
        ...locationInScope(actor, sql`s.location_id`),
        ...more,
      ],
      sql` and `,
    )}`

export const onHandOf = (actor: Actor): Sql =>
  sql`(select coalesce(sum(s.on_hand), 0)::float8 from ${stockOf(actor)})`

/** How many points of sale have some of it. */
export const pointsOfSaleOf = (actor: Actor): Sql => {
  const isStoreSql = sql`exists (select from location l
    where l.company_id = ${actor.company.id} and l.id = s.location_id and l.type = any(${stores}::text[]))`
  return sql`(select count(distinct s.location_id)::int from ${stockOf(actor, [isStoreSql])})`
}
