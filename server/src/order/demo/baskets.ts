import { existing } from '@kervan/contract/kit/typed'
import type { Trade } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo, DemoPartner, DemoVariant, LocationRow } from '../../demo/world.ts'

// What somebody puts into an order: goods of one flow, in quantities as they come in packs.

type Market = Pick<Demo, 'company' | 'blocks'>

export type Item = { variant: DemoVariant; quantity: number }
export type Shelves = Record<string, { good: DemoVariant[]; scarce: DemoVariant[]; styles: DemoVariant[][] }>

/** Goods by flow, because an order holds goods of one flow only. */
export function shelvesOf(variants: readonly DemoVariant[]): Shelves {
  const byFlow = Map.groupBy(
    variants.filter(({ active }) => active),
    ({ product }) => product.flow_type,
  )
  return Object.fromEntries(
    [...byFlow].map(([flow, all]) => {
      const styles = [...Map.groupBy(all, ({ product }) => product.id).values()]
      return [
        flow,
        { good: all.filter(({ scarce }) => !scarce), scarce: all.filter(({ scarce }) => scarce), styles },
      ]
    }),
  )
}

const flows: Record<Trade, Record<string, number>> = {
  pharma: { Standard: 84, ColdChain: 10, Controlled: 6 },
  fashion: { Standard: 80, PreSeason: 20 },
  fuel: { Packaged: 76, Cylinder: 18, Bulk: 6 },
}

/** What a customer orders this time, and what stock will not cover. */
export function basketOf(
  market: Market,
  shelves: Shelves,
  customer: DemoPartner,
  lineCount: number | null,
  random: Random,
) {
  // A third party's people are tied to its first location.
  const location =
    customer.row.relation_type === 'ThirdParty'
      ? existing(customer.locations[0])
      : random.favour(customer.locations.filter(isOpen))
  const shelf =
    shelves[
      lineCount === null
        ? random.weighted(flows[market.company.trade])
        : (Object.keys(flows[market.company.trade])[0] ?? '')
    ]
  if (!shelf) throw new Error('goods of this flow are not sold')
  const ships = ({ product }: DemoVariant) => !market.blocks.has(`${product.id} ${location.id}`)
  const item = (variant: DemoVariant): Item => ({ variant, quantity: quantityOf(variant, random) })
  const chosen =
    lineCount === null
      ? choose(market.company.trade, shelf, random).filter(ships)
      : random.sample(shelf.good.filter(ships), lineCount)
  const basket = chosen.length > 0 ? chosen : shelf.good.filter(ships).slice(0, 1)
  const missing = random.chance(0.12) ? random.sample(shelf.scarce, random.int(1, 3)).filter(ships) : []
  return { location, basket: basket.map(item), missing: missing.map(item) }
}

function choose(trade: Trade, shelf: Shelves[string], random: Random): DemoVariant[] {
  if (trade === 'fashion') {
    // Shops order styles in a run of sizes.
    const styles = new Set(
      Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => random.favour(shelf.styles)),
    )
    return [...styles].flatMap((style) => random.sample(style, random.int(2, 7)))
  }
  const most =
    trade === 'pharma'
      ? random.weighted({ 2: 55, 5: 30, 12: 13, 45: 2 })
      : random.weighted({ 2: 70, 5: 25, 12: 5 })
  return [...new Set(Array.from({ length: random.int(1, Number(most)) }, () => random.favour(shelf.good)))]
}

function quantityOf({ product }: DemoVariant, random: Random): number {
  const packs = 1 + Math.floor(random.exponential(product.pack_unit === 1 ? 5 : 2.5))
  return Math.min(product.maximum_quantity, Math.max(product.minimum_quantity, packs * product.pack_unit))
}

/** A location that takes deliveries. */
export function isOpen(location: LocationRow): boolean {
  return location.status === 'Active' && !location.blacklisted
}
