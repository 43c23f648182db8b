import { cartLines, setCartQuantities } from '@kervan/contract/order/cart'
import {
  getCurrentImport,
  importRows,
  uploadImport,
  type ImportView,
} from '@kervan/contract/order/order-import'
import { closedOrders, getManagedOrder, revisedOrder } from '@kervan/contract/order/order-management'
import { getMyOrder, myPastOrders, reorder } from '@kervan/contract/order/order-my'
import {
  findVariants,
  getOrderOptions,
  getProduct,
  orderableProducts,
  reviewCart,
} from '@kervan/contract/order/order-new'
import { getOrderPolicy, type settingTabs, updateOrderPolicy } from '@kervan/contract/order/order-policy'
import { refreshSession } from '@kervan/contract/access/authentication'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import type { InputOf } from '@kervan/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '../../kit/clock.ts'
import { deliveryTo, fillCart, openShop, orderOf, page, type Shop } from '../../../test/ordering.ts'
import { orderWorkbook } from '../../../test/order-workbook.ts'
import { inCompany, startPortal, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

type Change = Partial<InputOf<typeof updateOrderPolicy>>
async function change(shop: Shop, settings: Change, user: User = shop.boss) {
  const { version } = (await portal.call(getOrderPolicy, shop.boss.token, {})).body
  return portal.call(updateOrderPolicy, user.token, { version, ...settings })
}

describe('[ORD-021] each setting belongs to a tab', () => {
  it('and is changed only with the permission of its tab; what is not named stays', async () => {
    const shop = await openShop(portal)
    const planner = await shop.company.user({
      permissions: [
        'Services',
        'Location',
        'projectSetting-getOrderSettings',
        'projectSetting-updateOrderSettings',
      ],
    })
    expect((await change(shop, { checkPoNumber: true, quotaVisible: false })).status).toBe(200)
    const own = await change(shop, { topLocationGroups: 3 }, planner)
    expect(own.body).toMatchObject({ topLocationGroups: 3, checkPoNumber: true, quotaVisible: false })
    const foreign = await change(shop, { topLocationGroups: 2, requireErpCodes: true }, planner)
    expect([foreign.status, foreign.code]).toEqual([403, 'PermissionMissing'])
    const { body } = await portal.call(getOrderPolicy, shop.boss.token, {})
    expect(body).toMatchObject({ topLocationGroups: 3, requireErpCodes: false, version: own.body.version })
    for (const wrong of [{ packBundleAmount: 0 }, { topLocationGroups: 51 }, { packBundleAmount: 1.5 }])
      expect((await change(shop, wrong)).code).toBe('InvalidInput')
  })
})

describe('[ORD-021] a setting that was saved', () => {
  it('is read as it was saved, every one of them', async () => {
    const shop = await openShop(portal)
    const settings = {
      orderFlow: 'TwoLayerFlow',
      priceVisibility: 'HideForAll',
      quotaVisible: false,
      pendingScope: 'CancelAllTypeOrders',
      referenceTimeZone: 'Europe/Berlin',
      externalAlarmHours: 48,
      archiveDate: '2026-02-03',
      packBundleAmount: 3,
      replenishmentDays: 21,
      safetyStockDays: 5,
      topLocationGroups: 4,
      checkPoNumber: true,
      requireErpCodes: true,
    } as const satisfies Required<Record<keyof typeof settingTabs, unknown>>
    expect((await change(shop, settings as Change)).body).toMatchObject(settings)
    const { body } = await portal.call(getOrderPolicy, shop.boss.token, {})
    expect(body).toMatchObject(settings)
    // Saved anew as it stands, nothing has changed, so there is no further version.
    expect((await change(shop, settings as Change)).body.version).toBe(body.version)
  })
})

describe('[ORD-011] the archive date', () => {
  it('is the first day of what somebody’s own lists show; those who decide look further back', async () => {
    const shop = await openShop(portal)
    const today = dayIn('Europe/Istanbul', new Date())
    const [archiveDate, before] = [addDays(today, -30), addDays(today, -31)]
    const asked = (from: string) => ({ ...page, from, to: today })
    const own = (from: string) => portal.call(myPastOrders.page, shop.buyer.token, asked(from))
    expect((await own(before)).status).toBe(200)
    await change(shop, { archiveDate })
    const session = await portal.call(refreshSession, shop.buyer.token, {})
    expect(session.body.ArchiveDate).toBe(archiveDate)
    expect((await own(archiveDate)).status).toBe(200)
    expect(await own(before)).toMatchObject({
      status: 422,
      code: 'WindowTooEarly',
      refused: { Facts: { from: archiveDate } },
    })
    expect((await portal.call(closedOrders.page, shop.boss.token, asked(before))).status).toBe(200)
    // One that lies further back than six months changes nothing.
    await change(shop, { archiveDate: '2020-01-01' })
    expect((await own(addMonths(today, -6))).status).toBe(200)
    expect((await own(addDays(addMonths(today, -6), -1))).code).toBe('WindowTooEarly')
  })
})

describe('[ORD-002] [ORD-021] packs in bundles', () => {
  it('cart, quick entry, catalogue, workbook and ordering again take full bundles', async () => {
    const shop = await openShop(portal, { product: { pack: 6, maximum: 600 } })
    const before = await orderOf(shop, [6])
    await change(shop, { packBundleAmount: 4 })
    const [variant] = shop.product.variants
    const ask = (quantity: number) =>
      portal.call(setCartQuantities, shop.buyer.token, {
        delivery: deliveryTo(shop.location),
        quantities: [{ variantId: variant!.id, quantity }],
      })
    expect((await ask(30)).body.rounded).toEqual([{ variantId: variant!.id, asked: 30, set: 48, pack: 24 }])
    expect((await ask(48)).body.rounded).toEqual([])
    const where = { locationId: shop.location.id }
    const [listed, opened, found] = [
      await portal.call(orderableProducts.page, shop.buyer.token, { ...page, ...where }),
      await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id, ...where }),
      await portal.call(findVariants, shop.buyer.token, { code: variant!.code, ...where }),
    ]
    const packs = [listed.body.rows[0]?.packUnit, opened.body.packUnit, found.body.variants[0]?.packUnit]
    expect(packs).toEqual([24, 24, 24])
    const row = [shop.product.code, 30, shop.location.code, '2099-01-06', 'Road'] as const
    const { body } = await portal.upload(uploadImport, shop.buyer.token, {}, [
      { name: 'orders.xlsx', body: await orderWorkbook([row]) },
    ])
    await watch(portal, shop.buyer.token, (body as ImportView).jobId)
    const { import: view } = (await portal.call(getCurrentImport, shop.buyer.token, {})).body
    expect(view).toMatchObject({ rounded: 1, good: 0 })
    const { rows } = (
      await portal.call(importRows.page, shop.buyer.token, { ...page, importId: view?.id ?? '' })
    ).body
    expect(JSON.stringify(rows)).toContain('48')
    // What was ordered in single packs before is ordered again in a bundle.
    await portal.call(reorder, shop.buyer.token, { orderCode: before.orderCode })
    const cart = (await portal.call(cartLines.page, shop.buyer.token, page)).body
    expect(cart.rows.map(({ quantity }) => quantity)).toContain(24)
  })

  it('the review stops what lay in the cart before, and a revision keeps to the bundle the line was placed with', async () => {
    const shop = await openShop(portal, { product: { pack: 6, maximum: 600 } })
    await fillCart(shop, [30])
    await change(shop, { packBundleAmount: 4 })
    const { notes } = (await portal.call(reviewCart, shop.buyer.token, {})).body
    expect(notes).toMatchObject([{ severity: 'problem', code: 'NotFullPack' }])
    const order = await orderOf(shop, [72])
    const revise = (quantity: number) =>
      portal.call(revisedOrder, shop.boss.token, {
        orderCode: order.orderCode,
        version: order.version,
        lines: [{ lineId: order.lines[0]!.id, quantity }],
      })
    const refused = await revise(30)
    expect([refused.code, refused.refused?.Facts]).toMatchObject([
      'QuantityNotPack',
      { below: 24, above: 48 },
    ])
    expect((await revise(48)).status).toBe(200)
    await change(shop, { packBundleAmount: 200 })
    const { body } = await portal.call(getOrderPolicy, shop.boss.token, {})
    expect(body.unorderableProducts).toBe(1)
  })
})

describe('[ORD-021] leading location groups', () => {
  it('are those ordered for most, and their locations come first', async () => {
    const shop = await openShop(portal)
    const places = []
    for (const [name, group] of [
      ['Alpha', 'North'],
      ['Beta', 'South'],
      ['Gamma', null],
      ['Delta', 'South'],
    ] as const) {
      const place = await shop.company.location(shop.customer, { name })
      places.push({ ...shop, location: place })
      const sql = 'update location set location_group = $2 where company_id = $1 and id = $3'
      await inCompany(portal, shop.company.id, sql, [shop.company.id, group, place.id])
    }
    const [north, south] = places
    await orderOf(north!)
    await orderOf(south!)
    await orderOf(south!)
    const options = async () => (await portal.call(getOrderOptions, shop.buyer.token, {})).body
    const names = async () => (await options()).locations.map(({ name }) => name)
    expect([(await options()).topGroups, (await names())[0]]).toEqual([[], 'Alpha'])
    await change(shop, { topLocationGroups: 1 })
    expect([(await options()).topGroups, (await names()).slice(0, 3)]).toEqual([
      ['South'],
      ['Beta', 'Delta', 'Alpha'],
    ])
    await change(shop, { topLocationGroups: 5 })
    expect((await options()).topGroups).toEqual(['South', 'North'])
    // Somebody else's orders are no reason for this reader.
    const other = await shop.company.customer()
    await shop.company.location(other)
    const stranger = await shop.company.user({ customer: other })
    expect((await portal.call(getOrderOptions, stranger.token, {})).body.topGroups).toEqual([])
  })
})

describe('[ORD-021] ERP codes', () => {
  it('an order whose customer lacks them is not exported: ErpCodesMissing says which', async () => {
    const shop = await openShop(portal)
    const { orderCode } = await orderOf(shop)
    const why = async (user = shop.boss, language = 'en') =>
      (await portal.call(getManagedOrder, user.token, { orderCode }, { language })).body.exportRefused
    const codes = (ship: string | null, sold: string | null) =>
      inCompany(
        portal,
        shop.company.id,
        'update partner set ship_to_erp_code = $2, sold_to_erp_code = $3 where company_id = $1 and id = $4',
        [shop.company.id, ship, sold, shop.customer.id],
      )
    expect(await why()).toBeNull()
    expect((await change(shop, { requireErpCodes: true })).body.customersWithoutErpCodes).toBe(1)
    expect(await why()).toContain('Ship-to ERP code, Sold-to ERP code missing')
    await codes('S-1', ' ')
    expect(await why(shop.boss, 'de')).toContain(': ERP-Code Auftraggeber fehlt')
    await codes('S-1', 'P-1')
    expect(await why()).toBeNull()
    await codes(null, null)
    const own = await portal.call(getMyOrder, shop.buyer.token, { orderCode })
    expect(own.body.exportRefused).toBeNull()
  })
})
