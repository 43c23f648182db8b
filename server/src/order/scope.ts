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

type Spared = {
  /** Places and customers on the blacklist too. */
  blacklisted?: boolean
  /** Customers with whom no business is done too. */
  closed?: boolean
}

/** Conditions on `location l`: places that goods are delivered to at all. Each belongs to a customer. */
export function deliverable(
  { company }: Pick<Actor, 'company'>,
  { blacklisted = false, closed = false }: Spared = {},
): RawBuilder<unknown>[] {
  return [
    sql`l.partner_id is not null`,
    sql`l.status = 'Active'`,
    ...(blacklisted ? [] : [sql`not l.blacklisted`]),
    ...(closed ? [] : [customerOpen(company.id, { blacklisted })]),
  ]
}

/** Whether orders are taken for the customer of location `l`: related to the company, and not on the blacklist (ORD-022). */
export const customerOpen = (
  company: number,
  { blacklisted = false }: Spared = {},
): RawBuilder<boolean> => sql`
  exists (select from partner op where op.company_id = ${company} and op.id = l.partner_id and ${isOpen('op', { blacklisted })})`

/** The same of a partner that is at hand, by its alias. */
export const isOpen = (partner: string, { blacklisted = false }: Spared = {}): RawBuilder<boolean> =>
  blacklisted
    ? sql`${sql.ref(`${partner}.related`)}`
    : sql`(${sql.ref(`${partner}.related`)} and not ${sql.ref(`${partner}.blacklisted`)})`

/** Whether a location, by its alias, or its customer is on the blacklist. */
export const onBlacklist = (company: number, location: string): RawBuilder<boolean> => sql`
  (coalesce(${sql.ref(`${location}.blacklisted`)}, false) or exists (
    select from partner bp where bp.company_id = ${company} and bp.id = ${sql.ref(`${location}.partner_id`)} and bp.blacklisted))`

/** A location the user may have goods delivered to, by its id; null for every other id. */
export const deliveryLocation = (actor: Actor, id: string | null | undefined): RawBuilder<unknown> =>
  id
    ? sql`(select l.id from location l where ${sql.join(deliveryScope(actor), sql` and `)} and l.id = ${id})`
    : sql`null::uuid`

/** Conditions on `location l`: places the user may have goods delivered to. */
export function deliveryScope(actor: Actor, spared: Spared = {}): RawBuilder<unknown>[] {
  return [
    sql`l.company_id = ${actor.company.id}`,
    ...deliverable(actor, spared),
    ...scopeOfPartners(actor, sql`l.partner_id`),
    ...scopeOfLocations(actor, sql`l.id`),
  ]
}
