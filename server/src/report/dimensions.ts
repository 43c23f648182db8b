import { sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../kit/context.ts'
import { figureCondition } from '../kit/reports/figure-condition.ts'
import type { DimensionSql, Sql } from '../kit/reports/report-source.ts'
import { scopeOfLocations, scopeOfProducts } from '../kit/records/scope.ts'
import { categoryName, productName } from '../company/company.api.ts'

// What reports on figures of locations and products have in common. The figures stand in `s`, its location in `l`, its
// product in `p`.

export type PlaceJoin = 'places' | 'goods'

export const placeJoins = (company: number): Record<PlaceJoin, { join: Sql }> => ({
  places: { join: sql`join location l on l.company_id = ${company} and l.id = s.location_id` },
  goods: { join: sql`join product p on p.company_id = ${company} and p.id = s.product_id` },
})

/** Row scope of the figures: locations and products that the reader sees, a customer's user those of the customer. */
export const figureScope = (actor: Actor): Sql[] => [
  sql`s.company_id = ${actor.company.id}`,
  ...scopeOfLocations(actor, sql`s.location_id`),
  ...scopeOfProducts(actor, sql`s.product_id`),
  ...(actor.partnerId
    ? [
        sql`s.location_id in (select own.id from location own where own.company_id = ${actor.company.id} and own.partner_id = ${actor.partnerId})`,
      ]
    : []),
]

export const placeDimensions = (language: Language) =>
  ({
    locationGroup: { value: sql`l.location_group`, needs: 'places' },
    location: { value: sql`l.code`, label: sql`l.name`, needs: 'places' },
    city: { value: sql`l.city`, needs: 'places' },
    category: { value: sql`p.category`, label: categoryName(language), needs: 'goods' },
    brand: { value: sql`p.brand`, needs: 'goods' },
    product: { value: sql`p.code`, label: productName(language), needs: 'goods' },
  }) satisfies Record<string, DimensionSql<PlaceJoin>>

/** What a figure is limited to, as conditions. */
export function conditionsOf<J extends string>(
  dimensions: Record<string, DimensionSql<J>>,
  only: readonly { dimension: string; values: (string | null)[] }[],
): Sql[] {
  return only.flatMap(({ dimension, values }) => {
    const of = dimensions[dimension]
    return of ? figureCondition(of, values) : []
  })
}
