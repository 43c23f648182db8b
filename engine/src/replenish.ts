import type { Lane } from './lanes.ts'
import { flag, type BoundCode, type Common, type NothingCode, type WorkType } from './snapshot.ts'
import { because, bind, has, offer, reach, send, thereAt, type SkuState } from './state.ts'

// Refill from warehouses (domain/advisor 1.4): first the minimum display of places that list the SKU (PRP), then what
// demand will use until the delivery after the next one (DRP). Warehouses lose nothing by what they send, so packs go in
// the order of their value, which is the best use of stock that is short.

const mostPacks = 200

export type Want = { type: WorkType; pair: number; value: number }

export function replenish(common: Common, state: SkuState): void {
  const { sku } = state
  for (let pair = 0; pair < sku.place.length; pair++) {
    const barred = whyBarred(common, state, pair)
    if (barred) because(state, pair, barred)
  }
  if (common.types.includes('PDL')) hand(state, 'PDL', wantsOfListing(common, state))
  if (common.types.includes('PRP')) hand(state, 'PRP', wantsOfDisplay(common, state))
  if (common.types.includes('DRP')) hand(state, 'DRP', wantsOfDemand(common, state))
}

/** Why a place is not to receive the SKU, before anything is computed. */
export function whyBarred(common: Common, { sku }: SkuState, pair: number): NothingCode | null {
  const place = common.places[sku.place[pair] ?? 0]
  if (!place || place.isWarehouse) return 'OnlySends'
  if (has(sku, pair, flag.notListed)) return 'NotListed'
  if (has(sku, pair, flag.muted)) return 'Muted'
  if (place.role === 'Donor') return 'OnlySends'
  if (has(sku, pair, flag.mayNotReceive)) return 'MayNotReceive'
  return null
}

/** Packs that bring a newly listed product to its start quantity, or to the minimum display where that is more. */
function wantsOfListing(common: Common, state: SkuState): Want[] {
  const { sku } = state
  const wants: Want[] = []
  for (let pair = 0; pair < sku.place.length; pair++) {
    const start = sku.startQuantity[pair] ?? 0
    if (start <= 0 || whyBarred(common, state, pair)) continue
    const wanted = Math.max(start, sku.minimumDisplay[pair] ?? 0)
    const packs = Math.ceil((wanted - thereAt(state, pair)) / sku.pack)
    if (packs <= 0) continue
    const reached = reach(state, pair, common.horizonWeeks * 7, wanted + sku.pack)
    for (let pack = 0; pack < packs; pack++)
      wants.push({
        type: 'PDL',
        pair,
        value:
          sku.margin * sku.pack * Math.max(reached[thereAt(state, pair) + pack * sku.pack + 1] ?? 0, 0.01),
      })
  }
  return wants
}

function wantsOfDisplay(common: Common, state: SkuState): Want[] {
  const { sku, position } = state
  const wants: Want[] = []
  for (let pair = 0; pair < sku.place.length; pair++) {
    if (whyBarred(common, state, pair)) continue
    if (has(sku, pair, flag.absent)) continue
    const missing = (sku.minimumDisplay[pair] ?? 0) - (position[pair] ?? 0) - (state.received[pair] ?? 0)
    if (missing <= 0) continue
    const chance = reach(state, pair, sku.coverDays[pair] ?? 1, 1)[1] ?? 0
    for (let pack = 0; pack < Math.ceil(missing / sku.pack); pack++)
      wants.push({ type: 'PRP', pair, value: sku.margin * sku.pack * Math.max(chance, 0.01) })
  }
  return wants
}

function wantsOfDemand(common: Common, state: SkuState): Want[] {
  const { sku } = state
  const wants: Want[] = []
  for (let pair = 0; pair < sku.place.length; pair++) {
    if (whyBarred(common, state, pair)) continue
    if (has(sku, pair, flag.absent)) continue
    const there = thereAt(state, pair)
    const days = sku.coverDays[pair] ?? 1
    const mean = state.demand(pair, days)
    if (mean <= 0) {
      because(state, pair, 'NoDemand')
      continue
    }
    const most = there + Math.ceil(mean * 3 + 10 * Math.sqrt(mean * state.dispersion)) + sku.pack
    const reached = reach(state, pair, days, Math.min(most, there + mostPacks * sku.pack))
    const least = 1 - (sku.serviceLevel[pair] ?? 0.95)
    for (let pack = 0; pack < mostPacks; pack++) {
      const begins = there + pack * sku.pack
      if ((reached[begins + 1] ?? 0) <= least) {
        if (pack === 0) because(state, pair, 'EnoughStock')
        break
      }
      let value = 0
      for (let unit = 1; unit <= sku.pack; unit++) value += sku.margin * (reached[begins + unit] ?? 0)
      wants.push({ type: 'DRP', pair, value })
    }
  }
  return wants
}

/** What limits a work order of a type whose place got all that it wanted. */
const wanted: Partial<Record<WorkType, BoundCode>> = {
  FAL: 'Demand',
  PDL: 'StartQuantity',
  PRP: 'Display',
  DRP: 'ServiceLevel',
  DSC: 'EndOfLife',
}

/**
 * Gives out packs of warehouses, the most valuable first; those of one place in their order. `most`: units that all of
 * them together may be.
 */
export function hand(state: SkuState, type: WorkType, wants: readonly Want[], most = Infinity): void {
  const { sku } = state
  const ended = new Set<number>()
  let given = 0
  for (const { pair, value } of wants.toSorted((a, b) => b.value - a.value || a.pair - b.pair)) {
    if (ended.has(pair)) continue
    const ways = state.ways.fromWarehouses(pair)
    const able = ways.filter(({ from }) => (state.sendable[from] ?? 0) >= sku.pack)
    const [best] = able.toSorted((a, b) => a.cost - b.cost || a.from - b.from)
    const net = best ? value - best.cost * sku.pack : 0
    if (given + sku.pack > most) {
      ended.add(pair)
      const mine = state.steps.filter((step) => step.type === type && step.to === pair)
      for (const { from } of mine) bind(state, type, from, pair, 'HoldBack')
      continue
    }
    // Minimum display and the first goods of a listing are wanted whatever they bring.
    if (best && (net > 0 || type === 'PRP' || type === 'PDL')) {
      given += sku.pack
      send(state, {
        type,
        from: best.from,
        to: pair,
        units: sku.pack,
        gain: value,
        loss: 0,
        cost: best.cost * sku.pack,
      })
      offer(state, type, best.from, pair, others(able, best, value, sku.pack))
      continue
    }
    ended.add(pair)
    note(state, type, pair, ways, best === undefined)
  }
  for (const { from, to } of state.steps.filter((step) => step.type === type)) {
    if (!ended.has(to)) bind(state, type, from, to, wanted[type] ?? 'Demand')
    if (sku.pack > 1) bind(state, type, from, to, 'Pack')
  }
}

const others = (able: Lane[], best: Lane, value: number, pack: number) =>
  able.filter((lane) => lane !== best).map(({ from, cost }) => ({ pair: from, net: value - cost * pack }))

/** Why a place gets no more, for its work order where it has one and else for the place. */
function note(state: SkuState, type: WorkType, pair: number, ways: Lane[], isShort: boolean): void {
  const mine = state.steps.filter((step) => step.type === type && step.to === pair)
  for (const { from } of mine) bind(state, type, from, pair, isShort ? 'SenderStock' : 'Demand')
  if (mine.length > 0) return
  if (!isShort) return because(state, pair, 'GainTooSmall')
  const stocks = ways.map(({ from }) => state.sku.stock[from] ?? 0)
  if (ways.length === 0) because(state, pair, 'NoLane')
  else if (stocks.every((stock) => stock <= 0)) because(state, pair, 'NoStock')
  else if (stocks.every((stock) => stock < state.sku.pack)) because(state, pair, 'Pack')
  else because(state, pair, 'NothingSendable')
}
