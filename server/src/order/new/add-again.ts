import { sql } from 'kysely'
import type { ShipmentMethod } from '@kervan/contract/order/words'
import type { RefusalCode } from '@kervan/contract/kit/refusals'
import { addDays } from '@kervan/contract/kit/days'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { pipeline } from '../../kit/database/db.ts'
import { translate } from '../../kit/messages.ts'
import { newId } from '../../kit/database/uuid.ts'
import { toFullPacks } from '@kervan/contract/order/packs'
import { deliveryScope, sellableScope } from '../scope.ts'
import { assertOneFlow } from './cart.ts'
import { proposedInSql } from './point-of-sale.ts'
import { cartLineWrites, cartTouch, flowInCart, lockCart } from './cart.sql.ts'

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
  shippable: boolean
  location_id: string
  location_name: string
  point_of_sale_id: string | null
  shipment_method: ShipmentMethod
}

/** Puts the lines of an order into the cart again, as far as they can still be ordered; says which cannot and why (ORD-011). */
export async function addAgain(
  { tx, actor, now, language }: SessionContext,
  orderId: string,
): Promise<{ added: number; leftOut: { productUniqueCode: string; message: string }[] }> {
  await lockCart(tx, actor)
  const { rows } = await sql<Row>`
    select ol.variant_id, ol.product_code, p.name, ol.demand_quantity, p.pack_unit, p.minimum_quantity, p.maximum_quantity, p.flow_type,
      (${sql.join(sellableScope(actor), sql` and `)} and v.status = 'Active') as sold, (${sql.join(deliveryScope(actor), sql` and `)}) as deliverable,
      not exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = l.id) as shippable,
      l.id as location_id, l.name as location_name, coalesce(o.point_of_sale_id, ${proposedInSql(actor)}) as point_of_sale_id, o.shipment_method
    from order_line ol
      join sales_order o on o.company_id = ol.company_id and o.id = ol.order_id
      join product_variant v on v.company_id = ol.company_id and v.id = ol.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = o.company_id and l.id = o.delivery_location_id
    where ol.company_id = ${actor.company.id} and ol.order_id = ${orderId} order by ol.line_no`.execute(tx)
  const deliveryDate = addDays(dayIn(actor.company.timeZone, now), 2)
  const leftOut: { productUniqueCode: string; message: string }[] = []
  const lines = rows.flatMap((row) => {
    const packed = toFullPacks(
      row.demand_quantity,
      {
        packUnit: row.pack_unit,
        minimumQuantity: row.minimum_quantity,
        maximumQuantity: row.maximum_quantity,
      },
      actor.company.rounding,
    )
    const obstacle: RefusalCode | null = !row.sold
      ? 'VariantNotFound'
      : !row.deliverable
        ? 'LocationNotAllowed'
        : row.point_of_sale_id === null
          ? 'PointOfSaleRequired'
          : !row.shippable
            ? 'ProductCannotShip'
            : packed.outOfBounds
              ? 'QuantityOutOfBounds'
              : null
    if (obstacle === null) return { row, quantity: packed.quantity }
    const facts = {
      product: row.name,
      location: row.location_name,
      quantity: packed.quantity,
      minimum: row.minimum_quantity,
      maximum: row.maximum_quantity,
    }
    leftOut.push({
      productUniqueCode: row.product_code,
      message: translate(language, `refusal.${obstacle}`, facts),
    })
    return []
  })
  const [inCart] = await pipeline(
    tx,
    flowInCart(
      tx,
      actor,
      lines.map(({ row }) => row.variant_id),
    ),
  )
  assertOneFlow(
    lines.map(({ row }) => row.flow_type),
    inCart,
  )
  const written = lines.map(({ row, quantity }) => ({
    id: newId(),
    variantId: row.variant_id,
    locationId: row.location_id,
    shipmentMethod: row.shipment_method,
    deliveryDate,
    pointOfSaleId: row.point_of_sale_id,
    quantity,
    externalProductCode: null,
  }))
  await pipeline(tx, ...cartLineWrites(actor, written), cartTouch(tx, actor, now))
  return { added: lines.length, leftOut }
}
