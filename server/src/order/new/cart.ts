import { sql } from 'kysely'
import { getCartQuantities } from '@kervan/contract/order/cart'
import { removeCartLines } from '@kervan/contract/order/cart'
import { cartLines } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { emptyCart } from '@kervan/contract/order/cart'
import { getCart } from '@kervan/contract/order/cart'
import { updateCart } from '@kervan/contract/order/cart'
import type { ShipmentMethod } from '@kervan/contract/order/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { newId } from '../../kit/database/uuid.ts'
import { toFullPacks } from '@kervan/contract/order/packs'
import { pricesVisible } from '../prices.ts'
import { deliveryScope } from '../scope.ts'
import {
  cartClearing,
  cartLineWrites,
  cartLock,
  cartTouch,
  flowInCart,
  lockCart,
  readCart,
} from './cart.sql.ts'
import { pointOfSaleRequired, unitPrice } from './catalogue.ts'

export const getCartHandler = handle(getCart, ({ tx, actor }) => readCart(tx, actor))

export const cartLineList = serveList(cartLines, 'newOrder', ({ actor }) => {
  const price = unitPrice(actor)
  return {
    from: sql`cart_line c
      join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = c.company_id and l.id = c.location_id
      left join location ps on ps.company_id = c.company_id and ps.id = c.point_of_sale_id
      left join stock s on s.company_id = c.company_id and s.variant_id = c.variant_id
      left join customer_price cp on cp.company_id = c.company_id and cp.variant_id = c.variant_id and cp.partner_id = l.partner_id`,
    where: [sql`c.company_id = ${actor.company.id}`, sql`c.membership_id = ${actor.membershipId}`],
    id: sql`c.id`,
    key: sql`c.id`,
    columns: {
      productCode: sql`p.code`,
      productName: sql`p.name`,
      variantCode: sql`v.code`,
      color: sql`v.color`,
      size: sql`v.size`,
      shipmentMethod: sql`c.shipment_method`,
      locationName: sql`l.name`,
      locationGroup: sql`l.location_group`,
      deliveryDate: sql`c.delivery_date`,
      pointOfSaleName: sql`ps.name`,
      quantity: sql`c.quantity`,
      pendingQuantity: sql`greatest(0, c.quantity - coalesce(s.on_hand - s.reserved, 0))`,
      unitPrice: price,
      lineTotal: sql`round(c.quantity * ${price}, 2)`,
    },
    extra: {
      productId: sql`p.id`,
      variantId: sql`c.variant_id`,
      locationId: sql`c.location_id`,
      pointOfSaleId: sql`c.point_of_sale_id`,
      externalProductCode: sql`c.external_product_code`,
    },
    search: sql`p.search_text`,
    searched: ['productCode', 'productName'],
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
  }
})

export const getCartQuantitiesHandler = handle(getCartQuantities, async ({ input, tx, actor }) => {
  const { delivery } = input
  const { rows } = await sql<{ variantId: string; quantity: number }>`
    select c.variant_id as "variantId", c.quantity from cart_line c join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId} and v.product_id = ${input.productId}
      and c.location_id = ${delivery.locationId} and c.shipment_method = ${delivery.shipmentMethod} and c.delivery_date = ${delivery.deliveryDate}
      and c.point_of_sale_id is not distinct from ${delivery.pointOfSaleId}::uuid`.execute(tx)
  return { quantities: rows }
})

export const setCartQuantitiesHandler = handle(setCartQuantities, async (context) => {
  const { input, tx, actor, now } = context
  // Of a variant named twice the last word counts.
  const decisions = [...new Map(input.quantities.map((wanted) => [wanted.variantId, wanted])).values()]
  const ids = (set: boolean) =>
    decisions.filter(({ quantity }) => quantity > 0 === set).map(({ variantId }) => variantId)
  const { delivery } = input
  // The lock first: what is read behind it in the same round trip is what the lock holds still.
  const [, locations, found, inCart] = await pipeline(
    tx,
    cartLock(tx, actor),
    deliveryLocations(tx, actor, delivery),
    cartVariants(
      tx,
      actor,
      decisions.map(({ variantId }) => variantId),
      delivery.locationId,
    ),
    flowInCart(tx, actor, ids(true)),
  )
  assertDelivery(context, delivery, new Set(locations.map(({ id }) => id)))
  const variants = new Map(found.map((variant) => [variant.id, variant]))
  const rounded: { variantId: string; asked: number; set: number; pack: number }[] = []
  const kept = decisions.flatMap((wanted) => {
    const variant = variants.get(wanted.variantId)
    if (!variant) throw setCartQuantities.refuse('VariantNotFound')
    if (wanted.quantity === 0) return []
    if (variant.blocked)
      throw setCartQuantities.refuse('ProductCannotShip', {
        product: variant.name,
        location: variant.location,
      })
    const packed = toFullPacks(wanted.quantity, variant, actor.company.rounding)
    if (packed.outOfBounds)
      throw setCartQuantities.refuse('QuantityOutOfBounds', {
        quantity: packed.quantity,
        minimum: variant.minimumQuantity,
        maximum: variant.maximumQuantity,
      })
    if (packed.rounded)
      rounded.push({
        variantId: wanted.variantId,
        asked: wanted.quantity,
        set: packed.quantity,
        pack: variant.packUnit,
      })
    return {
      id: newId(),
      variantId: wanted.variantId,
      ...input.delivery,
      quantity: packed.quantity,
      externalProductCode: wanted.externalProductCode ?? null,
    }
  })
  assertOneFlow(
    kept.map((line) => variants.get(line.variantId)?.flowType ?? ''),
    inCart,
  )
  const cart = await readCart(
    tx,
    actor,
    removalFromDelivery(tx, actor, ids(false), delivery),
    ...cartLineWrites(actor, kept),
    cartTouch(tx, actor, now),
  )
  return { cart, rounded }
})

type DeliveryInput = {
  locationId: string
  shipmentMethod: ShipmentMethod
  deliveryDate: string
  pointOfSaleId: string | null
}

const locationsOf = ({ locationId, pointOfSaleId }: DeliveryInput) => [
  locationId,
  ...(pointOfSaleId ? [pointOfSaleId] : []),
]

/** Which of a delivery's location and point of sale the user may order for. */
const deliveryLocations = (tx: Tx, actor: Actor, delivery: DeliveryInput) =>
  sql<{ id: string }>`
    select l.id from location l
    where ${sql.join(deliveryScope(actor), sql` and `)} and l.id = any(${locationsOf(delivery)}::uuid[])`.compile(
    tx,
  )

/** The location is one the user may order for, the day is not over, and a point of sale is named where one is needed. */
function assertDelivery(
  { actor, now }: SessionContext,
  delivery: DeliveryInput,
  allowed: ReadonlySet<string>,
): void {
  if (delivery.deliveryDate < dayIn(actor.company.timeZone, now))
    throw refusal('DeliveryDateInPast', { date: delivery.deliveryDate })
  const missing = locationsOf(delivery).find((id) => !allowed.has(id))
  if (missing !== undefined || (pointOfSaleRequired(actor) && !delivery.pointOfSaleId))
    throw refusal('LocationNotAllowed', { location: missing ?? '' })
}

type CartVariant = {
  id: string
  name: string
  location: string
  flowType: string
  packUnit: number
  minimumQuantity: number
  maximumQuantity: number
  blocked: boolean
}

const cartVariants = (tx: Tx, actor: Actor, ids: string[], locationId: string) =>
  sql<CartVariant>`
    select v.id, p.name, l.name as location, p.flow_type as "flowType", p.pack_unit as "packUnit", p.minimum_quantity as "minimumQuantity",
      p.maximum_quantity as "maximumQuantity",
      exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = l.id) as blocked
    from product_variant v
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = v.company_id and l.id = ${locationId}
    where v.company_id = ${actor.company.id} and v.id = any(${ids}::uuid[]) and v.status = 'Active' and p.status = 'Active'`.compile(
    tx,
  )

/** What is added has one flow type, and the cart's own (the answer to `flowInCart`). Throws `FlowTypesMixed`. */
export function assertOneFlow(added: readonly string[], [cart]: readonly { flow_type: string }[]): void {
  const [first] = added
  if (first === undefined) return
  const other = added.find((flow) => flow !== first)
  if (other !== undefined) throw refusal('FlowTypesMixed', { inCart: first, added: other })
  if (cart && cart.flow_type !== first)
    throw refusal('FlowTypesMixed', { inCart: cart.flow_type, added: first })
}

const removalFromDelivery = (tx: Tx, actor: Actor, variantIds: string[], delivery: DeliveryInput) =>
  sql`
    delete from cart_line where company_id = ${actor.company.id} and membership_id = ${actor.membershipId} and variant_id = any(${variantIds}::uuid[])
      and location_id = ${delivery.locationId} and shipment_method = ${delivery.shipmentMethod} and delivery_date = ${delivery.deliveryDate}
      and point_of_sale_id is not distinct from ${delivery.pointOfSaleId}::uuid`.compile(tx)

export const removeCartLinesHandler = handle(removeCartLines, async ({ input, tx, actor, now }) => {
  const removal = sql`
    delete from cart_line c using product_variant v
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId} and v.company_id = ${actor.company.id} and v.id = c.variant_id
      and (c.id = any(${input.lineIds ?? []}::uuid[]) or v.product_id = ${input.productId ?? null}::uuid)`.compile(
    tx,
  )
  return readCart(tx, actor, cartLock(tx, actor), removal, cartTouch(tx, actor, now))
})

export const emptyCartHandler = handle(emptyCart, async ({ tx, actor, now, services }) => {
  await lockCart(tx, actor)
  const files = await tx
    .selectFrom('cart_file')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .execute()
  await pipeline(tx, cartClearing(tx, actor, now))
  await removeFiles(tx, services.jobs, actor.company.id, { ids: files.map((file) => file.file_id) })
  return readCart(tx, actor)
})

export const updateCartHandler = handle(updateCart, async ({ input, tx, actor, now }) => {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const touch = cartTouch(tx, actor, now, {
    external_po_code: orNull(input.externalPoCode),
    external_contact: orNull(input.externalContact),
    note: orNull(input.note),
  })
  return readCart(tx, actor, cartLock(tx, actor), touch)
})
