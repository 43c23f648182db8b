import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '@kervan/contract/kit/days'
import { plainText } from '@kervan/contract/kit/typed'
import { rejectedOrder } from '@kervan/contract/order/order-management'
import { getOrderReport, getOrderReportExcel, orderReportOrders } from '@kervan/contract/order/order-report'
import { fillCart, openShop, orderOf, page, place, windowAround, type Shop } from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const all = {
  ...windowAround(),
  rows: ['customer'] as 'customer'[],
  column: null,
  measure: 'orders' as const,
  filters: {},
}
type Question = Parameters<typeof ask>[1]
function ask(
  shop: Shop,
  over: Partial<Omit<typeof all, 'rows' | 'column' | 'measure' | 'filters'>> & Record<string, unknown> = {},
) {
  return portal.call(getOrderReport, shop.boss.token, { ...all, ...over })
}
async function figures(shop: Shop, over: Question) {
  const answer = await ask(shop, over)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refused))
  const { rows, columns, columnTotals, grandTotal } = answer.body
  return {
    columns: columns.map(({ value }) => value),
    rows: rows.map(({ path, cells, total }) => [...path.map(({ value }) => value), ...cells, total]),
    columnTotals,
    grandTotal,
  }
}

describe('the order report', () => {
  it('[ORD-018] groups and pivots what the orders hold, whichever grain the figure is read at', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const orders = [await orderOf(shop, [12]), await orderOf(shop, [24]), await orderOf(shop, [12, 24])]
    const pieces = orders.flatMap((order) => order.lines).reduce((sum, line) => sum + line.poQuantity, 0)
    const lines = orders.reduce((sum, order) => sum + order.lines.length, 0)
    const code = orders[0]?.customerUniqueCode ?? null
    expect((await figures(shop, {})).rows).toEqual([[code, '3']])
    expect((await figures(shop, { measure: 'lines' })).grandTotal).toBe(String(lines))
    for (const rows of [['customer'], ['product'], ['lineState', 'brand', 'week']])
      expect((await figures(shop, { rows, measure: 'quantity' })).grandTotal, rows.join()).toBe(
        String(pieces),
      )
    const pivoted = await figures(shop, {
      rows: ['customer', 'city'],
      column: 'orderState',
      measure: 'demandQuantity',
    })
    expect(pivoted.columnTotals).toEqual([String(pieces)])
    expect(pivoted.rows.map((row) => row.at(-1))).toEqual([String(pieces), String(pieces)])
    const net = orders.reduce((sum, order) => sum + Number(order.total), 0).toFixed(2)
    for (const rows of [['month'], ['product']])
      expect(Number((await figures(shop, { rows, measure: 'netAmount' })).grandTotal).toFixed(2)).toBe(net)
    expect((await figures(shop, { filters: { customer: ['nobody'] } })).rows).toEqual([])
  })

  it('[ORD-018] comes to one total by order, by line and as the sum of its rows, also after a decision', async () => {
    const shop = await openShop(portal, { discount: '7.35', product: { variants: 3, price: '3.3333' } })
    const order = await orderOf(shop, [12, 7, 11])
    await orderOf(shop, [1, 1, 1])
    const sum = ({ rows }: Awaited<ReturnType<typeof figures>>) =>
      rows.reduce((all, row) => all + Number(row.at(-1)), 0).toFixed(2)
    const same = async () => {
      const whole = await figures(shop, { rows: ['customer'], measure: 'netAmount' })
      for (const rows of [['product'], ['product', 'lineState'], ['brand', 'product']]) {
        const byLine = await figures(shop, { rows: rows.slice(0, 1), measure: 'netAmount' })
        expect([byLine.grandTotal, sum(byLine)]).toEqual([whole.grandTotal, whole.grandTotal])
        expect((await figures(shop, { rows, measure: 'netAmount' })).grandTotal).toBe(whole.grandTotal)
      }
      const { rows } = await portal.owner.query<{ differs: string }>(
        `select o.code as differs from sales_order o where o.company_id = $1
           and o.total <> (select sum(l.net_amount) from order_line l where l.company_id = o.company_id and l.order_id = o.id)`,
        [shop.company.id],
      )
      expect(rows).toEqual([])
      return whole.grandTotal
    }
    const before = await same()
    const rejected = await portal.call(rejectedOrder, shop.boss.token, {
      orderCode: order.orderCode,
      version: order.version,
      lineIds: [order.lines[1]?.id ?? ''],
      reason: 'OutOfStock',
    })
    expect([rejected.status, rejected.refused]).toEqual([200, null])
    expect(await same()).not.toBe(before)
  })

  it('[ORD-018] counts an order once in the totals, however many of its lines are in other rows', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    await orderOf(shop, [12, 12])
    const { grandTotal } = await figures(shop, { rows: ['product', 'lineState'] })
    expect(grandTotal).toBe('1')
  })

  it('[ORD-018] [ORD-025] refuses a period past six months or turned around', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const { from } = all
    for (const window of [
      { from, to: addMonths(from, 7) },
      { from, to: addMonths(from, -1) },
    ])
      expect((await ask(shop, window)).refused?.ErrorCode).toBe('WindowTooWide')
    expect((await ask(shop, { from, to: addMonths(from, 6) })).status).toBe(200)
    expect((await ask(shop, { rows: ['month'], column: 'month' })).status).toBe(422)
  })

  it('[ORD-018] leads from each figure to its orders, which come to the figure', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const second = await shop.company.product({ variants: 1 })
    await orderOf(shop, [12, 24])
    await orderOf(shop, [24])
    const cart = await fillCart(shop, [12], { product: second })
    await place(shop, cart.version)
    const behind = async (only: unknown, user = shop.boss) => {
      const { from, to } = all
      const question = { ...page, from, to, only, summary: 'all' } as never
      const { body } = await portal.call(orderReportOrders.page, user.token, question)
      return { orders: body.total, sums: body.summary?.all?.sums ?? {} }
    }
    const measures = {
      lines: 'lineCount',
      demandQuantity: 'demandQuantity',
      quantity: 'confirmedQuantity',
      netAmount: 'total',
    }
    for (const rows of [['customer'], ['product', 'lineState'], ['month', 'city'], ['category']])
      for (const column of [null, 'type']) {
        const { body: counted } = await ask(shop, { rows, column })
        for (const row of counted.rows)
          for (const [at, figure] of [...row.cells, row.total].entries()) {
            const head = counted.columns[at]
            const only = [
              ...row.path.map(({ value }, level) => ({ dimension: rows[level], values: [value] })),
              ...(head ? [{ dimension: column, values: [head.value] }] : []),
            ]
            expect((await behind(only)).orders, JSON.stringify(only)).toBe(Number(figure))
          }
        for (const [measure, of] of Object.entries(measures)) {
          const { body } = await ask(shop, { rows, column, measure })
          for (const { path, total } of body.rows) {
            const only = path.map(({ value }, level) => ({ dimension: rows[level], values: [value] }))
            const { sums } = await behind(only)
            expect(Number((sums as Record<string, string>)[of]), `${measure} ${JSON.stringify(only)}`).toBe(
              Number(total),
            )
          }
        }
      }
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    expect((await behind([], stranger)).orders).toBe(0)
  })

  it('[ORD-018] gives the same figures as a workbook, with what was asked for', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    await orderOf(shop, [12, 24])
    const question = { ...all, rows: ['customer', 'product'], column: 'type', measure: 'quantity' } as never
    const { body } = await portal.call(getOrderReport, shop.boss.token, question)
    const file = await portal.call(getOrderReportExcel, shop.boss.token, question)
    const told = await workbookRows(file.body)
    expect(told.slice(1, body.rows.length + 2)).toEqual([
      ...body.rows.map(({ path, cells, total }) => [
        path[0]?.label,
        path[1]?.label ?? '',
        ...cells.map(String),
        String(total),
      ]),
      ['Total', '', ...body.columnTotals.map(String), String(body.grandTotal)],
    ])
    expect(told).toContainEqual(['Rows', 'Customer > Product'])
  })

  it('[ORD-018] [USR-006] counts only what the reader may see', async () => {
    const shop = await openShop(portal)
    await orderOf(shop, [12])
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    expect((await portal.call(getOrderReport, stranger.token, all)).body.grandTotal).toBe('0')
    const elsewhere = await shop.company.user({ locations: [await shop.company.location(shop.customer)] })
    expect((await portal.call(getOrderReport, elsewhere.token, all)).body.grandTotal).toBe('0')
    expect((await portal.call(getOrderReport, shop.buyer.token, all)).body.grandTotal).toBe('1')
    const bare = await shop.company.user({ permissions: [] })
    expect((await portal.call(getOrderReport, bare.token, all)).status).toBe(403)
  })

  it('[ORD-018] says so when more is asked for than can be read', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop, [12])
    // As many customers as rows can be shown, and one more.
    const [own] = await inCompany(
      portal,
      shop.company.id,
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_name = 'sales_order' and is_generated = 'NEVER' and column_name not in ('id', 'code', 'main_order_code', 'customer_code')`,
      [],
    )
    await inCompany(
      portal,
      shop.company.id,
      `insert into sales_order (id, code, main_order_code, customer_code, ${plainText(own?.columns)})
       select gen_random_uuid(), 'MANY-' || n, null, 'C-' || n, ${plainText(own?.columns)} from sales_order o, generate_series(1, 1000) n where o.id = $1`,
      [order.id],
    )
    expect((await ask(shop)).refused?.ErrorCode).toBe('ReportTooLarge')
    const [code] = (await figures(shop, { rows: ['month'] })).rows
    expect(code?.at(-1)).toBe('1001')
  })

  it('[ORD-020] [ORD-018] offers no amounts to readers who may not see prices', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    await orderOf(shop)
    expect((await ask(shop, { measure: 'netAmount' })).refused?.ErrorCode).toBe('ReportAmountsHidden')
    expect((await ask(shop, {})).status).toBe(200)
  })
})
