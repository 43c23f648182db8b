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

/**
 * What each line comes to less its share of the discount, in whole cents that add up to the order's total: the cents that
 * are left over go to the lines with the largest remainders, one each (ORD-018).
 */
export function netAmounts(
  lines: readonly { quantity: number; unitPrice: string }[],
  discountPercent: string,
): string[] {
  const kept = new Exact(100).minus(discountPercent)
  const exact = lines.map(({ quantity, unitPrice }) => new Exact(unitPrice).times(quantity).times(kept))
  const shares = exact.map((cents, at) => ({ at, whole: cents.floor(), rest: cents.minus(cents.floor()) }))
  const sum = shares.reduce((all, { whole }) => all.plus(whole), new Exact(0))
  const missing = new Exact(totalsOf(lines, discountPercent).total).times(100).minus(sum).toNumber()
  // Roundings of subtotal and discount may leave a cent less than the lines have: it is taken from the smallest remainder.
  const step = Math.sign(missing)
  const order =
    step > 0
      ? shares.toSorted((a, b) => b.rest.comparedTo(a.rest) || a.at - b.at)
      : shares.toSorted(
          (a, b) =>
            Number(a.whole.lessThan(1)) - Number(b.whole.lessThan(1)) ||
            a.rest.comparedTo(b.rest) ||
            b.at - a.at,
        )
  const given = new Set(order.slice(0, Math.abs(missing)).map(({ at }) => at))
  return shares.map(({ at, whole }) =>
    whole
      .plus(given.has(at) ? step : 0)
      .dividedBy(100)
      .toFixed(2),
  )
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
