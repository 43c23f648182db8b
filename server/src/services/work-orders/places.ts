import type { Lanes, Place } from '@kervan/engine/snapshot'
import { isStore, isWarehouse } from '@kervan/contract/kit/location-types'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import type { Plan } from '../strategies/compile.ts'

// Places of a run and the lanes between them. A lane is there where the supply network has it; stores of one customer and
// one location group exchange goods with each other unless only warehouses supply (our reading of the groups).

export type PlaceRow = {
  id: string
  code: string
  name: string
  type: string
  role: string | null
  group: string | null
  partner: string | null
  latitude: number | null
  longitude: number | null
}

/** Active warehouses and stores that the location filters of a plan keep, by their codes. */
export async function loadPlaces(
  tx: Tx,
  companyId: number,
  plan: Pick<Plan, 'filters'>,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select l.id, l.code, l.name, l.type, l.action_role as role, l.location_group as "group", l.partner_id as partner,
      l.latitude::float8 as latitude, l.longitude::float8 as longitude
    from location l where l.company_id = ${companyId} and l.status = 'Active' and not l.blacklisted
      and ${kept(companyId, plan.filters, 'Location', 'l')} order by l.code`.execute(tx)
  return rows.filter(({ type }) => isWarehouse(type) || isStore(type))
}

/** The condition that the filters of a type keep a record. */
export const kept = (
  companyId: number,
  filterIds: readonly string[],
  type: 'Location' | 'Product',
  record: 'l' | 'p',
) => sql`
  not exists (select from ui_filter f where f.company_id = ${companyId} and f.id = any(${[...filterIds]}::uuid[]) and f.type = ${type}
    and not exists (select from ui_filter_member m where m.company_id = ${companyId} and m.filter_id = f.id
      and m.generation = f.generation and m.record_id = ${sql.ref(`${record}.id`)}))`

export const placeOf = ({ code, type, role }: PlaceRow): Place => ({
  code,
  isWarehouse: isWarehouse(type),
  role: role === 'Donor' || role === 'Recipient' ? role : 'Wildcard',
})

const nobody = '00000000-0000-0000-0000-000000000000'

/** Lanes by receiver, each with what a unit costs on it. */
export async function loadLanes(
  tx: Tx,
  companyId: number,
  places: readonly PlaceRow[],
  {
    flows,
    settings,
    closed,
  }: Pick<Plan, 'flows' | 'settings'> & { closed: (from: number, to: number) => boolean },
): Promise<Lanes> {
  const [{ rows: paths }, { rows: policies }] = await Promise.all([
    sql<{ location: string; suppliers: string[] }>`
      select location_id as location, suppliers from supply_path where company_id = ${companyId}`.execute(tx),
    sql<{ strategy: string }>`select strategy from supply_policy where company_id = ${companyId}`.execute(tx),
  ])
  const suppliersOf = new Map(paths.map(({ location, suppliers }) => [location, new Set(suppliers)]))
  const mayExchange = policies[0]?.strategy !== 'WarehousesOnly' && flows.includes('StoreToStore')
  const perKilometre = Number(settings['costPerKilometre'] ?? 0)
  const found: { from: number; to: number; cost: number }[] = []
  for (const [to, receiver] of places.entries()) {
    if (isWarehouse(receiver.type)) {
      // Stores give back to the warehouses that supply them.
      for (const [from, sender] of places.entries())
        if (
          flows.includes('StoreToWarehouse') &&
          !isWarehouse(sender.type) &&
          suppliersOf.get(sender.id)?.has(receiver.id) &&
          !closed(from, to)
        )
          found.push({ from, to, cost: perKilometre * kilometres(sender, receiver) })
      continue
    }
    const suppliers = suppliersOf.get(receiver.id) ?? suppliersOf.get(nobody) ?? new Set()
    for (const [from, sender] of places.entries()) {
      if (from === to || closed(from, to)) continue
      const isKnown = suppliers.has(sender.id)
      const isLane = isWarehouse(sender.type)
        ? isKnown && flows.includes('WarehouseToStore')
        : mayExchange && (isKnown || isOneGroup(sender, receiver))
      if (isLane) found.push({ from, to, cost: perKilometre * kilometres(sender, receiver) })
    }
  }
  return {
    from: Int32Array.from(found, ({ from }) => from),
    to: Int32Array.from(found, ({ to }) => to),
    unitCost: Float64Array.from(found, ({ cost }) => cost),
  }
}

const isOneGroup = (one: PlaceRow, other: PlaceRow) =>
  one.group !== null && one.group === other.group && one.partner === other.partner

/** Along the globe, in kilometres; 0 where a place has no coordinates. */
export function kilometres(one: PlaceRow, other: PlaceRow): number {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null)
    return 0
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (angle: number) => Math.sin(angle / 2) ** 2
  const across =
    half(radians(other.latitude - one.latitude)) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(radians(other.longitude - one.longitude))
  return 12_742 * Math.asin(Math.sqrt(across))
}
