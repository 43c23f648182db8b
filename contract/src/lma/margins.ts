import { exact, one, sumOf, zero, type Exact } from './exact.ts'

// Margins, blends and taxes around a refinery price (domain/fuel 2).

const thousand = exact('1000')

export type ImportInputs = {
  /** Refinery price, TL/M3. */
  price: Exact
  quote: Exact
  rate: Exact
  density: Exact
  /** Premium, freight, insurance and losses of an own import, $/TON. */
  importPremium: Exact
  /** Discharge, storage and finance, TL/M3. */
  domesticCost: Exact
}

/** What an own import costs, and the refinery price less that: positive where importing is cheaper. */
export function importMargin({ price, quote, rate, density, importPremium, domesticCost }: ImportInputs) {
  const parity = density.times(rate).times(quote.plus(importPremium)).plus(domesticCost)
  const margin = price.minus(parity)
  return {
    parity,
    margin,
    marginPerTon: margin.over(density),
    marginInDollars: margin.over(rate),
    impliedPremium: price.over(density.times(rate)).minus(quote),
  }
}

export type MarketInputs = {
  /** Pump price with all taxes, TL/L. */
  pump: Exact
  /** Value added tax as a share. */
  vat: Exact
  /** Special consumption tax, TL/L. */
  exciseTax: Exact
  /** Share of the regulator's stock, TL/L. */
  stockShare: Exact
  /** Refinery price of the blended product, TL/M3. */
  blendedPrice: Exact
}

/** What is left of a pump price for distributor and dealer, TL/L. */
export const marketMargin = ({ pump, vat, exciseTax, stockShare, blendedPrice }: MarketInputs): Exact =>
  pump.over(one.plus(vat)).minus(exciseTax).minus(stockShare).minus(blendedPrice.over(thousand))

export type Component = { value: Exact; ratio: Exact; main: boolean }

/** Ratios sum to one exactly and exactly one component is the main one. */
export const isRecipe = (components: readonly Component[]): boolean =>
  components.filter(({ main }) => main).length === 1 &&
  sumOf(components.map(({ ratio }) => ratio)).compare(one) === 0

/** The mean of the components by volume: a price, or a density. Throws `RangeError` where they are no recipe. */
export function blend(components: readonly Component[]): Exact {
  if (!isRecipe(components))
    throw new RangeError('ratios do not sum to one, or there is not one main component')
  return sumOf(components.map(({ value, ratio }) => value.times(ratio)))
}

/** One component mixed into another at a ratio by volume. */
export const blendOf = (main: Exact, added: Exact, ratio: Exact): Exact =>
  blend([
    { value: main, ratio: one.minus(ratio), main: true },
    { value: added, ratio, main: false },
  ])

/** The sliding scale: a share of each change is taken from the tax or returned to it, between zero and its base. */
export function slidingTax(tax: Exact, share: Exact, changePerLitre: Exact, base: Exact): Exact {
  const next = tax.minus(share.times(changePerLitre))
  if (next.sign() < 0) return zero
  return next.compare(base) > 0 ? base : next
}

/** What a change of the refinery price (TL/M3) and of taxes (TL/L) does to the pump price, TL/L. */
export const pumpEffect = (change: Exact, taxChange: Exact, vat: Exact): Exact =>
  change.over(thousand).plus(taxChange).times(one.plus(vat))
