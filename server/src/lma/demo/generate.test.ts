import { exact, hundred } from '@kervan/contract/lma/exact'
import { expectFuel } from '@kervan/contract/lma/expectation'
import { score, type Scored } from '@kervan/contract/lma/score'
import { expect, it } from 'vitest'
import { Random } from '../../demo/random.ts'
import { fuels, makeMarket } from './generate.ts'

const [from, to] = ['2023-07-03', '2026-06-30']

it('makes the same market of the same chance', () => {
  expect(makeMarket(new Random(7), from, '2023-12-29')).toEqual(makeMarket(new Random(7), from, '2023-12-29'))
})

it('[LMA-003] expectations of the made-up market are as good as domain/fuel 6 says, within a fifth', () => {
  const made = makeMarket(new Random(7), from, to)
  const days = [...new Set(made.rates.map(({ day }) => day))]
  for (const fuel of fuels.slice(0, 2)) {
    const prices = made.prices.filter(({ code }) => code === fuel.code)
    const quotes = made.quotes.filter(({ code }) => code === fuel.code)
    const [density, threshold] = [exact(String(fuel.density)), exact('3').over(hundred)]
    const runs = days.flatMap((day, at): Scored[] => {
      const next = days[at + 1]
      const row = prices.findLast(({ validFrom }) => validFrom <= day)
      const quote = quotes.findLast((one) => one.day < day)
      const rate = made.rates[at]
      if (!next || !row || !quote || !rate) return []
      const after = prices.findLast(({ validFrom }) => validFrom <= next) ?? row
      const before = exact(String(row.price))
      const found = expectFuel({
        base: { price: before, quote: exact(String(row.quote)), rate: exact(String(row.rate)), density },
        quote: exact(String((quote.high + quote.low) / 2)),
        rate: exact(String(rate.selling)),
        density,
        threshold,
      })
      return [
        {
          expected: found.changeExpected,
          happened: after.validFrom > day,
          expectedPrice: exact(found.price.toFixed(6)),
          price: exact(String(after.price)),
          before,
        },
      ]
    })
    const { precision, recall, meanErrorOfHits, meanErrorOfNoChange } = score(runs)
    expect(precision?.toChart()).toBeGreaterThan(0.92 * 0.8)
    expect(recall?.toChart()).toBeGreaterThan(0.96 * 0.8)
    expect(meanErrorOfNoChange?.toChart()).toBeGreaterThan(787 * 0.8)
    expect(meanErrorOfNoChange?.toChart()).toBeLessThan(938 * 1.2)
    expect(meanErrorOfHits?.toChart()).toBeLessThan(13 * 1.2)
    const years = 3
    expect(prices.length / years).toBeGreaterThan(42 * 0.8)
    expect(prices.length / years).toBeLessThan(50 * 1.2)
  }
})
