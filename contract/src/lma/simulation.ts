import { one, type Exact } from './exact.ts'
import { expectFuel, type FuelInputs } from './expectation.ts'

// What a user may vary of an expectation (domain/fuel 3). Nothing here touches live data.

export type Shock = { quote?: Exact; rate?: Exact; premium?: Exact; density?: Exact }

/** The effect of each factor alone on the expected price (TL/M3), the largest first. */
export function tornado(inputs: FuelInputs, shocks: Shock): { factor: keyof Shock; effect: Exact }[] {
  const now = expectFuel(inputs)
  const effects: { factor: keyof Shock; effect: Exact }[] = []
  const push = (factor: keyof Shock, changed: Partial<FuelInputs>) =>
    effects.push({ factor, effect: expectFuel({ ...inputs, ...changed }).price.minus(now.price) })
  if (shocks.quote) push('quote', { quote: inputs.quote.times(one.plus(shocks.quote)), premium: now.premium })
  if (shocks.rate) push('rate', { rate: inputs.rate.times(one.plus(shocks.rate)), premium: now.premium })
  if (shocks.premium) push('premium', { premium: now.premium.plus(shocks.premium) })
  if (shocks.density) push('density', { density: inputs.density.plus(shocks.density), premium: now.premium })
  return effects.toSorted((a, b) => b.effect.abs().compare(a.effect.abs()))
}

export type GridCell = { quote: Exact; rate: Exact; price: Exact; move: Exact; changeExpected: boolean }

/** Quote × rate: a row for each step of the quote, a column for each step of the rate. Steps are shares. */
export function priceGrid(inputs: FuelInputs, steps: { quote: readonly Exact[]; rate: readonly Exact[] }) {
  return steps.quote.map((quoteStep) =>
    steps.rate.map((rateStep): GridCell => {
      const [quote, rate] = [inputs.quote.times(one.plus(quoteStep)), inputs.rate.times(one.plus(rateStep))]
      const { price, move, changeExpected } = expectFuel({ ...inputs, quote, rate })
      return { quote, rate, price, move, changeExpected }
    }),
  )
}

export type PathDay = { quote: Exact; rate: Exact }
export type PathResult = {
  price: Exact
  /** Since the last change, as a share. */
  move: Exact
  changes: boolean
  /** What is in force after the day. */
  inForce: Exact
}

/**
 * What happens on the coming days: a day whose market has moved by the limit changes the price, and the next days are
 * compared with that change. Quote and rate of the days come in their order.
 */
export function replayPath(inputs: FuelInputs, path: readonly PathDay[]): PathResult[] {
  let base = inputs.base
  const premium = inputs.premium ?? expectFuel(inputs).premium
  return path.map(({ quote, rate }) => {
    const found = expectFuel({ ...inputs, base, quote, rate, premium })
    if (found.changeExpected) base = { price: found.price, quote, rate, density: inputs.density }
    return { price: found.price, move: found.move, changes: found.changeExpected, inForce: base.price }
  })
}
