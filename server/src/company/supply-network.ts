import { sql } from 'kysely'
import {
  getSupplyNetwork,
  getSupplyPairs,
  pairLimit,
  setSupplyStrategy,
  type SupplyObstacle,
  type SupplyStrategy,
} from '@kervan/contract/company/network'
import type { OutputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { record } from '../kit/records/audit.ts'
import { seesPartOnly } from '../kit/records/scope.ts'
import { refreshSupplyPaths } from './supply-paths.ts'
import { checkNetwork, levelsOf, obstacleBetween, type Edge, type Place } from './network.ts'
import { locationInScope, seesLocation } from './scope.ts'

// The network whole: for its picture, its map and its checks; the company's strategy; who can supply whom (LOC-004).

const warningLimit = 500

type FoundPlace = Place & {
  name: string
  locationType: OutputOf<typeof getSupplyNetwork>['locations'][number]['locationType']
  latitude: number | null
  longitude: number | null
  groupType: string | null
}
type FoundEdge = Edge & { id: string; leadTimeDays: number; priority: number }

async function edgesOf({ tx, actor }: SessionContext): Promise<FoundEdge[]> {
  const { rows } = await sql<FoundEdge>`
    select r.id, r.supplier_id as "supplierId", r.receiver_id as "receiverId", r.lead_time_days as "leadTimeDays", r.priority, r.active
    from supply_relation r where ${sql.join(
      [
        sql`r.company_id = ${actor.company.id}`,
        ...locationInScope(actor, sql`r.supplier_id`),
        ...locationInScope(actor, sql`r.receiver_id`),
      ],
      sql` and `,
    )} order by r.priority, r.id`.execute(tx)
  return rows
}

async function placesOf({ tx, actor }: SessionContext): Promise<FoundPlace[]> {
  const { rows } = await sql<FoundPlace>`
    select t.id, t.code, t.name, t.type as "locationType", t.status, t.blacklisted, t.group_type as "groupType",
      t.latitude::float8 as latitude, t.longitude::float8 as longitude
    from location t where ${sql.join(
      [sql`t.company_id = ${actor.company.id}`, ...seesLocation(actor)],
      sql` and `,
    )} order by t.code`.execute(tx)
  return rows
}

async function strategyOf({ tx, actor }: SessionContext): Promise<SupplyStrategy> {
  const { rows } = await sql<{ strategy: SupplyStrategy }>`
    select strategy from supply_policy where company_id = ${actor.company.id}`.execute(tx)
  return rows[0]?.strategy ?? 'WarehousesAndStores'
}

export const getSupplyNetworkHandler = handle(getSupplyNetwork, async (context) => {
  const { locationId } = context.input
  const [strategy, places, edges] = [
    await strategyOf(context),
    await placesOf(context),
    await edgesOf(context),
  ]
  if (locationId !== null && !places.some(({ id }) => id === locationId)) throw refusal('NotFound')
  const levels = levelsOf(places, edges)
  const isAsked = ({ supplierId, receiverId }: Edge) =>
    locationId === null || supplierId === locationId || receiverId === locationId
  const relations = edges.filter(isAsked)
  const shown = new Set([
    ...(locationId === null ? [] : [locationId]),
    ...relations.flatMap(({ supplierId, receiverId }) => [supplierId, receiverId]),
  ])
  const warnings = checkNetwork(places, edges, strategy).filter(
    (one) =>
      locationId === null ||
      one.locationId === locationId ||
      relations.some(({ id }) => id === one.relationId),
  )
  return {
    strategy,
    locations: places
      .filter(({ id }) => shown.has(id))
      .map(({ id, code, name, locationType, status, latitude, longitude }) => ({
        id,
        code,
        name,
        locationType,
        status,
        latitude,
        longitude,
        level: levels.get(id) ?? null,
      })),
    relations,
    warnings: warnings.slice(0, warningLimit),
    warningCount: warnings.length,
  }
})

export const setSupplyStrategyHandler = handle(setSupplyStrategy, async (context) => {
  const { tx, actor, input, now } = context
  if (seesPartOnly(actor)) throw refusal('WholeCompanyNeeded')
  const { rows } = await sql<{ strategy: SupplyStrategy }>`
    insert into supply_policy (company_id, strategy) values (${actor.company.id}, 'WarehousesAndStores')
    on conflict (company_id) do update set strategy = supply_policy.strategy returning strategy`.execute(tx)
  const before = rows[0]?.strategy
  if (before === input.strategy) return { strategy: before }
  await sql`update supply_policy set strategy = ${input.strategy} where company_id = ${actor.company.id}`.execute(
    tx,
  )
  await refreshSupplyPaths(tx, actor.company.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'network.strategyChanged',
        recordType: 'supplyNetwork',
        before: { supplyStrategy: before },
        after: { supplyStrategy: input.strategy },
      },
    ],
  })
  return { strategy: input.strategy }
})

type Pairs = OutputOf<typeof getSupplyPairs>

export const getSupplyPairsHandler = handle(getSupplyPairs, async (context): Promise<Pairs> => {
  const { supplierGroup, receiverGroup } = context.input
  const [strategy, places, edges] = [
    await strategyOf(context),
    await placesOf(context),
    await edgesOf(context),
  ]
  const isRelated = new Set(
    edges.filter(({ active }) => active).map(({ supplierId, receiverId }) => `${supplierId} ${receiverId}`),
  )
  const of = (group: string | null) => places.filter(({ groupType }) => groupType === group)
  const [suppliers, receivers] = [of(supplierGroup), of(receiverGroup)]
  const obstacle = (supplier: Place, receiver: Place) =>
    obstacleBetween(supplier, receiver, strategy, isRelated.has(`${supplier.id} ${receiver.id}`))
  const byId = new Map(places.map((place) => [place.id, place]))
  const related = edges.flatMap(({ supplierId, receiverId }) => {
    const [supplier, receiver] = [byId.get(supplierId), byId.get(receiverId)]
    const isMeant = supplier?.groupType === supplierGroup && receiver?.groupType === receiverGroup
    return supplier && receiver && isMeant && obstacle(supplier, receiver) === null
      ? { supplier, receiver }
      : []
  })
  const all = suppliers.length * receivers.length - (supplierGroup === receiverGroup ? suppliers.length : 0)
  return {
    relatedCount: related.length,
    unrelatedCount: all - related.length,
    related: related
      .slice(0, pairLimit)
      .map(({ supplier, receiver }) => ({ supplier: named(supplier), receiver: named(receiver) })),
    unrelated: firstUnrelated(suppliers, receivers, obstacle),
  }
})

/** The first pairs that cannot: all of them are as many as the groups multiplied. */
function firstUnrelated(
  suppliers: readonly FoundPlace[],
  receivers: readonly FoundPlace[],
  obstacleOf: (supplier: Place, receiver: Place) => SupplyObstacle | null,
): Pairs['unrelated'] {
  const found: Pairs['unrelated'] = []
  for (const supplier of suppliers)
    for (const receiver of receivers) {
      const obstacle = obstacleOf(supplier, receiver)
      if (obstacle === null || obstacle === 'SameLocation') continue
      found.push({ supplier: named(supplier), receiver: named(receiver), obstacle })
      if (found.length === pairLimit) return found
    }
  return found
}

const named = ({ id, code, name }: FoundPlace) => ({ id, code, name })
