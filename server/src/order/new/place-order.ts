import { CompiledQuery, sql } from 'kysely'
import { placeOrder } from '@kervan/contract/order/order-new'
import type { OrderState, ShipmentMethod } from '@kervan/contract/order/words'
import { completeKeptAnswer } from '../../kit/http/answered-requests.ts'
import {
  type AuditEntry,
  auditBegun,
  auditLast,
  eventsInsert,
  type RecordedEvent,
} from '../../kit/records/audit.ts'
import { dayIn, isWorkingDay } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { nextCountSql } from '../../kit/database/counter.ts'
import { insertManyQueries } from '../../kit/database/insert-many.ts'
import { pipeline, writeAtCommit, writeAtCommitReturning, type Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import { handle } from '../../kit/http/handle.ts'
import { enqueueMailAtCommit } from '../../kit/work/outbox.ts'
import { newId } from '../../kit/database/uuid.ts'
import { stockReservation } from '../order.sql.ts'
import { priceFor } from '../prices.ts'
import { deliveryScope } from '../scope.ts'
import { cartClearing, cartLock, presentHead, type CartHead, type HeadRow } from './cart.sql.ts'
import { unitPrice } from './catalogue.ts'
import { planOrders, type Plan, type PlannedCartLine, type PlannedOrder } from './plan-orders.ts'

/**
 * Turns the cart into orders, once: the request key gives a second click the first answer, the cart's version refuses
 * what somebody changed in another tab, and cart, orders, stock and codes are one transaction.
 */
export default handle(placeOrder, async (context) => {
  const { input, tx, actor, now, services, language } = context
  const [[head], rows, stock, files] = await pipeline(
    tx,
    cartLock(tx, actor),
    planLinesQuery(tx, actor),
    cartStockLock(tx, actor),
    cartFilesQuery(tx, actor),
  )
  const cart = presentHead(head as HeadRow)
  const lines = rows.map(presentPlanLine)
  if (lines.length === 0) throw placeOrder.refuse('CartEmpty')
  if (cart.version !== input.cartVersion) throw placeOrder.refuse('CartChanged')
  const plan = planFor(actor, now, lines, new Map(stock.map((row) => [row.variant_id, row.free])))
  const problems = plan.notes.filter((note) => note.severity === 'problem')
  if (problems.length > 0)
    throw placeOrder.refuse('CartHasProblems', {
      count: new Set(problems.flatMap((note) => note.lineIds)).size,
    })

  const ids = plan.orders.map(() => newId())
  const reserved = plan.orders
    .filter((order) => order.type === 'DirectlyOrder')
    .flatMap((order) =>
      order.lines.map(({ line, quantity }) => ({ variantId: line.variantId, reserve: quantity })),
    )
  const events = plan.orders.map((order, index): RecordedEvent => ({
    recordType: 'order',
    recordId: ids[index] as string,
    kind: 'order.placed',
    facts: { count: order.lines.length, quantity: order.quantity, channel: cart.channel },
  }))
  // Nothing of this is waited for before the commit. Lines come before their orders, whose codes are taken last: whoever
  // needs the next code waits for the statements that need this one, and for nothing else.
  writeAtCommit(
    tx,
    ...lineInserts(actor, plan, ids),
    ...eventsInsert(actor, now, events),
    ...stockReservation(tx, actor.company.id, reserved),
    cartClearing(tx, actor, now),
  )
  enqueuePlacedMail(context, plan)
  writeAtCommit(tx, auditBegun(actor.company.id))
  const orders = plan.orders.map((order, index) => ({
    id: ids[index] as string,
    orderCode: '',
    type: order.type,
    lineCount: order.lines.length,
    quantity: order.quantity,
    total: priceFor(actor, order.totals.total),
  }))
  writeAtCommitReturning(tx, ordersInsert(actor, now, cart, plan, ids), (rows) => {
    const codes = new Map(rows.map(({ id, code }) => [id, code]))
    for (const order of orders) order.orderCode = codes.get(order.id) as string
  })
  writeAtCommit(
    tx,
    ...documentInserts(
      tx,
      actor,
      now,
      files.map((file) => file.file_id),
      ids,
    ),
  )
  const entries = plan.orders.map((order, index): AuditEntry => ({
    operation: 'order.placed',
    recordType: 'order',
    recordId: ids[index] as string,
    after: {
      type: order.type,
      lines: order.lines.length,
      quantity: order.quantity,
      total: order.totals.total,
    },
  }))
  auditLast(tx, actor, now, entries, codesOfEntries)
  completeKeptAnswer(tx, answerWithCodes)
  services.log.debug({ reference: context.reference, orders: orders.length, language }, 'orders placed')
  return { orders }
})

// Both compare the id with a column: before PostgreSQL 16 row-level security keeps other expressions from the index.
const codesOfEntries =
  'select array_agg(o.code order by e.at) from unnest($9::uuid[]) with ordinality e (id, at) join sales_order o on o.company_id = $1 and o.id = e.id'
const answerWithCodes = `(
  select jsonb_build_object('orders', jsonb_agg(answer.placed || jsonb_build_object('orderCode', o.code) order by answer.at))
  from rows from (jsonb_array_elements($4::jsonb -> 'orders'), jsonb_to_recordset($4::jsonb -> 'orders') as (id uuid)) with ordinality as answer (placed, id, at)
  join sales_order o on o.company_id = $1 and o.id = answer.id)`

/** SO-26-00042: the company's prefix, the year of its own calendar, its gapless number. This is what stands before the number. */
function codeStart(actor: Actor, now: Date): string {
  return `${actor.company.orderPrefix}-${dayIn(actor.company.timeZone, now).slice(2, 4)}-`
}

export type CartPlanLine = PlannedCartLine & {
  productCode: string
  productName: string
  manufacturerCode: string | null
  variantCode: string
  color: string | null
  size: string | null
  gtin: string | null
  externalProductCode: string | null
  customerCode: string
  customerName: string
  locationCode: string
  locationName: string
  locationCity: string
  pointOfSaleName: string | null
}

export function planFor(
  actor: Actor,
  now: Date,
  lines: readonly CartPlanLine[],
  free: ReadonlyMap<string, number>,
): Plan<CartPlanLine> {
  return planOrders(lines, free, {
    today: dayIn(actor.company.timeZone, now),
    backordersAllowed: actor.company.backordersAllowed,
    isWorkingDay,
  })
}

type Row = {
  id: string
  variant_id: string
  customer_id: string
  location_id: string
  shipment_method: ShipmentMethod
  delivery_date: string
  point_of_sale_id: string | null
  quantity: number
  pack_unit: number
  minimum_quantity: number
  maximum_quantity: number
  unit_price: string
  discount_percent: string
  flow_type: string
  sold: boolean
  deliverable: boolean
  shippable: boolean
  product_code: string
  product_name: string
  manufacturer_code: string | null
  variant_code: string
  color: string | null
  size: string | null
  gtin: string | null
  external_product_code: string | null
  customer_code: string
  customer_name: string
  location_code: string
  location_name: string
  location_city: string
  point_of_sale_name: string | null
}

/**
 * The cart with everything an order copies from products, places and customers, in the order in which stock is given out.
 * Carts fill and empty so fast that nothing true is known about their size; `offset 0` keeps the planner from reading
 * whole tables for ten lines, and from planning anew every time.
 */
export async function readPlanLines(tx: Tx, actor: Actor): Promise<CartPlanLine[]> {
  return (await tx.executeQuery(planLinesQuery(tx, actor))).rows.map(presentPlanLine)
}

function planLinesQuery(tx: Tx, actor: Actor): CompiledQuery<Row> {
  return sql<Row>`
    select c.id, c.variant_id, l.partner_id as customer_id, c.location_id, c.shipment_method, c.delivery_date, c.point_of_sale_id, c.quantity,
      p.pack_unit, p.minimum_quantity, p.maximum_quantity, ${unitPrice(actor)} as unit_price, pa.discount_percent, p.flow_type,
      p.status = 'Active' and v.status = 'Active' as sold, (${sql.join(deliveryScope(actor), sql` and `)}) as deliverable,
      not exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = c.location_id) as shippable,
      p.code as product_code, p.name as product_name, p.manufacturer_code, v.code as variant_code, v.color, v.size, v.gtin, c.external_product_code,
      pa.code as customer_code, pa.name as customer_name, l.code as location_code, l.name as location_name, l.city as location_city, ps.name as point_of_sale_name
    from cart_line c
      cross join lateral (select * from product_variant where company_id = ${actor.company.id} and id = c.variant_id offset 0) v
      cross join lateral (select * from product where company_id = ${actor.company.id} and id = v.product_id offset 0) p
      cross join lateral (select * from location where company_id = ${actor.company.id} and id = c.location_id offset 0) l
      cross join lateral (select * from partner where company_id = ${actor.company.id} and id = l.partner_id offset 0) pa
      left join lateral (select name from location where company_id = ${actor.company.id} and id = c.point_of_sale_id offset 0) ps on true
      left join lateral (select * from customer_price where company_id = ${actor.company.id} and variant_id = c.variant_id and partner_id = l.partner_id offset 0) cp on true
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId}
    order by c.delivery_date, l.code, p.name, v.sort_order, c.id`.compile(tx)
}

function presentPlanLine(row: Row): CartPlanLine {
  return {
    id: row.id,
    variantId: row.variant_id,
    customerId: row.customer_id,
    locationId: row.location_id,
    shipmentMethod: row.shipment_method,
    deliveryDate: row.delivery_date,
    pointOfSaleId: row.point_of_sale_id,
    quantity: row.quantity,
    packUnit: row.pack_unit,
    minimumQuantity: row.minimum_quantity,
    maximumQuantity: row.maximum_quantity,
    unitPrice: row.unit_price,
    discountPercent: row.discount_percent,
    flowType: row.flow_type,
    sold: row.sold,
    deliverable: row.deliverable,
    shippable: row.shippable,
    productCode: row.product_code,
    productName: row.product_name,
    manufacturerCode: row.manufacturer_code,
    variantCode: row.variant_code,
    color: row.color,
    size: row.size,
    gtin: row.gtin,
    externalProductCode: row.external_product_code,
    customerCode: row.customer_code,
    customerName: row.customer_name,
    locationCode: row.location_code,
    locationName: row.location_name,
    locationCity: row.location_city,
    pointOfSaleName: row.point_of_sale_name,
  }
}

type Orders = readonly PlannedOrder<CartPlanLine>[]

function firstLine(order: PlannedOrder<CartPlanLine>): CartPlanLine {
  return (order.lines[0] as { line: CartPlanLine }).line
}

const ready = `vendor_code, vendor_name, customer_id, customer_code, customer_name, delivery_location_id, delivery_location_code, delivery_location_name,
  point_of_sale_id, point_of_sale_name, delivery_date, order_date, external_po_code, external_contact, note, shipment_method, type, channel, state, line_count, quantity,
  currency, discount_percent, subtotal, discount, total, main_order_id, record_user_id, record_user_name, record_date, last_event_at`
const numbered = (position: string) =>
  `lpad((before + ${position})::text, greatest(5, length((before + ${position})::text)), '0')`

// $1 company, $2 the orders as JSON, $3 how many, $4 and $5 what stands before the number in a code and in a folded one,
// $6 for each order the position of its main order.
const insertOrders = `
  with taken as (${nextCountSql('$1::int', "'order'", '$3::bigint')}),
  planned as (select o.*, value - $3::bigint as before from taken cross join jsonb_populate_recordset(null::sales_order, $2::jsonb) with ordinality o)
  insert into sales_order (company_id, id, code, search_text, main_order_code, ${ready})
  select $1, id, $4::text || ${numbered('ordinality')}, $5::text || ${numbered('ordinality')} || ' ' || search_text, $4::text || ${numbered('($6::int[])[ordinality]')}, ${ready}
  from planned returning id, code`

/** The orders, which take their codes as they are written; answers with them. */
function ordersInsert(
  actor: Actor,
  now: Date,
  cart: CartHead,
  plan: Plan<CartPlanLine>,
  ids: string[],
): CompiledQuery<{ id: string; code: string }> {
  const orders = plan.orders.map((order, index) => {
    const line = firstLine(order)
    return {
      id: ids[index],
      vendor_code: actor.company.code,
      vendor_name: actor.company.name,
      customer_id: order.customerId,
      customer_code: line.customerCode,
      customer_name: line.customerName,
      delivery_location_id: order.locationId,
      delivery_location_code: line.locationCode,
      delivery_location_name: line.locationName,
      point_of_sale_id: order.pointOfSaleId,
      point_of_sale_name: line.pointOfSaleName,
      delivery_date: order.deliveryDate,
      order_date: now,
      external_po_code: cart.externalPoCode,
      external_contact: cart.externalContact,
      note: cart.note,
      shipment_method: order.shipmentMethod,
      type: order.type,
      channel: cart.channel,
      state: 'Request' satisfies OrderState,
      line_count: order.lines.length,
      quantity: order.quantity,
      currency: actor.company.currency,
      discount_percent: order.discountPercent,
      ...order.totals,
      main_order_id: order.mainIndex === null ? null : ids[order.mainIndex],
      record_user_id: actor.membershipId,
      record_user_name: actor.name,
      record_date: now,
      last_event_at: now,
      search_text: orderSearchText({
        code: '',
        externalPoCode: cart.externalPoCode,
        customerName: line.customerName,
        customerCode: line.customerCode,
        locationName: line.locationName,
      }),
    }
  })
  const mains = plan.orders.map(({ mainIndex }) => (mainIndex === null ? null : mainIndex + 1))
  const start = codeStart(actor, now)
  return CompiledQuery.raw(insertOrders, [
    actor.company.id,
    JSON.stringify(orders),
    orders.length,
    start,
    fold(start),
    mains,
  ])
}

/** What the search of order lists looks into. */
export function orderSearchText(order: {
  code: string
  externalPoCode: string | null
  customerName: string
  customerCode: string
  locationName: string
}): string {
  return fold(
    [order.code, order.externalPoCode ?? '', order.customerName, order.customerCode, order.locationName].join(
      ' ',
    ),
  )
}

function lineInserts(actor: Actor, plan: { orders: Orders }, ids: string[]): CompiledQuery[] {
  const rows = plan.orders.flatMap((order, index) =>
    order.lines.map(({ line, quantity }, at) => ({
      company_id: actor.company.id,
      id: newId(),
      order_id: ids[index] as string,
      line_no: at + 1,
      variant_id: line.variantId,
      product_code: line.productCode,
      product_name: line.productName,
      variant_code: line.variantCode,
      color: line.color,
      size: line.size,
      gtin: line.gtin,
      manufacturer_product_code: line.manufacturerCode,
      external_product_code: line.externalProductCode,
      pack_unit: line.packUnit,
      demand_quantity: quantity,
      po_quantity: quantity,
      unit_price: line.unitPrice,
      shipment_method: line.shipmentMethod,
      type: order.type,
      state: 'Pending' as const,
    })),
  )
  return insertManyQueries('order_line', rows)
}

/** The stock of everything in the cart, locked in the order of its ids, as everybody locks stock. */
function cartStockLock(tx: Tx, actor: Actor): CompiledQuery<{ variant_id: string; free: number }> {
  return sql<{ variant_id: string; free: number }>`
    select variant_id, on_hand - reserved as free from stock
    where company_id = ${actor.company.id} and variant_id = any(array(select variant_id from cart_line where company_id = ${actor.company.id} and membership_id = ${actor.membershipId}))
    order by variant_id for update`.compile(tx)
}

function cartFilesQuery(tx: Tx, actor: Actor): CompiledQuery<{ file_id: string }> {
  return tx
    .selectFrom('cart_file')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .compile()
}

/** The cart's files belong to every order it makes. */
function documentInserts(tx: Tx, actor: Actor, now: Date, files: string[], ids: string[]): CompiledQuery[] {
  if (files.length === 0) return []
  const rows = ids.flatMap((order) =>
    files.map((file) => ({
      company_id: actor.company.id,
      order_id: order,
      file_id: file,
      created_by: actor.membershipId,
      created_by_name: actor.name,
      created_at: now,
    })),
  )
  return [tx.insertInto('order_document').values(rows).compile()]
}

function enqueuePlacedMail(
  { tx, actor, services, language }: SessionContext,
  plan: Plan<CartPlanLine>,
): void {
  enqueueMailAtCommit(tx, services.jobs, actor.company.id, {
    to: actor.userName,
    language,
    template: 'ordersPlaced',
    facts: {
      name: actor.name,
      company: actor.company.name,
      count: plan.orders.length,
      lines: plan.orders.reduce((sum, order) => sum + order.lines.length, 0),
      quantity: plan.orders.reduce((sum, order) => sum + order.quantity, 0),
    },
  })
}
