import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../context.ts'

/** Who works for a customer, for a third party or for some places sees part of the company only. */
export function seesPartOnly(
  actor: Pick<Actor, 'partnerId' | 'thirdPartyLocationId' | 'locationScoped'>,
): boolean {
  return actor.partnerId !== null || actor.thirdPartyLocationId !== null || actor.locationScoped
}

/** The locations allocated to the user, as an array that PostgreSQL can use an index with. */
export function allocatedLocations(actor: Actor): RawBuilder<unknown> {
  return sql`array(select own.location_id from membership_location own where own.company_id = ${actor.company.id} and own.membership_id = ${actor.membershipId})`
}

/** Row scope by location (USR-006, USR-007, D13): conditions on the column that names a row's location. */
export function scopeOfLocations(actor: Actor, location: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    ...(actor.thirdPartyLocationId ? [sql`${location} = ${actor.thirdPartyLocationId}`] : []),
    ...(actor.locationScoped ? [sql`${location} = any(${allocatedLocations(actor)})`] : []),
  ]
}

/** Row scope by business partner: conditions on the column that names a row's customer. */
export function scopeOfPartners(actor: Actor, partner: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return actor.partnerId ? [sql`${partner} = ${actor.partnerId}`] : []
}
