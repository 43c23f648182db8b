import {
  type NetworkWarning,
  type SupplyObstacle,
  type SupplyStrategy,
} from '@kervan/contract/company/network'
import { isSupplier, isWarehouse } from '@kervan/contract/kit/location-types'

// The replenishment network as pure functions (LOC-004): who may supply, cycles, who is reached, who can supply whom.

/** A location as the network sees it. */
export type Place = {
  id: string
  code: string
  locationType: string
  status: string
  blacklisted: boolean
}
/** One location supplies another. */
export type Edge = { supplierId: string; receiverId: string; active: boolean }

/** Receivers by supplier, of the relations that are in use. */
function receiversOf(edges: readonly Edge[]): Map<string, string[]> {
  const receivers = new Map<string, string[]>()
  for (const { supplierId, receiverId, active } of edges) {
    if (!active) continue
    const known = receivers.get(supplierId)
    if (known) known.push(receiverId)
    else receivers.set(supplierId, [receiverId])
  }
  return receivers
}

/**
 * The locations that supply themselves over others: a number for each, the same for all that lie on cycles with each
 * other. Relations that are not in use close no cycle. Takes time in proportion to the relations (Tarjan, without
 * recursion, so that a chain of 10,000 locations is no deeper than one of two).
 */
export function cyclicGroups(edges: readonly Edge[]): Map<string, number> {
  const receivers = receiversOf(edges)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const groups = new Map<string, number>()
  let group = 0
  for (const root of receivers.keys()) {
    if (order.has(root)) continue
    const work: { id: string; next: number }[] = [{ id: root, next: 0 }]
    for (let step = work.at(-1); step; step = work.at(-1)) {
      const { id } = step
      if (step.next === 0) {
        order.set(id, order.size)
        lowest.set(id, order.get(id) ?? 0)
        open.push(id)
        isOpen.add(id)
      }
      const receiver = receivers.get(id)?.[step.next++]
      if (receiver !== undefined) {
        if (!order.has(receiver)) work.push({ id: receiver, next: 0 })
        else if (isOpen.has(receiver)) lower(lowest, id, order.get(receiver) ?? 0)
        continue
      }
      work.pop()
      const above = work.at(-1)
      if (above) lower(lowest, above.id, lowest.get(id) ?? 0)
      if (lowest.get(id) !== order.get(id)) continue
      const members = open.splice(open.lastIndexOf(id))
      for (const member of members) isOpen.delete(member)
      if (members.length < 2 && !receivers.get(id)?.includes(id)) continue
      group += 1
      for (const member of members) groups.set(member, group)
    }
  }
  return groups
}

function lower(lowest: Map<string, number>, id: string, value: number): void {
  lowest.set(id, Math.min(lowest.get(id) ?? value, value))
}

/** The relations that lie on a cycle. */
export function cyclicEdges<E extends Edge>(edges: readonly E[]): E[] {
  const groups = cyclicGroups(edges)
  return edges.filter(({ supplierId, receiverId, active }) => {
    const group = groups.get(supplierId)
    return active && group !== undefined && group === groups.get(receiverId)
  })
}

/** The shortest way from one location to another along the relations in use, both included; null where there is none. */
export function pathBetween(edges: readonly Edge[], from: string, to: string): string[] | null {
  const receivers = receiversOf(edges)
  const before = new Map<string, string | null>([[from, null]])
  const waiting = [from]
  // What is added on the way is gone through as well.
  for (const id of waiting) {
    if (id === to) {
      const path = [id]
      for (let last = before.get(id); last; last = before.get(last)) path.unshift(last)
      return path
    }
    for (const receiver of receivers.get(id) ?? [])
      if (!before.has(receiver)) {
        before.set(receiver, id)
        waiting.push(receiver)
      }
  }
  return null
}

/** How many steps each location is away from the nearest warehouse that supplies it; a warehouse itself is 0. Others are missing. */
export function levelsOf(places: readonly Place[], edges: readonly Edge[]): Map<string, number> {
  const receivers = receiversOf(edges)
  const roots = places.filter((place) => isWarehouse(place.locationType)).map(({ id }) => id)
  const supplied = new Set(edges.filter(({ active }) => active).map(({ receiverId }) => receiverId))
  const first = roots.filter((id) => !supplied.has(id))
  const levels = new Map<string, number>()
  spread(receivers, first.length > 0 ? first : roots, levels)
  // A warehouse in a cycle begins one of its own.
  spread(
    receivers,
    roots.filter((id) => !levels.has(id)),
    levels,
  )
  return levels
}

function spread(
  receivers: ReadonlyMap<string, readonly string[]>,
  from: readonly string[],
  levels: Map<string, number>,
): void {
  for (const id of from) levels.set(id, 0)
  const waiting = [...from]
  // What is added on the way is gone through as well.
  for (const id of waiting) {
    for (const receiver of receivers.get(id) ?? [])
      if (!levels.has(receiver)) {
        levels.set(receiver, (levels.get(id) ?? 0) + 1)
        waiting.push(receiver)
      }
  }
}

/** Why one location cannot supply another, the strongest reason first; null where it can. */
export function obstacleBetween(
  supplier: Place,
  receiver: Place,
  strategy: SupplyStrategy,
  isRelated: boolean,
): SupplyObstacle | null {
  if (supplier.id === receiver.id) return 'SameLocation'
  if (!isSupplier(supplier.locationType)) return 'NoSupplier'
  if (strategy === 'WarehousesOnly' && !isWarehouse(supplier.locationType)) return 'StoreNotAllowed'
  if (supplier.status !== 'Active') return 'SupplierPassive'
  if (supplier.blacklisted) return 'SupplierBlacklisted'
  if (receiver.status !== 'Active') return 'ReceiverPassive'
  return isRelated ? null : 'NoRelation'
}

export type Found = { warning: NetworkWarning; locationId: string; relationId: string | null; path: string[] }

/**
 * What is wrong with a network: cycles (once each), stores and warehouses that no warehouse reaches, and relations in
 * use that cannot work. A location without any relation is not part of the network and is left alone.
 */
export function checkNetwork(
  places: readonly Place[],
  edges: readonly (Edge & { id: string })[],
  strategy: SupplyStrategy,
): Found[] {
  const byId = new Map(places.map((place) => [place.id, place]))
  const levels = levelsOf(places, edges)
  const used = edges.filter(({ active }) => active)
  const inNetwork = new Set(used.map(({ receiverId }) => receiverId))
  return [
    ...cyclesOf(byId, used),
    ...places
      .filter(({ id }) => inNetwork.has(id) && !levels.has(id))
      .map(({ id }): Found => ({ warning: 'NotReached', locationId: id, relationId: null, path: [] })),
    ...used.flatMap((edge): Found[] => {
      const [supplier, receiver] = [byId.get(edge.supplierId), byId.get(edge.receiverId)]
      const obstacle = supplier && receiver && obstacleBetween(supplier, receiver, strategy, true)
      if (!obstacle || obstacle === 'SameLocation' || obstacle === 'NoSupplier' || obstacle === 'NoRelation')
        return []
      const locationId = obstacle === 'ReceiverPassive' ? edge.receiverId : edge.supplierId
      return [{ warning: obstacle, locationId, relationId: edge.id, path: [] }]
    }),
  ]
}

function cyclesOf(byId: ReadonlyMap<string, Place>, edges: readonly (Edge & { id: string })[]): Found[] {
  const groups = cyclicGroups(edges)
  const told = new Set<number>()
  return cyclicEdges(edges).flatMap((edge): Found[] => {
    const group = groups.get(edge.supplierId) ?? 0
    if (told.has(group)) return []
    told.add(group)
    const back = pathBetween(edges, edge.receiverId, edge.supplierId) ?? []
    const path = [edge.supplierId, ...back].map((id) => byId.get(id)?.code ?? '')
    return [{ warning: 'Cycle', locationId: edge.supplierId, relationId: edge.id, path }]
  })
}
