import { sql, type RawBuilder } from 'kysely'
import { refusedOnLine, refusedOnOrder, shownOrderState, type Side } from '@kervan/contract/order/states'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import type {
  Channel,
  LineState,
  LineType,
  OrderState,
  QuotaState,
  RejectReason,
  ShipmentMethod,
} from '@kervan/contract/order/words'
import { notifyHealthInsurance } from '@kervan/contract/order/health-insurance'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { colorName, lineProductName, pictureOfVariant, sizeName } from '../company/company.api.ts'
import { offer } from '../kit/records/offer.ts'
import { offerUpload, readDocuments } from './documents/present-documents.ts'
import { noHealth, readHealth, refusedToNotify } from './health/present.ts'
import { refusalMessage } from '../kit/messages.ts'
import { refusedExport } from './settings/erp-codes.ts'
import { readEvents } from '../kit/records/read-events.ts'
import { offerDecisions, offerOnOrder } from './offer-decisions.ts'
import { demandTotal } from './order.sql.ts'
import { lineTotal } from './prices.ts'
import { priceFor } from '../access/access.api.ts'
import { freePieces } from './stock.sql.ts'
import { orderSettings } from './order-settings.ts'

// An order as a reader sees it: with what this reader may do, and without the prices this reader may not see.

type Row = {
  id: string
  version: number
  code: string
  vendor_code: string
  vendor_name: string
  customer_code: string
  customer_name: string
  delivery_location_code: string
  delivery_location_name: string
  point_of_sale_name: string | null
  delivery_date: string
  order_date: Date
  external_po_code: string | null
  external_order_date: string | null
  external_contact: string | null
  medula_no: string | null
  note: string | null
  shipment_method: ShipmentMethod
  type: LineType
  channel: Channel
  state: OrderState
  all_cancelled: boolean
  completed_ratio: number
  currency: string
  subtotal: string
  discount: string
  demand_total: string
  total: string
  main_order_code: string | null
  customer_id: string
  record_user_id: string
  record_user_name: string
  record_date: Date
  last_event_at: Date
}
type LineRow = {
  id: string
  line_no: number
  product_code: string
  product_name: string
  picture: OrderLineView['picture']
  color: string | null
  size: string | null
  gtin: string | null
  manufacturer_product_code: string | null
  external_product_code: string | null
  pack_unit: number
  available: number
  supplier: string | null
  demand_quantity: number
  po_quantity: number
  completed_quantity: number
  unit_price: string
  shipment_method: ShipmentMethod
  type: LineType
  state: LineState
  reject_reason: RejectReason
  quota_state: QuotaState
  memo: string | null
}

/**
 * The order with that code inside the scope. Throws `OrderNotFound` for one that is not there or not the reader's. Without
 * `offers` nothing says what may be done with it: for 1,200 lines this takes longer than all the rest. `firstLines` answers
 * so many of its lines; what may be done with the order is judged by all of them.
 */
export async function presentOrder(
  context: SessionContext,
  scope: RawBuilder<unknown>[],
  code: string,
  side: Side,
  { offers = true, firstLines }: { offers?: boolean; firstLines?: number | undefined } = {},
): Promise<OrderView> {
  const { tx, actor } = context
  const order = (
    await sql<Row>`select o.*, ${demandTotal(actor.company.id)} as demand_total from sales_order o where ${sql.join(scope, sql` and `)} and o.code = ${code}`.execute(
      tx,
    )
  ).rows[0]
  if (!order) throw refusal('OrderNotFound')
  const [lines, ruledLines, events, documents, externalApproval, health, unexported, settings] =
    await Promise.all([
      readLines(context, order.id, firstLines),
      firstLines === undefined ? null : readRuledLines(context, order.id),
      readEvents(tx, actor, 'order', order.id),
      readDocuments(context, order.id, side),
      readExternal(tx, actor, order.id),
      order.medula_no === null ? noHealth : readHealth(tx, actor, order.id),
      side === 'manager' ? refusedExport(tx, actor, context.language, order.customer_code) : null,
      orderSettings(tx, actor.company),
    ])
  const allLines = ruledLines ?? lines
  const ruled = {
    code: order.code,
    isOwn: order.record_user_id === actor.membershipId,
    recordUserId: order.record_user_id,
    customerId: order.customer_id,
    total: order.total,
    lines: allLines.map((line) => ruledLine(order.code, line)),
  }
  return {
    id: order.id,
    version: order.version,
    orderCode: order.code,
    externalPoCode: order.external_po_code,
    externalOrderDate: order.external_order_date,
    externalContact: order.external_contact,
    medulaTransactionNo: order.medula_no,
    note: order.note,
    vendorUniqueCode: order.vendor_code,
    vendorName: order.vendor_name,
    customerUniqueCode: order.customer_code,
    customerName: order.customer_name,
    deliveryDate: order.delivery_date,
    deliveryLocationCode: order.delivery_location_code,
    deliveryLocationName: order.delivery_location_name,
    pointOfSaleName: order.point_of_sale_name,
    orderDate: order.order_date.toISOString(),
    state: order.state,
    shownState: shownOrderState(order.state, order.all_cancelled),
    completedRatio: order.completed_ratio,
    shipmentMethod: order.shipment_method,
    type: order.type,
    channel: order.channel,
    recordUser: order.record_user_name,
    recordDate: order.record_date.toISOString(),
    lastEventDate: order.last_event_at.toISOString(),
    mainOrderCode: order.main_order_code,
    currency: order.currency,
    subtotal: priceFor(actor, order.subtotal),
    discount: priceFor(actor, order.discount),
    total: priceFor(actor, order.total),
    demandTotal: priceFor(actor, order.demand_total),
    externalApproval,
    exportRefused: unexported && refusalMessage(context.language, unexported),
    lines: lines.map((line) => ({
      ...presentLine(actor, order.code, line, health.get(line.id) ?? null),
      actions: offers
        ? offerDecisions(context, side, ruled, (action) =>
            refusedOnLine(action, ruled, ruledLine(order.code, line), side),
          )
        : {},
    })),
    lineCount: allLines.length,
    events,
    documents,
    actions: offers
      ? {
          ...offerOnOrder(context, side, ruled, (action) => refusedOnOrder(action, ruled, side)),
          // The number can be named together with it.
          ...(side === 'manager' &&
            settings.medulaActive &&
            offer(context, { notifyHealthInsurance }, () =>
              refusedToNotify(order.code, order.medula_no ?? '', allLines, health, settings),
            )),
          ...offerUpload(context, side, documents.length),
        }
      : {},
  }
}

type RuledRow = Pick<LineRow, 'id' | 'line_no' | 'state' | 'type' | 'completed_quantity' | 'reject_reason'>
const ruledLine = (orderCode: string, line: RuledRow) => ({
  lineCode: `${orderCode}-${line.line_no}`,
  state: line.state,
  type: line.type,
  completedQuantity: line.completed_quantity,
  rejectReason: line.reject_reason,
})

function presentLine(
  actor: Actor,
  orderCode: string,
  line: LineRow,
  healthInsurance: OrderLineView['healthInsurance'],
): Omit<OrderLineView, 'actions'> {
  return {
    id: line.id,
    lineNo: line.line_no,
    lineCode: ruledLine(orderCode, line).lineCode,
    productUniqueCode: line.product_code,
    productName: line.product_name,
    picture: line.picture,
    color: line.color,
    size: line.size,
    gtin: line.gtin,
    manufacturerProductCode: line.manufacturer_product_code,
    externalProductCode: line.external_product_code,
    packUnit: line.pack_unit,
    available: line.available,
    supplyLocationName: line.supplier,
    demandQuantity: line.demand_quantity,
    poQuantity: line.po_quantity,
    completedQuantity: line.completed_quantity,
    unitPrice: priceFor(actor, line.unit_price),
    lineTotal: priceFor(actor, lineTotal(line.po_quantity, line.unit_price)),
    shipmentMethod: line.shipment_method,
    type: line.type,
    state: line.state,
    rejectReason: line.reject_reason,
    quotaState: line.quota_state,
    memo: line.memo,
    healthInsurance,
  }
}

/** What stock covers of `order_line l`: what is free at those who supply the delivery location, and what the line holds for itself. */
export const availableOfLine = (
  company: number,
  deliveryLocation: RawBuilder<unknown>,
) => sql`(${freePieces(company, sql`l.variant_id`, deliveryLocation)} + case when l.supply_location_id is not null and l.state in ('Pending', 'Revised', 'WaitingExternalApproval', 'Approved')
  then greatest(0, l.po_quantity - l.completed_quantity) else 0 end)`
export const openLine = sql`l.state in ('Pending', 'Revised', 'WaitingExternalApproval')`

async function readLines(
  { tx, actor, language }: SessionContext,
  orderId: string,
  first: number | undefined,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.id, l.line_no, l.product_code, ${lineProductName(actor.company.id, language)} as product_name, ${pictureOfVariant(actor.company.id, sql`l.variant_id`)} as picture, ${colorName(actor.company.id, language, 'l.color')} as color, ${sizeName(language, 'l.size')} as size, l.gtin, l.manufacturer_product_code, l.external_product_code, l.pack_unit, l.demand_quantity,
      l.po_quantity, l.completed_quantity, l.unit_price, l.shipment_method, l.type, l.state, l.reject_reason, l.quota_state, l.memo,
      ${availableOfLine(actor.company.id, sql`o.delivery_location_id`)} as available, sl.name as supplier
    from order_line l join sales_order o on o.company_id = ${actor.company.id} and o.id = l.order_id
      left join location sl on sl.company_id = ${actor.company.id} and sl.id = l.supply_location_id
    where l.company_id = ${actor.company.id} and l.order_id = ${orderId} order by l.line_no limit ${first ?? null}`.execute(
    tx,
  )
  return rows
}

/** What the rules ask of every line of the order. */
async function readRuledLines({ tx, actor }: SessionContext, orderId: string): Promise<RuledRow[]> {
  const { rows } = await sql<RuledRow>`
    select id, line_no, state, type, completed_quantity, reject_reason from order_line
    where company_id = ${actor.company.id} and order_id = ${orderId} order by line_no`.execute(tx)
  return rows
}

/** What somebody outside was asked about the order last. */
async function readExternal(tx: Tx, actor: Actor, orderId: string): Promise<OrderView['externalApproval']> {
  const row = await tx
    .selectFrom('external_approval')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('order_id', '=', orderId)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    correlationId: row.id,
    sentAt: row.sent_at.toISOString(),
    sentBy: row.sent_by_name,
    overdueAt: row.overdue_at?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    approved: row.approved,
    responseId: row.response_id,
  }
}
