import {
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  downloadMyPreApprovalDocument,
  downloadPreApprovalDocument,
  getMyPreApprovalOrder,
  getPreApprovalOrder,
  myPreApprovalOrders,
  preApprovalOrders,
  refusedOnPreOrder,
  rejectPreApprovalOrders,
  type OrderFile,
  type PreApprovalAction,
  type PreApprovalOrderView,
} from '@kervan/contract/order/pre-approval'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Side } from '@kervan/contract/order/states'
import {
  applicantWindowMonths,
  managementWindowMonths,
  type Channel,
  type PreApprovalReason,
  type PreApprovalState,
  type ShipmentMethod,
} from '@kervan/contract/order/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow, type DayWindow } from '../../kit/lists/window.ts'
import { offer } from '../../kit/records/offer.ts'
import { scopeOfLocations, scopeOfPartners } from '../../kit/records/scope.ts'
import { openFile } from '../documents/files.ts'
import { assertWithinReach } from '../my/my-orders.ts'
import { priceFor, pricesVisible } from '../prices.ts'
import { freePieces } from '../stock.sql.ts'

// Pre-approval orders as they are listed and shown (ORD-012), to those who decide and to those who asked.

type Sql = RawBuilder<unknown>

/** Conditions on `pre_order o`. */
export const preOrderScope = (actor: Actor, side: Side): Sql[] => [
  sql`o.company_id = ${actor.company.id}`,
  ...scopeOfPartners(actor, sql`o.customer_id`),
  ...scopeOfLocations(actor, sql`o.delivery_location_id`),
  ...(side === 'owner' && !actor.partnerId ? [sql`o.record_user_id = ${actor.membershipId}`] : []),
]

const calls = {
  manager: { approve: approvePreApprovalOrders, reject: rejectPreApprovalOrders },
  owner: { cancel: cancelPreApprovalOrders },
} as const
type Ruled = { code: string; state: PreApprovalState; recordUserId: string; blacklist: boolean }

const actionsOf = (context: Pick<SessionContext, 'actor' | 'language'>, side: Side, order: Ruled) =>
  offer<PreApprovalAction>(context, calls[side], (action) =>
    refusedOnPreOrder(action, { ...order, isOwn: order.recordUserId === context.actor.membershipId }, side),
  )

function source(actor: Actor, side: Side, window: DayWindow, months: number) {
  return {
    from: sql`pre_order o left join location ps on ps.company_id = ${actor.company.id} and ps.id = o.point_of_sale_id`,
    where: [
      ...preOrderScope(actor, side),
      withinWindow(actor.company.timeZone, sql`o.order_date`, window, months),
    ],
    id: sql`o.id`,
    key: sql`o.id`,
    code: sql`o.code`,
    columns: {
      preOrderCode: sql`o.code`,
      preApprovalState: sql`o.state`,
      customerName: sql`o.customer_name`,
      customerUniqueCode: sql`o.customer_code`,
      pointOfSaleCode: sql`o.point_of_sale_code`,
      pointOfSaleName: sql`o.point_of_sale_name`,
      active: sql`o.active`,
      firstOrder: sql`o.first_order`,
      blacklist: sql`o.blacklist`,
      duplicateOf: sql`o.duplicate_of`,
      deliveryLocationName: sql`o.delivery_location_name`,
      deliveryDate: sql`o.delivery_date`,
      externalPoCode: sql`o.external_po_code`,
      orderDate: sql`o.order_date`,
      channel: sql`o.channel`,
      lineCount: sql`o.line_count`,
      quantity: sql`o.quantity`,
      total: sql`o.total`,
      rejectReason: sql`o.reject_reason`,
      memo: sql`o.memo`,
      decidedBy: sql`o.decided_by`,
      decidedAt: sql`o.decided_at`,
      recordUser: sql`o.record_user_name`,
    },
    extra: { version: sql`o.version`, currency: sql`o.currency` },
    facts: {
      state: sql<PreApprovalState>`o.state`,
      recordUserId: sql<string>`o.record_user_id`,
      // Whether it is on the blacklist now decides, not whether it was.
      blacklisted: sql<boolean>`coalesce(ps.blacklisted, false)`,
    },
    search: sql`o.search_text`,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    createdAt: sql`o.order_date`,
  }
}

type Found = { preOrderCode: string; state: PreApprovalState; recordUserId: string; blacklisted: boolean }
const row = (side: Side) => (found: Found, context: SessionContext) => ({
  actions: actionsOf(context, side, {
    code: found.preOrderCode,
    state: found.state,
    recordUserId: found.recordUserId,
    blacklist: found.blacklisted,
  }),
})

export const preOrderList = serveList(
  preApprovalOrders,
  'preOrderManagement',
  ({ actor }: SessionContext, window: DayWindow) => source(actor, 'manager', window, managementWindowMonths),
  row('manager'),
)
export const myPreOrderList = serveList(
  myPreApprovalOrders,
  'preOrderManagement',
  ({ actor, now }: SessionContext, window: DayWindow) => {
    assertWithinReach(actor, now, window)
    return source(actor, 'owner', window, applicantWindowMonths)
  },
  row('owner'),
)

export const getPreApprovalOrderHandler = handle(getPreApprovalOrder, (context) =>
  presentPreOrder(context, 'manager', context.input.preOrderId),
)
export const getMyPreApprovalOrderHandler = handle(getMyPreApprovalOrder, (context) =>
  presentPreOrder(context, 'owner', context.input.preOrderId),
)

const openFor =
  (side: Side) =>
  ({ tx, actor, services, input }: SessionContext & { input: { preOrderId: string; fileId: string } }) =>
    openFile(
      tx,
      actor,
      services.files,
      input.fileId,
      sql`select from pre_order o join pre_order_document d on d.company_id = o.company_id and d.pre_order_id = o.id
        where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = ${input.preOrderId} and d.company_id = ${actor.company.id} and d.file_id = ${input.fileId}`,
    )
export const downloadPreApprovalDocumentHandler = handleDownload(
  downloadPreApprovalDocument,
  openFor('manager'),
)
export const downloadMyPreApprovalDocumentHandler = handleDownload(
  downloadMyPreApprovalDocument,
  openFor('owner'),
)

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
  decided_at: Date | null
  currency: string
  quantity: number
  total: string
}
type LineRow = {
  id: string
  product_code: string
  product_name: string
  color: string | null
  size: string | null
  external_product_code: string | null
  pack_unit: number
  quantity: number
  unit_price: string
  available: number
}

/** One pre-approval order with its lines and what came of it. Throws `NotFound`. */
async function presentPreOrder(
  context: SessionContext,
  side: Side,
  id: string,
): Promise<PreApprovalOrderView> {
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select o.*, coalesce(ps.blacklisted, false) as blacklisted
    from pre_order o left join location ps on ps.company_id = ${company} and ps.id = o.point_of_sale_id
    where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = ${id}`.execute(tx)
  const [order] = rows
  if (!order) throw refusal('NotFound')
  const [lines, documents, orders] = await Promise.all([
    sql<LineRow>`
      select l.id, l.product_code, l.product_name, l.color, l.size, l.external_product_code, l.pack_unit, l.quantity, l.unit_price,
        least(l.quantity, ${freePieces(company, sql`l.variant_id`, sql`o.delivery_location_id`)}) as available
      from pre_order o join pre_order_line l on l.company_id = ${company} and l.pre_order_id = o.id
      where o.company_id = ${company} and o.id = ${id} order by l.line_no`.execute(tx),
    sql<OrderFile>`
      select f.id as "fileId", f.name, f.type, f.bytes from pre_order_document d join file f on f.company_id = d.company_id and f.id = d.file_id
      where d.company_id = ${company} and d.pre_order_id = ${id} order by f.id`.execute(tx),
    sql<{ id: string; orderCode: string }>`
      select s.id, s.code as "orderCode" from sales_order s
      where s.company_id = ${company} and s.pre_order_id = ${id} order by s.code`.execute(tx),
  ])
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
    decidedAt: order.decided_at?.toISOString() ?? null,
    currency: order.currency,
    quantity: order.quantity,
    total: priceFor(actor, order.total),
    lines: lines.rows.map((line) => ({
      id: line.id,
      productUniqueCode: line.product_code,
      productName: line.product_name,
      color: line.color,
      size: line.size,
      externalProductCode: line.external_product_code,
      packUnit: line.pack_unit,
      quantity: line.quantity,
      unitPrice: priceFor(actor, line.unit_price),
      available: line.available,
    })),
    documents: documents.rows,
    orders: orders.rows,
    actions: actionsOf(context, side, {
      code: order.code,
      state: order.state,
      recordUserId: order.record_user_id,
      blacklist: order.blacklisted,
    }),
  }
}
