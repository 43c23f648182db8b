import { sql } from 'kysely'
import { orderReport } from '@kervan/contract/order/order-report'
import { serveReport } from '../../kit/reports/serve-report.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { orderScope } from '../scope.ts'
import { countedLine, reportDimensions } from './dimensions.ts'

// The Order Report (ORD-018). What is grouped by order only is read from the heads of the orders; the lines are joined
// where a dimension, a filter or the measure asks for them.

export const servedOrderReport = serveReport(orderReport, 'orderReport', ({ actor, language }) => {
  const { id, priceVisibility } = actor.company
  return {
    from: sql`sales_order o`,
    joins: {
      lines: {
        join: sql`join order_line l on l.company_id = o.company_id and l.company_id = ${id} and l.order_id = o.id`,
      },
      variants: {
        join: sql`left join product_variant v on v.company_id = l.company_id and v.company_id = ${id} and v.id = l.variant_id
          left join product p on p.company_id = v.company_id and p.company_id = ${id} and p.id = v.product_id`,
        after: 'lines',
      },
      places: {
        join: sql`left join location d on d.company_id = o.company_id and d.company_id = ${id} and d.id = o.delivery_location_id`,
      },
    },
    where: orderScope(actor),
    moment: sql`o.order_date`,
    currency: sql`o.currency`,
    pricesVisible: pricesVisible(priceVisibility, actor),
    dimensions: reportDimensions(actor, language),
    measures: {
      orders: { parts: () => [sql`count(*)`], distinct: (has) => (has('lines') ? sql`o.id` : null) },
      lines: { parts: (has) => [has('lines') ? sql`count(*)` : sql`sum(o.line_count)`] },
      demandQuantity: { parts: () => [sql`sum(l.demand_quantity)`], needs: 'lines' },
      quantity: {
        parts: (has) => [
          has('lines') ? sql`sum(l.po_quantity) filter (where ${countedLine})` : sql`sum(o.quantity)`,
        ],
      },
      completedQuantity: { parts: () => [sql`sum(l.completed_quantity)`], needs: 'lines' },
      rejectedQuantity: {
        parts: () => [sql`sum(l.demand_quantity) filter (where l.state = 'Rejected')`],
        needs: 'lines',
      },
      completedRatio: {
        parts: () => [sql`sum(l.completed_quantity)`, sql`sum(l.po_quantity) filter (where ${countedLine})`],
        figure: ([completed, ordered]) => sql`round(100.0 * ${completed} / nullif(${ordered}, 0), 1)`,
        needs: 'lines',
      },
      // By line each has its share of the order's discount, so that all of them come to the orders' totals.
      netAmount: {
        parts: (has) => [
          has('lines') ? sql`sum(l.net_amount) filter (where ${countedLine})` : sql`sum(o.total)`,
        ],
        figure: ([amount]) => sql`round(coalesce(${amount}, 0), 2)`,
      },
    },
  }
})
