import { expectFuel, expectLpg, middle, priceParts, type PricePart } from '@kervan/contract/lma/expectation'
import { exact, hundred, zero, type Exact } from '@kervan/contract/lma/exact'
import { convert } from '@kervan/contract/lma/units'
import type { ExpectationNote, PriceModel } from '@kervan/contract/lma/words'
import type { MarketUnit, RefineryUnit } from '@kervan/contract/lma/price-units'

// One line of a run, from the inputs that are kept with it: the same inputs give the same digits whenever they are asked.

/** Decimals as text, days as `yyyy-mm-dd`, shares in per cent as people enter them. */
export type LineInputs = {
  group: 'Fuel' | 'Lpg'
  density: string
  barrels: string | null
  threshold: string
  model: PriceModel
  fixedPremium: string | null
  /** The price in force and what it was set on. */
  base: { price: string; unit: RefineryUnit; from: string; quote: string | null; rate: string | null } | null
  quote: { high: string; low: string; unit: MarketUnit; day: string; source: string } | null
  rate: { value: string; day: string; source: string } | null
  lpg: { propane: string; butane: string; share: string; month: string } | null
  notes: ExpectationNote[]
}

export type Line = {
  /** TL/M3. */
  before: Exact | null
  price: Exact | null
  premium: Exact | null
  /** A share of quote × rate. */
  move: Exact | null
  changeExpected: boolean
  parts: { part: PricePart; value: string }[]
  /** $/TON. */
  quote: Exact | null
  breakEven: { up: Exact; down: Exact } | null
  notes: ExpectationNote[]
}

const nothing = (notes: ExpectationNote[], known: Partial<Line> = {}): Line => ({
  before: null,
  price: null,
  premium: null,
  move: null,
  changeExpected: false,
  parts: [],
  quote: null,
  breakEven: null,
  notes,
  ...known,
})

export function calculate(inputs: LineInputs): Line {
  const density = exact(inputs.density)
  const rate = inputs.rate && exact(inputs.rate.value)
  const before =
    inputs.base &&
    convert(exact(inputs.base.price), inputs.base.unit, 'TL/M3', { density, rate: rate ?? hundred })
  if (!rate) return nothing([...inputs.notes, 'NoRate'], { before })
  if (inputs.group === 'Lpg') return lpgLine(inputs, before, rate, density)
  if (!inputs.quote) return nothing([...inputs.notes, 'NoQuote'], { before })
  const quote = convert(
    middle(exact(inputs.quote.high), exact(inputs.quote.low)),
    inputs.quote.unit,
    '$/TON',
    {
      density,
      rate,
      barrels: inputs.barrels === null ? null : exact(inputs.barrels),
    },
  )
  const { base } = inputs
  if (!before || !base || base.quote === null || base.rate === null)
    return nothing([...inputs.notes, 'NoPrice'], { before, quote })
  const found = expectFuel({
    base: { price: before, quote: exact(base.quote), rate: exact(base.rate), density },
    quote,
    rate,
    density,
    threshold: exact(inputs.threshold).over(hundred),
    premium: inputs.fixedPremium === null ? null : exact(inputs.fixedPremium),
    model: inputs.model,
  })
  return {
    before,
    price: found.price,
    premium: found.premium,
    move: found.move,
    changeExpected: found.changeExpected,
    parts: shownParts(found.parts, found.change),
    quote,
    breakEven: found.breakEven,
    notes: inputs.notes,
  }
}

function lpgLine(inputs: LineInputs, before: Exact | null, rate: Exact, density: Exact): Line {
  if (!inputs.lpg) return nothing([...inputs.notes, 'NoQuote'], { before })
  const { propane, butane, share } = inputs.lpg
  const premium = exact(inputs.fixedPremium ?? '0')
  const mix = { propane: exact(propane), butane: exact(butane), propaneShare: exact(share).over(hundred) }
  const price = convert(expectLpg({ ...mix, premium, rate }), 'TL/TON', 'TL/M3', { density, rate })
  return nothing(inputs.notes, {
    before,
    price,
    premium,
    quote: price.over(density).over(rate).minus(premium),
    changeExpected: before === null || price.compare(before) !== 0,
  })
}

/** Parts with four digits; what rounding leaves stands in `cross`, so that the written parts sum to the written change. */
function shownParts(parts: Record<PricePart, Exact>, change: Exact): Line['parts'] {
  let left = exact(change.toFixed(4))
  return priceParts.map((part) => {
    const value = part === 'cross' ? left : exact(parts[part].toFixed(4))
    left = part === 'cross' ? zero : left.minus(value)
    return { part, value: value.toFixed(4) }
  })
}
