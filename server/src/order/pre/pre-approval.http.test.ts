import { myPendingOrders } from '@kervan/contract/order/order-my'
import { placeOrder, reviewCart } from '@kervan/contract/order/order-new'
import { pendingOrders } from '@kervan/contract/order/order-management'
import {
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  getMyPreApprovalOrder,
  getPreApprovalOrder,
  myPreApprovalOrders,
  preApprovalOrders,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
} from '@kervan/contract/order/pre-approval'
import { chosenPreApprovalReasons } from '@kervan/contract/order/words'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import { fillCart, openShop, page, stockOf, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

async function openTwoLayerShop(stock = 1_000): Promise<Shop> {
  const shop = await openShop(portal, { product: { stock, pack: 12, maximum: 99_999 } })
  await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
    shop.company.id,
  ])
  return shop
}

/** Asks for so many pieces; the id of the pre-approval order. */
async function ask(shop: Shop, quantity: number, buyer = shop.buyer): Promise<string> {
  const cart = await fillCart(shop, [quantity], { buyer })
  const answer = await portal.call(placeOrder, buyer.token, {
    cartVersion: cart.version,
    requestKey: newId(),
  })
  expect([answer.status, answer.body.orders]).toEqual([200, []])
  return answer.body.preOrders[0]?.id ?? ''
}

const selectionOf = (...ids: string[]) => ({ mode: 'ids' as const, ids })
const approve = (shop: Shop, ids: string[], { dryRun = false, user = shop.boss } = {}) =>
  portal.call(approvePreApprovalOrders, user.token, { selection: selectionOf(...ids), dryRun })
const look = async (shop: Shop, id: string) =>
  (await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId: id })).body
const ordersOf = async (shop: Shop) =>
  (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround() })).body.rows
const variant = (shop: Shop) => shop.product.variants[0]?.id ?? ''

describe('[ORD-012] a company with two layers of approval', () => {
  it('keeps what is placed as a pre-approval order, which holds no stock, and once for one request key', async () => {
    const shop = await openTwoLayerShop()
    const cart = await fillCart(shop, [24])
    const review = await portal.call(reviewCart, shop.buyer.token, {})
    expect(review.body.preOrders).toBe(1)
    const input = { cartVersion: cart.version, requestKey: newId() }
    const answers = await Promise.all([1, 2, 3].map(() => portal.call(placeOrder, shop.buyer.token, input)))
    const made = new Set(
      answers.flatMap(({ body, status }) => (status === 200 ? body.preOrders : [])).map(({ id }) => id),
    )
    expect(made.size).toBe(1)
    expect(await ordersOf(shop)).toEqual([])
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 1_000, reserved: 0 })
    const { body } = await portal.call(myPreApprovalOrders.page, shop.buyer.token, {
      ...page,
      ...windowAround(),
    })
    expect(body.rows).toMatchObject([
      {
        preOrderCode: expect.stringMatching(/^PA-\d\d-00001$/),
        preApprovalState: 'Request',
        quantity: 24,
        firstOrder: true,
      },
    ])
    const own = await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId: [...made][0] ?? '' })
    expect(own.body.actions).toEqual({ cancel: null })
  })

  it('makes exactly one order of an approved one, whoever approves it at the same time', async () => {
    const shop = await openTwoLayerShop()
    const id = await ask(shop, 24)
    const second = await shop.company.user()
    const users = [shop.boss, second, shop.boss, second]
    const answers = await Promise.all(users.map((user) => approve(shop, [id], { user })))
    expect(answers.reduce((sum, { body }) => sum + body.done, 0)).toBe(1)
    const [order, ...others] = await ordersOf(shop)
    expect(others).toEqual([])
    expect(order).toMatchObject({ confirmedQuantity: 24, recordUser: shop.buyer.name, state: 'Request' })
    const { orders, preApprovalState, decidedBy } = await look(shop, id)
    expect([preApprovalState, orders.map(({ orderCode }) => orderCode)]).toEqual([
      'Approved',
      [order?.orderCode],
    ])
    expect([shop.boss.name, second.name]).toContain(decidedBy)
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 1_000, reserved: 24 })
    const again = await approve(shop, [id])
    expect(again.body.results).toMatchObject([{ refusal: 'PreOrderDecided' }])
    const mine = await portal.call(myPendingOrders.page, shop.buyer.token, { ...page, ...windowAround() })
    expect(mine.body.rows.map(({ orderCode }) => orderCode)).toEqual([order?.orderCode])
  })

  it('shares stock among many in order, and what is missing is a backorder of its own order', async () => {
    const shop = await openTwoLayerShop(84)
    const ids = [await ask(shop, 60), await ask(shop, 60)]
    const { body } = await approve(shop, ids)
    expect([body.done, body.refused]).toEqual([2, 0])
    const orders = await ordersOf(shop)
    const sums = Map.groupBy(orders, ({ type }) => type)
    const sum = (type: 'DirectlyOrder' | 'Backorder') =>
      (sums.get(type) ?? []).reduce((all, { confirmedQuantity }) => all + confirmedQuantity, 0)
    expect([sum('DirectlyOrder'), sum('Backorder')]).toEqual([84, 36])
    const back = orders.find(({ type }) => type === 'Backorder')
    expect(orders.map(({ orderCode }) => orderCode)).toContain(back?.mainOrderCode)
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 84, reserved: 84 })
  })

  it('refuses what could not be placed today, and says what is wrong', async () => {
    const shop = await openTwoLayerShop()
    const id = await ask(shop, 24)
    await portal.owner.query(`update product set status = 'Passive' where id = $1`, [shop.product.id])
    for (const dryRun of [true, false]) {
      const { body } = await approve(shop, [id], { dryRun })
      expect(body).toMatchObject({
        done: 0,
        refused: 1,
        results: [{ refusal: 'PreOrderProblem' }],
      })
      expect(body.results[0]?.message).toContain('1 line is no longer sold')
    }
    expect((await look(shop, id)).preApprovalState).toBe('Request')
  })

  it('is rejected with a reason, with Other also in words; its owner takes back what waits', async () => {
    const shop = await openTwoLayerShop()
    const [one, two] = [await ask(shop, 24), await ask(shop, 36)]
    const reject = (reason: 'Other' | 'InsufficientStock', memo?: string) =>
      portal.call(rejectPreApprovalOrders, shop.boss.token, {
        selection: selectionOf(one),
        dryRun: false,
        reason,
        ...(memo ? { memo } : {}),
      })
    expect((await reject('Other')).refused).toMatchObject({ ErrorCode: 'MemoRequired' })
    expect((await reject('Other', 'Call us first')).body.done).toBe(1)
    expect(await look(shop, one)).toMatchObject({
      preApprovalState: 'Rejected',
      rejectReason: 'Other',
      memo: 'Call us first',
    })
    const cancel = (ids: string[], user = shop.buyer) =>
      portal.call(cancelPreApprovalOrders, user.token, {
        selection: selectionOf(...ids),
        dryRun: false,
        memo: 'Too late',
      })
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    expect((await cancel([two], stranger)).body.done).toBe(0)
    const { body } = await cancel([one, two])
    expect([body.done, body.refused]).toEqual([1, 1])
    expect((await approve(shop, [two])).body.done).toBe(0)
    expect((await look(shop, two)).preApprovalState).toBe('Cancelled')
  })

  it('[ORD-013] has a time line for both sides: who did what, when and why', async () => {
    const shop = await openTwoLayerShop()
    const id = await ask(shop, 24)
    const { version, lines } = await look(shop, id)
    await portal.call(revisePreApprovalOrder, shop.boss.token, {
      preOrderId: id,
      version,
      lines: lines.map((line) => ({ lineId: line.id, quantity: 12 })),
      memo: 'Half of it',
    })
    await portal.call(rejectPreApprovalOrders, shop.boss.token, {
      selection: selectionOf(id),
      dryRun: false,
      reason: 'SalesClosed',
    })
    const { events } = await look(shop, id)
    expect(events.map(({ kind, by, facts }) => [kind, by, facts])).toEqual([
      ['preOrder.rejected', shop.boss.name, { preApprovalReason: 'SalesClosed', memo: null, behalf: null }],
      ['preOrder.revised', shop.boss.name, { from: 24, to: 12, memo: 'Half of it', behalf: null }],
      ['preOrder.placed', shop.buyer.name, { count: 1 }],
    ])
    const own = await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId: id })
    expect(own.body.events).toEqual(events)
    const other = await ask(shop, 12)
    await approve(shop, [other])
    expect((await look(shop, other)).events.map(({ kind }) => kind)).toEqual([
      'preOrder.approved',
      'preOrder.placed',
    ])
  })

  it('is rejected for each reason that there is, and shows it', async () => {
    const shop = await openTwoLayerShop()
    const reasons = [
      'InsufficientStock',
      'DuplicateOrder',
      'PharmacyStockUsage',
      'WarehouseStockUsage',
      'MissingInformation',
      'SalesClosed',
      'BlacklistedPointOfSale',
      'Other',
    ] as const
    expect(chosenPreApprovalReasons.toSorted()).toEqual(reasons.toSorted())
    for (const reason of reasons) {
      const id = await ask(shop, 12)
      const { body } = await portal.call(rejectPreApprovalOrders, shop.boss.token, {
        selection: selectionOf(id),
        dryRun: false,
        reason,
        memo: 'Said to them',
      })
      expect([reason, body.done]).toEqual([reason, 1])
      expect(await look(shop, id)).toMatchObject({ preApprovalState: 'Rejected', rejectReason: reason })
    }
  })

  it('nobody approves what they asked for, nor for a point of sale on the blacklist', async () => {
    const shop = await openTwoLayerShop()
    const own = await ask(shop, 24, shop.boss)
    expect((await approve(shop, [own])).body.results).toMatchObject([{ refusal: 'OwnOrder' }])
    const id = await ask(shop, 12)
    await portal.owner.query('update location set blacklisted = true where id = $1', [shop.location.id])
    expect((await approve(shop, [id])).body.results).toMatchObject([{ refusal: 'PreOrderBlacklisted' }])
  })

  it('tells a first order from a later one, and the same once more within a day from a new one', async () => {
    const shop = await openTwoLayerShop()
    const [first, second] = [await ask(shop, 24), await ask(shop, 48)]
    const { preOrderCode } = await look(shop, first)
    expect(await look(shop, first)).toMatchObject({
      firstOrder: true,
      duplicateOf: null,
      active: true,
      blacklist: false,
    })
    expect(await look(shop, second)).toMatchObject({ firstOrder: false, duplicateOf: preOrderCode })
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
    await portal.owner.query('update pre_order set order_date = $2 where company_id = $1', [
      shop.company.id,
      yesterday,
    ])
    expect(await look(shop, await ask(shop, 12))).toMatchObject({ firstOrder: false, duplicateOf: null })
  })

  it('a number that waits is used', async () => {
    const shop = await openTwoLayerShop()
    await portal.owner.query('update order_policy set check_po_number = true where company_id = $1', [
      shop.company.id,
    ])
    const cart = await fillCart(shop, [24])
    const refused = await portal.call(placeOrder, shop.buyer.token, {
      cartVersion: cart.version,
      requestKey: newId(),
    })
    expect(refused.refused).toMatchObject({ ErrorCode: 'CartHasProblems' })
  })

  it('is found by who decides in the window of its day', async () => {
    const shop = await openTwoLayerShop()
    await ask(shop, 24)
    const { body } = await portal.call(preApprovalOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
      search: shop.location.name,
    })
    expect(body.rows.map(({ actions }) => actions)).toEqual([{ approve: null, revise: null, reject: null }])
  })
})
