import { sql, type RawBuilder } from 'kysely'
import type { Actor, Narrowing } from '../context.ts'

/** Who works for a customer, for a third party or for some places sees part of the company only. */
export function seesPartOnly(
  actor: Pick<Actor, 'partnerId' | 'thirdPartyLocationId' | 'locationScoped'>,
): boolean {
  return actor.partnerId !== null || actor.thirdPartyLocationId !== null || actor.locationScoped
}

/** A condition of what only those see who see the whole company. */
export const wholeCompanyOnly = (actor: Parameters<typeof seesPartOnly>[0]): RawBuilder<unknown>[] =>
  seesPartOnly(actor) ? [sql`false`] : []

/** The locations allocated to the user, as an array that PostgreSQL can use an index with. */
export function allocatedLocations(actor: Actor): RawBuilder<unknown> {
  return sql`array(select own.location_id from membership_location own where own.company_id = ${actor.company.id} and own.membership_id = ${actor.membershipId})`
}

/**
 * What the user's rights reach of the locations (USR-006, USR-007, D13): conditions on the column that names a row's
 * location. For rules about rights; what is shown asks `scopeOfLocations`.
 */
export function rightsToLocations(actor: Actor, location: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    ...(actor.thirdPartyLocationId ? [sql`${location} = ${actor.thirdPartyLocationId}`] : []),
    ...(actor.locationScoped ? [sql`${location} = any(${allocatedLocations(actor)})`] : []),
  ]
}

/** Row scope by location: the user's rights, and the locations that the company shows at all (UIF-001). */
export function scopeOfLocations(actor: Actor, location: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [...rightsToLocations(actor, location), ...shown(actor, 'Location', location)]
}

/** Row scope by product: conditions on the column that names a row's product (UIF-001). */
export function scopeOfProducts(actor: Actor, product: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return shown(actor, 'Product', product)
}

/** Row scope by business partner: conditions on the column that names a row's customer. */
export function scopeOfPartners(actor: Actor, partner: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return actor.partnerId ? [sql`${partner} = ${actor.partnerId}`] : []
}

/** The one place in which UI filters narrow anything: a record has to be in each active filter of its type. */
export function shown(
  { company, narrowedTo }: Pick<Actor, 'company' | 'narrowedTo'>,
  type: Narrowing['type'],
  record: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return narrowedTo
    .filter((one) => one.type === type)
    .map(
      ({ filterId, generation }) =>
        sql`${record} in (select kept.record_id from ui_filter_member kept where kept.company_id = ${company.id} and kept.filter_id = ${filterId} and kept.generation = ${generation})`,
    )
}
