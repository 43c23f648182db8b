import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@kervan/contract/administration/users'
import { closedOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { orderableProducts } from '@kervan/contract/order/order-new'
import { copyOrder } from '../../../test/manyOrders.ts'
import { openShop, orderOf, page, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[GRD-004] a filter of texts', () => {
  let company: Company
  let reader: User
  beforeAll(async () => {
    company = await portal.company()
    reader = await company.user({ name: ['Ayşe', 'Yılmaz'] })
    await company.user({ name: ['Ali', 'İzmir'] })
    await company.user({ name: ['Ali', 'ISPARTA'] })
    await company.user({ name: ['Ali', 'Straße'] })
  })

  it.each([
    ['İzmir', 'İzmir'],
    ['izmir', 'İzmir'],
    ['IZMIR', 'İzmir'],
    ['ısparta', 'ISPARTA'],
    ['İSPARTA', 'ISPARTA'],
    ['strasse', 'Straße'],
    ['YILMAZ', 'Yılmaz'],
  ])('%s finds %s, in a page and in a selection, as the search does', async (typed, name) => {
    const filters = { lastName: { contains: typed } }
    const found = await portal.call(users.page, reader.token, { ...page, filters })
    expect(found.body.rows.map((row) => row.lastName)).toEqual([name])
    const searched = await portal.call(users.page, reader.token, { ...page, search: typed })
    expect(searched.body.rows.map((row) => row.id)).toEqual(found.body.rows.map((row) => row.id))
  })

  it('takes signs as signs, and finds nothing by what is no text at all', async () => {
    for (const contains of ['%%', '__', '\\\\', '\u0301\u0301', '   '])
      expect(
        (await portal.call(users.page, reader.token, { ...page, filters: { lastName: { contains } } })).body,
      ).toMatchObject({ rows: [], total: 0 })
  })
})

describe('[GRD-001] the pages of a list', () => {
  let shop: Shop
  let code: string
  const window = windowAround()
  const ask = async (more: object) =>
    (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...window, ...more })).body
  beforeAll(async () => {
    shop = await openShop(portal)
    const order = await orderOf(shop)
    code = order.orderCode
    await copyOrder(shop, order, 119)
  })

  it('give every row once, whichever way they are sorted, with all that the first page tells of a row', async () => {
    for (const sort of [
      [],
      [{ column: 'customerName', direction: 'asc' }],
      [{ column: 'orderCode', direction: 'desc' }],
    ]) {
      const pages = [await ask({ sort }), await ask({ sort, page: 2 }), await ask({ sort, page: 3 })]
      expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
        [50, 120],
        [50, 120],
        [20, 120],
      ])
      const rows = pages.flatMap((one) => one.rows)
      expect(new Set(rows.map((row) => row.id)).size).toBe(120)
      expect(new Set(rows.map((row) => JSON.stringify(row.actions))).size).toBe(1)
      expect(rows.every((row) => row.actions.approve === null)).toBe(true)
    }
    expect(await ask({ page: 4 })).toMatchObject({ rows: [], total: 120, totalIsExact: true })
  })

  it('repeat the total they were told instead of counting again, but for what they see themselves', async () => {
    expect(await ask({ page: 2, known: 7_000 })).toMatchObject({ total: 7_000, totalIsExact: true })
    expect(await ask({ page: 2, known: 10_001 })).toMatchObject({ total: 10_000, totalIsExact: false })
    expect(await ask({ page: 3, known: 7_000 })).toMatchObject({ total: 120, totalIsExact: true })
    expect((await ask({ known: -1 })) as unknown).toMatchObject({
      ErrorCode: expect.stringMatching(/^InvalidInput/),
    })
  })

  it('tell how many rows have each value of a choice, whatever is chosen of it, and what else is asked for counts', async () => {
    const counted = await ask({ count: 'shownState', filters: { shownState: { in: ['Processing'] } } })
    expect(counted).toMatchObject({ rows: [], total: 120, totalIsExact: true, counts: { Request: 120 } })
    expect((await ask({ count: 'shownState', search: code })).counts).toEqual({ Request: 1 })
    expect((await ask({ count: 'overQuota' })).counts).toEqual({})
    expect((await ask({ count: 'customerName' })).counts).toEqual({ [shop.customer.name]: 120 })
    const elsewhere = await openShop(portal)
    const none = await portal.call(pendingOrders.page, elsewhere.boss.token, {
      ...page,
      ...window,
      count: 'shownState',
    })
    expect(none.body.counts).toEqual({})
    expect((await ask({ count: 'orderCode' })) as unknown).toMatchObject({
      ErrorCode: expect.stringMatching(/^InvalidInput/),
    })
  })

  it('find an order by its code, however it is typed, and only where the reader would see it', async () => {
    const codes = async (search: string) => (await ask({ search })).rows.map((row) => row.orderCode)
    expect(await codes(code)).toEqual([code])
    expect(await codes(` ${code.toLowerCase()} `)).toEqual([code])
    expect(await codes('COPY-00007')).toEqual(['COPY-00007'])
    expect((await codes('copy-0001')).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, at) => `COPY-0001${at}`),
    )
    expect(await codes('copy-0019')).toEqual([])
    const elsewhere = await openShop(portal)
    expect(
      (
        await portal.call(pendingOrders.page, elsewhere.boss.token, {
          ...page,
          ...window,
          search: 'COPY-00007',
        })
      ).body.total,
    ).toBe(0)
    expect(
      (await portal.call(closedOrders.page, shop.boss.token, { ...page, ...window, search: 'COPY-00007' }))
        .body.total,
    ).toBe(0)
  })
})

describe('[ORD-020] prices of a list', () => {
  it('are neither told nor sorted nor filtered by where the reader may not see them', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    const ask = (more: object) => portal.call(orderableProducts.page, shop.buyer.token, { ...page, ...more })
    expect((await ask({})).body.rows.map((row) => row.listPrice)).toEqual([null])
    expect(await ask({ filters: { listPrice: { from: '1' } } })).toMatchObject({
      status: 422,
      code: 'InvalidInput',
    })
    expect((await ask({ sort: [{ column: 'listPrice', direction: 'asc' }] })).status).toBe(200)
    const file = await portal.call(orderableProducts.excel, shop.buyer.token, {
      sort: [],
      filters: {},
      search: '',
      columns: ['listPrice'],
    })
    expect(file).toMatchObject({ status: 422, code: 'InvalidInput' })
  })
})
