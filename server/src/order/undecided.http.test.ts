import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  approvedOrder,
  approveOrders,
  countOrders,
  rejectedOrder,
  rejectOrders,
  revertedOrder,
  revertOrders,
  revisedOrder,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { cancelAllPending, cancelOrder } from '@kervan/contract/order/order-my'
import { isUndecided } from '@kervan/contract/order/states'
import type { LineState, LineType } from '@kervan/contract/order/words'
import type { Call, InputOf } from '@kervan/contract/kit/call'
import { fillCart, look, openShop, orderOf, place, windowAround } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

it('[ORD-013] an order says after every act whether a line of it waits for a decision', async () => {
  const shop = await openShop(portal, { product: { pack: 6, variants: 3, stock: 5_000 } })
  const read = async () =>
    (
      await portal.owner.query<{
        undecided: boolean
        open: boolean
        lines: { state: LineState; type: LineType }[]
      }>(
        `select o.undecided, not o.closed and not o.external as open, json_agg(json_build_object('state', l.state, 'type', l.type)) as lines
         from sales_order o join order_line l on l.company_id = o.company_id and l.order_id = o.id
         where o.company_id = $1 group by o.company_id, o.id`,
        [shop.company.id],
      )
    ).rows
  const agrees = async (act: string) => {
    const orders = await read()
    expect([act, ...orders.map(({ undecided }) => undecided)]).toEqual([
      act,
      ...orders.map(({ lines }) => isUndecided(lines)),
    ])
    const { body } = await portal.call(countOrders, shop.boss.token, windowAround())
    const open = orders.filter((order) => order.open)
    const due = open.filter(({ lines }) => isUndecided(lines)).length
    expect([act, body.toDecide?.orders, body.inFulfilment?.orders]).toEqual([act, due, open.length - due])
  }
  const act = async <C extends Call>(words: string, call: C, input: InputOf<C>, token = shop.boss.token) => {
    const { status, refused } = await portal.call(call, token, input)
    expect([words, status, refused]).toEqual([words, 200, null])
    await agrees(words)
  }

  const order = await orderOf(shop, [12, 24, 36])
  await agrees('placed')
  const [first, second, third] = order.lines.map(({ id }) => id) as [string, string, string]
  const { orderCode } = order
  const now = async (...lineIds: string[]) => ({
    orderCode,
    version: (await look(shop, orderCode)).version,
    lineIds,
  })
  await act('one line approved', approvedOrder, await now(first))
  await act('one line rejected', rejectedOrder, { ...(await now(second)), reason: 'OutOfStock' })
  const { lineIds: _none, ...unnamed } = await now()
  await act('the last one revised', revisedOrder, { ...unnamed, lines: [{ lineId: third, quantity: 18 }] })
  await act('and approved, so nothing waits', approvedOrder, await now(third))
  await act('one reverted', revertedOrder, await now(second))
  await act('and cancelled', cancelOrder, { ...(await now(second)), memo: 'enough' }, shop.buyer.token)
  await act('two reverted', revertedOrder, await now(first, third))

  const other = await orderOf(shop, [12, 12])
  const empty = await shop.company.product({ stock: 0 })
  const [backorder] = await place(shop, (await fillCart(shop, [12], { product: empty })).version)
  await agrees('a backorder placed')
  const ids = [order.id, other.id, (await look(shop, backorder as string)).id]
  const all = { selection: { mode: 'ids' as const, ids }, dryRun: false }
  await act('revised in bulk', reviseOrders, { ...all, percent: 50 })
  await act('approved in bulk', approveOrders, all)
  await act('reverted in bulk', revertOrders, all)
  await act('rejected in bulk', rejectOrders, { ...all, reason: 'ExcessDemand' })
  await act('and reverted once more', revertOrders, all)
  await act('cancelled in bulk', cancelAllPending, { ...all, memo: 'closed' }, shop.buyer.token)
})
