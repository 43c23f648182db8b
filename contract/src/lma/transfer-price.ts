import { one, sumOf, type Exact } from './exact.ts'
import { blendOf } from './margins.ts'
import { premiumPerCubicMetre } from './units.ts'
import type { incoterms, PremiumUnit, purchaseTypes } from './words.ts'

// The transfer price YT04 (domain/fuel 2): dollars per cubic metre, its fee apart in TL per cubic metre.

export type TransferTerm = {
  incoterm: (typeof incoterms)[number]
  ratio: Exact
  premiumUnit: PremiumUnit
  premium: Exact
}
export type TransferLeg = {
  purchaseType: (typeof purchaseTypes)[number]
  ratio: Exact
  rebate: Exact
  terms: readonly TransferTerm[]
}
export type TransferInputs = {
  /** The mean of the quotes, $/TON. */
  quote: Exact
  rate: Exact
  density: Exact
  /** Refinery price, TL/M3. */
  refineryPrice: Exact
  legs: readonly TransferLeg[]
  blendingRatio: Exact
  /** Price of what is blended in, $/M3. */
  blendedIn: Exact
  /** YT04 parameter, $/M3. */
  parameter: Exact
  /** X-Rack service fee, TL/M3. */
  fee: Exact
}

export type LegResult = { base: Exact; afterRebate: Exact; premium: Exact; price: Exact }

export const ratiosComplete = (rows: readonly { ratio: Exact }[]): boolean =>
  sumOf(rows.map(({ ratio }) => ratio)).compare(one) === 0

/** One leg: the base less its rebate and the premium of its terms. The rebate is on the base alone. */
export function transferLeg(leg: TransferLeg, inputs: TransferInputs): LegResult {
  const { quote, rate, density, refineryPrice } = inputs
  const base = leg.purchaseType === 'Import' ? quote.times(density) : refineryPrice.over(rate)
  const afterRebate = base.times(one.minus(leg.rebate))
  const premium = sumOf(
    leg.terms.map((term) =>
      term.ratio.times(premiumPerCubicMetre(term.premium, term.premiumUnit, { density, rate })),
    ),
  )
  return { base, afterRebate, premium, price: afterRebate.plus(premium) }
}

/** Throws `RangeError` where ratios of legs or terms do not sum to one. */
export function transferPrice(inputs: TransferInputs) {
  if (!ratiosComplete(inputs.legs) || !inputs.legs.every(({ terms }) => ratiosComplete(terms)))
    throw new RangeError('ratios do not sum to one')
  const legs = inputs.legs.map((leg) => transferLeg(leg, inputs))
  const supply = sumOf(inputs.legs.map(({ ratio }, at) => ratio.times(legs[at]?.price ?? ratio)))
  const blended = blendOf(supply, inputs.blendedIn, inputs.blendingRatio)
  const price = blended.plus(inputs.parameter)
  return { legs, supply, blended, price, allIn: price.times(inputs.rate).plus(inputs.fee) }
}
