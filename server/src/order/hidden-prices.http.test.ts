import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { approveOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { myPendingOrders } from '@kervan/contract/order/order-my'
import { orderableProducts } from '@kervan/contract/order/order-new'
import { cartLines } from '@kervan/contract/order/cart'
import { cellsOf } from '../../test/cells.ts'
import { fillCart, openShop, orderOf, page, windowAround, type Shop } from '../../test/ordering.ts'
import { password, startPortal, type Portal, type User } from '../../test/portal.ts'

// Hidden prices (ORD-020): whoever may not see them is not offered the columns either.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const question = { sort: [], filters: {}, search: '' }
const excelOf = (shop: Shop, user: User, columns: string[], over: object = {}) =>
  shop.portal.call(pendingOrders.excel, user.token, { columns, ...question, ...windowAround(), ...over })
const cells = async (answer: { body: unknown }) => cellsOf(answer.body as Buffer)

describe('[ORD-020] a reader without prices', () => {
  it('is told so with the session, everybody else is told nothing', async () => {
    const told = async (visibility: 'HideForAll' | 'HideForOPManager' | 'NoHide') => {
      const shop = await openShop(portal, { visibility })
      const signIn = async (user: User) =>
        (
          await portal.call(login, null, {
            username: user.username,
            password,
            companyIntCode: shop.company.id,
          })
        ).body.PricesHidden
      return [
        await signIn(shop.boss),
        await signIn(await shop.company.user({ customer: shop.customer, permissions: ['NewOrder'] })),
      ]
    }
    expect(await told('HideForAll')).toEqual([true, true])
    expect(await told('HideForOPManager')).toEqual([true, undefined])
    expect(await told('NoHide')).toEqual([undefined, undefined])
  })

  it('gets no total, no order that follows it, and no filter on it', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    for (const quantity of [30, 10, 20]) await orderOf(shop, [quantity])
    const asked = { ...page, ...windowAround() }
    const sorted = await portal.call(pendingOrders.page, shop.boss.token, {
      ...asked,
      sort: [
        { column: 'total', direction: 'desc' },
        { column: 'orderCode', direction: 'asc' },
      ],
    })
    expect(sorted.body.rows.map((row) => [row.confirmedQuantity, row.total, row.demandTotal])).toEqual([
      [30, null, null],
      [10, null, null],
      [20, null, null],
    ])
    const filtered = await portal.call(pendingOrders.page, shop.boss.token, {
      ...asked,
      filters: { total: { from: '150' } },
    })
    expect(filtered).toMatchObject({
      status: 422,
      code: 'InvalidInput',
      refused: { Facts: { issues: [{ path: 'filters.total' }] } },
    })
    const query = { ...question, ...windowAround(), filters: { total: { from: '150' } } }
    const bulk = await portal.call(approveOrders, shop.boss.token, {
      selection: { mode: 'query', query, exclude: [], asOf: new Date(Date.now() + 1_000).toISOString() },
      dryRun: false,
    })
    expect(bulk).toMatchObject({ status: 422, code: 'InvalidInput' })
  })

  it('gets files without the column, and none of nothing but prices', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    const order = await orderOf(shop, [12])
    expect(
      await cells(
        await excelOf(shop, shop.boss, ['orderCode', 'total', 'confirmedQuantity'], {
          sort: [{ column: 'total', direction: 'asc' }],
        }),
      ),
    ).toEqual([
      ['Order code', 'Confirmed'],
      [order.orderCode, '12'],
    ])
    expect(await excelOf(shop, shop.boss, ['total'])).toMatchObject({
      status: 422,
      code: 'InvalidInput',
      refused: { Facts: { issues: [{ path: 'columns' }] } },
    })
    await fillCart(shop, [5])
    const products = await portal.call(orderableProducts.excel, shop.buyer.token, {
      columns: ['productCode', 'listPrice'],
      ...question,
    })
    const lines = await portal.call(cartLines.excel, shop.buyer.token, {
      columns: ['unitPrice', 'lineTotal', 'quantity'],
      ...question,
    })
    expect([await cells(products), await cells(lines)]).toEqual([
      [['Product code'], [shop.product.code]],
      [['Quantity'], ['5']],
    ])
  })

  it('is a matter of the reader: the customer beside them has the column', async () => {
    const shop = await openShop(portal, { visibility: 'HideForOPManager' })
    const order = await orderOf(shop, [12])
    const buyer = await shop.company.user({ customer: shop.customer, without: ['OrderManagement'] })
    await portal.owner.query('update sales_order set record_user_id = $1 where id = $2', [buyer.id, order.id])
    const asked = { ...page, ...windowAround(), filters: { total: { from: '100', to: '200' } } }
    expect(
      (await portal.call(myPendingOrders.page, buyer.token, asked)).body.rows.map((row) => row.total),
    ).toEqual(['120.00'])
    expect(await portal.call(myPendingOrders.page, shop.boss.token, asked)).toMatchObject({
      status: 422,
      code: 'InvalidInput',
    })
  })
})
