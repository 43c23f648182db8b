import { sql, type RawBuilder } from 'kysely'
import { refusedOnOrder, type Side } from '@kervan/contract/order/states'
import type { LineState, LineType, RejectReason } from '@kervan/contract/order/words'
import type { Actor, SessionContext } from '../kit/context.ts'
import { withinWindow, type DayWindow } from '../kit/lists/window.ts'
import { offerOnOrder } from './offer-decisions.ts'
import { demandTotal } from './order.sql.ts'
import { availableOfLine, openLine } from './present-order.ts'
import { pricesVisible } from '../access/access.api.ts'

/**
 * The lists of orders: Order Management's tabs and My Orders are one source with different scope and condition. `scope`
 * is the reader's row scope, `tab` what the list is about. Throws `WindowTooWide` past so many months.
 */
export function orderSource(
  actor: Actor,
  scope: RawBuilder<unknown>[],
  tab: RawBuilder<unknown>,
  window: DayWindow,
  months: number,
) {
  return {
    from: sql`sales_order o`,
    where: [...scope, tab, withinWindow(actor.company.timeZone, sql`o.order_date`, window, months)],
    id: sql`o.id`,
    key: sql`o.id`,
    code: sql`o.code`,
    // Not by the index of the codes: PostgreSQL reads it through from the first order, and those asked for are the last.
    sortedBy: { orderCode: sql`(o.code || '')` },
    columns: {
      orderCode: sql`o.code`,
      customerName: sql`o.customer_name`,
      customerUniqueCode: sql`o.customer_code`,
      externalPoCode: sql`o.external_po_code`,
      externalOrderDate: sql`o.external_order_date`,
      externalContact: sql`o.external_contact`,
      vendorName: sql`o.vendor_name`,
      vendorUniqueCode: sql`o.vendor_code`,
      orderDate: sql`o.order_date`,
      deliveryDate: sql`o.delivery_date`,
      deliveryLocationName: sql`o.delivery_location_name`,
      deliveryLocationCode: sql`o.delivery_location_code`,
      shipmentMethod: sql`o.shipment_method`,
      type: sql`o.type`,
      channel: sql`o.channel`,
      lineCount: sql`o.line_count`,
      // What is no backorder holds the stock of its lines from the start, so nothing needs to be asked of it.
      shortLines: sql`case when o.closed then null when o.type <> 'Backorder' then 0 else (select count(*)::int from order_line l
        where l.company_id = ${actor.company.id} and l.order_id = o.id and ${openLine} and ${availableOfLine(actor.company.id, sql`o.delivery_location_id`)} < l.po_quantity - l.completed_quantity) end`,
      exceededLines: sql`case when o.closed then null else (select count(*)::int from order_line l
        where l.company_id = ${actor.company.id} and l.order_id = o.id and ${openLine} and l.quota_state = 'ExceededQuota') end`,
      overQuota: sql`not o.closed and ${overQuota(actor.company.id)}`,
      demandQuantity: sql`(select sum(l.demand_quantity) from order_line l where l.company_id = ${actor.company.id} and l.order_id = o.id)`,
      confirmedQuantity: sql`o.quantity`,
      total: sql`o.total`,
      demandTotal: demandTotal(actor.company.id),
      completedRatio: sql`o.completed_ratio`,
      shownState: sql`case when o.all_cancelled then 'Cancelled' else o.state end`,
      medulaState: sql`case when o.medula_no is null then null else (select case when bool_or(n.state = 'Failed') then 'Failed' when bool_or(n.state = 'Waiting') then 'Waiting' when count(*) > 0 then 'Notified' end
        from delivery n where n.company_id = ${actor.company.id} and n.kind = 'healthInsurance' and n.record_id = o.id) end`,
      lastEventDate: sql`o.last_event_at`,
      recordUser: sql`o.record_user_name`,
      mainOrderCode: sql`o.main_order_code`,
    },
    extra: {
      version: sql`o.version`,
      state: sql`o.state`,
      currency: sql`o.currency`,
      externalOverdue: sql`o.state = 'WaitingExternalApproval' and exists (select from external_approval e
        where e.company_id = ${actor.company.id} and e.order_id = o.id and e.answered_at is null and e.overdue_at is not null)`,
    },
    facts: {
      recordUserId: sql<string>`o.record_user_id`,
      customerId: sql<string>`o.customer_id`,
      netTotal: sql<string>`o.total::text`,
      ruledLines: sql<
        RuledLine[]
      >`(select json_agg(json_build_object('state', d.state, 'completedQuantity', d.completed, 'rejectReason', d.reason)) from (
          select l.state, sum(l.completed_quantity) as completed, max(l.reject_reason) as reason from order_line l
          where l.company_id = ${actor.company.id} and l.order_id = o.id group by l.state, l.completed_quantity > 0, l.reject_reason) d)`,
    },
    search: sql`o.search_text`,
    searched: [
      'orderCode',
      'externalPoCode',
      'customerName',
      'customerUniqueCode',
      'deliveryLocationName',
    ] as const,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    createdAt: sql`o.record_date`,
  }
}

/** One of the order's open lines exceeds a quota. */
export const overQuota = (
  companyId: number,
) => sql<boolean>`exists (select from order_line l where l.company_id = ${companyId} and l.order_id = o.id
  and ${openLine} and l.quota_state = 'ExceededQuota')`

type RuledLine = { state: LineState; completedQuantity: number; rejectReason: RejectReason }
type Found = {
  orderCode: string
  type: LineType
  recordUserId: string
  customerId: string
  netTotal: string
  ruledLines: RuledLine[] | null
}

/** Makes of a found order what may be done with it. Lines of one state of which nothing is delivered are one to the rule. */
export const orderRow =
  (side: Side) =>
  (
    { orderCode: code, type, recordUserId, customerId, netTotal: total, ruledLines }: Found,
    context: SessionContext,
  ) => {
    const isOwn = recordUserId === context.actor.membershipId
    const lines = (ruledLines ?? []).map((line) => ({ ...line, lineCode: code, type }))
    return {
      actions: offerOnOrder(context, side, { code, recordUserId, customerId, total }, (action) =>
        refusedOnOrder(action, { code, isOwn, lines }, side),
      ),
    }
  }
