import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedOrder,
  approveOrders,
  rejectOrders,
  revertOrders,
  revisedOrder,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { copyOrder } from '../../../test/manyOrders.ts'
import {
  approve,
  look,
  named,
  openShop,
  orderOf,
  stockOf,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const all = (...ids: string[]) => ({ selection: { mode: 'ids' as const, ids }, dryRun: false })
const undo = async (user: User, ...ids: string[]) =>
  (await portal.call(revertOrders, user.token, { ...all(...ids), undo: true })).body
const facts = async (shop: Shop, orderCode: string) => {
  const { state, lines } = await look(shop, orderCode)
  return { state, lines: lines.map((line) => [line.state, line.poQuantity]) }
}

describe('[ORD-010] what was decided on many orders is taken back', () => {
  it('to the state and quantity that each line had, and lines that were not decided on are left alone', async () => {
    const shop = await openShop(portal, { product: { pack: 6, variants: 3, stock: 1_000 } })
    const [order, other] = [await orderOf(shop, [12, 24, 36]), await orderOf(shop, [12])]
    const [first, second] = order.lines
    await portal.call(approvedOrder, shop.boss.token, { ...named(order), lineIds: [existing(first).id] })
    await portal.call(revisedOrder, shop.boss.token, {
      orderCode: order.orderCode,
      version: 2,
      lines: [{ lineId: existing(second).id, quantity: 18 }],
    })
    const before = [await facts(shop, order.orderCode), await facts(shop, other.orderCode)]
    expect(before[0]?.lines).toEqual([
      ['Approved', 12],
      ['Revised', 18],
      ['Pending', 36],
    ])
    const held = await stockOf(shop, existing(shop.product.variants[1]).id)

    for (const [call, further] of [
      [approveOrders, {}],
      [rejectOrders, { reason: 'OutOfStock' }],
      [reviseOrders, { percent: 50 }],
    ] as const) {
      const done = await portal.call(call, shop.boss.token, {
        ...all(order.id, other.id),
        ...further,
      })
      expect(done.body).toMatchObject({ done: 2 })
      expect(await undo(shop.boss, order.id, other.id)).toMatchObject({ done: 2, refused: 0 })
      expect([await facts(shop, order.orderCode), await facts(shop, other.orderCode)]).toEqual(before)
      expect(await stockOf(shop, existing(shop.product.variants[1]).id)).toEqual(held)
    }
  })

  it('once: a second click finds it taken back, and at once one of two wins', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    await portal.call(approveOrders, shop.boss.token, all(order.id))
    const answers = await Promise.all([undo(shop.boss, order.id), undo(shop.boss, order.id)])
    expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1])
    expect(await undo(shop.boss, order.id)).toMatchObject({
      refused: 1,
      results: [
        {
          refusal: 'ChangedSince',
          message: `${shop.boss.name} has changed this order since, so the decision cannot be undone.`,
        },
      ],
    })
    expect(await look(shop, order.orderCode)).toMatchObject({ version: 3, state: 'Request' })
  })

  it('only by who decided, and not where somebody has changed the order since: said for each order', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const second = await shop.company.user()
    const [mine, theirs, changed, untouched] = [
      await orderOf(shop),
      await orderOf(shop),
      await orderOf(shop, [12, 12]),
      await orderOf(shop),
    ]
    await portal.call(approveOrders, shop.boss.token, all(mine.id))
    await approve(shop, theirs, second)
    await portal.call(approvedOrder, shop.boss.token, {
      ...named(changed),
      lineIds: [existing(changed.lines[0]).id],
    })
    await portal.call(approvedOrder, second.token, {
      ...named(changed),
      version: 2,
      lineIds: [existing(changed.lines[1]).id],
    })
    const asked = { ...all(mine.id, theirs.id, changed.id, untouched.id), undo: true }
    const { body: dry } = await portal.call(revertOrders, shop.boss.token, { ...asked, dryRun: true })
    const { body } = await portal.call(revertOrders, shop.boss.token, asked)
    // What the orders come to is said before they are decided only.
    const { figures, ...tried } = dry
    expect(figures).toEqual(['1 customer', expect.stringContaining('₺')])
    expect(body).toEqual(tried)
    const byCode = new Map(body.results.map((result) => [result.code, result]))
    expect(byCode.get(mine.orderCode)).toMatchObject({ ok: true, count: 1 })
    for (const { orderCode } of [theirs, changed])
      expect(byCode.get(orderCode)).toMatchObject({
        refusal: 'ChangedSince',
        message: expect.stringContaining(second.name),
      })
    expect(byCode.get(untouched.orderCode)).toMatchObject({ refusal: 'ChangedSince' })
    expect(await facts(shop, changed.orderCode)).toMatchObject({
      lines: [
        ['Approved', 12],
        ['Approved', 12],
      ],
    })
  })

  it('not where the goods have gone, and never half', async () => {
    const shop = await openShop(portal, { product: { variants: 2, stock: 24 } })
    const order = await orderOf(shop, [24, 24])
    await portal.call(rejectOrders, shop.boss.token, { ...all(order.id), reason: 'ExcessDemand' })
    // Of one product everything is ordered again, of the other nothing.
    await orderOf(shop, [24])
    expect(await undo(shop.boss, order.id)).toMatchObject({ done: 0, results: [{ refusal: 'StockShort' }] })
    expect(await facts(shop, order.orderCode)).toEqual({
      state: 'Rejected',
      lines: [
        ['Rejected', 0],
        ['Rejected', 0],
      ],
    })
  })

  it('within the permission and the rows of the reader', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const without = await shop.company.user({ without: [existing(revertOrders.permission)] })
    await approve(shop, order, without)
    expect(await portal.call(revertOrders, without.token, { ...all(order.id), undo: true })).toMatchObject({
      status: 403,
      code: 'PermissionMissing',
    })
    const elsewhere = await openShop(portal)
    expect(await undo(elsewhere.boss, order.id)).toMatchObject({ results: [{ refusal: 'OrderNotFound' }] })
  })

  it('after a job: what it has done, without what it refused, by its owner', async () => {
    const shop = await openShop(portal)
    const first = await orderOf(shop)
    await copyOrder(shop, first, 1_000)
    const decided = await look(shop, 'COPY-00500')
    await approve(shop, decided)
    const selection = {
      mode: 'query' as const,
      query: { sort: [], filters: {}, search: '', ...windowAround() },
      exclude: [],
      asOf: new Date(Date.now() + 1_000).toISOString(),
    }
    const { body } = await portal.call(approveOrders, shop.boss.token, { selection, dryRun: false })
    const jobId = existing(body.jobId)
    await watch(portal, shop.boss.token, jobId)
    const back = { selection: { mode: 'job' as const, jobId }, undo: true, dryRun: true }
    const colleague = await shop.company.user()
    expect(await portal.call(revertOrders, colleague.token, back)).toMatchObject({ code: 'JobNotFound' })
    const { body: dry } = await portal.call(revertOrders, shop.boss.token, back)
    expect(dry).toMatchObject({ done: 1_000, refused: 0 })
    const { body: done } = await portal.call(revertOrders, shop.boss.token, { ...back, dryRun: false })
    // A thousand are answered at once.
    expect(done).toMatchObject({ jobId: null, done: 1_000 })
    expect((await look(shop, 'COPY-00001')).state).toBe('Request')
    expect((await look(shop, decided.orderCode)).state).toBe('Processing')
  })
})
