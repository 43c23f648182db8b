import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCart } from '@kervan/contract/order/cart'
import { reorder } from '@kervan/contract/order/order-my'
import { getOrderOptions, placeOrder, reviewCart } from '@kervan/contract/order/order-new'
import { checkPastedLines } from '@kervan/contract/order/pasted-lines'
import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  getPreApprovalOrder,
} from '@kervan/contract/order/pre-approval'
import { newId } from '../kit/database/uuid.ts'
import { deliveryTo, fillCart, openShop, orderOf, preOrderOf, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

// "Blacklisted" and "Related" of a business relation, in ordering.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const closings = [
  ['blacklisted', 'blacklisted = true'],
  ['not related', 'related = false'],
] as const
const set = (shop: Shop, assignment: string) =>
  portal.owner.query(`update partner set ${assignment} where company_id = $1 and id = $2`, [
    shop.company.id,
    shop.customer.id,
  ])

describe.each(closings)('[ORD-022] for a customer who is %s', (_, closing) => {
  it('no order is taken in any way, and each way says why', async () => {
    const shop = await openShop(portal)
    const before = await orderOf(shop)
    const cart = await fillCart(shop, [12])
    const sentence = `No orders are accepted for ${shop.customer.name}: the business relation is blacklisted or not related.`
    await set(shop, closing)
    const { token } = shop.buyer
    expect(await portal.call(getOrderOptions, token, {})).toMatchObject({
      status: 422,
      code: 'CustomerClosed',
      refused: { Message: sentence },
    })
    await expect(fillCart(shop, [24])).rejects.toThrow('CustomerClosed')
    const rows = [{ code: shop.product.variants[0]?.code ?? '', quantity: '12' }]
    const pasted = await portal.call(checkPastedLines, token, { delivery: deliveryTo(shop.location), rows })
    expect(pasted.code).toBe('CustomerClosed')
    const review = await portal.call(reviewCart, token, {})
    expect(review.body).toMatchObject({
      placeable: false,
      notes: [{ severity: 'problem', code: 'CustomerClosed' }],
    })
    const placed = await portal.call(placeOrder, token, { cartVersion: cart.version, requestKey: newId() })
    expect(placed.status).toBe(422)
    const again = await portal.call(reorder, token, { orderCode: before.orderCode })
    expect(again.body).toMatchObject({ added: 0, leftOut: [{ message: sentence }] })
    // Who may order for several is not told so in advance, and refused for this one.
    const options = await portal.call(getOrderOptions, shop.boss.token, {})
    expect(options.body.locations?.map(({ id }) => id) ?? []).not.toContain(shop.location.id)
    await set(shop, 'blacklisted = false, related = true')
    expect((await portal.call(getCart, token, {})).body.lineCount).toBe(1)
    expect((await portal.call(reviewCart, token, {})).body).toMatchObject({ placeable: true })
  })
})

describe('[ORD-012] [ORD-022] a pre-approval order of a customer', () => {
  const selection = (id: string) => ({ mode: 'ids' as const, ids: [id] })
  const approve = (shop: Shop, id: string) =>
    portal.call(approvePreApprovalOrders, shop.boss.token, { selection: selection(id), dryRun: false })
  const anyway = (shop: Shop, id: string) =>
    portal.call(approveBlacklistedPreApprovalOrders, shop.boss.token, {
      selection: selection(id),
      memo: 'agreed with sales',
      dryRun: false,
    })

  it('who was blacklisted since is marked, and needs the approval in spite of the blacklist', async () => {
    const shop = await openShop(portal)
    const id = await preOrderOf(shop)
    await set(shop, 'blacklisted = true')
    expect((await approve(shop, id)).body.results).toMatchObject([{ refusal: 'PreOrderBlacklisted' }])
    expect((await anyway(shop, id)).body).toMatchObject({ done: 1, refused: 0 })
    const { body } = await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId: id })
    expect(body.orders).toHaveLength(1)
  })

  it('who is no longer related is not placed', async () => {
    const shop = await openShop(portal)
    const id = await preOrderOf(shop)
    await set(shop, 'related = false')
    expect((await approve(shop, id)).body).toMatchObject({ done: 0, refused: 1 })
  })
})
