import { exact, hundred, type Exact } from '@kervan/contract/lma/exact'
import { marginMonths, marketMargins } from '@kervan/contract/lma/margin-lists'
import { blend, marketMargin } from '@kervan/contract/lma/margins'
import type { MarketUnit } from '@kervan/contract/lma/price-units'
import { convert } from '@kervan/contract/lma/units'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { assertWindow, dayId, ofProducts, priceOfDay, productDays, rateOfDay } from './days.sql.ts'

type Component = { ratio: string; price: string | null; unit: string | null; density: string | null }
type Facts = {
  price: string | null
  rate: string | null
  pump: string | null
  excise: string | null
  stock: string | null
  vat: string | null
  mainRatio: string | null
  components: Component[] | null
}

/** What is left of the pump price for distributor and dealer on each day (LMA-005). */
export const marketMarginList = serveList(
  marketMargins,
  'marketMargin',
  ({ actor, now }, window) => {
    const company = actor.company.id
    assertWindow(window, marginMonths)
    return {
      from: sql`${productDays(company, window, dayIn(actor.company.timeZone, now))} ${rateOfDay(company)}
        left join fuel_tax t on t.company_id = ${company} and t.product_id = p.id and t.valid_from <= d.day
          and (t.valid_to is null or t.valid_to >= d.day)
        left join lateral (select u.price from pump_price u where u.company_id = ${company} and u.product_id = p.id
          and u.valid_from <= d.day order by u.valid_from desc limit 1) u on true
        left join lateral (select b.* from blended_product b where b.company_id = ${company} and b.main_product_id = p.id
          and b.valid_from <= d.day and (b.valid_to is null or b.valid_to >= d.day) order by b.code limit 1) b on true`,
      where: [...ofProducts(company, window), sql`p.fuel_group = 'Fuel'`, ...wholeCompanyOnly(actor)],
      id: dayId,
      columns: { marginDay: sql`d.day`, fuelProduct: sql`p.code`, fuelProductName: sql`p.name` },
      facts: {
        price: priceOfDay(company),
        rate: sql<string | null>`r.value::text`,
        pump: sql<string | null>`u.price::text`,
        excise: sql<string | null>`t.excise_tax::text`,
        stock: sql<string | null>`t.stock_share::text`,
        vat: sql<string | null>`t.vat_rate::text`,
        mainRatio: sql<string | null>`b.main_ratio::text`,
        components: sql<
          Component[] | null
        >`(select jsonb_agg(jsonb_build_object('ratio', x.ratio::text, 'price', c.price::text,
            'unit', c.market_unit, 'density', g.density::text) order by x.position)
          from (values (1, b.first_component_id, b.first_ratio), (2, b.second_component_id, b.second_ratio)) x(position, id, ratio)
          left join bio_price c on c.company_id = ${company} and c.product_id = x.id and c.valid_from <= d.day
            and (c.valid_to is null or c.valid_to >= d.day)
          left join fuel_parameter g on g.company_id = ${company} and g.product_id = x.id and g.valid_from <= d.day
            and (g.valid_to is null or g.valid_to >= d.day)
          where x.id is not null)`,
      },
    }
  },
  (found) => marginOf(found),
)

function marginOf(facts: Facts) {
  const { price, pump, excise, stock, vat } = facts
  const blended = blendedPrice(facts)
  const litres = exact('1000')
  const margin =
    !blended || pump === null || excise === null || stock === null || vat === null
      ? null
      : marketMargin({
          pump: exact(pump),
          vat: exact(vat).over(hundred),
          exciseTax: exact(excise),
          stockShare: exact(stock).over(litres),
          blendedPrice: blended,
        })
  return {
    priceInForce: price && exact(price).toFixed(2),
    blendedPrice: blended?.toFixed(2) ?? null,
    pumpPrice: pump && exact(pump).toFixed(2),
    exciseTax: excise && exact(excise).toFixed(4),
    stockShare: stock && exact(stock).toFixed(2),
    vatRate: vat && exact(vat).toFixed(2),
    marketMargin: margin?.toFixed(4) ?? null,
    marketMarginShare: margin && pump !== null ? margin.over(exact(pump)).times(hundred).toFixed(2) : null,
  }
}

/** TL/M3: the refinery price alone without a blend, null where the price of a component is not known. */
function blendedPrice({ price, rate, mainRatio, components }: Facts): Exact | null {
  if (price === null) return null
  if (mainRatio === null) return exact(price)
  const added = (components ?? []).map(({ ratio, price: of, unit, density }) => {
    if (of === null || unit === null || rate === null) return null
    // A price for a cubic metre needs no density.
    if (density === null && unit !== '$/M3') return null
    const rates = { density: exact(density ?? '1'), rate: exact(rate) }
    const value = convert(exact(of), unit as MarketUnit, 'TL/M3', rates)
    return { value, ratio: exact(ratio).over(hundred), main: false }
  })
  const known = added.filter((one) => one !== null)
  if (known.length < added.length) return null
  return blend([{ value: exact(price), ratio: exact(mainRatio).over(hundred), main: true }, ...known])
}
