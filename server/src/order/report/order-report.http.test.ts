import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '@kervan/contract/kit/days'
import { getOrderReport } from '@kervan/contract/order/order-report'
import { openShop, orderOf, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

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
  return portal.call(getOrderReport, shop.boss.token, { ...all, ...over } as typeof all)
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

  it('[ORD-020] [ORD-018] offers no amounts to readers who may not see prices', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    await orderOf(shop)
    expect((await ask(shop, { measure: 'netAmount' })).refused?.ErrorCode).toBe('InvalidInput')
    expect((await ask(shop, {})).status).toBe(200)
  })
})
