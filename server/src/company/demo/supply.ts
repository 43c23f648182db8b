import type { Insertable } from 'kysely'
import { existing } from '@kervan/contract/kit/typed'
import { isStore, isWarehouse } from '@kervan/contract/kit/location-types'
import type { DB } from '../../kit/database/db.gen.ts'
import type { Random } from '../../demo/random.ts'
import type { LocationRow } from '../../demo/world.ts'

type SupplyRow = Insertable<DB['supply_relation']>

/**
 * A network in steps: the primary distribution centre supplies the others, each of these the locations nearest to it, and
 * the first store of a customer the customer's others nearby. A few locations are supplied by nobody yet.
 */
export function supplyRelations(
  locations: readonly LocationRow[],
  random: Random,
  since: number,
): SupplyRow[] {
  const centres = locations.filter(({ type }) => isWarehouse(type))
  const [primary] = centres
  if (!primary) return []
  const hubs = new Map<string, LocationRow>()
  const relation = (supplier: LocationRow, receiver: LocationRow, priority = 1): SupplyRow => ({
    company_id: supplier.company_id,
    id: random.id(since),
    supplier_id: supplier.id,
    receiver_id: receiver.id,
    lead_time_days: 1 + Math.floor(distance(supplier, receiver) / 4),
    priority,
    active: true,
  })
  return [
    ...centres.slice(1).map((centre) => relation(primary, centre)),
    ...locations.flatMap((location, index): SupplyRow[] => {
      const { type, partner_id: partner } = location
      if (isWarehouse(type) || !partner || index % 25 === 24) return []
      const nearest = centres.reduce((best, centre) =>
        distance(centre, location) < distance(best, location) ? centre : best,
      )
      const hub = hubs.get(partner)
      if (!hub && isStore(type) && location.status === 'Active') hubs.set(partner, location)
      const isNear = hub && distance(hub, location) < 2
      return [relation(nearest, location, isNear ? 2 : 1), ...(isNear ? [relation(hub, location)] : [])]
    }),
  ]
}

/** Which warehouse supplies a location: the one of its relation, without one the first by its code. */
export function supplierOf(
  locations: readonly LocationRow[],
  relations: readonly SupplyRow[],
): (locationId: string) => string {
  const centres = new Set(locations.filter(({ type }) => isWarehouse(type)).map(({ id }) => id))
  const [first] = locations
    .filter(({ id }) => centres.has(id))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  const known = new Map(
    relations
      .filter(({ supplier_id: supplier }) => centres.has(supplier))
      .map(({ receiver_id: receiver, supplier_id: supplier }) => [receiver, supplier]),
  )
  return (locationId) => known.get(locationId) ?? existing(first).id
}

/** In degrees, which is near enough for a demo. */
function distance(one: LocationRow, other: LocationRow): number {
  return Math.hypot(
    Number(one.latitude) - Number(other.latitude),
    Number(one.longitude) - Number(other.longitude),
  )
}
