import { Decimal } from 'decimal.js'

/** Money is exact: decimal.js with room for sums of large orders, never a double. */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

export type Totals = { subtotal: string; discount: string; total: string }

/**
 * What an order costs: the sum of quantity × unit price, less the customer's discount, each rounded half up to two
 * places, so that the three figures on the document add up.
 */
export function totalsOf(
  lines: readonly { quantity: number; unitPrice: string }[],
  discountPercent: string,
): Totals {
  const subtotal = lines
    .reduce((sum, line) => sum.plus(new Exact(line.unitPrice).times(line.quantity)), new Exact(0))
    .toDecimalPlaces(2)
  const discount = subtotal.times(discountPercent).dividedBy(100).toDecimalPlaces(2)
  return {
    subtotal: subtotal.toFixed(2),
    discount: discount.toFixed(2),
    total: subtotal.minus(discount).toFixed(2),
  }
}

export function addTotals(all: readonly Totals[]): Totals {
  const sum = (key: keyof Totals) =>
    all.reduce((left, totals) => left.plus(totals[key]), new Exact(0)).toFixed(2)
  return { subtotal: sum('subtotal'), discount: sum('discount'), total: sum('total') }
}

/** However many places each is written with. */
export const isSameAmount = (one: string, other: string): boolean => new Exact(one).equals(other)

export function lineTotal(quantity: number, unitPrice: string): string {
  return new Exact(unitPrice).times(quantity).toDecimalPlaces(2).toFixed(2)
}
