import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closedOrders,
  pendingOrders,
  rejectOrders,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { cellsOf } from '../../../test/cells.ts'
import { copyOrder } from '../../../test/manyOrders.ts'
import { approve, openShop, orderOf, page, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
let shop: Shop
let other: Shop
beforeAll(async () => {
  portal = await startPortal()
  shop = await openShop(portal, { product: { pack: 6, stock: 500 }, discount: '5' })
  const customer = await shop.company.customer({ discount: '0' })
  other = {
    ...shop,
    customer,
    location: await shop.company.location(customer),
    buyer: await shop.company.user({ customer }),
  }
  const revised = await orderOf(shop, [60])
  await orderOf(shop, [24])
  await orderOf(other, [300])
  await portal.call(reviseOrders, shop.boss.token, {
    selection: { mode: 'ids', ids: [revised.id] },
    dryRun: false,
    percent: 50,
  })
  await approve(shop, await orderOf(shop, [12]))
  const closed = await orderOf(shop, [12])
  await portal.call(rejectOrders, shop.boss.token, {
    selection: { mode: 'ids', ids: [closed.id] },
    dryRun: false,
    reason: 'OutOfStock',
  })
})
afterAll(() => portal.close())

const ask = async (over: object, user: User = shop.boss) =>
  (await portal.call(pendingOrders.page, user.token, { ...page, ...windowAround(), ...over })).body
/** What the rows themselves come to. */
const added = (rows: { demandQuantity: number; total: string | null }[]) => ({
  rows: rows.length,
  sums: {
    demandQuantity: String(rows.reduce((sum, row) => sum + row.demandQuantity, 0)),
    total: rows.reduce((sum, row) => sum + Number(row.total), 0).toFixed(2),
  },
  currency: 'TRY',
})

describe('[ORD-010] what a list of orders comes to', () => {
  it.each([
    ['everything', {}],
    ['a tab', { part: 'toDecide' }],
    ['a filter', { part: 'toDecide', filters: { confirmedQuantity: { from: '30' } } }],
    ['nothing at all', { search: 'zzqx' }],
  ])('is the sum of its rows: %s', async (_, question) => {
    const { rows, total } = await ask(question)
    const summed = await ask({ ...question, summary: 'all' })
    const expected = added(rows)
    if (rows.length === 0) {
      expected.sums = { demandQuantity: '0', total: '0' }
      expect(summed.summary?.all).toMatchObject({ rows: 0, sums: expected.sums })
    } else expect(summed.summary?.all).toEqual(expected)
    expect(summed).toMatchObject({ rows: [], total, totalIsExact: true })
  })

  it('by customer, the largest first, each as its filter finds it', async () => {
    const { summary } = await ask({ summary: 'customerUniqueCode' })
    const { all, groups, groupsAreComplete } = existing(summary)
    expect(groupsAreComplete).toBe(true)
    expect(groups.map(({ label, rows }) => [label, rows])).toEqual([
      [other.customer.name, 1],
      [shop.customer.name, 3],
    ])
    expect(all).toEqual(added((await ask({})).rows))
    for (const { value, label, ...sums } of groups) {
      const { rows } = await ask({ filters: { customerUniqueCode: { in: [value] } } })
      expect(sums).toEqual(added(rows))
      expect(new Set(rows.map((row) => row.customerName))).toEqual(new Set([label]))
    }
  })

  it('within the rows of the reader', async () => {
    const own = await shop.company.user({ customer: other.customer, without: [] })
    const { summary } = await ask({ summary: 'customerUniqueCode' }, own)
    expect(summary).toMatchObject({ all: { rows: 1 }, groups: [{ label: other.customer.name, rows: 1 }] })
    const company = await shop.company.user({ without: [existing(pendingOrders.page.permission)] })
    expect(
      await portal.call(pendingOrders.page, company.token, { ...page, ...windowAround(), summary: 'all' }),
    ).toMatchObject({ status: 403 })
  })

  it('as a workbook with its total', async () => {
    const file = await portal.call(pendingOrders.excel, shop.boss.token, {
      ...windowAround(),
      sort: [],
      filters: {},
      search: '',
      columns: ['orderCode'],
      summary: 'customerUniqueCode',
    })
    const { summary } = await ask({ summary: 'customerUniqueCode' })
    const rows = await cellsOf(file.body as unknown as Buffer)
    expect(rows[0]).toEqual(['Customer code', 'Customer', 'Count', 'Ordered', 'Total'])
    expect(rows.slice(1).map((row) => row.slice(1).map((cell) => Number(cell) || cell))).toEqual([
      ...existing(summary).groups.map(({ label, rows: count, sums }) => [
        label,
        count,
        Number(sums['demandQuantity']),
        Number(sums['total']),
      ]),
      ['Total', 4, 396, Number(existing(summary?.all).sums['total'])],
    ])
  })

  it('is without prices where they are hidden, in answer and file', async () => {
    const hidden = await openShop(portal, { visibility: 'HideForAll' })
    await orderOf(hidden)
    const question = { ...page, ...windowAround() }
    const { body } = await portal.call(pendingOrders.page, hidden.boss.token, {
      ...question,
      summary: 'customerUniqueCode',
    })
    expect(body.summary?.all?.sums).toEqual({ demandQuantity: '12' })
    expect(body.summary?.groups[0]?.sums).toEqual({ demandQuantity: '12' })
    const file = await portal.call(pendingOrders.excel, hidden.boss.token, {
      ...windowAround(),
      sort: [],
      filters: {},
      search: '',
      columns: ['orderCode'],
      summary: 'customerUniqueCode',
    })
    expect((await cellsOf(file.body as unknown as Buffer))[0]).toEqual([
      'Customer code',
      'Customer',
      'Count',
      'Ordered',
    ])
  })

  it('is not told of more rows than are counted, but by group', async () => {
    const large = await openShop(portal)
    await copyOrder(large, await orderOf(large), 10_000)
    const question = { ...page, ...windowAround() }
    const { body } = await portal.call(pendingOrders.page, large.boss.token, { ...question, summary: 'all' })
    expect(body).toMatchObject({ total: 10_000, totalIsExact: false, summary: { all: null, groups: [] } })
    const { body: grouped } = await portal.call(pendingOrders.page, large.boss.token, {
      ...question,
      summary: 'customerUniqueCode',
    })
    expect(grouped.summary).toMatchObject({ all: { rows: 10_001 }, groups: [{ rows: 10_001 }] })
  })

  it('of closed orders too, and only by what the list names', async () => {
    const { body } = await portal.call(closedOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
      summary: 'customerUniqueCode',
    })
    expect(body.summary).toMatchObject({ all: { rows: 1, sums: { confirmedQuantity: '0', total: '0.00' } } })
    expect(
      await portal.call(closedOrders.page, shop.boss.token, {
        ...page,
        ...windowAround(),
        summary: 'recordUser',
      }),
    ).toMatchObject({ status: 422 })
  })
})

it('[ORD-010] a row says how many of its open lines stock does not cover', async () => {
  const product = await shop.company.product({ stock: 100, variants: 2 })
  const sold = { ...shop, product }
  const covered = await orderOf(sold, [40, 40])
  const soldOut = await shop.company.product({ stock: 0 })
  const backorder = await orderOf({ ...shop, product: soldOut }, [12])
  const short = async () => new Map((await ask({})).rows.map((row) => [row.orderCode, row.shortLines]))
  const closed = await portal.call(closedOrders.page, shop.boss.token, { ...page, ...windowAround() })
  expect([(await short()).get(covered.orderCode), (await short()).get(backorder.orderCode)]).toEqual([0, 1])
  expect(closed.body.rows[0]?.shortLines).toBeNull()
  // Goods arrive.
  await portal.owner.query('update stock set on_hand = 20 where variant_id = $1', [
    existing(soldOut.variants[0]).id,
  ])
  expect((await short()).get(backorder.orderCode)).toBe(0)
})
