import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { scopeOfLocations, scopeOfPartners, scopeOfProducts, seesPartOnly } from '../kit/records/scope.ts'

/** The conditions under which this reader sees a location; `t` is the table. */
export const seesLocation = (actor: Actor): RawBuilder<unknown>[] => [
  ...scopeOfLocations(actor, sql`t.id`),
  ...scopeOfPartners(actor, sql`t.partner_id`),
]

/** As a condition on a column that names a location. */
export function locationInScope(actor: Actor, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  // What the company shows is asked of the column itself; only a customer's places have to be looked up.
  if (actor.partnerId === null) return scopeOfLocations(actor, column)
  return [
    sql`${column} in (select t.id from location t where ${sql.join([sql`t.company_id = ${actor.company.id}`, ...seesLocation(actor)], sql` and `)})`,
  ]
}

/** As a condition on a column that names a variant: its product is one that the company shows (UIF-001). */
export function variantInScope(actor: Actor, column: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const product = scopeOfProducts(actor, sql`v.product_id`)
  if (product.length === 0) return []
  return [
    sql`${column} in (select v.id from product_variant v where ${sql.join([sql`v.company_id = ${actor.company.id}`, ...product], sql` and `)})`,
  ]
}

/** The conditions under which this reader sees a business partner: the own one, or those of the locations one sees. */
export function seesPartner(actor: Actor): RawBuilder<unknown>[] {
  const own = scopeOfPartners(actor, sql`t.id`)
  if (own.length > 0 || !seesPartOnly(actor)) return own
  return [
    sql`t.id in (select l.partner_id from location l where ${sql.join([sql`l.company_id = ${actor.company.id}`, ...scopeOfLocations(actor, sql`l.id`)], sql` and `)})`,
  ]
}
