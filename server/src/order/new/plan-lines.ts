import { CompiledQuery, sql } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { ShipmentMethod } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import type { Actor } from '../../kit/context.ts'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { orderedPack } from '../bundles.ts'
import { nameIn } from '../../kit/records/names.ts'
import { productName } from '../../company/company.api.ts'
import { deliveryScope, isOpen, sellableScope } from '../scope.ts'
import type { FreeStock } from '../free-stock.ts'
import {
  cartDemand,
  freeStockOf,
  stockFor,
  suppliersFor,
  type Demand,
  type SuppliersRow,
} from '../stock.sql.ts'
import { holdRules, presentRule, rulesQuery } from '../quota/rules.sql.ts'
import type { QuotaRule } from '../quota/judge.ts'
import { unitPrice } from './catalogue.ts'
import { planOrders, type CartPlanLine, type Plan } from '../plan-orders.ts'
import { orderSettings } from '../order-settings.ts'

// The lines of a demand, mostly a cart, as placing them needs them.

export async function planFor(
  tx: Tx,
  actor: Actor,
  now: Date,
  lines: readonly CartPlanLine[],
  free: FreeStock,
): Promise<Plan<CartPlanLine>> {
  const { backordersAllowed } = await orderSettings(tx, actor.company)
  return planOrders(lines, free, { today: dayIn(actor.company.timeZone, now), backordersAllowed })
}

export type Row = {
  id: string
  part: string | null
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
  customer_open: boolean
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
  location_group: string | null
  category_code: string | null
  category_name: string | null
  point_of_sale_name: string | null
}

/**
 * A demand with everything an order copies from products, places and customers, in the order in which stock is given out.
 * Carts fill and empty so fast that nothing true is known about their size; `offset 0` keeps the planner from reading
 * whole tables for ten lines, and from planning anew every time. `blacklisted`: places on the blacklist are delivered to.
 * `language`: names are for a reader; an order keeps the names themselves.
 */
export async function readPlanLines(
  tx: Tx,
  actor: Actor,
  demand: Demand = cartDemand(actor),
  options: { lock: boolean; blacklisted?: boolean; language?: Language } = { lock: false },
): Promise<{ lines: CartPlanLine[]; free: FreeStock; rules: QuotaRule[] }> {
  if (options.lock) await tx.executeQuery(holdRules(tx, actor.company.id))
  const settings = await orderSettings(tx, actor.company)
  const [rows, suppliers, stock, rules] = await pipeline(
    tx,
    planLinesQuery(tx, actor, demand, options),
    suppliersFor(tx, actor, demand),
    stockFor(tx, actor, demand, options),
    rulesQuery(tx, actor.company.id, settings),
  )
  return {
    lines: presentPlanLines(rows, suppliers),
    free: freeStockOf(stock),
    rules: rules.map(presentRule),
  }
}

export function planLinesQuery(
  tx: Tx,
  actor: Actor,
  demand: Demand,
  of: { blacklisted?: boolean; language?: Language } = {},
): CompiledQuery<Row> {
  return sql<Row>`
    select c.id, c.part, c.variant_id, l.partner_id as customer_id, c.location_id, c.shipment_method, c.delivery_date, c.point_of_sale_id, c.quantity,
      ${orderedPack(actor)} as pack_unit, p.minimum_quantity, p.maximum_quantity, ${unitPrice(actor)} as unit_price, pa.discount_percent, p.flow_type,
      (${sql.join(sellableScope(actor), sql` and `)} and v.status = 'Active') as sold, (${sql.join(deliveryScope(actor, of), sql` and `)}) as deliverable, ${isOpen('pa', of)} as customer_open,
      not exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = c.location_id) as shippable,
      p.code as product_code, ${productName(of.language ?? null)} as product_name, p.manufacturer_code, v.code as variant_code, v.color, v.size, v.gtin, c.external_product_code,
      pa.code as customer_code, pa.name as customer_name, l.code as location_code, l.name as location_name, l.city as location_city, l.location_group, pg.code as category_code, pg.name as category_name, ps.name as point_of_sale_name
    from ${demand} c
      cross join lateral (select * from product_variant where company_id = ${actor.company.id} and id = c.variant_id offset 0) v
      cross join lateral (select * from product where company_id = ${actor.company.id} and id = v.product_id offset 0) p
      cross join lateral (select * from location where company_id = ${actor.company.id} and id = c.location_id offset 0) l
      cross join lateral (select * from partner where company_id = ${actor.company.id} and id = l.partner_id offset 0) pa
      left join lateral (select name from location where company_id = ${actor.company.id} and id = c.point_of_sale_id offset 0) ps on true
      left join lateral (select code, ${nameIn(of.language ?? null, 'name')} as name from product_group where company_id = ${actor.company.id} and id = p.category_id offset 0) pg on true
      left join lateral (select * from customer_price where company_id = ${actor.company.id} and variant_id = c.variant_id and partner_id = l.partner_id offset 0) cp on true
    order by c.part, c.delivery_date, l.code, p.name, v.sort_order, c.id`.compile(tx)
}

export function presentPlanLines(rows: readonly Row[], suppliers: readonly SuppliersRow[]): CartPlanLine[] {
  const known = new Map(suppliers.map((row) => [row.location_id, row.suppliers]))
  return rows.map((row) => ({ ...presentPlanLine(row), suppliers: known.get(row.location_id) ?? [] }))
}

function presentPlanLine(row: Row): Omit<CartPlanLine, 'suppliers'> {
  return {
    id: row.id,
    part: row.part,
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
    customerOpen: row.customer_open,
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
    locationGroup: row.location_group,
    categoryCode: row.category_code,
    categoryName: row.category_name,
    pointOfSaleName: row.point_of_sale_name,
  }
}
