import {
  distributeAmount,
  getReplenishment,
  replenishmentProducts,
} from '@kervan/contract/order/replenishment'
import type { OutputOf } from '@kervan/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@kervan/contract/kit/days'
import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { approvedOrder } from '@kervan/contract/order/order-management'
import { getOrderPolicy, updateOrderPolicy } from '@kervan/contract/order/order-policy'
import { dayIn } from '../../kit/clock.ts'
import {
  fillCart,
  look,
  named,
  openShop,
  orderOf,
  page,
  place,
  stockOf,
  type Shop,
} from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

type Found = OutputOf<typeof getReplenishment>
const variant = (shop: Shop) => shop.product.variants[0]?.id ?? ''
const open = async (shop: Shop, over: { directly?: boolean; backorder?: boolean } = {}) =>
  portal.call(getReplenishment, shop.boss.token, {
    variantId: variant(shop),
    directly: true,
    backorder: true,
    ...over,
  })
const book = (
  shop: Shop,
  amount: number,
  given: [Found['lines'][number] | undefined, number][],
  user = shop.boss,
) =>
  portal.call(distributeAmount, user.token, {
    variantId: variant(shop),
    amount,
    lines: given.map(([line, quantity]) => ({
      lineId: line?.lineId ?? '',
      version: line?.version ?? 0,
      quantity,
    })),
  })

/** Stock for 60 of 120 pieces: an order of 48, and one of 72 of which 12 are covered and 60 are a backorder. */
async function scarce() {
  const shop = await openShop(portal, { product: { stock: 60, pack: 12, maximum: 9_999 } })
  await orderOf(shop, [48])
  const cart = await fillCart(shop, [72])
  await place(shop, cart.version)
  return shop
}

describe('[ORD-017] order replenishment', () => {
  it('lists what open orders want of each product, direct orders and backorders apart', async () => {
    const shop = await scarce()
    const { body } = await portal.call(replenishmentProducts.page, shop.boss.token, page)
    expect(body.rows).toMatchObject([
      { openLines: 3, demandDirectly: 60, demandBackorder: 60, freeStock: 0, completedLast5Days: 0 },
    ])
    const all = (await open(shop)).body.lines
    expect(all.map(({ type, demandQuantity, poQuantity }) => [type, demandQuantity, poQuantity])).toEqual([
      ['DirectlyOrder', 48, 48],
      ['DirectlyOrder', 12, 12],
      ['Backorder', 60, 60],
    ])
    const only = await open(shop, { directly: false })
    expect(only.body.lines.map(({ type }) => type)).toEqual(['Backorder'])
    expect((await open(shop, { directly: false, backorder: false })).refused).toMatchObject({
      ErrorCode: 'ReplenishmentTypeMissing',
    })
  })

  it('tells how the product sold at the location: monthly averages of 120 and 90 days and of last year', async () => {
    const shop = await openShop(portal, { product: { stock: 100_000, pack: 1, maximum: 99_999 } })
    const orders = [await orderOf(shop, [120]), await orderOf(shop, [240]), await orderOf(shop, [600])]
    const days = [100, 30, 0]
    for (const [at, order] of orders.entries())
      await portal.owner.query(
        at < 2
          ? `update sales_order set order_date = now() - make_interval(days => ${days[at]}) where id = $1`
          : `update sales_order set order_date = make_timestamptz(extract(year from now())::int - 1, 6, 1, 12, 0, 0) where id = $1`,
        [order.id],
      )
    await orderOf(shop, [6])
    const line = (await open(shop)).body.lines.find(({ demandQuantity }) => demandQuantity === 6)
    // Today counts nowhere; 360 of 120 days in four months, 240 of 90 days in three, 600 of last year in twelve.
    expect(line).toMatchObject({ average120Days: 90, average90Days: 80, lastYearMonthlyAverage: 50 })
    // Earlier orders of the location ask for 960 already; the oldest is measured by the sales alone: 90 and 7 days of it.
    expect(line).toMatchObject({ openOrders: 960, suggestedQuantity: 0 })
    // An order that is being decided says nothing of how much is needed: each line is measured without its own.
    const [lastYear, early, recent] = (await open(shop)).body.lines
    expect(lastYear).toMatchObject({ average120Days: 90, average90Days: 80, lastYearMonthlyAverage: 0 })
    expect(early).toMatchObject({ demandQuantity: 120, average120Days: 60, average90Days: 80 })
    expect(recent).toMatchObject({ demandQuantity: 240, average120Days: 30, average90Days: 0 })
    const kind = (await open(shop, { backorder: false })).body.lines.at(-1)
    expect(kind).toMatchObject({ demandQuantity: 6, openOrders: 960 })
    const oldest = (await open(shop)).body.lines[0]
    expect(oldest).toMatchObject({ stock: 0, inTransit: 0, openOrders: 0, suggestedQuantity: 111 })
  })

  it('says the same of the last five days in the list and in the lines: the days before today', async () => {
    const shop = await openShop(portal, { product: { stock: 100_000, pack: 1, maximum: 99_999 } })
    const order = await orderOf(shop, [5_000])
    await portal.call(approvedOrder, shop.boss.token, named(order))
    await orderOf(shop, [6])
    const zone = 'Europe/Istanbul'
    await portal.owner.query(`update company set time_zone = $2 where id = $1`, [shop.company.id, zone])
    const today = dayIn(zone, new Date())
    const issued = [0, -1, -5, -6].map((days, at) => ({
      code: `G${at}`,
      orderLine: order.lines[0]?.lineCode,
      issuedQuantity: 10 ** at,
      issuedOn: addDays(today, days),
      closesLine: false,
    }))
    const { body } = await portal.call(goodsIssueKind.deliver, shop.boss.token, { rows: issued })
    expect(body.rows.flatMap(({ issues }) => issues)).toEqual([])
    const list = await portal.call(replenishmentProducts.page, shop.boss.token, page)
    expect([
      list.body.rows[0]?.completedLast5Days,
      (await open(shop)).body.lines[0]?.completedLast5Days,
    ]).toEqual([110, 110])
  })

  it('suggests what a location needs for the days that the company plans for, less what is on its way', async () => {
    const shop = await openShop(portal, { product: { stock: 100_000, pack: 12, maximum: 99_999 } })
    const old = await orderOf(shop, [360])
    await portal.owner.query(`update sales_order set order_date = now() - interval '30 days' where id = $1`, [
      old.id,
    ])
    const approved = await portal.call(approvedOrder, shop.boss.token, named(old))
    expect(approved.refused).toBeNull()
    await orderOf(shop, [24])
    // 120 a month: a month and a week of it, less 360 that are on their way.
    const first = (await open(shop)).body
    expect([first.horizonDays, first.safetyDays]).toEqual([30, 7])
    expect(first.lines).toMatchObject([{ average90Days: 120, inTransit: 360, suggestedQuantity: 0 }])
    const policy = (await portal.call(getOrderPolicy, shop.boss.token, {})).body
    const set = (over: object) =>
      portal.call(updateOrderPolicy, shop.boss.token, { version: policy.version, ...over })
    for (const wrong of [{ replenishmentDays: 0 }, { replenishmentDays: 366 }, { safetyStockDays: 181 }])
      expect((await set(wrong)).status).toBe(422)
    expect((await set({ replenishmentDays: 90, safetyStockDays: 0 })).refused).toBeNull()
    const planned = (await open(shop)).body
    expect(planned.horizonDays).toBe(90)
    expect(planned.lines).toMatchObject([{ suggestedQuantity: 0 }])
    const { version } = (await portal.call(getOrderPolicy, shop.boss.token, {})).body
    await portal.call(updateOrderPolicy, shop.boss.token, { version, replenishmentDays: 100 })
    // 400 for a hundred days, less 360: 40, in packs of 12.
    expect((await open(shop)).body.lines).toMatchObject([{ suggestedQuantity: 48 }])
  })

  it('books a distribution at once: lines approved with what they get, backorders from stock, the rest free', async () => {
    const shop = await scarce()
    const [first, second, back] = (await open(shop)).body.lines
    const answer = await book(shop, 60, [
      [first, 24],
      [second, 12],
      [back, 0],
    ])
    expect(answer.body).toEqual({ orders: 2, lines: 2, quantity: 36, remainder: 24 })
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 60, reserved: 36 })
    const left = (await open(shop)).body
    expect([left.freeStock, left.lines.map(({ type }) => type)]).toEqual([24, ['Backorder']])
    const done = await book(shop, 24, [[left.lines[0], 24]])
    expect(done.body).toEqual({ orders: 1, lines: 1, quantity: 24, remainder: 0 })
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 60, reserved: 60 })
    const order = await look(shop, left.lines[0]?.orderCode ?? '')
    expect(
      order.lines.map((line) => [line.type, line.state, line.poQuantity, line.supplyLocationName]),
    ).toEqual([['Backorder', 'Approved', 24, 'Warehouse']])
    await portal.call(goodsIssueKind.deliver, shop.boss.token, {
      rows: [
        {
          code: 'G1',
          orderLine: order.lines[0]?.lineCode,
          issuedQuantity: 24,
          issuedOn: '2026-11-20',
          closesLine: false,
        },
      ],
    })
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 36, reserved: 36 })
  })

  it('is refused whole where something does not fit, and says what', async () => {
    const shop = await scarce()
    const [first, second, back] = (await open(shop)).body.lines
    const refused = async (amount: number, ...given: [Found['lines'][number] | undefined, number][]) =>
      (await book(shop, amount, given)).refused?.ErrorCode
    expect(await refused(60, [first, 0])).toBe('DistributionEmpty')
    expect(await refused(12, [first, 24])).toBe('DistributionAboveAmount')
    expect(await refused(96, [first, 12], [first, 12])).toBe('DistributionTwice')
    expect(await refused(96, [first, 60])).toBe('QuantityAboveDemand')
    expect(await refused(96, [first, 13])).toBe('QuantityNotPack')
    expect(await refused(96, [second, 12], [back, 12])).toBe('StockShort')
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 60, reserved: 60 })
    const own = await orderOf({ ...shop, buyer: shop.boss }, [12])
    const mine = (await open(shop)).body.lines.find(({ orderCode }) => orderCode === own.orderCode)
    expect(mine?.isOwn).toBe(true)
    expect(await refused(96, [mine, 12])).toBe('OwnOrder')
  })

  it('of two who distribute the same amount at once, one books it', async () => {
    const shop = await scarce()
    const [first, second] = (await open(shop)).body.lines
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        book(shop, 60, [
          [first, 48],
          [second, 12],
        ]),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ refused }) => refused?.ErrorCode ?? []))).toEqual(
      new Set(['DistributionOutdated']),
    )
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 60, reserved: 60 })
  })

  it('shows and gives nothing of other companies and customers', async () => {
    const shop = await scarce()
    const other = await openShop(portal)
    expect(
      (
        await portal.call(getReplenishment, other.boss.token, {
          variantId: variant(shop),
          directly: true,
          backorder: true,
        })
      ).refused,
    ).toMatchObject({
      ErrorCode: 'NotFound',
    })
    const lines = (await open(shop)).body.lines
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    const seen = await portal.call(getReplenishment, stranger.token, {
      variantId: variant(shop),
      directly: true,
      backorder: true,
    })
    expect(seen.body.lines).toEqual([])
    expect((await book(shop, 48, [[lines[0], 48]], stranger)).refused).toMatchObject({
      ErrorCode: 'NotFound',
    })
  })
})
