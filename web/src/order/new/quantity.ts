import { packsAround, toFullPacks, type PackRule } from '@kervan/contract/order/packs'
import type { RoundingStrategy } from '@kervan/contract/order/words'

export type QuantityRule = PackRule & { rounding: RoundingStrategy }

/**
 * What a typed quantity would become. `fit` and `noPack` can be sent; for `noPack` the server would order `set`, and
 * `use` are the full packs on either side that the company takes.
 */
export type JudgedQuantity =
  | { is: 'fit'; quantity: number }
  | { is: 'noNumber' }
  | { is: 'noPack'; quantity: number; set: number; use: number[] }
  | { is: 'outOfBounds'; quantity: number; use: number[] }

/** Told while typing; the server decides all the same (ORD-002). An empty field takes the line out. */
export function judgeQuantity(typed: string, rule: QuantityRule): JudgedQuantity {
  const quantity = readQuantity(typed)
  if (quantity === null) return { is: 'noNumber' }
  if (quantity === 0) return { is: 'fit', quantity }
  const { below, above } = packsAround(quantity, rule.packUnit)
  const taken = (full: number) => full > 0 && full >= rule.minimumQuantity && full <= rule.maximumQuantity
  const { quantity: set } = toFullPacks(quantity, rule, rule.rounding)
  const use = [...new Set([below, above])].filter(taken)
  if (!taken(set))
    return { is: 'outOfBounds', quantity, use: use.length > 0 ? use : nearestBound(quantity, rule) }
  return set === quantity ? { is: 'fit', quantity } : { is: 'noPack', quantity, set, use }
}

/** The first full pack inside the bounds, from the side the quantity is on. */
function nearestBound(
  quantity: number,
  { packUnit, minimumQuantity, maximumQuantity }: QuantityRule,
): number[] {
  const least = Math.max(packUnit, Math.ceil(minimumQuantity / packUnit) * packUnit)
  const most = Math.floor(maximumQuantity / packUnit) * packUnit
  if (least > most) return []
  return [quantity > most ? most : least]
}

/**
 * Whole pieces as people and spreadsheets write them: `1200`, `1.200`, `1,200`, `1 200`, `12,0`. Empty, a dash and
 * zero are no pieces. Null when it is no whole number.
 */
export function readQuantity(typed: string): number | null {
  const text = typed.trim().replaceAll(/\s/g, '')
  if (text === '' || /^[-–—]$/.test(text)) return 0
  const grouped = /^\d{1,3}([.,'’]\d{3})+$/.test(text)
    ? text.replaceAll(/[.,'’]/g, '')
    : text.replace(/[.,]0+$/, '')
  return /^\d{1,9}$/.test(grouped) ? Number(grouped) : null
}
