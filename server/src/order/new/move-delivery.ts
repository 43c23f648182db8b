import { moveCartDelivery, type Delivery } from '@kervan/contract/order/cart'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { pipeline } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { productName } from '../../company/company.api.ts'
import { cartLock, cartTouch, readCart } from './cart.sql.ts'
import { completeDelivery, deliveryPlaces } from './point-of-sale.ts'

/** Conditions on `cart_line` under an alias: it goes where and when the delivery says. */
const goesTo = (alias: string, to: Delivery): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`${of('location_id')} = ${to.locationId} and ${of('shipment_method')} = ${to.shipmentMethod}
    and ${of('delivery_date')} = ${to.deliveryDate} and ${of('point_of_sale_id')} is not distinct from ${to.pointOfSaleId}::uuid`
}

type Moved = {
  name: string
  location: string
  blocked: boolean
  quantity: number
  minimum: number
  maximum: number
}

/** Another place, day or point of sale for what is ordered together, from the review (ORD-003, ORD-007). */
export default handle(moveCartDelivery, async ({ input, tx, actor, language, now }) => {
  const { from } = input
  const company = actor.company.id
  const mine = (alias: string) =>
    sql`${sql.ref(`${alias}.company_id`)} = ${company} and ${sql.ref(`${alias}.membership_id`)} = ${actor.membershipId}`
  const [, places] = await pipeline(tx, cartLock(actor), deliveryPlaces(tx, actor, input.to))
  if (input.to.deliveryDate < dayIn(actor.company.timeZone, now))
    throw moveCartDelivery.refuse('DeliveryDateInPast', { date: input.to.deliveryDate })
  const to = completeDelivery(input.to, places)
  const [lines] = await pipeline(
    tx,
    sql<Moved>`
      select ${productName(language)} as name, l.name as location, p.minimum_quantity as minimum, p.maximum_quantity as maximum, f.quantity + coalesce(t.quantity, 0) as quantity,
        exists (select from shipping_block b where b.company_id = ${company} and b.product_id = p.id and b.location_id = l.id) as blocked
      from cart_line f
        join product_variant v on v.company_id = ${company} and v.id = f.variant_id
        join product p on p.company_id = ${company} and p.id = v.product_id
        join location l on l.company_id = ${company} and l.id = ${to.locationId}
        left join cart_line t on ${mine('t')} and t.variant_id = f.variant_id and t.id <> f.id and ${goesTo('t', to)}
      where ${mine('f')} and ${goesTo('f', from)} order by 1`.compile(tx),
  )
  if (lines.length === 0) throw moveCartDelivery.refuse('CartChanged')
  const blocked = lines.find((line) => line.blocked)
  if (blocked)
    throw moveCartDelivery.refuse('ProductCannotShip', { product: blocked.name, location: blocked.location })
  const outside = lines.find(({ quantity, maximum }) => quantity > maximum)
  if (outside) {
    const { quantity, minimum, maximum } = outside
    throw moveCartDelivery.refuse('QuantityOutOfBounds', { quantity, minimum, maximum })
  }
  return readCart(
    { tx, actor, language },
    sql`update cart_line t set quantity = t.quantity + f.quantity from cart_line f
      where ${mine('t')} and ${mine('f')} and t.id <> f.id and t.variant_id = f.variant_id and ${goesTo('t', to)} and ${goesTo('f', from)}`.compile(
      tx,
    ),
    sql`delete from cart_line f using cart_line t
      where ${mine('t')} and ${mine('f')} and t.id <> f.id and t.variant_id = f.variant_id and ${goesTo('t', to)} and ${goesTo('f', from)}`.compile(
      tx,
    ),
    sql`update cart_line f set location_id = ${to.locationId}, shipment_method = ${to.shipmentMethod}, delivery_date = ${to.deliveryDate}, point_of_sale_id = ${to.pointOfSaleId}::uuid
      where ${mine('f')} and ${goesTo('f', from)}`.compile(tx),
    cartTouch(tx, actor, now),
  )
})
