import type { Common, Sku } from './snapshot.ts'

// Stock that expires (domain/advisor 7): what is older sells first, and what is still there on its last day covers nothing.

/**
 * Units of each pair that expire before they sell, and those that cannot be sent on because they would expire before the
 * delivery after the next one. `demand` in units over so many days from now. A warehouse sells nothing itself, so there only what cannot be sent on is lost.
 */
export function expiringUnits(
  common: Common,
  sku: Sku,
  demand: (pair: number, days: number) => number,
): { expiring: Int32Array; unsendable: Int32Array } {
  const expiring = new Int32Array(sku.place.length)
  const unsendable = new Int32Array(sku.place.length)
  if (sku.lotPair.length === 0) return { expiring, unsendable }
  const lots = Array.from(sku.lotPair, (pair, at) => ({
    pair,
    days: Math.max(0, sku.lotDays[at] ?? 0),
    units: Math.max(0, sku.lotUnits[at] ?? 0),
  }))
  for (const [pair, mine] of Map.groupBy(lots, (lot) => lot.pair)) {
    const free = Math.max(0, (sku.stock[pair] ?? 0) - (sku.reserved[pair] ?? 0))
    // What was sold since the batches were counted was the oldest.
    let gone = Math.max(
      0,
      mine.reduce((sum, { units }) => sum + units, 0) - Math.max(0, sku.stock[pair] ?? 0),
    )
    let sold = 0
    for (const { days, units: counted } of mine.toSorted((one, other) => one.days - other.days)) {
      const units = Math.max(0, counted - gone)
      gone = Math.max(0, gone - counted)
      if (days <= (sku.coverDays[pair] ?? 0)) unsendable[pair]! += units
      if (common.places[sku.place[pair] ?? 0]?.isWarehouse) continue
      const sells = Math.min(units, Math.max(0, Math.floor(demand(pair, days)) - sold))
      sold += sells
      expiring[pair]! += units - sells
    }
    if (common.places[sku.place[pair] ?? 0]?.isWarehouse) expiring[pair] = unsendable[pair] ?? 0
    expiring[pair] = Math.min(free, expiring[pair] ?? 0)
    unsendable[pair] = Math.min(free, unsendable[pair] ?? 0)
  }
  return { expiring, unsendable }
}
