import type { FigureScope } from '@kervan/contract/order/order-report'
import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import { categoryName, productName } from '../../company/company.api.ts'
import { figureCondition } from '../../kit/reports/figure-condition.ts'
import type { DimensionSql } from '../../kit/reports/report-source.ts'

// What the Order Report groups by (ORD-018): the figures and the orders behind them read it from here, so they agree.

export type ReportJoin = 'lines' | 'variants' | 'places'

/** Rejected and cancelled lines count nothing. */
export const countedLine = sql`l.state not in ('Rejected', 'Cancelled')`

/** The names that were ordered, translated while a product has them. */
const productNames = (company: number, language: Language) =>
  sql`select p.name as label, max(${productName(language)}) as said from product p where p.company_id = ${company} group by p.name`

const dayText = (at: RawBuilder<unknown>) => sql`to_char(${at}, 'YYYY-MM-DD')`

/** Each dimension over orders `o`, their locations `d`, lines `l` and products `p`. */
export function reportDimensions(actor: Actor, language: Language) {
  const local = sql`(o.order_date at time zone ${actor.company.timeZone})`
  return {
    month: { value: sql`date_trunc('month', ${local})`, text: (at) => sql`to_char(${at}, 'YYYY-MM')` },
    week: { value: sql`date_trunc('week', ${local})`, text: dayText },
    day: { value: sql`date_trunc('day', ${local})`, text: dayText },
    customer: { value: sql`o.customer_code`, label: sql`o.customer_name` },
    deliveryLocation: { value: sql`o.delivery_location_code`, label: sql`o.delivery_location_name` },
    city: { value: sql`d.city`, needs: 'places' },
    product: {
      value: sql`l.product_code`,
      label: sql`l.product_name`,
      translated: productNames(actor.company.id, language),
      needs: 'lines',
    },
    category: { value: sql`p.category`, label: categoryName(language), needs: 'variants' },
    brand: { value: sql`p.brand`, needs: 'variants' },
    season: { value: sql`p.season`, needs: 'variants' },
    orderState: { value: sql`case when o.all_cancelled then 'Cancelled' else o.state end` },
    lineState: { value: sql`l.state`, needs: 'lines' },
    type: { value: sql`o.type` },
    shipmentMethod: { value: sql`o.shipment_method` },
    channel: { value: sql`o.channel` },
  } satisfies Record<string, DimensionSql<ReportJoin>>
}

/** What a figure is limited to: conditions on the order, and on those of its lines that count. */
export function conditionsOf(actor: Actor, language: Language, only: FigureScope) {
  const dimensions: Record<string, DimensionSql<ReportJoin>> = reportDimensions(actor, language)
  const conditions = only.flatMap(({ dimension, values }) => {
    const of = dimensions[dimension]
    if (!of) return []
    const condition = figureCondition(of, values)
    return { condition, ofLine: of.needs === 'lines' || of.needs === 'variants' }
  })
  const pick = (ofLine: boolean) => conditions.flatMap((one) => (one.ofLine === ofLine ? one.condition : []))
  return { ofOrder: pick(false), ofLine: pick(true) }
}
