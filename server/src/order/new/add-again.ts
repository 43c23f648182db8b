import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { ShipmentMethod } from '@kervan/contract/order/words'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { addDays } from '@kervan/contract/kit/days'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { pipeline } from '../../kit/database/db.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { newId, noId } from '../../kit/database/uuid.ts'
import { toFullPacks, type PackedQuantity } from '@kervan/contract/order/packs'
import { productName } from '../../company/company.api.ts'
import { orderedPack } from '../bundles.ts'
import { deliveryScope, isOpen, sellableScope } from '../scope.ts'
import { assertOneFlow } from './cart.ts'
import { proposedInSql } from './point-of-sale.ts'
import { amountsOfCart } from './transaction-amounts.ts'
import { cartLineWrites, cartTouch, flowInCart, lockCart } from './cart.sql.ts'
import { orderSettings } from '../order-settings.ts'

// What was ordered before, or is ordered again and again, comes into the cart as far as it can be ordered today.

/**
 * What is wanted, as a query: variant_id, product_code, demand_quantity, line_no, location_id, point_of_sale_id and
 * shipment_method. A wanted line without a location is only judged by its product.
 */
export type Wanted = RawBuilder<unknown>

export const wantedOfOrder = (company: number, orderId: string): Wanted => sql`
  select ol.variant_id, ol.product_code, ol.demand_quantity, ol.line_no, o.delivery_location_id as location_id, o.point_of_sale_id, o.shipment_method
  from order_line ol join sales_order o on o.company_id = ol.company_id and o.id = ol.order_id
  where ol.company_id = ${company} and ol.order_id = ${orderId}`

type Row = {
  variant_id: string
  product_code: string
  name: string
  demand_quantity: number
  pack_unit: number
  minimum_quantity: number
  maximum_quantity: number
  flow_type: string
  sold: boolean
  deliverable: boolean
  customer_closed: boolean
  customer_name: string | null
  shippable: boolean
  location_id: string | null
  location_name: string | null
  point_of_sale_id: string | null
  shipment_method: ShipmentMethod
}
/** A wanted line, its quantity in full packs, and why it cannot be ordered today. */
export type Judged = { row: Row; packed: PackedQuantity; obstacle: Refusal | null }

/** Each wanted line as today's products, packs, restrictions and the reader's locations let it be ordered; for no language, by the names themselves. */
export async function judgeWanted(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor'> & { language: Language | null },
  wanted: Wanted,
): Promise<Judged[]> {
  const { rows } = await sql<Row>`
    select w.variant_id, w.product_code, ${productName(language)} as name, w.demand_quantity, ${orderedPack(actor)} as pack_unit, p.minimum_quantity, p.maximum_quantity, p.flow_type,
      (${sql.join(sellableScope(actor), sql` and `)} and v.status = 'Active') as sold,
      w.location_id is null or coalesce(${sql.join(deliveryScope(actor), sql` and `)}, false) as deliverable,
      coalesce(not ${isOpen('c')}, false) as customer_closed, c.name as customer_name,
      not exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = w.location_id) as shippable,
      w.location_id, l.name as location_name, coalesce(w.point_of_sale_id, ${proposedInSql(actor)}) as point_of_sale_id, w.shipment_method
    from (${wanted}) w
      join product_variant v on v.company_id = ${actor.company.id} and v.id = w.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      left join location l on l.company_id = ${actor.company.id} and l.id = coalesce(w.location_id, ${noId})
      left join partner c on c.company_id = ${actor.company.id} and c.id = coalesce(l.partner_id, ${noId})
    order by w.line_no`.execute(tx)
  const { rounding } = await orderSettings(tx, actor.company)
  return rows.map((row) => {
    const rule = {
      packUnit: row.pack_unit,
      minimumQuantity: row.minimum_quantity,
      maximumQuantity: row.maximum_quantity,
    }
    const packed = toFullPacks(row.demand_quantity, rule, rounding)
    return { row, packed, obstacle: obstacleOf(row, packed) }
  })
}

function obstacleOf(row: Row, packed: PackedQuantity): Refusal | null {
  const location = row.location_name ?? ''
  if (!row.sold) return refusal('VariantNotFound')
  if (row.customer_closed) return refusal('CustomerClosed', { customer: row.customer_name ?? '' })
  if (!row.deliverable) return refusal('LocationNotAllowed', { location })
  if (row.location_id !== null && row.point_of_sale_id === null) return refusal('PointOfSaleRequired')
  if (!row.shippable) return refusal('ProductCannotShip', { product: row.name, location })
  if (packed.outOfBounds)
    return refusal('QuantityOutOfBounds', {
      quantity: packed.quantity,
      minimum: row.minimum_quantity,
      maximum: row.maximum_quantity,
    })
  return null
}

export type AddedAgain = {
  added: number
  rounded: { productUniqueCode: string; asked: number; set: number }[]
  leftOut: { productUniqueCode: string; message: string }[]
  /** Where the cart is now outside the amounts of its business relation (ORD-022). */
  notes: string[]
}

/**
 * Puts what is wanted into the cart, as far as it can be ordered today; says which lines cannot and why (ORD-011,
 * ORD-016). A cart holds one flow type: of lines of several, `mixed` refuses all (`FlowTypesMixed`) or leaves out those
 * that do not fit.
 */
export async function addAgain(
  context: SessionContext,
  wanted: Wanted,
  { mixed = 'refuse', deliveryDate }: { mixed?: 'refuse' | 'leaveOut'; deliveryDate?: string } = {},
): Promise<AddedAgain> {
  const { tx, actor, now, language } = context
  await lockCart(tx, actor)
  const judged = await judgeWanted(context, wanted)
  const [inCart] = await pipeline(
    tx,
    flowInCart(
      tx,
      actor,
      judged.flatMap(({ row, obstacle }) => (obstacle ? [] : row.variant_id)),
    ),
  )
  const flow = inCart[0]?.flow_type ?? judged.find(({ obstacle }) => !obstacle)?.row.flow_type ?? ''
  const leftOut: AddedAgain['leftOut'] = []
  const lines = judged.flatMap(({ row, packed, obstacle }) => {
    const { location_id: locationId } = row
    const isOther = mixed === 'leaveOut' && row.flow_type !== flow
    const refused =
      obstacle ?? (isOther ? refusal('FlowTypesMixed', { inCart: flow, added: row.flow_type }) : null)
    if (refused === null && locationId !== null) return { row, locationId, quantity: packed.quantity }
    leftOut.push({
      productUniqueCode: row.product_code,
      message: refusalMessage(
        language,
        refused ?? refusal('LocationNotAllowed', { location: row.location_name ?? '' }),
      ),
    })
    return []
  })
  assertOneFlow(
    lines.map(({ row }) => row.flow_type),
    inCart,
  )
  const day = deliveryDate ?? addDays(dayIn(actor.company.timeZone, now), 2)
  const written = lines.map(({ row, locationId, quantity }) => ({
    id: newId(),
    variantId: row.variant_id,
    locationId,
    shipmentMethod: row.shipment_method,
    deliveryDate: day,
    pointOfSaleId: row.point_of_sale_id,
    quantity,
    externalProductCode: null,
  }))
  await pipeline(tx, ...cartLineWrites(actor, written), cartTouch(tx, actor, now))
  return {
    added: lines.length,
    rounded: lines.flatMap(({ row, quantity }) =>
      quantity === row.demand_quantity
        ? []
        : { productUniqueCode: row.product_code, asked: row.demand_quantity, set: quantity },
    ),
    leftOut,
    notes: lines.length === 0 ? [] : await amountsOfCart(context),
  }
}
