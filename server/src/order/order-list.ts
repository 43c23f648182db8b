import { sql, type RawBuilder } from 'kysely'
import type { PageList, PageQuery, RowOf } from '@kervan/contract/kit/page'
import { orderColumns } from '@kervan/contract/order/order-lists'
import type { pendingOrders } from '@kervan/contract/order/order-management'
import type { Channel, LineType, OrderState, ShipmentMethod } from '@kervan/contract/order/words'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { FileAnswer } from '../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'
import { withinWindow, type DayWindow } from '../kit/window.ts'
import { lineActionsFor, type Side } from './present-order.ts'
import { hiddenColumns, priceFor } from './prices.ts'

// The lists of orders: Order Management's tabs and My Orders are one source with different scope and condition.

export type OrderRow = RowOf<typeof pendingOrders>
type Found = {
  id: string
  version: number
  code: string
  customer_name: string
  customer_code: string
  external_po_code: string | null
  order_date: Date
  delivery_date: string
  delivery_location_name: string
  delivery_location_code: string
  shipment_method: ShipmentMethod
  type: LineType
  channel: Channel
  line_count: number
  quantity: number
  total: string
  completed_ratio: number
  state: OrderState
  last_event_at: Date
  record_user_id: string
  record_user_name: string
  main_order_code: string | null
  all_cancelled: boolean
  currency: string
  line_states?: string[]
}

/** `scope` is the reader's row scope, `tab` what the list is about. Throws `WindowTooWide` past so many months. */
export function orderList(
  actor: Actor,
  scope: RawBuilder<unknown>[],
  tab: RawBuilder<unknown>,
  window: DayWindow,
  months: number,
): ListSql {
  const { timeZone } = actor.company
  return {
    select: sql`o.id, o.version, o.code, o.customer_name, o.customer_code, o.external_po_code, o.order_date, o.delivery_date, o.delivery_location_name,
      o.delivery_location_code, o.shipment_method, o.type, o.channel, o.line_count, o.quantity, o.total, o.completed_ratio, o.state, o.last_event_at,
      o.record_user_id, o.record_user_name, o.main_order_code, o.all_cancelled, o.currency,
      array(select distinct l.state from order_line l where l.company_id = o.company_id and l.order_id = o.id) as line_states`,
    from: sql`sales_order o`,
    where: [...scope, tab, withinWindow(timeZone, sql`o.order_date`, window, months)],
    columns: {
      orderCode: sql`o.code`,
      customerName: sql`o.customer_name`,
      customerUniqueCode: sql`o.customer_code`,
      externalPoCode: sql`o.external_po_code`,
      orderDate: sql`o.order_date`,
      deliveryDate: sql`o.delivery_date`,
      deliveryLocationName: sql`o.delivery_location_name`,
      deliveryLocationCode: sql`o.delivery_location_code`,
      shipmentMethod: sql`o.shipment_method`,
      type: sql`o.type`,
      channel: sql`o.channel`,
      lineCount: sql`o.line_count`,
      quantity: sql`o.quantity`,
      total: sql`o.total`,
      completedRatio: sql`o.completed_ratio`,
      state: sql`o.state`,
      lastEventDate: sql`o.last_event_at`,
      recordUser: sql`o.record_user_name`,
      mainOrderCode: sql`o.main_order_code`,
    },
    hidden: hiddenColumns(actor, { columns: orderColumns }),
    id: sql`o.id`,
    search: sql`o.search_text`,
    createdAt: sql`o.record_date`,
  }
}

function presentRow(actor: Actor, side: Side, row: Found): OrderRow {
  const offers = (row.line_states ?? []).map((state) =>
    lineActionsFor(
      actor,
      row.record_user_id,
      { state: state as never, type: row.type, completedQuantity: 0 },
      side,
    ),
  )
  const any = (action: 'approve' | 'reject' | 'revise' | 'revert' | 'cancel') =>
    offers.some((offer) => offer[action])
  return {
    id: row.id,
    version: row.version,
    orderCode: row.code,
    customerName: row.customer_name,
    customerUniqueCode: row.customer_code,
    externalPoCode: row.external_po_code,
    orderDate: row.order_date.toISOString(),
    deliveryDate: row.delivery_date,
    deliveryLocationName: row.delivery_location_name,
    deliveryLocationCode: row.delivery_location_code,
    shipmentMethod: row.shipment_method,
    type: row.type,
    channel: row.channel,
    lineCount: row.line_count,
    quantity: row.quantity,
    total: priceFor(actor, row.total),
    completedRatio: row.completed_ratio,
    state: row.state,
    lastEventDate: row.last_event_at.toISOString(),
    recordUser: row.record_user_name,
    mainOrderCode: row.main_order_code,
    allCancelled: row.all_cancelled,
    currency: row.currency,
    actions: {
      approve: any('approve'),
      reject: any('reject'),
      revise: any('revise'),
      revert: any('revert'),
      cancel: any('cancel'),
      reorder: side === 'owner',
      attach: false,
    },
  }
}

type ListInput = PageQuery & DayWindow & { page: number; pageSize: number }

export async function readOrderPage(
  context: SessionContext & { input: ListInput },
  list: PageList,
  source: ListSql,
  side: Side,
) {
  const { tx, actor, input, now } = context
  const page = await readPage<Found>(tx, actor, list, source, input)
  return {
    rows: page.rows.map((row) => presentRow(actor, side, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
}

export function exportOrders(
  context: SessionContext & { input: PageQuery & DayWindow & { columns: string[] } },
  list: PageList,
  source: ListSql,
  side: Side,
): FileAnswer {
  return exportRows(context, list, source, context.input, side === 'manager' ? 'orderManagement' : 'myOrders')
}
