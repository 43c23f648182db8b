import { updateCart } from '@kervan/contract/order/cart'
import { getOrderPolicy, updateOrderPolicy, type OrderPolicyView } from '@kervan/contract/order/order-policy'
import { placeOrder, reviewCart } from '@kervan/contract/order/order-new'
import { runScheduleNow } from '@kervan/contract/system/schedules'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import { approve, fillCart, look, openShop, orderOf, stockOf, type Shop } from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { pendingOrdersWork } from './pending-orders.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

async function change(shop: Shop, over: Partial<OrderPolicyView>, user = shop.boss) {
  const {
    pending: _,
    unorderableProducts: __,
    customersWithoutErpCodes: ___,
    ...policy
  } = (await portal.call(getOrderPolicy, shop.boss.token, {})).body
  const { pending: ____, ...changed } = { pending: null, ...over }
  return portal.call(updateOrderPolicy, user.token, { ...policy, ...changed })
}

describe('[ORD-021] order settings', () => {
  it('are kept with who changed them, and refuse what somebody else changed meanwhile', async () => {
    const shop = await openShop(portal)
    const saved = await change(shop, { checkPoNumber: true, referenceTimeZone: 'Europe/Berlin' })
    expect(saved.body).toMatchObject({ version: 2, checkPoNumber: true, referenceTimeZone: 'Europe/Berlin' })
    expect((await change(shop, { version: 1, quotaVisible: false })).code).toBe('ChangedMeanwhile')
    expect((await change(shop, { referenceTimeZone: 'Mars/Olympus' })).code).toBe('InvalidInput')
    const part = await shop.company.user({ customer: shop.customer })
    expect((await change(shop, { quotaVisible: false }, part)).code).toBe('WholeCompanyNeeded')
    const clerk = await shop.company.user({ permissions: ['projectSetting-getOrderSettings'] })
    expect((await change(shop, { quotaVisible: false }, clerk)).status).toBe(403)
  })

  it('[ORD-020] hide prices from the next request on', async () => {
    const shop = await openShop(portal)
    await fillCart(shop, [12])
    const total = async () => (await portal.call(reviewCart, shop.buyer.token, {})).body.orders[0]?.total
    expect(await total()).not.toBeNull()
    await change(shop, { priceVisibility: 'HideForAll' })
    expect(await total()).toBeNull()
  })

  it('check PO numbers: one is needed, and none twice for one customer', async () => {
    const shop = await openShop(portal)
    await change(shop, { checkPoNumber: true })
    const send = async (externalPoCode: string | null) => {
      let cart = await fillCart(shop, [12])
      if (externalPoCode !== null)
        cart = (
          await portal.call(updateCart, shop.buyer.token, {
            externalPoCode,
            externalContact: '',
            note: '',
          })
        ).body
      const { notes } = (await portal.call(reviewCart, shop.buyer.token, {})).body
      const placed = await portal.call(placeOrder, shop.buyer.token, {
        cartVersion: cart.version,
        requestKey: newId(),
      })
      return [placed.code, ...notes.filter(({ severity }) => severity === 'problem').map(({ code }) => code)]
    }
    expect(await send(null)).toEqual(['CartHasProblems', 'PoNumberMissing'])
    expect(await send('PO-1')).toEqual([null])
    expect(await send('PO-1')).toEqual(['CartHasProblems', 'PoNumberUsed'])
    // However it is written.
    expect(await send('po-1')).toEqual(['CartHasProblems', 'PoNumberUsed'])
    expect(await send('PO-2')).toEqual([null])
  })
})

describe('[ORD-014] pending orders of earlier days', () => {
  it.each([
    ['NoneCancelling', ['Pending', 'Pending']],
    ['CancelOnlyBackorder', ['Pending', 'Cancelled']],
    ['CancelOnlyDirectly', ['Cancelled', 'Pending']],
    ['CancelAllTypeOrders', ['Cancelled', 'Cancelled']],
  ] as const)(
    'are cancelled as far as %s says; what is decided or of today stays',
    async (pendingScope, states) => {
      const shop = await openShop(portal, { product: { stock: 1_000 } })
      const direct = await orderOf(shop, [12])
      const approved = await orderOf(shop, [12])
      await approve(shop, approved)
      const back = await orderOf(shop, [12])
      const aged = [direct, approved, back].map(({ id }) => id)
      await inCompany(
        portal,
        shop.company.id,
        'update sales_order set order_date = $3 where company_id = $1 and id = any($2::uuid[])',
        [shop.company.id, aged, new Date(Date.now() - 48 * 60 * 60_000)],
      )
      for (const table of ['sales_order', 'order_line'])
        await inCompany(
          portal,
          shop.company.id,
          `update ${table} set type = 'Backorder' where company_id = $1 and ${table === 'order_line' ? 'order_id' : 'id'} = $2`,
          [shop.company.id, back.id],
        )
      const today = await orderOf(shop, [12])
      expect((await change(shop, { pendingScope })).status).toBe(200)
      expect((await portal.call(runScheduleNow, shop.boss.token, { schedule: 'pendingOrders' })).status).toBe(
        200,
      )
      const stateOf = async ({ orderCode }: { orderCode: string }) =>
        (await look(shop, orderCode)).lines[0]?.state
      await vi.waitFor(async () => expect([await stateOf(direct), await stateOf(back)]).toEqual(states), {
        timeout: 60_000,
        interval: 100,
      })
      expect([await stateOf(approved), await stateOf(today)]).toEqual(['Approved', 'Pending'])
      if (states[0] === 'Cancelled') {
        const order = await look(shop, direct.orderCode)
        expect([order.shownState, order.events[0]?.kind]).toEqual(['Cancelled', 'order.autoCancelled'])
      }
    },
  )

  /** As the schedule does it, at this instant. */
  const cancelAt = ({ company }: Shop, now = new Date()) => {
    const services = { ...portal.app.services, clock: { now: () => now } }
    return services.db.withCompany(company.id, (tx) =>
      pendingOrdersWork.run({ tx, services, companyId: company.id, dueAt: now }),
    )
  }
  const orderedAt = (shop: Shop, at: string) =>
    inCompany(portal, shop.company.id, 'update sales_order set order_date = $2 where company_id = $1', [
      shop.company.id,
      at,
    ])

  it('are of an earlier day by the reference time zone', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop, [12])
    await orderedAt(shop, '2026-11-20T13:00:00Z')
    await change(shop, { pendingScope: 'CancelAllTypeOrders', referenceTimeZone: 'UTC' })
    // Half past one of the next day in Istanbul.
    const now = new Date('2026-11-20T22:30:00Z')
    expect((await cancelAt(shop, now)).counts).toEqual({ orders: 0 })
    await change(shop, { referenceTimeZone: 'Europe/Istanbul' })
    expect((await cancelAt(shop, now)).counts).toEqual({ orders: 1 })
    expect((await look(shop, order.orderCode)).lines[0]?.state).toBe('Cancelled')
  })

  it('are approved or cancelled, whoever is faster, and hold stock accordingly', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000 } })
    const orders = []
    for (let n = 0; n < 12; n++) orders.push(await orderOf(shop, [12]))
    await orderedAt(shop, '2026-11-20T13:00:00Z')
    await change(shop, { pendingScope: 'CancelAllTypeOrders' })
    const [answers] = await Promise.all([
      Promise.all(orders.map((order) => approve(shop, order))),
      cancelAt(shop),
      cancelAt(shop),
    ])
    const found = await Promise.all(
      orders.map(async ({ orderCode }) => (await look(shop, orderCode)).lines[0]?.state),
    )
    expect(found).toEqual(answers.map(({ status }) => (status === 200 ? 'Approved' : 'Cancelled')))
    const refused = answers.flatMap(({ code }) => code ?? [])
    expect(refused).toEqual(refused.map(() => 'ChangedMeanwhile'))
    const approved = answers.length - refused.length
    expect(await stockOf(shop, shop.product.variants[0]?.id ?? '')).toEqual({
      on_hand: 1_000,
      reserved: 12 * approved,
    })
  })
})
