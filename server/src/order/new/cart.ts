import { sql } from 'kysely'
import {
  getCartQuantities,
  removeCartLines,
  cartLines,
  setCartQuantities,
  type Delivery,
  emptyCart,
  getCart,
  updateCart,
} from '@kervan/contract/order/cart'
import type { Language } from '@kervan/contract/kit/values'
import { refusal } from '@kervan/contract/kit/refusals'
import { dayIn } from '../../kit/clock.ts'
import type { Actor } from '../../kit/context.ts'
import { keepPlans, pipeline, type Tx } from '../../kit/database/db.ts'
import { handle, handleWithSettings, type Answer, type Given } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { newId } from '../../kit/database/uuid.ts'
import { toFullPacks } from '@kervan/contract/order/packs'
import { orderedPack } from '../bundles.ts'
import { pricesVisible } from '../../access/access.api.ts'
import {
  cartClearing,
  cartLineWrites,
  cartLock,
  cartTouch,
  flowInCart,
  lockCart,
  readCart,
} from './cart.sql.ts'
import { colorName, pictureOf, productName, sizeName } from '../../company/company.api.ts'
import { sellableScope } from '../scope.ts'
import { unitPrice } from './catalogue.ts'
import { completeDelivery, deliveryPlaces } from './point-of-sale.ts'
import { readUncovered } from './uncovered.sql.ts'
import { orderSettings, type OrderSettings } from '../order-settings.ts'

export const getCartHandler = handle(getCart, (context) => readCart(context))

export const cartLineList = serveList(
  cartLines,
  'newOrder',
  async ({ tx, actor, language }) => {
    const price = unitPrice(actor)
    const uncovered = await readUncovered(tx, actor)
    return {
      from: sql`cart_line c
      join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = c.company_id and l.id = c.location_id
      left join location ps on ps.company_id = c.company_id and ps.id = c.point_of_sale_id
      left join customer_price cp on cp.company_id = c.company_id and cp.variant_id = c.variant_id and cp.partner_id = l.partner_id
      left join ${uncovered} s(id, uncovered) on s.id = c.id`,
      where: [sql`c.company_id = ${actor.company.id}`, sql`c.membership_id = ${actor.membershipId}`],
      id: sql`c.id`,
      key: sql`c.id`,
      columns: {
        productCode: sql`p.code`,
        productName: productName(language),
        variantCode: sql`v.code`,
        color: colorName(actor.company.id, language, 'v.color'),
        size: sizeName(language, 'v.size'),
        externalProductCode: sql`c.external_product_code`,
        shipmentMethod: sql`c.shipment_method`,
        locationName: sql`l.name`,
        locationGroup: sql`l.location_group`,
        deliveryDate: sql`c.delivery_date`,
        pointOfSaleName: sql`ps.name`,
        quantity: sql`c.quantity`,
        pendingQuantity: sql`coalesce(s.uncovered, 0)`,
        unitPrice: price,
        lineTotal: sql`round(c.quantity * ${price}, 2)`,
      },
      extra: {
        productId: sql`p.id`,
        variantId: sql`c.variant_id`,
        locationId: sql`c.location_id`,
        pointOfSaleId: sql`c.point_of_sale_id`,
        packUnit: orderedPack(actor),
        minimumQuantity: sql`p.minimum_quantity`,
        maximumQuantity: sql`p.maximum_quantity`,
        picture: pictureOf('p', sql`v.color_hex`),
      },
      search: sql`p.search_text`,
      searched: ['productCode', 'productName'],
      pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    }
  },
  (_, { actor }) => ({ currency: actor.company.currency }),
)

export const getCartQuantitiesHandler = handle(getCartQuantities, async ({ input, tx, actor }) => {
  const { delivery } = input
  const { rows } = await sql<{ variantId: string; quantity: number; externalProductCode: string | null }>`
    select c.variant_id as "variantId", sum(c.quantity)::int as quantity, max(c.external_product_code) as "externalProductCode" from cart_line c join product_variant v on v.company_id = c.company_id and v.id = c.variant_id
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId} and v.product_id = ${input.productId}
      and c.location_id = ${delivery.locationId} and c.shipment_method = ${delivery.shipmentMethod} and c.delivery_date = ${delivery.deliveryDate}
      and (${delivery.pointOfSaleId}::uuid is null or c.point_of_sale_id = ${delivery.pointOfSaleId}::uuid)
    group by c.variant_id`.execute(tx)
  return { quantities: rows }
})

/** Sets the quantities of variants in the cart for one delivery, in full packs (ORD-002). */
export async function fillCart({
  input,
  tx,
  actor,
  language,
  now,
  settings,
}: Given<typeof setCartQuantities> & { settings: OrderSettings }): Promise<Answer<typeof setCartQuantities>> {
  // Of a variant named twice the last word counts.
  const decisions = [...new Map(input.quantities.map((wanted) => [wanted.variantId, wanted])).values()]
  const ids = (set: boolean) =>
    decisions.filter(({ quantity }) => quantity > 0 === set).map(({ variantId }) => variantId)
  // The lock first: what is read behind it in the same round trip is what the lock holds still.
  const [, , places, found, inCart] = await pipeline(
    tx,
    keepPlans(tx),
    cartLock(actor),
    deliveryPlaces(tx, actor, input.delivery),
    cartVariants(
      tx,
      actor,
      language,
      decisions.map(({ variantId }) => variantId),
      input.delivery.locationId,
    ),
    flowInCart(tx, actor, ids(true)),
  )
  if (input.delivery.deliveryDate < dayIn(actor.company.timeZone, now))
    throw setCartQuantities.refuse('DeliveryDateInPast', { date: input.delivery.deliveryDate })
  const delivery = completeDelivery(input.delivery, places)
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
    const packed = toFullPacks(wanted.quantity, variant, settings.rounding)
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
      ...delivery,
      quantity: packed.quantity,
      externalProductCode: wanted.externalProductCode?.trim() ?? null,
    }
  })
  assertOneFlow(
    kept.map((line) => variants.get(line.variantId)?.flowType ?? ''),
    inCart,
  )
  const cart = await readCart(
    { tx, actor, language },
    removalFromDelivery(tx, actor, ids(false), delivery),
    ...cartLineWrites(actor, kept),
    ...(kept.some((line) => line.externalProductCode === '') ? [emptiedCodes(tx, actor)] : []),
    cartTouch(tx, actor, now),
  )
  return { cart, rounded }
}

export const setCartQuantitiesHandler = handleWithSettings(setCartQuantities, orderSettings, fillCart)

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

const cartVariants = (tx: Tx, actor: Actor, language: Language, ids: string[], locationId: string) =>
  sql<CartVariant>`
    select v.id, ${productName(language)} as name, l.name as location, p.flow_type as "flowType", ${orderedPack(actor)} as "packUnit", p.minimum_quantity as "minimumQuantity",
      p.maximum_quantity as "maximumQuantity",
      exists (select from shipping_block b where b.company_id = ${actor.company.id} and b.product_id = p.id and b.location_id = l.id) as blocked
    from product_variant v
      join product p on p.company_id = v.company_id and p.id = v.product_id
      join location l on l.company_id = v.company_id and l.id = ${locationId}
    where v.company_id = ${actor.company.id} and v.id = any(${ids}::uuid[]) and v.status = 'Active' and ${sql.join(sellableScope(actor), sql` and `)}`.compile(
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

/** An own code that was taken out is none. */
const emptiedCodes = (tx: Tx, actor: Actor) =>
  sql`
    update cart_line set external_product_code = null
    where company_id = ${actor.company.id} and membership_id = ${actor.membershipId} and external_product_code = ''`.compile(
    tx,
  )

const removalFromDelivery = (tx: Tx, actor: Actor, variantIds: string[], delivery: Delivery) =>
  sql`
    delete from cart_line where company_id = ${actor.company.id} and membership_id = ${actor.membershipId} and variant_id = any(${variantIds}::uuid[])
      and location_id = ${delivery.locationId} and shipment_method = ${delivery.shipmentMethod} and delivery_date = ${delivery.deliveryDate}
      and point_of_sale_id is not distinct from ${delivery.pointOfSaleId}::uuid`.compile(tx)

export const removeCartLinesHandler = handle(removeCartLines, async ({ input, tx, actor, language, now }) => {
  const removal = sql`
    delete from cart_line c using product_variant v
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId} and v.company_id = ${actor.company.id} and v.id = c.variant_id
      and (c.id = any(${input.lineIds ?? []}::uuid[]) or v.product_id = ${input.productId ?? null}::uuid)`.compile(
    tx,
  )
  return readCart({ tx, actor, language }, cartLock(actor), removal, cartTouch(tx, actor, now))
})

export const emptyCartHandler = handle(emptyCart, async ({ tx, actor, language, now, services }) => {
  await lockCart(tx, actor)
  const files = await tx
    .selectFrom('cart_file')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .execute()
  await pipeline(tx, cartClearing(tx, actor, now))
  await removeFiles(tx, services.jobs, actor.company.id, { ids: files.map((file) => file.file_id) })
  return readCart({ tx, actor, language })
})

export const updateCartHandler = handle(updateCart, async ({ input, tx, actor, language, now }) => {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const touch = cartTouch(tx, actor, now, {
    external_po_code: orNull(input.externalPoCode),
    external_contact: orNull(input.externalContact),
    note: orNull(input.note),
    ...(input.medulaTransactionNo !== undefined && { medula_no: orNull(input.medulaTransactionNo) }),
    ...(input.externalOrderDate !== undefined && { external_order_date: input.externalOrderDate }),
  })
  return readCart({ tx, actor, language }, cartLock(actor), touch)
})
