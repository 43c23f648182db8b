import { exact, hundred, one, type Exact } from '@kervan/contract/lma/exact'
import { impliedPremium } from '@kervan/contract/lma/expectation'
import type { PriceHistory } from '@kervan/contract/lma/history'
import { convert, shownChange } from '@kervan/contract/lma/units'
import { addDays } from '@kervan/contract/kit/days'
import { asOf, type AsOf, type Dated, type PriceRow, type ProductFacts } from './points.ts'

/** A premium that steps by more than this without the market having moved by the limit, in $/TON. */
const premiumStep = exact('3')

type Known = { price: Exact; quote: Exact | null; rate: Exact | null; premium: Exact | null }

/** What changed when, and why: from the prices of a product in their order (LMA-004). */
export function changesOf(
  product: ProductFacts,
  prices: readonly PriceRow[],
  quotes: readonly Dated<Exact>[],
  rates: AsOf<string>,
  from: string,
): PriceHistory['changes'] {
  const quoteAt = asOf(quotes)
  const parameterAt = asOf(product.parameters)
  const known = prices.map((row): Known | null => {
    const parameter = parameterAt(row.day)?.value
    if (!parameter) return null
    const decided = addDays(row.day, -1)
    const rate = row.baseRate ?? rates(addDays(decided, -parameter.rateLag))?.value ?? null
    const quote =
      row.baseQuote === null
        ? (quoteAt(addDays(decided, -parameter.quoteLag))?.value ?? null)
        : exact(row.baseQuote)
    const density = exact(parameter.density)
    const price = convert(exact(row.price), row.unit, 'TL/M3', { density, rate: exact(rate ?? '1') })
    const of = rate === null ? null : exact(rate)
    return {
      price,
      quote,
      rate: of,
      premium: quote && of ? impliedPremium({ price, quote, rate: of, density }) : null,
    }
  })
  return prices.flatMap((row, at) => {
    const [before, now] = [known[at - 1], known[at]]
    const last = prices[at - 1]
    if (!before || !now || !last || row.day < from) return []
    const shown = shownChange(now.price, before.price, 'TL/M3')
    const move =
      before.quote && before.rate && now.quote && now.rate
        ? now.quote.times(now.rate).over(before.quote.times(before.rate)).minus(one)
        : null
    const limit = exact(parameterAt(row.day)?.value.threshold ?? '0').over(hundred)
    const isMarket = move !== null && move.abs().compare(limit) >= 0
    const isPremium =
      now.premium !== null &&
      before.premium !== null &&
      now.premium.minus(before.premium).abs().compare(premiumStep) > 0
    return [
      {
        fuelProduct: product.code,
        day: row.day,
        before: before.price.toFixed(2),
        price: now.price.toFixed(2),
        percent: shown?.percent === null || !shown ? '0.00' : exact(shown.percent).toFixed(2),
        marketMove: move?.times(hundred).toFixed(2) ?? null,
        daysSince: daysBetween(last.day, row.day),
        impliedPremium: now.premium?.toFixed(2) ?? null,
        changeReason: isMarket
          ? ('Market' as const)
          : isPremium
            ? ('Premium' as const)
            : ('Correction' as const),
      },
    ]
  })
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) // no price
