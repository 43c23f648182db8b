import { whyBarred } from './replenish.ts'
import { flag, type Common, type NothingCode } from './snapshot.ts'
import { bind, has, reach, substituteFor, thereAt, type SkuState } from './state.ts'

// Where a SKU is short everywhere, what stands in for it goes instead (ENG-003): declared by the snapshot, best first.

const short: ReadonlySet<NothingCode> = new Set(['NoStock', 'NothingSendable', 'Pack'])

/** Proposes substitutes from warehouses for sold-out stores that got nothing because the SKU is short. */
export function substitute(common: Common, states: readonly SkuState[]): void {
  if (!common.types.includes('DRP')) return
  const byCode = new Map(states.map((state) => [state.sku.code, state]))
  for (const state of states)
    for (let pair = 0; pair < state.sku.place.length; pair++) {
      const why = state.why.get(pair)
      const isShort =
        why !== undefined &&
        short.has(why) &&
        thereAt(state, pair) === 0 &&
        (state.sent[pair] ?? 0) === 0 &&
        !has(state.sku, pair, flag.absent) &&
        whyBarred(common, state, pair) === null
      if (isShort) standIn(common, state, pair, byCode)
    }
}

function standIn(common: Common, state: SkuState, pair: number, byCode: ReadonlyMap<string, SkuState>): void {
  const { sku } = state
  const days = sku.coverDays[pair] ?? 1
  const place = sku.place[pair] ?? 0
  const least = 1 - (sku.serviceLevel[pair] ?? 0.95)
  for (const one of sku.alike) {
    const other = byCode.get(one.code)
    const there = other?.pairOf[place] ?? -1
    if (!other || there < 0 || whyBarred(common, other, there) !== null) continue
    const { pack } = other.sku
    const [way] = other.ways
      .fromWarehouses(there)
      .filter(
        ({ from }) =>
          (other.sendable[from] ?? 0) >= pack && (state.pairOf[other.sku.place[from] ?? 0] ?? -1) >= 0,
      )
      .toSorted((one, another) => one.cost - another.cost || one.from - another.from)
    if (!way) continue
    const most = Math.floor((other.sendable[way.from] ?? 0) / pack)
    const reached = reach(state, pair, days, most * pack)
    const from = state.pairOf[other.sku.place[way.from] ?? 0] ?? -1
    let packs = 0
    for (; packs < most && (reached[packs * pack + 1] ?? 0) > least; packs++) {
      let gain = 0
      for (let unit = 1; unit <= pack; unit++)
        gain += one.share * other.sku.margin * (reached[packs * pack + unit] ?? 0)
      if (gain <= way.cost * pack) break
      substituteFor(state, other, way.from, {
        type: 'DRP',
        from,
        to: pair,
        units: pack,
        gain,
        loss: 0,
        cost: way.cost * pack,
        standIn: one,
      })
    }
    if (packs === 0) continue
    bind(state, 'DRP', from, pair, 'Substitute')
    return
  }
}
