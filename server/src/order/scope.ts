import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'

// Row scope: which orders and places a user may see at all (USR-006, USR-007, D13). Lists, totals, exports, bulk
// selections and single records all go through these two, so they cannot differ.

/** The user's allocated locations, as a set that PostgreSQL can use an index with. */
function allocated(actor: Actor): RawBuilder<unknown> {
  return sql`array(select ml.location_id from membership_location ml where ml.company_id = ${actor.company.id} and ml.membership_id = ${actor.membershipId})`
}

/** Conditions on `sales_order o`. */
export function orderScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`o.company_id = ${actor.company.id}`,
    ...(actor.partnerId ? [sql`o.customer_id = ${actor.partnerId}`] : []),
    ...(actor.thirdPartyLocationId ? [sql`o.delivery_location_id = ${actor.thirdPartyLocationId}`] : []),
    ...(actor.locationScoped ? [sql`o.delivery_location_id = any(${allocated(actor)})`] : []),
  ]
}

/** Conditions on `sales_order o`: the orders that are the user's own affair, as My Orders shows them. */
export function ownOrderScope(actor: Actor): RawBuilder<unknown>[] {
  return [...orderScope(actor), ...(actor.partnerId ? [] : [sql`o.record_user_id = ${actor.membershipId}`])]
}

/** Conditions on `location l`: places that goods are delivered to at all. Each belongs to a customer. */
export const deliverable: readonly RawBuilder<unknown>[] = [
  sql`l.partner_id is not null`,
  sql`l.status = 'Active'`,
  sql`not l.blacklisted`,
]

/** Conditions on `location l`: places the user may have goods delivered to. */
export function deliveryScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`l.company_id = ${actor.company.id}`,
    ...deliverable,
    ...(actor.partnerId ? [sql`l.partner_id = ${actor.partnerId}`] : []),
    ...(actor.thirdPartyLocationId ? [sql`l.id = ${actor.thirdPartyLocationId}`] : []),
    ...(actor.locationScoped ? [sql`l.id = any(${allocated(actor)})`] : []),
  ]
}
