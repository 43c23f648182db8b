import type { RoundingStrategy } from './words.ts'

// Quantities are ordered in full packs (ORD-002). The screen tells while typing what the server will decide, by the same rule.

export type PackRule = { packUnit: number; minimumQuantity: number; maximumQuantity: number }
export type PackedQuantity = { quantity: number; rounded: boolean; outOfBounds: boolean }

/**
 * The quantity in full packs by the company's strategy. Rounding never makes an order vanish: less than a pack is one
 * pack. It is not moved into the company's bounds; outside of them it is told.
 */
export function toFullPacks(asked: number, rule: PackRule, strategy: RoundingStrategy): PackedQuantity {
  const { below, above } = packsAround(asked, rule.packUnit)
  const quantity = Math.max(chooseSide(asked, below, above, strategy), rule.packUnit)
  return {
    quantity,
    rounded: quantity !== asked,
    outOfBounds: quantity < rule.minimumQuantity || quantity > rule.maximumQuantity,
  }
}

function chooseSide(asked: number, below: number, above: number, strategy: RoundingStrategy): number {
  switch (strategy) {
    case 'Up':
      return above
    case 'Down':
      return below
    case 'Nearest':
      return asked - below < above - asked ? below : above
  }
}

/** The full packs on either side; both are the quantity itself when it is one. */
export function packsAround(quantity: number, packUnit: number): { below: number; above: number } {
  return {
    below: Math.floor(quantity / packUnit) * packUnit,
    above: Math.ceil(quantity / packUnit) * packUnit,
  }
}
