import { sql } from 'kysely'
import { orderReport, orderReportOrders } from '@kervan/contract/order/order-report'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow } from '../../kit/lists/window.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { orderScope } from '../scope.ts'
import { conditionsOf, countedLine } from './dimensions.ts'

/** The orders behind a figure of the Order Report (ORD-018), with what of each the figure counts. */
export const reportOrderList = serveList(orderReportOrders, 'orderReport', ({ actor, language }, scope) => {
  const { id, timeZone, priceVisibility } = actor.company
  const { ofOrder, ofLine } = conditionsOf(actor, language, scope.only)
  const isWhole = ofLine.length === 0
  const net = sql`round(coalesce(sum(l.net_amount) filter (where ${countedLine}), 0), 2)`
  return {
    from: sql`sales_order o
      left join location d on d.company_id = o.company_id and d.company_id = ${id} and d.id = o.delivery_location_id
      join lateral (
        select count(*)::int as lines, coalesce(sum(l.demand_quantity), 0)::int as demand, coalesce(sum(l.po_quantity) filter (where ${countedLine}), 0)::int as po,
          coalesce(sum(l.completed_quantity), 0)::int as completed, coalesce(sum(l.demand_quantity) filter (where l.state = 'Rejected'), 0)::int as rejected, ${net} as net
        from order_line l
          left join product_variant v on v.company_id = l.company_id and v.company_id = ${id} and v.id = l.variant_id
          left join product p on p.company_id = v.company_id and p.company_id = ${id} and p.id = v.product_id
        where ${sql.join([sql`l.company_id = ${id}`, sql`l.order_id = o.id`, ...ofLine], sql` and `)}) m on m.lines > 0`,
    where: [
      ...orderScope(actor),
      withinWindow(timeZone, sql`o.order_date`, scope, orderReport.months),
      ...ofOrder,
    ],
    id: sql`o.id`,
    columns: {
      orderCode: sql`o.code`,
      customerName: sql`o.customer_name`,
      orderDate: sql`o.order_date`,
      deliveryLocationName: sql`o.delivery_location_name`,
      deliveryDate: sql`o.delivery_date`,
      shownState: sql`case when o.all_cancelled then 'Cancelled' else o.state end`,
      lineCount: sql`m.lines`,
      demandQuantity: sql`m.demand`,
      confirmedQuantity: sql`m.po`,
      completedQuantity: sql`m.completed`,
      rejectedQuantity: sql`m.rejected`,
      total: isWhole ? sql`o.total` : sql`m.net`,
    },
    extra: {
      currency: sql`o.currency`,
      place: sql`case when o.closed then 'closed' when o.external then 'external' when o.undecided then 'toDecide' else 'inFulfilment' end`,
    },
    search: sql`o.search_text`,
    searched: ['orderCode', 'customerName', 'deliveryLocationName'],
    pricesVisible: pricesVisible(priceVisibility, actor),
  }
})
