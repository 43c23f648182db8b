import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Exact, exact, meanOf, one, sumOf } from './exact.ts'
import { expectFuel, expectLpg, lpgQuote, middle, priceParts, type FuelInputs } from './expectation.ts'
import { blend, blendOf, importMargin, marketMargin, pumpEffect, slidingTax } from './margins.ts'
import { score } from './score.ts'
import { priceGrid, tornado } from './simulation.ts'
import { transferPrice, type TransferInputs } from './transfer-price.ts'
import { convert, digitsOf, shownChange } from './units.ts'
import { priceUnits } from './price-units.ts'

const n = exact
const diesel = { density: n('0.845'), rate: n('42.18'), barrels: n('7.45') }
const base = { price: n('25126.92'), quote: n('690.00'), rate: n('42.0000'), density: n('0.845') }
const today: FuelInputs = {
  base,
  quote: middle(n('716.75'), n('716.25')),
  rate: n('42.1800'),
  density: n('0.845'),
  threshold: n('0.03'),
}

describe('units [LMA-001] [LMA-002]', () => {
  it('leads from each unit to each other and back', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((top) => n(String(top)).over(n('10000')))
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...priceUnits),
        fc.constantFrom(...priceUnits),
        (value, from, to) => {
          const there = convert(value, from, to, diesel)
          expect(convert(there, to, from, diesel).compare(value)).toBe(0)
        },
      ),
    )
  })

  it('writes 716.5 $/TON of diesel as the domain does', () => {
    const of = (
      to: (typeof priceUnits)[number],
      rates: typeof diesel | Omit<typeof diesel, 'barrels'> = diesel,
    ) => convert(n('716.5'), '$/TON', to, rates).toFixed(digitsOf[to])
    expect(of('$/M3')).toBe('605.4425')
    expect(of('$/BBL')).toBe('96.1745')
    expect(of('$/BBL', { density: diesel.density, rate: diesel.rate })).toBe('96.2577')
  })
})

describe('expectation of fuels [LMA-003]', () => {
  it('has the worked numbers of diesel to the last digit', () => {
    const found = expectFuel(today)
    expect(found.premium.toFixed(2)).toBe('18.00')
    expect(today.quote.toFixed(3)).toBe('716.500')
    expect(today.quote.times(today.rate).toFixed(2)).toBe('30221.97')
    expect(found.move.times(n('100')).toFixed(4)).toBe('4.2856')
    expect([found.changeExpected, found.direction]).toEqual([true, 1])
    expect(found.price.toFixed(2)).toBe('26179.12')
    expect(convert(found.price, 'TL/M3', 'TL/TON', diesel).toFixed(2)).toBe('30981.21')
    expect(found.change.toFixed(2)).toBe('1052.20')
    expect(shownChange(found.price, base.price, 'TL/M3')).toEqual({ change: '1052.20', percent: '4.1875' })
    expect(shownChange(found.price, null, 'TL/M3')).toBeNull()
    expect([found.breakEven.up.toFixed(2), found.breakEven.down.toFixed(2)]).toEqual(['707.67', '666.44'])
  })

  it('is made of parts that sum to the change exactly', () => {
    const { parts, change } = expectFuel(today)
    expect([parts.quote.toFixed(2), parts.rate.toFixed(2), parts.cross.toFixed(2)]).toEqual([
      '940.49',
      '107.69',
      '4.03',
    ])
    const decimal = fc.bigInt({ min: 1n, max: 10n ** 8n }).map((top) => n(String(top)).over(n('1000')))
    fc.assert(
      fc.property(decimal, decimal, decimal, decimal, (quote, rate, density, premium) => {
        const found = expectFuel({ ...today, quote, rate, density, premium })
        const sum = sumOf(priceParts.map((part) => found.parts[part]))
        expect(sum.compare(found.change)).toBe(0)
      }),
    )
    expect(sumOf(Object.values(parts)).compare(change)).toBe(0)
  })

  it('follows the other model when it is chosen', () => {
    expect(expectFuel({ ...today, model: 'Ratio' }).price.toFixed(2)).toBe('26203.76')
  })

  it('expects a change at exactly three per cent, and not just below', () => {
    const at = (quote: string) => expectFuel({ ...today, quote: n(quote), rate: n('42') }).changeExpected
    expect(at('710.70')).toBe(true)
    expect(at('710.699999')).toBe(false)
    expect(at('669.30')).toBe(true)
  })

  it('refuses a high below the low', () => {
    expect(() => middle(n('716.25'), n('716.75'))).toThrow(RangeError)
  })

  it('is within two kuruş of what the press reported of gasoline', () => {
    const change = (from: [string, string], to: [string, string]) => {
      const priceOf = ([quote, rate]: [string, string]) =>
        convert(n(quote), '$/TON', 'TL/M3', { density: n('0.775'), rate: n(rate) })
      return pumpEffect(priceOf(to).minus(priceOf(from)), n('0'), n('0.18')).times(n('100'))
    }
    expect(change(['593', '5.33'], ['572', '5.33']).toFixed(1)).toBe('-10.2')
    expect(change(['572', '5.33'], ['592', '5.40']).toFixed(1)).toBe('13.5')
  })
})

describe('expectation of LPG [LMA-003]', () => {
  it('has the worked number', () => {
    const mix = { propane: n('500'), butane: n('490'), propaneShare: n('0.30') }
    expect(lpgQuote(mix).toFixed(2)).toBe('493.00')
    const price = expectLpg({ ...mix, premium: n('95'), rate: n('43.60') })
    expect(price.toFixed(2)).toBe('25636.80')
    expect(price.times(n('0.56')).toFixed(2)).toBe('14356.61')
  })
})

describe('margins [LMA-005]', () => {
  it('compares the refinery price with an own import', () => {
    const found = importMargin({
      price: expectFuel(today).price,
      quote: today.quote,
      rate: today.rate,
      density: today.density,
      importPremium: n('28'),
      domesticCost: n('180'),
    })
    expect(found.parity.toFixed(2)).toBe('26715.54')
    expect(found.margin.toFixed(2)).toBe('-536.42')
    expect(found.marginInDollars.toFixed(2)).toBe('-12.72')
    expect(found.impliedPremium.toFixed(2)).toBe('18.00')
  })

  it('leaves of a pump price what distributor and dealer have', () => {
    const margin = marketMargin({
      pump: n('60.40'),
      vat: n('0.20'),
      exciseTax: n('13.9006'),
      stockShare: n('0.04568'),
      blendedPrice: n('26281.01'),
    })
    expect(margin.toFixed(4)).toBe('10.1060')
  })

  it('shows what a change does at the pump, with and without the sliding scale', () => {
    const change = expectFuel(today).change
    expect(pumpEffect(change, n('0'), n('0.20')).toFixed(4)).toBe('1.2626')
    const perLitre = change.over(n('1000'))
    const tax = slidingTax(n('10'), n('0.75'), perLitre, n('13.9006')).minus(n('10'))
    expect(tax.toFixed(5)).toBe('-0.78915')
    expect(pumpEffect(change, tax, n('0.20')).toFixed(4)).toBe('0.3157')
    expect(n('6.69').times(n('0.25')).toFixed(4)).toBe('1.6725')
  })

  it('never lets the sliding scale lead above the base or below zero', () => {
    expect(slidingTax(n('13.9'), n('0.75'), n('-4'), n('13.9006')).toFixed(4)).toBe('13.9006')
    expect(slidingTax(n('0.5'), n('0.75'), n('4'), n('13.9006')).toFixed(4)).toBe('0.0000')
  })
})

describe('blending [LMA-007]', () => {
  it('mixes FAME into diesel and ethanol into gasoline', () => {
    const fame = convert(n('1250'), '$/TON', '$/M3', { density: n('0.883'), rate: n('42.18') })
    expect(fame.toFixed(2)).toBe('1103.75')
    expect(fame.times(n('42.18')).toFixed(2)).toBe('46556.18')
    const price = expectFuel(today).price
    const blended = blendOf(price, fame.times(n('42.18')), n('0.005'))
    expect([blended.toFixed(2), blended.minus(price).toFixed(2)]).toEqual(['26281.01', '101.89'])
    const gasoline = blendOf(n('25100.00'), n('1050').times(n('42.18')), n('0.015'))
    expect([gasoline.toFixed(2), gasoline.minus(n('25100')).toFixed(2)]).toEqual(['25387.84', '287.84'])
  })

  it('refuses ratios of 99.999 % and two main components', () => {
    const of = (ratio: string, main = false) => ({ value: n('1'), ratio: n(ratio), main })
    expect(() => blend([of('0.99', true), of('0.00999')])).toThrow(RangeError)
    expect(() => blend([of('0.5', true), of('0.5', true)])).toThrow(RangeError)
    expect(blend([of('0.99', true), of('0.01')]).compare(one)).toBe(0)
  })
})

const yt04: TransferInputs = {
  quote: n('716.500'),
  rate: n('42.18'),
  density: n('0.845'),
  refineryPrice: n('26179.12'),
  legs: [
    {
      purchaseType: 'Import',
      ratio: n('0.6'),
      rebate: n('0'),
      terms: [
        { incoterm: 'DAP', ratio: n('0.7'), premiumUnit: '$/TON', premium: n('22') },
        { incoterm: 'FOB', ratio: n('0.3'), premiumUnit: '$/TON', premium: n('35') },
      ],
    },
    {
      purchaseType: 'Local',
      ratio: n('0.4'),
      rebate: n('0.012'),
      terms: [{ incoterm: 'DAP', ratio: n('1'), premiumUnit: 'TL/TON', premium: n('150') }],
    },
  ],
  blendingRatio: n('0.005'),
  blendedIn: n('1103.75'),
  parameter: n('1.50'),
  fee: n('95.00'),
}

describe('transfer price YT04 [LMA-006]', () => {
  it('has the worked steps to the last digit', () => {
    const found = transferPrice(yt04)
    const [imported, local] = found.legs
    expect([imported?.base, imported?.premium, imported?.price].map((one) => one?.toFixed(4))).toEqual([
      '605.4425',
      '21.8855',
      '627.3280',
    ])
    expect(
      [local?.base, local?.afterRebate, local?.premium, local?.price].map((one) => one?.toFixed(4)),
    ).toEqual(['620.6524', '613.2046', '3.0050', '616.2096'])
    expect(found.supply.toFixed(4)).toBe('622.8806')
    expect(found.blended.toFixed(4)).toBe('625.2850')
    expect(found.price.toFixed(4)).toBe('626.7850')
    expect(exact(found.price.toFixed(4)).times(n('42.18')).plus(n('95')).toFixed(2)).toBe('26532.79')
  })

  it('refuses ratios of legs and of terms that do not sum to one', () => {
    const [first, second] = yt04.legs
    if (!first || !second) throw new Error('two legs')
    expect(() => transferPrice({ ...yt04, legs: [first, { ...second, ratio: n('0.39999') }] })).toThrow(
      RangeError,
    )
    expect(() => transferPrice({ ...yt04, legs: [first, { ...second, terms: [] }] })).toThrow(RangeError)
  })
})

describe('simulation [LMA-004]', () => {
  it('sorts the factors by their effect', () => {
    const found = tornado(today, { rate: n('0.01'), quote: n('0.01'), premium: n('5'), density: n('0.005') })
    expect(found.map(({ factor, effect }) => [factor, effect.toFixed(2)])).toEqual([
      ['rate', '261.79'],
      ['quote', '255.38'],
      ['premium', '178.21'],
      ['density', '154.91'],
    ])
  })

  it('marks the cells of the grid in which a change is expected', () => {
    const steps = ['-0.04', '0', '0.04'].map(n)
    const grid = priceGrid({ ...today, quote: n('690'), rate: n('42') }, { quote: steps, rate: steps })
    expect(grid.map((row) => row.map((cell) => cell.changeExpected))).toEqual([
      [true, true, false],
      [true, false, true],
      [false, true, true],
    ])
  })
})

describe('score', () => {
  it('counts events and amounts against "no change"', () => {
    const run = (expected: boolean, happened: boolean, expectedPrice: string, price: string) => ({
      expected,
      happened,
      expectedPrice: n(expectedPrice),
      price: n(price),
      before: n('100'),
    })
    const found = score([
      run(true, true, '110', '112'),
      run(true, false, '104', '100'),
      run(false, true, '101', '94'),
      run(false, false, '101', '100'),
    ])
    expect([found.precision, found.recall, found.direction].map((one) => one?.toFixed(2))).toEqual([
      '0.50',
      '0.50',
      '1.00',
    ])
    expect(found.falseAlarms).toBe(1)
    expect([found.meanError, found.meanErrorOfNoChange, found.bias].map((one) => one?.toFixed(4))).toEqual([
      '4.0000',
      '6.0000',
      '2.6667',
    ])
    expect(found.skill?.toFixed(4)).toBe('0.3333')
    expect(score([]).skill).toBeNull()
  })
})

describe('exact numbers', () => {
  it('rounds halves away from zero, once', () => {
    expect(n('2.345').toFixed(2)).toBe('2.35')
    expect(n('-2.345').toFixed(2)).toBe('-2.35')
    expect(n('-0.001').toFixed(2)).toBe('0.00')
    expect(n('-0.5').toFixed(0)).toBe('-1')
    expect(meanOf([n('1'), n('2')])?.toFixed(1)).toBe('1.5')
  })

  it('takes decimals with a point alone', () => {
    for (const text of ['1,5', '', '1e5', ' 1', 'NaN', '0x1', '.5'])
      expect(() => Exact.of(text)).toThrow(RangeError)
    expect(() => one.over(n('0'))).toThrow(RangeError)
  })
})
