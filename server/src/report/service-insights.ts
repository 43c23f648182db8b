import { insightRows, serviceInsights, updateServiceInsights } from '@kervan/contract/report/service-insights'
import { insightMonths } from '@kervan/contract/report/words'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { pricesVisible } from '../access/access.api.ts'
import { productName } from '../company/company.api.ts'
import { handle } from '../kit/http/handle.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { daysWithin } from '../kit/lists/window.ts'
import { wholeCompanyOnly } from '../kit/records/scope.ts'
import type { DimensionSql, Sql } from '../kit/reports/report-source.ts'
import { serveReport } from '../kit/reports/serve-report.ts'
import { conditionsOf, figureScope, placeDimensions, placeJoins, type PlaceJoin } from './dimensions.ts'
import { askFor, freshness } from './figures.ts'

// Service insights (SVC-010), for who sees the whole company, as work orders are.

type Join = PlaceJoin | 'senders' | 'orders'

const joinsOf = (company: number) => ({
  ...placeJoins(company),
  senders: { join: sql`join location f on f.company_id = ${company} and f.id = s.sender_id` },
  orders: { join: sql`join work_order w on w.company_id = ${company} and w.id = s.id` },
})

const dayText = (at: Sql) => sql`to_char(${at}, 'YYYY-MM-DD')`

const dimensionsOf = (language: Language) => {
  const { location, locationGroup, category, product } = placeDimensions(language)
  return {
    month: {
      value: sql`date_trunc('month', s.service_date)`,
      text: (at) => sql`to_char(${at}, 'YYYY-MM')`,
    },
    week: { value: sql`date_trunc('week', s.service_date)`, text: dayText },
    day: { value: sql`s.service_date`, text: dayText },
    run: { value: sql`s.run_code` },
    projectDomain: { value: sql`s.domain` },
    workOrderType: { value: sql`w.type`, needs: 'orders' },
    workOrderState: { value: sql`w.state`, needs: 'orders' },
    sender: { value: sql`f.code`, label: sql`f.name`, needs: 'senders' },
    recipient: location,
    locationGroup,
    category,
    product,
  } satisfies Record<string, DimensionSql<Join>>
}

const share = ([part, all]: readonly Sql[]) =>
  sql`round((100.0 * coalesce(${part}, 0) / nullif(${all}, 0))::numeric, 1)`

export const servedServiceInsights = serveReport(serviceInsights, 'serviceInsights', (context) => {
  const { actor, language } = context
  const { id, priceVisibility, currency } = actor.company
  return {
    from: sql`service_insight s`,
    joins: joinsOf(id),
    where: [...figureScope(actor), ...wholeCompanyOnly(actor)],
    day: sql`s.service_date`,
    currency: sql`${currency}::text`,
    pricesVisible: pricesVisible(priceVisibility, actor),
    freshness: () => freshness(context, 'ServiceInsights'),
    dimensions: dimensionsOf(language),
    measures: {
      workOrders: { parts: () => [sql`count(*)`] },
      proposedUnits: { parts: () => [sql`sum(w.proposed)`], needs: 'orders' },
      transferredUnits: { parts: () => [sql`sum(s.transferred)`] },
      compliance: {
        parts: () => [sql`sum(least(s.transferred, w.proposed))`, sql`sum(w.proposed)`],
        figure: share,
        needs: 'orders',
      },
      complianceLines: {
        parts: () => [sql`count(*) filter (where s.transferred > 0)`, sql`count(*)`],
        figure: share,
      },
      overrideRate: {
        parts: () => [sql`count(*) filter (where s.overridden)`, sql`count(*)`],
        figure: share,
      },
      overrideUnits: {
        parts: () => [sql`sum(w.amount - w.proposed) filter (where s.overridden)`],
        needs: 'orders',
      },
      promisedBenefit: {
        parts: () => [sql`sum(s.promised)`],
        figure: ([sum]) => sql`round(coalesce(${sum}, 0), 2)`,
      },
      realisedBenefit: {
        parts: () => [sql`sum(s.realised)`],
        figure: ([sum]) => sql`round(coalesce(${sum}, 0), 2)`,
      },
      // Of work orders whose days are over.
      realisedShare: {
        parts: () => [sql`sum(s.realised)`, sql`sum(s.promised) filter (where s.realised is not null)`],
        figure: share,
      },
      forecastBias: {
        parts: () => [sql`sum(s.forecast) filter (where s.sold is not null)`, sql`sum(s.sold)`],
        figure: ([forecast, sold]) =>
          sql`round((100.0 * coalesce(${forecast}, 0) / nullif(${sold}, 0) - 100)::numeric, 1)`,
      },
    },
  }
})

/** The work orders behind a figure of service insights. */
export const insightRowList = serveList(
  insightRows,
  'serviceInsights',
  ({ actor, language }, { from, to, only }) => {
    const { id, priceVisibility, currency } = actor.company
    return {
      from: sql`service_insight s join work_order w on w.company_id = ${id} and w.id = s.id
        join location l on l.company_id = ${id} and l.id = s.location_id join location f on f.company_id = ${id} and f.id = s.sender_id
        join product p on p.company_id = ${id} and p.id = s.product_id`,
      where: [
        ...figureScope(actor),
        ...wholeCompanyOnly(actor),
        daysWithin(sql`s.service_date`, { from, to }, insightMonths),
        ...conditionsOf(dimensionsOf(language), only),
      ],
      id: sql`s.id`,
      pricesVisible: pricesVisible(priceVisibility, actor),
      columns: {
        workOrderCode: sql`w.code`,
        serviceDate: sql`s.service_date`,
        workOrderType: sql`w.type`,
        workOrderState: sql`w.state`,
        senderName: sql`f.name`,
        recipientName: sql`l.name`,
        productName: productName(language),
        proposedAmount: sql`w.proposed`,
        amount: sql`w.amount`,
        transferredAmount: sql`s.transferred`,
        lateDays: sql`s.late_days`,
        promisedBenefit: sql`s.promised`,
        realisedBenefit: sql`s.realised`,
      },
      extra: { currency: sql`${currency}::text` },
      search: sql`w.search_text`,
    }
  },
)

export const updateServiceInsightsHandler = handle(updateServiceInsights, (context) =>
  askFor(context, 'ServiceInsights'),
)
