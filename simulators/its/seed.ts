import { cashBuyer, type PackCode, type Stakeholder } from './packs.ts'
import type { Registry } from './registry.ts'

/** A pack and what became of it, so that a demo begins with packs that have a past. */
type SeededPack = Required<PackCode> & {
  maker: string
  pharmacy: string
  fate: 'shelf' | 'sold' | 'open' | 'cash' | 'recalled' | 'onTheWay'
}
export type Seed = {
  stakeholders: Stakeholder[]
  gtins: string[]
  users: Record<string, string>
  packs: SeededPack[]
}

/** Has each pack go its way by the rules of the registry. */
export function seedPacks(registry: Registry, packs: readonly SeededPack[], payer: string): void {
  for (const { maker, pharmacy, fate, ...code } of packs) {
    registry.supply(maker, [code])
    registry.dispatch(maker, [code], pharmacy)
    if (fate === 'onTheWay') continue
    registry.accept(pharmacy, [code])
    if (fate === 'sold' || fate === 'open')
      registry.sell(pharmacy, [code], payer, { eid: '4711', rkn: code.sn })
    if (fate === 'cash') registry.sell(pharmacy, [code], cashBuyer, {})
    const pack = registry.find(code)
    if (pack && fate === 'recalled') pack.recalled = true
    if (pack?.sale && fate === 'open') pack.sale.finalized = false
  }
}
