import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { scopeOfLocations, scopeOfPartners, scopeOfProducts } from '../kit/records/scope.ts'

// Row scope: which orders and places a user may see at all (USR-006, USR-007, D13). Lists, totals, exports, bulk
// selections and single records all go through these two, so they cannot differ.

/** Conditions on `sales_order o`. */
export function orderScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`o.company_id = ${actor.company.id}`,
    ...scopeOfPartners(actor, sql`o.customer_id`),
    ...scopeOfLocations(actor, sql`o.delivery_location_id`),
  ]
}

/** Conditions on `sales_order o`: the orders that are the user's own affair, as My Orders shows them. */
export function ownOrderScope(actor: Actor): RawBuilder<unknown>[] {
  return [...orderScope(actor), ...(actor.partnerId ? [] : [sql`o.record_user_id = ${actor.membershipId}`])]
}

/** Conditions on `product p`: products that can be ordered. */
export function sellableScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`p.company_id = ${actor.company.id}`,
    sql`p.status = 'Active'`,
    ...scopeOfProducts(actor, sql`p.id`),
  ]
}

const inUse = [sql`l.partner_id is not null`, sql`l.status = 'Active'`]

/** Conditions on `location l`: places that goods are delivered to at all. Each belongs to a customer. */
export const deliverable: readonly RawBuilder<unknown>[] = [...inUse, sql`not l.blacklisted`]

/** A location the user may have goods delivered to, by its id; null for every other id. */
export const deliveryLocation = (actor: Actor, id: string | null | undefined): RawBuilder<unknown> =>
  id
    ? sql`(select l.id from location l where ${sql.join(deliveryScope(actor), sql` and `)} and l.id = ${id})`
    : sql`null::uuid`

/** Conditions on `location l`: places the user may have goods delivered to; `blacklisted`: those on the blacklist too. */
export function deliveryScope(
  actor: Actor,
  { blacklisted = false }: { blacklisted?: boolean } = {},
): RawBuilder<unknown>[] {
  return [
    sql`l.company_id = ${actor.company.id}`,
    ...(blacklisted ? inUse : deliverable),
    ...scopeOfPartners(actor, sql`l.partner_id`),
    ...scopeOfLocations(actor, sql`l.id`),
  ]
}
