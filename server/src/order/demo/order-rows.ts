import type { Insertable } from 'kysely'
import { completedRatio, deriveOrderState, isUndecided } from '@kervan/contract/order/states'
import type { Channel, LineType, ShipmentMethod } from '@kervan/contract/order/words'
import type { RecordedEvent } from '../../kit/records/audit.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { orderSearchText } from '../new/order-inserts.ts'
import { totalsOf } from '../prices.ts'
import type { Item } from './baskets.ts'
import type { DemoCompany } from '../../demo/people.ts'
import type { DemoLine, DemoOrder } from './order-life.ts'
import type { Random } from '../../demo/random.ts'
import type { By, DemoPartner, LocationRow } from '../../demo/world.ts'

// A demo order as the rows it is kept in.

export type OrderRow = Insertable<DB['sales_order']>
export type OrderLineRow = Insertable<DB['order_line']>
export type EventRow = Insertable<DB['record_event']>
export type Batch = { orders: OrderRow[]; lines: OrderLineRow[]; events: EventRow[] }

/** Where, when, by whom and how an order is to be delivered. */
export type Delivery = {
  customer: DemoPartner
  location: LocationRow
  pointOfSale: LocationRow
  day: string
  deliveryDay: string
  owner: By
  channel: Channel
  shipment: ShipmentMethod
  purchase: Purchase
}
export type Purchase = {
  code: string | null
  day: string | null
  contact: string | null
  note: string | null
}

export type NewOrder = Delivery & {
  at: number
  type: LineType
  basket: readonly Item[]
  main: { id: string; code: string } | null
  /** Nobody has looked at it yet. */ quiet: boolean
}

export function headOf(company: DemoCompany, order: DemoOrder, placed: NewOrder): OrderRow {
  const { customer, location, pointOfSale, purchase } = placed
  const at = new Date(placed.at)
  return {
    company_id: company.id,
    id: order.id,
    version: order.version,
    code: order.code,
    vendor_code: company.code,
    vendor_name: company.name,
    customer_id: customer.row.id,
    customer_code: customer.row.code,
    customer_name: customer.row.name,
    delivery_location_id: location.id,
    delivery_location_code: location.code,
    delivery_location_name: location.name,
    point_of_sale_id: pointOfSale.id,
    point_of_sale_name: pointOfSale.name,
    delivery_date: placed.deliveryDay,
    order_date: at,
    external_po_code: purchase.code,
    external_order_date: purchase.day,
    external_contact: purchase.contact,
    note: purchase.note,
    shipment_method: placed.shipment,
    type: order.type,
    channel: placed.channel,
    state: deriveOrderState(order.lines),
    all_cancelled: order.lines.every((line) => line.state === 'Cancelled'),
    undecided: isUndecided(order.lines.map(({ state }) => ({ state, type: order.type }))),
    completed_ratio: completedRatio(order.lines),
    line_count: order.lines.length,
    quantity: order.lines.reduce((sum, line) => sum + line.poQuantity, 0),
    currency: 'TRY',
    discount_percent: order.discountPercent,
    ...totalsOf(
      order.lines.map((line) => ({ quantity: line.poQuantity, unitPrice: line.unitPrice })),
      order.discountPercent,
    ),
    main_order_id: placed.main?.id ?? null,
    main_order_code: placed.main?.code ?? null,
    record_user_id: order.recordUserId,
    record_user_name: placed.owner.name,
    record_date: at,
    last_event_at: order.lastEventAt,
    search_text: orderSearchText({
      code: order.code,
      externalPoCode: purchase.code,
      customerName: customer.row.name,
      customerCode: customer.row.code,
      locationName: location.name,
    }),
  }
}

export function lineRow(
  company: DemoCompany,
  order: DemoOrder,
  placed: NewOrder,
  line: DemoLine,
  number: number,
  netAmount: string,
): OrderLineRow {
  const { row, product } = line.variant
  return {
    company_id: company.id,
    id: line.id,
    order_id: order.id,
    line_no: number,
    variant_id: row.id,
    supply_location_id: line.supplyLocationId,
    product_code: product.code,
    product_name: product.name,
    variant_code: row.code,
    color: row.color ?? null,
    size: row.size ?? null,
    gtin: row.gtin ?? null,
    manufacturer_product_code: product.manufacturer_code ?? null,
    external_product_code: line.externalCode,
    pack_unit: line.packUnit,
    demand_quantity: line.demandQuantity,
    po_quantity: line.poQuantity,
    completed_quantity: line.completedQuantity,
    unit_price: line.unitPrice,
    net_amount: netAmount,
    shipment_method: placed.shipment,
    type: order.type,
    state: line.state,
    reject_reason: line.rejectReason,
    memo: line.memo,
  }
}

export function eventRow(
  company: DemoCompany,
  random: Random,
  at: number,
  by: By,
  event: RecordedEvent,
): EventRow {
  return {
    company_id: company.id,
    id: random.id(at),
    record_type: event.recordType,
    record_id: event.recordId,
    at: new Date(at),
    by_id: by.id,
    by_name: by.name,
    kind: event.kind,
    facts: event.facts ?? {},
  }
}
