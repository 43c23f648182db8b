import { exact, hundred, type Exact } from '@kervan/contract/lma/exact'
import { expectFuel, type FuelInputs } from '@kervan/contract/lma/expectation'
import { pumpEffect } from '@kervan/contract/lma/margins'
import type { PriceUnit } from '@kervan/contract/lma/price-units'
import type { ScenarioInputs, SimulationBase } from '@kervan/contract/lma/scenarios'
import { priceGrid, replayPath, tornado } from '@kervan/contract/lma/simulation'
import { convert, digitsOf } from '@kervan/contract/lma/units'

// A scenario, reckoned by the formulas of the contract from what is known and what the scenario says.

export const emptyScenario: ScenarioInputs = {
  quote: null,
  rate: null,
  premium: null,
  density: null,
  thresholdRate: null,
  exciseTax: null,
  path: [],
}

export function inputsOf(base: SimulationBase, said: ScenarioInputs): FuelInputs {
  const premium = said.premium ?? base.fixedPremium
  return {
    base: {
      price: exact(base.basePrice),
      quote: exact(base.baseQuote),
      rate: exact(base.baseRate),
      density: exact(base.density),
    },
    quote: exact(said.quote ?? base.quote),
    rate: exact(said.rate ?? base.rate),
    density: exact(said.density ?? base.density),
    threshold: exact(said.thresholdRate ?? base.thresholdRate).over(hundred),
    premium: premium === null ? null : exact(premium),
    model: base.priceModel,
  }
}

export type Reckoned = {
  price: string
  change: string
  changePercent: string
  /** Per cent. */
  move: string
  changeExpected: boolean
  premium: string
  breakEvenUp: string
  breakEvenDown: string
  /** TL/L; null without taxes. */
  pump: string | null
}

/** What a scenario comes to, in a unit. */
export function reckon(base: SimulationBase, said: ScenarioInputs, unit: PriceUnit): Reckoned {
  const inputs = inputsOf(base, said)
  const found = expectFuel(inputs)
  const rates = {
    density: inputs.density,
    rate: inputs.rate,
    barrels: base.barrels === null ? null : exact(base.barrels),
  }
  const written = (value: Exact) => convert(value, 'TL/M3', unit, rates).toFixed(digitsOf[unit])
  const tax =
    said.exciseTax === null || base.exciseTax === null
      ? exact('0')
      : exact(said.exciseTax).minus(exact(base.exciseTax))
  return {
    price: written(found.price),
    change: written(found.change),
    changePercent: found.change.over(inputs.base.price).times(hundred).toFixed(2),
    move: found.move.times(hundred).toFixed(2),
    changeExpected: found.changeExpected,
    premium: found.premium.toFixed(3),
    breakEvenUp: found.breakEven.up.toFixed(2),
    breakEvenDown: found.breakEven.down.toFixed(2),
    pump:
      base.vatRate === null
        ? null
        : pumpEffect(found.change, tax, exact(base.vatRate).over(hundred)).toFixed(4),
  }
}

const steps = ['-0.04', '-0.03', '-0.02', '-0.01', '0', '0.01', '0.02', '0.03', '0.04']

/** Nine steps of the quote by nine of the rate. */
export const gridOf = (base: SimulationBase, said: ScenarioInputs) =>
  priceGrid(inputsOf(base, said), { quote: steps.map(exact), rate: steps.map(exact) })
export const gridSteps = steps

/** One per cent of quote and rate, 5 $/TON of premium, 0.005 t/m³ of density: each alone. */
export const effectsOf = (base: SimulationBase, said: ScenarioInputs) =>
  tornado(inputsOf(base, said), {
    quote: exact('0.01'),
    rate: exact('0.01'),
    premium: exact('5'),
    density: exact('0.005'),
  })

/** The coming days: those of the scenario's path, then its last quote and rate carried on. */
export function pathOf(base: SimulationBase, said: ScenarioInputs) {
  const inputs = inputsOf(base, said)
  const days = base.ahead.map((day, at) => {
    const told = said.path[at] ?? said.path.at(-1)
    return {
      day,
      quote: told ? exact(told.quote) : inputs.quote,
      rate: told ? exact(told.rate) : inputs.rate,
    }
  })
  const results = replayPath(inputs, days)
  return days.map((day, at) => ({ ...day, result: results[at] }))
}
