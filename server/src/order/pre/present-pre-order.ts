import type { OrderFile, PreApprovalOrderView } from '@kervan/contract/order/pre-approval'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Side } from '@kervan/contract/order/states'
import type {
  Channel,
  PreApprovalReason,
  PreApprovalState,
  ShipmentMethod,
} from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { ProductPicture } from '@kervan/contract/company/words'
import { colorName, lineProductName, pictureOf, sizeName } from '../../company/company.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { orderedPack } from '../bundles.ts'
import { sayLimit } from '../new/say-note.ts'
import { brokenLimits } from '../new/transaction-amounts.ts'
import { priceFor } from '../../access/access.api.ts'
import { readEvents } from '../../kit/records/read-events.ts'
import { freePieces } from '../stock.sql.ts'
import { onBlacklist } from '../scope.ts'
import { actionsOf, documentActionsOf, preOrderScope } from './offer.ts'

type Row = {
  id: string
  version: number
  code: string
  state: PreApprovalState
  customer_name: string
  customer_code: string
  point_of_sale_code: string
  point_of_sale_name: string
  active: boolean
  first_order: boolean
  blacklist: boolean
  blacklisted: boolean
  duplicate_of: string | null
  delivery_location_code: string
  delivery_location_name: string
  delivery_date: string
  shipment_method: ShipmentMethod
  channel: Channel
  external_po_code: string | null
  external_order_date: string | null
  external_contact: string | null
  medula_no: string | null
  note: string | null
  order_date: Date
  record_user_id: string
  record_user_name: string
  reject_reason: PreApprovalReason
  memo: string | null
  decided_by: string | null
  decided_for: string | null
  decided_at: Date | null
  currency: string
  quantity: number
  total: string
  customer_id: string
}
type LineRow = {
  id: string
  product_code: string
  product_name: string
  picture: ProductPicture
  color: string | null
  size: string | null
  external_product_code: string | null
  pack_unit: number
  quantity: number
  asked_quantity: number
  unit_price: string
  available: number
}

/** One pre-approval order with its lines and what came of it. Throws `NotFound`. */
export async function presentPreOrder(
  context: SessionContext,
  side: Side,
  id: string,
): Promise<PreApprovalOrderView> {
  const { tx, actor, language } = context
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select o.*, ${onBlacklist(company, 'ps')} as blacklisted
    from pre_order o left join location ps on ps.company_id = ${company} and ps.id = o.point_of_sale_id
    where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = ${id}`.execute(tx)
  const [order] = rows
  if (!order) throw refusal('NotFound')
  const [lines, documents, orders, events] = await Promise.all([
    sql<LineRow>`
      select l.id, l.product_code, ${lineProductName(company, language)} as product_name, ${colorName(company, language, 'l.color')} as color, ${sizeName(language, 'l.size')} as size, ${pictureOf('p', sql`v.color_hex`)} as picture, l.external_product_code, l.quantity, l.unit_price, coalesce(l.asked_quantity, l.quantity) as asked_quantity,
        case when o.state = 'Request' then ${orderedPack(actor)} else l.pack_unit end as pack_unit,
        least(l.quantity, ${freePieces(company, sql`l.variant_id`, sql`o.delivery_location_id`)}) as available
      from pre_order o join pre_order_line l on l.company_id = ${company} and l.pre_order_id = o.id
        join product_variant v on v.company_id = l.company_id and v.id = l.variant_id join product p on p.company_id = v.company_id and p.id = v.product_id
      where o.company_id = ${company} and o.id = ${id} order by l.line_no`.execute(tx),
    sql<Omit<OrderFile, 'actions'>>`
      select f.id as "fileId", f.name, f.type, f.bytes, d.version, d.document_type as "documentType", d.reference_no as "referenceNo", d.document_date as "documentDate", d.memo from pre_order_document d join file f on f.company_id = d.company_id and f.id = d.file_id
      where d.company_id = ${company} and d.pre_order_id = ${id} order by f.id`.execute(tx),
    sql<{ id: string; orderCode: string }>`
      select s.id, s.code as "orderCode" from sales_order s
      where s.company_id = ${company} and s.pre_order_id = ${id} order by s.code`.execute(tx),
    readEvents(tx, actor, 'preOrder', id),
  ])
  const [broken] =
    order.state === 'Request' && priceFor(actor, true)
      ? await brokenLimits(tx, actor, [{ id, customerId: order.customer_id, total: order.total }])
      : []
  const ruled = {
    code: order.code,
    state: order.state,
    recordUserId: order.record_user_id,
    customerId: order.customer_id,
    total: order.total,
    blacklist: order.blacklisted,
  }
  return {
    id: order.id,
    version: order.version,
    preOrderCode: order.code,
    preApprovalState: order.state,
    customerName: order.customer_name,
    customerUniqueCode: order.customer_code,
    pointOfSaleCode: order.point_of_sale_code,
    pointOfSaleName: order.point_of_sale_name,
    active: order.active,
    firstOrder: order.first_order,
    blacklist: order.blacklist,
    duplicateOf: order.duplicate_of,
    deliveryLocationCode: order.delivery_location_code,
    deliveryLocationName: order.delivery_location_name,
    deliveryDate: order.delivery_date,
    shipmentMethod: order.shipment_method,
    channel: order.channel,
    externalPoCode: order.external_po_code,
    externalOrderDate: order.external_order_date,
    externalContact: order.external_contact,
    medulaTransactionNo: order.medula_no,
    note: order.note,
    orderDate: order.order_date.toISOString(),
    recordUser: order.record_user_name,
    rejectReason: order.reject_reason,
    memo: order.memo,
    decidedBy: order.decided_by,
    decidedFor: order.decided_for,
    decidedAt: order.decided_at?.toISOString() ?? null,
    currency: order.currency,
    quantity: order.quantity,
    total: priceFor(actor, order.total),
    amountLimit: broken?.code ?? null,
    amountNote: broken ? sayLimit(language, order.currency, broken) : null,
    lines: lines.rows.map((line) => ({
      id: line.id,
      productUniqueCode: line.product_code,
      productName: line.product_name,
      picture: line.picture,
      color: line.color,
      size: line.size,
      externalProductCode: line.external_product_code,
      packUnit: line.pack_unit,
      quantity: line.quantity,
      askedQuantity: line.asked_quantity,
      unitPrice: priceFor(actor, line.unit_price),
      available: line.available,
    })),
    documents: documents.rows.map((document) => ({
      ...document,
      actions: documentActionsOf(context, side, { ...ruled, recordUser: order.record_user_name }, document),
    })),
    events,
    orders: orders.rows,
    actions: actionsOf(context, side, ruled),
  }
}
