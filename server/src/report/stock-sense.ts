import { stockSense, stockSenseItems, updateStockSense } from '@kervan/contract/report/stock-sense'
import { lostBand } from '@kervan/contract/report/words'
import { sql } from 'kysely'
import { pricesVisible } from '../access/access.api.ts'
import { productName } from '../company/company.api.ts'
import { handle } from '../kit/http/handle.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { translate } from '../kit/messages.ts'
import type { DimensionSql, Sql } from '../kit/reports/report-source.ts'
import { serveReport } from '../kit/reports/serve-report.ts'
import type { Language } from '@kervan/contract/kit/values'
import { conditionsOf, figureScope, placeDimensions, placeJoins, type PlaceJoin } from './dimensions.ts'
import { askFor, freshness } from './figures.ts'

const dimensionsOf = (language: Language) =>
  ({ coverClass: { value: sql`s.cover_class` }, ...placeDimensions(language) }) satisfies Record<
    string,
    DimensionSql<PlaceJoin>
  >

type Part = Sql | undefined
const half = (variance: Part) => sql`${lostBand.deviations}::float8 * sqrt(coalesce(${variance}, 0))`
/** The ends of the band of lost sales, to so many places. Variances of products at locations add up. */
const lowOf = (units: Part, variance: Part, places: number) =>
  sql`round(greatest(0, coalesce(${units}, 0) - ${half(variance)})::numeric, ${sql.lit(places)})`
const highOf = (units: Part, variance: Part, places: number) =>
  sql`round((coalesce(${units}, 0) + ${half(variance)})::numeric, ${sql.lit(places)})`

/** Stock Sense (RPT-001). Cover of several rows is their stock over their rates, never a mean of ratios. */
export const servedStockSense = serveReport(stockSense, 'stockSenseReport', (context) => {
  const { actor, language } = context
  const { id, priceVisibility, currency } = actor.company
  return {
    from: sql`stock_sense s`,
    joins: placeJoins(id),
    where: figureScope(actor),
    currency: sql`${currency}::text`,
    pricesVisible: pricesVisible(priceVisibility, actor),
    freshness: () => freshness(context, 'StockSense'),
    dimensions: dimensionsOf(language),
    measures: {
      places: { parts: () => [sql`count(*)`] },
      onHand: { parts: () => [sql`sum(s.on_hand)`] },
      stockValue: {
        parts: () => [sql`sum(greatest(0, s.on_hand) * s.price)`],
        figure: ([value]) => sql`round(coalesce(${value}, 0), 2)`,
      },
      lostUnits: {
        parts: () => [sql`sum(s.lost_units)`],
        figure: ([units]) => sql`round(coalesce(${units}, 0)::numeric)`,
      },
      lostUnitsLow: {
        parts: () => [sql`sum(s.lost_units)`, sql`sum(s.lost_variance)`],
        figure: ([units, variance]) => lowOf(units, variance, 0),
      },
      lostUnitsHigh: {
        parts: () => [sql`sum(s.lost_units)`, sql`sum(s.lost_variance)`],
        figure: ([units, variance]) => highOf(units, variance, 0),
      },
      lostValue: {
        parts: () => [sql`sum(s.lost_units::numeric * s.price)`],
        figure: ([value]) => sql`round(coalesce(${value}, 0), 2)`,
      },
      brokenSets: { parts: () => [sql`count(*) filter (where s.broken_set)`] },
      availability: {
        parts: () => [sql`sum(s.rate) filter (where s.on_hand > 0)`, sql`sum(s.rate)`],
        figure: ([there, all]) => sql`round((100.0 * coalesce(${there}, 0) / nullif(${all}, 0))::numeric, 1)`,
      },
      networkCover: {
        parts: () => [
          sql`sum(greatest(0, s.available)) filter (where s.cover_class <> 'NoSales')`,
          sql`sum(s.rate)`,
        ],
        figure: ([available, rate]) => sql`round((coalesce(${available}, 0) / nullif(${rate}, 0))::numeric)`,
      },
    },
  }
})

/** The products at locations behind a figure (RPT-001). */
export const stockSenseItemList = serveList(
  stockSenseItems,
  'stockSenseReport',
  ({ actor, language }, { only }) => {
    const { id, priceVisibility, currency } = actor.company
    return {
      from: sql`stock_sense s join location l on l.company_id = ${id} and l.id = s.location_id
        join product p on p.company_id = ${id} and p.id = s.product_id
        join product_variant v on v.company_id = ${id} and v.id = s.variant_id`,
      where: [...figureScope(actor), ...conditionsOf(dimensionsOf(language), only)],
      id: sql`s.id`,
      pricesVisible: pricesVisible(priceVisibility, actor),
      columns: {
        locationCode: sql`l.code`,
        locationName: sql`l.name`,
        productCode: sql`p.code`,
        productName: productName(language),
        variantCode: sql`v.code`,
        coverClass: sql`s.cover_class`,
        onHandUnits: sql`s.on_hand`,
        inTransitUnits: sql`s.in_transit`,
        weeklyRate: sql`round((s.rate * 7)::numeric, 1)`,
        stockCover: sql`s.cover_days`,
        lostUnits: sql`round(s.lost_units::numeric, 1)`,
        lostUnitsLow: lowOf(sql`s.lost_units`, sql`s.lost_variance`, 1),
        lostUnitsHigh: highOf(sql`s.lost_units`, sql`s.lost_variance`, 1),
        lostValue: sql`round(s.lost_units::numeric * s.price, 2)`,
        stockValue: sql`round(greatest(0, s.on_hand) * s.price, 2)`,
        brokenSet: sql`s.broken`,
      },
      extra: { workOrderCode: sql`s.work_order_code`, currency: sql`${currency}::text` },
      facts: { reason: sql<string | null>`s.no_proposal` },
      search: sql`(p.search_text || ' ' || l.name_folded)`,
    }
  },
  ({ workOrderCode, reason }, { language }) => ({
    nextStep: workOrderCode ?? (reason ? translate(language, `workOrders.nothing.${reason}`) : ''),
  }),
)

export const updateStockSenseHandler = handle(updateStockSense, (context) => askFor(context, 'StockSense'))
