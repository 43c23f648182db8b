import { exact } from '@kervan/contract/lma/exact'
import { middle } from '@kervan/contract/lma/expectation'
import { importMargins, marginMonths } from '@kervan/contract/lma/margin-lists'
import { importMargin } from '@kervan/contract/lma/margins'
import type { MarketUnit } from '@kervan/contract/lma/price-units'
import { convert, digitsOf } from '@kervan/contract/lma/units'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import {
  assertWindow,
  dayId,
  ofProducts,
  priceOfDay,
  productDays,
  quoteOfDay,
  rateOfDay,
} from './days.sql.ts'

type Facts = {
  price: string | null
  high: string | null
  low: string | null
  unit: string | null
  rate: string | null
  density: string
  barrels: string | null
  premium: string | null
  cost: string | null
}

/** What an own import would have cost on each day, beside the refinery price (LMA-005). */
export const importMarginList = serveList(
  importMargins,
  'importMargin',
  ({ actor, now }, window) => {
    const company = actor.company.id
    assertWindow(window, marginMonths)
    return {
      from: sql`${productDays(company, window, dayIn(actor.company.timeZone, now))}
        ${quoteOfDay(company)} ${rateOfDay(company)}
        left join import_cost c on c.company_id = ${company} and c.product_id = p.id and c.valid_from <= d.day
          and (c.valid_to is null or c.valid_to >= d.day)`,
      where: [...ofProducts(company, window), sql`p.fuel_group = 'Fuel'`, ...wholeCompanyOnly(actor)],
      id: dayId,
      columns: {
        marginDay: sql`d.day`,
        fuelProduct: sql`p.code`,
        fuelProductName: sql`p.name`,
        quoteDay: sql`q.day`,
        rateDay: sql`r.day`,
      },
      facts: {
        price: priceOfDay(company),
        high: sql<string | null>`q.high::text`,
        low: sql<string | null>`q.low::text`,
        unit: sql<string | null>`q.unit`,
        rate: sql<string | null>`r.value::text`,
        density: sql<string>`f.density::text`,
        barrels: sql<string | null>`p.barrels_per_ton::text`,
        premium: sql<string | null>`c.import_premium::text`,
        cost: sql<string | null>`c.domestic_cost::text`,
      },
    }
  },
  (found) => marginOf(found),
)

function marginOf({ price, high, low, unit, rate, density, barrels, premium, cost }: Facts) {
  const rates = {
    density: exact(density),
    rate: exact(rate ?? '1'),
    barrels: barrels === null ? null : exact(barrels),
  }
  const quote =
    high === null || low === null || unit === null
      ? null
      : convert(middle(exact(high), exact(low)), unit as MarketUnit, '$/TON', rates)
  const margin =
    price === null || quote === null || rate === null || premium === null || cost === null
      ? null
      : importMargin({
          price: exact(price),
          quote,
          rate: rates.rate,
          density: rates.density,
          importPremium: exact(premium),
          domesticCost: exact(cost),
        })
  return {
    priceInForce: price && exact(price).toFixed(digitsOf['TL/M3']),
    marketPrice: quote?.toFixed(digitsOf['$/TON']) ?? null,
    rateInForce: rate && exact(rate).toFixed(4),
    importParity: margin?.parity.toFixed(digitsOf['TL/M3']) ?? null,
    importMargin: margin?.margin.toFixed(digitsOf['TL/M3']) ?? null,
    importMarginPerTon: margin?.marginPerTon.toFixed(digitsOf['TL/TON']) ?? null,
    importMarginInDollars: margin?.marginInDollars.toFixed(2) ?? null,
    impliedPremium: margin?.impliedPremium.toFixed(2) ?? null,
  }
}
