import { primaryData, primaryDataDays, updatePrimaryData } from '@kervan/contract/report/primary-data'
import { primaryDataMonths } from '@kervan/contract/report/words'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { productName } from '../company/company.api.ts'
import { handle } from '../kit/http/handle.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { daysWithin } from '../kit/lists/window.ts'
import type { DimensionSql, Sql } from '../kit/reports/report-source.ts'
import { serveReport } from '../kit/reports/serve-report.ts'
import { conditionsOf, figureScope, placeDimensions, placeJoins, type PlaceJoin } from './dimensions.ts'
import { askFor, freshness } from './figures.ts'

type Join = PlaceJoin | 'senders'

const joinsOf = (company: number) => ({
  ...placeJoins(company),
  senders: { join: sql`left join location f on f.company_id = ${company} and f.id = s.sender_id` },
})

const dayText = (at: Sql) => sql`to_char(${at}, 'YYYY-MM-DD')`

const dimensionsOf = (language: Language) => {
  const { location, ...others } = placeDimensions(language)
  return {
    month: { value: sql`date_trunc('month', s.day)`, text: (at) => sql`to_char(${at}, 'YYYY-MM')` },
    week: { value: sql`date_trunc('week', s.day)`, text: dayText },
    day: { value: sql`s.day`, text: dayText },
    sender: { value: sql`f.code`, label: sql`f.name`, needs: 'senders' },
    recipient: location,
    ...others,
  } satisfies Record<string, DimensionSql<Join>>
}

/** Primary Data Inquiry (RPT-001): at most three months (ORD-025). */
export const servedPrimaryData = serveReport(primaryData, 'primaryDataReport', (context) => {
  const { actor, language } = context
  return {
    from: sql`primary_day s`,
    joins: joinsOf(actor.company.id),
    where: figureScope(actor),
    day: sql`s.day`,
    pricesVisible: false,
    freshness: () => freshness(context, 'PrimaryData'),
    dimensions: dimensionsOf(language),
    measures: {
      sellIn: { parts: () => [sql`sum(s.received)`] },
      sellOut: { parts: () => [sql`sum(s.sold)`] },
      passedOn: { parts: () => [sql`sum(s.passed_on)`] },
      sellThrough: {
        parts: () => [sql`sum(s.sold)`, sql`sum(s.received)`],
        figure: ([sold, received]) => sql`round(100.0 * ${sold} / nullif(${received}, 0), 1)`,
      },
      unexplained: { parts: () => [sql`sum(abs(s.unexplained))`] },
      // Of what moved between two reports of stock.
      explained: {
        parts: () => [sql`sum(abs(s.unexplained))`, sql`sum(s.checked)`],
        figure: ([unexplained, moved]) =>
          sql`round(greatest(0, 100.0 - 100.0 * coalesce(${unexplained}, 0) / nullif(${moved}, 0)), 1)`,
      },
    },
  }
})

/** The days behind a figure of Primary Data Inquiry. */
export const primaryDataDayList = serveList(
  primaryDataDays,
  'primaryDataReport',
  ({ actor, language }, { from, to, only }) => {
    const { id } = actor.company
    return {
      from: sql`primary_day s join location l on l.company_id = ${id} and l.id = s.location_id
        join product p on p.company_id = ${id} and p.id = s.product_id
        join product_variant v on v.company_id = ${id} and v.id = s.variant_id
        left join location f on f.company_id = ${id} and f.id = s.sender_id`,
      where: [
        ...figureScope(actor),
        daysWithin(sql`s.day`, { from, to }, primaryDataMonths),
        ...conditionsOf(dimensionsOf(language), only),
      ],
      id: sql`s.id`,
      columns: {
        movementDay: sql`s.day`,
        senderName: sql`f.name`,
        locationCode: sql`l.code`,
        locationName: sql`l.name`,
        productCode: sql`p.code`,
        productName: productName(language),
        variantCode: sql`v.code`,
        openingStock: sql`s.opening`,
        receivedUnits: sql`s.received`,
        soldUnits: sql`s.sold`,
        passedOnUnits: sql`s.passed_on`,
        closingStock: sql`s.closing`,
        unexplainedUnits: sql`s.unexplained`,
      },
      search: sql`(p.search_text || ' ' || l.name_folded)`,
    }
  },
)

export const updatePrimaryDataHandler = handle(updatePrimaryData, (context) => askFor(context, 'PrimaryData'))
