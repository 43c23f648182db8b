import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moveCartDelivery, setCartQuantities, type Delivery } from '@kervan/contract/order/cart'
import { reviewCart } from '@kervan/contract/order/order-new'
import { newId } from '../../kit/database/uuid.ts'
import { deliveryTo, fillCart, openShop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[ORD-003] [ORD-007] a planned order in the review', () => {
  it('goes to another place on another day, with lines of the same added up, and is worked out anew', async () => {
    const shop = await openShop(portal, { product: { variants: 2, maximum: 100 } })
    const second = await shop.company.location(shop.customer)
    await fillCart(shop, [12, 6])
    await fillCart(shop, [24], { location: second })
    const review = async () => (await portal.call(reviewCart, shop.buyer.token, {})).body
    const before = await review()
    expect(before.orders).toHaveLength(2)
    const planned = before.orders.find(({ locationId }) => locationId === shop.location.id)
    const from: Delivery = {
      locationId: shop.location.id,
      shipmentMethod: 'Road',
      deliveryDate: planned?.deliveryDate ?? '',
      pointOfSaleId: planned?.pointOfSaleId ?? null,
    }
    const to = deliveryTo(second)
    const move = (over: object, source = from) =>
      portal.call(moveCartDelivery, shop.buyer.token, { from: source, to: { ...to, ...over } })
    expect((await move({ deliveryDate: '2020-01-01' })).refused?.ErrorCode).toBe('DeliveryDateInPast')
    expect((await move({ locationId: newId() })).refused?.ErrorCode).toBe('LocationNotAllowed')
    const both = await Promise.all([move({}), move({})])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const after = await review()
    expect(
      after.orders.map(({ locationId, quantity, lineCount }) => [locationId, quantity, lineCount]),
    ).toEqual([[second.id, 42, 2]])
    expect((await move({})).refused?.ErrorCode).toBe('CartChanged')
    const later = { ...to, pointOfSaleId: after.orders[0]?.pointOfSaleId ?? null }
    expect((await move({ deliveryDate: '2099-01-08' }, later)).status).toBe(200)
    expect((await review()).orders.map(({ deliveryDate }) => deliveryDate)).toEqual(['2099-01-08'])
  })

  it('stays where the product cannot be shipped or the sum is past the limit', async () => {
    const shop = await openShop(portal, { product: { maximum: 30 } })
    const second = await shop.company.location(shop.customer)
    await fillCart(shop, [24])
    const { body } = await portal.call(reviewCart, shop.buyer.token, {})
    const from = { ...deliveryTo(shop.location), pointOfSaleId: body.orders[0]?.pointOfSaleId ?? null }
    const move = () => portal.call(moveCartDelivery, shop.buyer.token, { from, to: deliveryTo(second) })
    await fillCart(shop, [12], { location: second })
    expect((await move()).refused?.ErrorCode).toBe('QuantityOutOfBounds')
    await portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(second),
      quantities: [{ variantId: shop.product.variants[0]?.id ?? '', quantity: 0 }],
    })
    await portal.owner.query(
      'insert into shipping_block (company_id, product_id, location_id) values ($1, $2, $3)',
      [shop.company.id, shop.product.id, second.id],
    )
    expect((await move()).refused?.ErrorCode).toBe('ProductCannotShip')
    expect((await portal.call(reviewCart, shop.buyer.token, {})).body.orders[0]?.locationId).toBe(
      shop.location.id,
    )
  })
})
