import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedOrder,
  approveOrders,
  closedOrders,
  countOrders,
  externalApprovalOrders,
  getManagedOrder,
  pendingOrders,
  rejectedOrder,
} from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { cancelOrder, myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { getCart } from '@kervan/contract/order/cart'
import { cellsOf } from '../../../test/cells.ts'
import {
  approve,
  fillCart,
  look,
  named,
  openShop,
  orderOf,
  page,
  place,
  windowAround,
} from '../../../test/ordering.ts'
import { dayIn } from '../../kit/clock.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('lists of orders', () => {
  it('[ORD-010] show each tab what belongs to it, and count what waits', async () => {
    const shop = await openShop(portal)
    const [open, closed, outside] = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    await portal.call(rejectedOrder, shop.boss.token, { ...named(closed), reason: 'OutOfStock' })
    await portal.owner.query(`update sales_order set state = 'WaitingExternalApproval' where id = $1`, [
      outside.id,
    ])
    const codes = async (list: typeof pendingOrders) =>
      (await portal.call(list.page, shop.boss.token, { ...page, ...windowAround() })).body.rows.map(
        (row) => row.orderCode,
      )
    expect(await codes(pendingOrders)).toEqual([open.orderCode])
    expect(await codes(closedOrders as never)).toEqual([closed.orderCode])
    expect(await codes(externalApprovalOrders as never)).toEqual([outside.orderCode])
    expect((await portal.call(countOrders, shop.boss.token, windowAround())).body).toEqual({
      toDecide: { orders: 1, isExact: true, late: 0 },
      inFulfilment: { orders: 0, isExact: true, late: 0 },
      externalApproval: { orders: 1, isExact: true, late: 0 },
      arrived: null,
      openEdiMessages: 0,
    })
    const limited = await shop.company.user({ without: [externalApprovalOrders.page.permission!] })
    expect((await portal.call(countOrders, limited.token, windowAround())).body.externalApproval).toBeNull()
  })

  it('[ORD-010] say how many have come since somebody looked, of those that wait for a decision', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    const { asOf } = (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround() }))
      .body
    const arrived = async (user = shop.boss) =>
      (await portal.call(countOrders, user.token, { ...windowAround(), since: asOf })).body.arrived
    expect(await arrived()).toBe(0)
    const [decided] = [await orderOf(shop), await orderOf(shop)]
    const soldOut = await shop.company.product({ stock: 0 })
    await orderOf({ ...shop, product: soldOut })
    expect(await arrived()).toBe(2)
    await approve(shop, decided)
    expect(await arrived()).toBe(1)
    const elsewhere = await shop.company.user({ customer: await shop.company.customer() })
    expect(await arrived(elsewhere)).toBe(0)
    expect(await arrived(await shop.company.user({ without: [pendingOrders.page.permission!] }))).toBeNull()
  })

  it('[ORD-010] [ORD-013] (D13, D14) an order stands in one tab under one word: tab, count, chip, selection and file agree', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const [open, decided, partly, cancelled, rejected] = [
      await orderOf(shop),
      await orderOf(shop),
      await orderOf(shop, [12, 12]),
      await orderOf(shop),
      await orderOf(shop),
    ]
    await approve(shop, decided)
    await portal.call(approvedOrder, shop.boss.token, {
      ...named(partly),
      lineIds: [existing(partly.lines[0]).id],
    })
    await portal.call(cancelOrder, shop.buyer.token, {
      orderCode: cancelled.orderCode,
      version: 1,
      memo: 'not needed',
    })
    await portal.call(rejectedOrder, shop.boss.token, { ...named(rejected), reason: 'OutOfStock' })
    const late = await orderOf(shop)
    await approve(shop, late)
    const soldOut = await shop.company.product({ stock: 0 })
    const backorder = await orderOf({ ...shop, product: soldOut })
    await portal.owner.query(`update sales_order set delivery_date = '2020-01-01' where id = $1`, [late.id])

    const asked = { ...windowAround(), sort: [], filters: {}, search: '' }
    const rowsOf = async (list: typeof pendingOrders, over: object) =>
      (await portal.call(list.page, shop.boss.token, { ...page, ...asked, ...over })).body.rows
    const codes = async (list: typeof pendingOrders, over: object) =>
      (await rowsOf(list, over)).map((row) => row.orderCode).toSorted()
    const parts = {
      toDecide: [open.orderCode, partly.orderCode],
      inFulfilment: [decided.orderCode, late.orderCode, backorder.orderCode],
    }
    const counts = (await portal.call(countOrders, shop.boss.token, windowAround())).body
    expect(counts).toMatchObject({
      toDecide: { orders: 2, late: 0 },
      inFulfilment: { orders: 3, late: 1 },
    })
    for (const part of ['toDecide', 'inFulfilment'] as const) {
      expect(await codes(pendingOrders, { part })).toEqual(parts[part].toSorted())
      const file = await portal.call(pendingOrders.excel, shop.boss.token, {
        ...asked,
        part,
        columns: ['orderCode'],
      })
      expect(await cellsOf(file.body as unknown as Buffer)).toHaveLength(1 + existing(counts[part]).orders)
      const { body } = await portal.call(approveOrders, shop.boss.token, {
        selection: {
          mode: 'query',
          query: { ...asked, part },
          exclude: [],
          asOf: new Date(Date.now() + 1_000).toISOString(),
        },
        dryRun: true,
      })
      expect(body.done + body.refused).toBe(existing(counts[part]).orders)
      // What is to decide can be decided: that is what the number on the tab promises.
      expect(body.done).toBe(part === 'toDecide' ? 2 : 0)
    }
    const closed = closedOrders as never as typeof pendingOrders
    expect(await codes(closed, { filters: { shownState: { in: ['Rejected'] } } })).toEqual([
      rejected.orderCode,
    ])
    expect(await codes(closed, { filters: { shownState: { in: ['Cancelled'] } } })).toEqual([
      cancelled.orderCode,
    ])
    expect(await look(shop, cancelled.orderCode)).toMatchObject({
      state: 'Rejected',
      shownState: 'Cancelled',
    })
    expect(await rowsOf(closed, { filters: { shownState: { in: ['Cancelled'] } } })).toMatchObject([
      {
        state: 'Rejected',
        shownState: 'Cancelled',
        demandQuantity: 12,
        confirmedQuantity: 0,
        demandTotal: '120.00',
        total: '0.00',
      },
    ])
    const file = await portal.call(closedOrders.excel, shop.boss.token, {
      ...asked,
      sort: [{ column: 'shownState', direction: 'asc' }],
      columns: ['orderCode', 'shownState', 'demandQuantity'],
    })
    expect(await cellsOf(file.body as unknown as Buffer)).toEqual([
      ['Order code', 'State', 'Ordered'],
      [cancelled.orderCode, 'Cancelled', '12'],
      [rejected.orderCode, 'Rejected', '12'],
    ])
  })

  it('[ORD-010, ORD-011, ORD-025] span three months for who decides, six for who orders, and start before they end', async () => {
    const shop = await openShop(portal)
    const ask = (list: typeof pendingOrders, from: string, to: string) =>
      portal.call(list.page, shop.buyer.token, { ...page, from, to })
    expect((await ask(pendingOrders, '2026-08-21', '2026-11-21')).status).toBe(200)
    expect(await ask(pendingOrders, '2026-08-20', '2026-11-21')).toMatchObject({
      status: 422,
      code: 'WindowTooWide',
      refused: { Facts: { months: 3 } },
    })
    const today = dayIn('Europe/Istanbul', new Date())
    const [first, before] = [addMonths(today, -6), addDays(addMonths(today, -6), -1)]
    expect((await ask(myPendingOrders as never, first, addMonths(first, 6))).status).toBe(200)
    expect(await ask(myPendingOrders as never, first, addDays(addMonths(first, 6), 1))).toMatchObject({
      code: 'WindowTooWide',
      refused: { Facts: { months: 6 } },
    })
    expect((await ask(pendingOrders, '2026-11-21', '2026-11-20')).code).toBe('WindowTooWide')
    // ORD-011: begun more than six months ago, however narrow. Those who decide look further back.
    expect((await ask(myPendingOrders as never, addDays(first, 1), addDays(first, 9))).status).toBe(200)
    expect(await ask(myPastOrders as never, addDays(before, -1), before)).toMatchObject({
      status: 422,
      code: 'WindowTooEarly',
    })
    expect((await ask(closedOrders as never, '2025-01-01', '2025-03-01')).status).toBe(200)
  })

  it('[GRD-001] page, sort, filter, search and export the same rows', async () => {
    const shop = await openShop(portal, { product: { variants: 3 } })
    for (const [at, quantities] of [[10], [20, 20], [30, 30, 30]].entries()) {
      await fillCart(shop, quantities)
      if (at === 1)
        await portal.owner.query(`update cart set external_po_code = 'PO-İZMİR' where membership_id = $1`, [
          shop.buyer.id,
        ])
      const { body: cart } = await portal.call(getCart, shop.buyer.token, {})
      await place(shop, cart.version)
    }
    const ask = async (over: object) =>
      (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround(), ...over })).body
    expect(
      (await ask({ sort: [{ column: 'confirmedQuantity', direction: 'desc' }] })).rows.map(
        (row) => row.confirmedQuantity,
      ),
    ).toEqual([90, 40, 10])
    expect(
      (await ask({ filters: { confirmedQuantity: { from: '20', to: '60' } } })).rows.map(
        (row) => row.confirmedQuantity,
      ),
    ).toEqual([40])
    expect(
      (await ask({ filters: { lineCount: { from: '3' }, shownState: { in: ['Request'] } } })).rows.map(
        (row) => row.confirmedQuantity,
      ),
    ).toEqual([90])
    expect((await ask({ search: 'po-izmir' })).rows.map((row) => row.externalPoCode)).toEqual(['PO-İZMİR'])
    expect(await ask({ search: 'nothing here' })).toMatchObject({ rows: [], total: 0, totalIsExact: true })
    const file = await portal.call(
      pendingOrders.excel,
      shop.boss.token,
      {
        columns: ['orderCode', 'confirmedQuantity', 'shownState'],
        sort: [{ column: 'confirmedQuantity', direction: 'asc' }],
        filters: {},
        search: '',
        ...windowAround(),
      },
      { language: 'tr' },
    )
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await cellsOf(file.body as unknown as Buffer)).toEqual([
      ['Sipariş kodu', 'Onaylanan', 'Durum'],
      ...(await ask({ sort: [{ column: 'confirmedQuantity', direction: 'asc' }] })).rows.map((row) => [
        row.orderCode,
        String(row.confirmedQuantity),
        'Bekliyor',
      ]),
    ])
  })

  it('[USR-006, USR-007] show customers, third parties and users of a shop only what is theirs, in rows, totals and files', async () => {
    const shop = await openShop(portal)
    const mine = await orderOf(shop)
    const otherCustomer = await shop.company.customer()
    const otherLocation = await shop.company.location(otherCustomer)
    const neighbour = await shop.company.user({ customer: otherCustomer })
    const secondLocation = await shop.company.location(shop.customer)
    const clerk = await shop.company.user({ customer: shop.customer, locations: [secondLocation] })
    const franchise = await shop.company.user({ type: 'ThirdPartyUser', thirdPartyLocation: otherLocation })
    for (const user of [neighbour, clerk, franchise]) {
      const { body } = await portal.call(pendingOrders.page, user.token, { ...page, ...windowAround() })
      expect(body).toMatchObject({ rows: [], total: 0 })
      expect((await portal.call(getManagedOrder, user.token, { orderCode: mine.orderCode })).code).toBe(
        'OrderNotFound',
      )
      expect((await portal.call(countOrders, user.token, windowAround())).body.toDecide).toMatchObject({
        orders: 0,
      })
      const file = await portal.call(pendingOrders.excel, user.token, {
        columns: ['orderCode'],
        sort: [],
        filters: {},
        search: '',
        ...windowAround(),
      })
      expect(await cellsOf(file.body as unknown as Buffer)).toHaveLength(1)
      expect(
        (
          await portal.call(approveOrders, user.token, {
            selection: { mode: 'ids', ids: [mine.id] },
            dryRun: false,
          })
        ).body,
      ).toMatchObject({ done: 0, refused: 1 })
    }
    expect((await look(shop, mine.orderCode)).version).toBe(1)
  })
})
