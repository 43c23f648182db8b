import { exact, one, sumOf, zero, type Exact } from './exact.ts'
import type { PriceModel } from './words.ts'

// The expectation of a refinery price (domain/fuel 2). All prices of fuels are naked prices in TL/M3, quotes and
// premiums in $/TON, rates in TL for a dollar, densities in t/m³.

/** Versions of the formulas; a run keeps the one it was made with. */
export const formulaVersion = 'lma-1'

/** What the refinery price in force was set on. */
export type PriceBase = { price: Exact; quote: Exact; rate: Exact; density: Exact }
export type FuelInputs = {
  base: PriceBase
  quote: Exact
  rate: Exact
  density: Exact
  /** A share, such as 0.03. */
  threshold: Exact
  /** In place of the premium that the price in force implies, in $/TON. */
  premium?: Exact | null
  model?: PriceModel
}
export type FuelExpectation = {
  premium: Exact
  price: Exact
  change: Exact
  /** Change of quote × rate since the price in force was set, as a share. */
  move: Exact
  changeExpected: boolean
  direction: -1 | 0 | 1
  parts: PriceParts
  /** Quotes at which the limit is reached at today's rate. */
  breakEven: { up: Exact; down: Exact }
}

/** The middle of high and low; the close where a source gives only that. Throws `RangeError` where high is below low. */
export function middle(high: Exact, low: Exact): Exact {
  if (high.compare(low) < 0) throw new RangeError('high is below low')
  return high.plus(low).over(exact('2'))
}

/** π = R/(ρ·FX) − M: the premium that a price implies, in $/TON. */
export const impliedPremium = ({ price, quote, rate, density }: PriceBase): Exact =>
  price.over(density.times(rate)).minus(quote)

const formula = (density: Exact, rate: Exact, quote: Exact, premium: Exact): Exact =>
  density.times(rate).times(quote.plus(premium))

export function expectFuel(inputs: FuelInputs): FuelExpectation {
  const { base, quote, rate, density, threshold, model = 'Formula' } = inputs
  const premium = inputs.premium ?? impliedPremium(base)
  const start = base.quote.times(base.rate)
  const move = quote.times(rate).over(start).minus(one)
  const price = model === 'Ratio' ? base.price.times(one.plus(move)) : formula(density, rate, quote, premium)
  return {
    premium,
    price,
    change: price.minus(base.price),
    move,
    changeExpected: move.abs().compare(threshold) >= 0,
    direction: move.sign(),
    parts: partsOf(base, { quote, rate, density, premium, price }),
    breakEven: {
      up: start.times(one.plus(threshold)).over(rate),
      down: start.times(one.minus(threshold)).over(rate),
    },
  }
}

export const priceParts = ['quote', 'rate', 'premium', 'density', 'tax', 'cross'] as const
export type PricePart = (typeof priceParts)[number]
export type PriceParts = Record<PricePart, Exact>

type After = { quote: Exact; rate: Exact; density: Exact; premium: Exact; price: Exact }

/**
 * What the change of a price consists of: each factor changed alone, and what they change together (`cross`). The parts
 * sum to the change exactly. A naked price has no tax, so that part is zero.
 */
export function partsOf(base: PriceBase, after: After): PriceParts {
  const premium = impliedPremium(base)
  const alone = (changed: Partial<Omit<After, 'price'>>): Exact => {
    const { density, rate, quote, premium: of } = { ...base, premium, ...changed }
    return formula(density, rate, quote, of).minus(base.price)
  }
  const parts = {
    quote: alone({ quote: after.quote }),
    rate: alone({ rate: after.rate }),
    premium: alone({ premium: after.premium }),
    density: alone({ density: after.density }),
    tax: zero,
  }
  return { ...parts, cross: after.price.minus(base.price).minus(sumOf(Object.values(parts))) }
}

export type LpgInputs = {
  propane: Exact
  butane: Exact
  /** Share of propane in the mix. */
  propaneShare: Exact
  premium: Exact
  rate: Exact
}

/** The mix of the month's contract prices, in $/TON. */
export const lpgQuote = ({ propane, butane, propaneShare }: Omit<LpgInputs, 'premium' | 'rate'>): Exact =>
  propaneShare.times(propane).plus(one.minus(propaneShare).times(butane))

/** LPG follows the month's contract prices, without a limit: TL/TON. */
export const expectLpg = (inputs: LpgInputs): Exact =>
  lpgQuote(inputs).plus(inputs.premium).times(inputs.rate)
