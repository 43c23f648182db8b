import { exact, hundred, type Exact } from './exact.ts'
import type { PremiumUnit } from './words.ts'
import type { PriceUnit } from './price-units.ts'

// One conversion from the stored unit, never a chain through barrels (domain/fuel 2).

/** What a conversion needs: t/m³, TL for a dollar, and barrels of a tonne where the product has a factor. */
export type ConversionRates = { density: Exact; rate: Exact; barrels?: Exact | null }

const thousand = exact('1000')
/** Cubic metres of a barrel: the physical method where a product has no factor of its own. */
const barrel = exact('0.158987294928')

/** Digits after the point at which a price of the unit is rounded, once, when it is written (domain/fuel 7). */
export const digitsOf: Record<PriceUnit, number> = {
  'TL/TON': 2,
  'TL/M3': 2,
  'TL/L': 5,
  '$/TON': 3,
  '$/M3': 4,
  '$/BBL': 4,
}

/** Turns a price of one unit into another. Without `barrels` the barrel is the physical one. */
export function convert(value: Exact, from: PriceUnit, to: PriceUnit, rates: ConversionRates): Exact {
  if (from === to) return value
  return fromDollarsPerTon(toDollarsPerTon(value, from, rates), to, rates)
}

function toDollarsPerTon(value: Exact, from: PriceUnit, { density, rate, barrels }: ConversionRates): Exact {
  switch (from) {
    case '$/TON':
      return value
    case '$/M3':
      return value.over(density)
    case '$/BBL':
      return barrels ? value.times(barrels) : value.over(barrel).over(density)
    case 'TL/TON':
      return value.over(rate)
    case 'TL/M3':
      return value.over(density).over(rate)
    case 'TL/L':
      return value.times(thousand).over(density).over(rate)
  }
}

function fromDollarsPerTon(value: Exact, to: PriceUnit, { density, rate, barrels }: ConversionRates): Exact {
  switch (to) {
    case '$/TON':
      return value
    case '$/M3':
      return value.times(density)
    case '$/BBL':
      return barrels ? value.over(barrels) : value.times(density).times(barrel)
    case 'TL/TON':
      return value.times(rate)
    case 'TL/M3':
      return value.times(density).times(rate)
    case 'TL/L':
      return value.times(density).times(rate).over(thousand)
  }
}

/** A purchase premium in dollars per cubic metre (domain/fuel 2, YT04). */
export function premiumPerCubicMetre(value: Exact, unit: PremiumUnit, { density, rate }: ConversionRates) {
  switch (unit) {
    case 'TL/TON':
      return value.times(density).over(rate)
    case '$/TON':
      return value.times(density)
    case '$/M3':
      return value
  }
}

/**
 * How a change is shown: the rounded new price less the rounded old one, and that in per cent of the old one with four
 * digits; null without an old price (domain/fuel 7).
 */
export function shownChange(price: Exact, before: Exact | null, unit: PriceUnit) {
  if (!before) return null
  const digits = digitsOf[unit]
  const old = exact(before.toFixed(digits))
  const change = exact(price.toFixed(digits)).minus(old)
  return {
    change: change.toFixed(digits),
    percent: old.sign() === 0 ? null : change.over(old).times(hundred).toFixed(4),
  }
}
