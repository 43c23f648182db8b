import { getManagedLineIssues, getMyLineIssues, goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { revertedOrder } from '@kervan/contract/order/order-management'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, look, openShop, orderOf, stockOf, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const variant = (shop: Shop, at = 0) => shop.product.variants[at]?.id ?? ''

/** A shop with an approved order; quantities are full packs of 12. */
async function approvedOrder(quantities: number[]) {
  const shop = await openShop(portal, { product: { stock: 1_000, variants: quantities.length } })
  const order = await orderOf(shop, quantities)
  expect((await approve(shop, order)).status).toBe(200)
  return { shop, order }
}

const row = (
  code: string,
  orderLine: string,
  issuedQuantity: number,
  over: Record<string, unknown> = {},
) => ({
  code,
  orderLine,
  issuedQuantity,
  issuedOn: '2026-11-20',
  deliveryNote: `LS-${code}`,
  closesLine: false,
  ...over,
})

const deliver = (shop: Shop, ...rows: ReturnType<typeof row>[]) =>
  portal.call(goodsIssueKind.deliver, shop.boss.token, { rows })

describe('[ORD-008, ORD-009] goods issues of the ERP', () => {
  it('deliver an order in parts until it is completed by itself', async () => {
    const { shop, order } = await approvedOrder([48, 24])
    const [one, two] = order.lines.map(({ lineCode }) => lineCode) as [string, string]
    const first = await deliver(shop, row('G1', one, 40), row('G2', two, 24))
    expect(first.body.rows.map(({ action }) => action)).toEqual(['Added', 'Added'])
    const partly = await look(shop, order.orderCode)
    expect(partly.lines.map(({ state, completedQuantity }) => [state, completedQuantity])).toEqual([
      ['Approved', 40],
      ['Completed', 24],
    ])
    expect([partly.state, partly.completedRatio]).toEqual(['Processing', 88])
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 960, reserved: 8 })
    await deliver(shop, row('G3', one, 8))
    const done = await look(shop, order.orderCode)
    expect([done.state, done.completedRatio, done.events[0]?.kind]).toEqual([
      'Completed',
      100,
      'order.completed',
    ])
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 952, reserved: 0 })
    expect(await stockOf(shop, variant(shop, 1))).toEqual({ on_hand: 976, reserved: 0 })
  })

  it('are booked once, however often a message comes, in whatever order and at the same time', async () => {
    const { shop, order } = await approvedOrder([48])
    const [line] = order.lines
    const code = line?.lineCode ?? ''
    await deliver(shop, row('B', code, 12))
    const again = await deliver(shop, row('b', code, 12, { deliveryNote: 'LS-B' }))
    expect(again.body.rows.map(({ action }) => action)).toEqual(['Unchanged'])
    const messages = Array.from({ length: 6 }, (_, at) => row(`A${at % 3}`, code, 12))
    await Promise.all(messages.map((message) => deliver(shop, message)))
    const { state, lines } = await look(shop, order.orderCode)
    expect([state, lines[0]?.completedQuantity]).toEqual(['Completed', 48])
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 952, reserved: 0 })
  })

  it('close a line short: what will not come is free again', async () => {
    const { shop, order } = await approvedOrder([48])
    const [line] = order.lines
    const code = line?.lineCode ?? ''
    await deliver(shop, row('G1', code, 30))
    await deliver(shop, row('G2', code, 0, { closesLine: true }))
    const done = await look(shop, order.orderCode)
    expect([done.state, done.completedRatio]).toEqual(['Completed', 62])
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 970, reserved: 0 })
    const asked = { orderCode: order.orderCode, lineId: line?.id ?? '' }
    const told = (await portal.call(getManagedLineIssues, shop.boss.token, asked)).body
    expect(told.issues.map(({ code: own, quantity, closesLine }) => [own, quantity, closesLine])).toEqual([
      ['G1', 30, false],
      ['G2', 0, true],
    ])
    expect((await portal.call(getMyLineIssues, shop.buyer.token, asked)).body).toEqual(told)
  })

  it('are refused row by row with what is wrong; the good ones take effect', async () => {
    const { shop, order } = await approvedOrder([48])
    const code = order.lines[0]?.lineCode ?? ''
    const pending = (await orderOf(shop, [12])).lines[0]?.lineCode ?? ''
    const { body } = await deliver(
      shop,
      row('G1', code, 40),
      row('G2', code, 9),
      row('G3', 'SO-26-99999-1', 1),
      row('G4', pending, 1),
      row('G5', code, 0),
    )
    expect(body.rows.map(({ action, issues }) => [action, issues[0]?.message ?? null])).toEqual([
      ['Added', null],
      ['Faulty', '48 are ordered, 8 are still to come. Enter no more than that.'],
      ['Faulty', 'There is no order line with this code. It reads like SO-26-00042-1.'],
      ['Faulty', 'The line is Pending. Goods are issued for approved lines only.'],
      ['Faulty', 'Enter a quantity, or say that the line is closed.'],
    ])
    const german = await portal.call(
      goodsIssueKind.deliver,
      shop.boss.token,
      { rows: [row('G6', pending, 1)] },
      { language: 'de' },
    )
    expect(german.body.rows[0]?.issues[0]?.message).toBe(
      'Die Position hat den Status Offen. Ware wird nur für genehmigte Positionen ausgegeben.',
    )
    expect((await look(shop, order.orderCode)).lines[0]?.completedQuantity).toBe(40)
  })

  it('of two that exceed the order together one is refused, whoever comes first', async () => {
    const { shop, order } = await approvedOrder([48])
    const code = order.lines[0]?.lineCode ?? ''
    const answers = await Promise.all(['G1', 'G2', 'G3'].map((own) => deliver(shop, row(own, code, 30))))
    const added = answers.filter(({ status, body }) => status === 200 && body.rows[0]?.action === 'Added')
    expect(added).toHaveLength(1)
    expect((await look(shop, order.orderCode)).lines[0]?.completedQuantity).toBe(30)
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 970, reserved: 18 })
  })

  it('can be corrected while the line is open, and hold an order that was delivered from being reverted', async () => {
    const { shop, order } = await approvedOrder([48])
    const code = order.lines[0]?.lineCode ?? ''
    await deliver(shop, row('G1', code, 40))
    await deliver(shop, row('G1', code, 30))
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 970, reserved: 18 })
    const { version, lines } = await look(shop, order.orderCode)
    const input = { orderCode: order.orderCode, version, lineIds: lines.map(({ id }) => id) }
    const reverted = await portal.call(revertedOrder, shop.boss.token, input)
    expect(reverted.refused).toMatchObject({ ErrorCode: 'LineDelivered' })
    const { rows } = (
      await portal.call(goodsIssueKind.list.page, shop.boss.token, {
        page: 1,
        pageSize: 50,
        sort: [],
        filters: {},
        search: '',
        day: null,
      })
    ).body
    const selection = { mode: 'ids' as const, ids: rows.map(({ id }) => id) }
    const removed = await portal.call(goodsIssueKind.remove, shop.boss.token, {
      selection,
      dryRun: false,
    } as never)
    expect(removed.status).toBe(200)
    expect((await look(shop, order.orderCode)).lines[0]?.completedQuantity).toBe(0)
    expect(await stockOf(shop, variant(shop))).toEqual({ on_hand: 1_000, reserved: 48 })
    expect(
      (await portal.call(revertedOrder, shop.boss.token, { ...input, version: version + 1 })).status,
    ).toBe(200)
  })
})
