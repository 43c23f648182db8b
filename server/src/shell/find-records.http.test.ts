import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FoundRecord } from '@kervan/contract/kit/found-record'
import { foundPerKind, findRecords } from '@kervan/contract/shell/find-records'
import { closedOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { rejectedOrder } from '@kervan/contract/order/order-management'
import { fillCart, named, openShop, orderOf, place } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const find = async (token: string, text: string) =>
  (await portal.call(findRecords, token, { text })).body.records
const names = (records: readonly FoundRecord[], kind: FoundRecord['kind']) =>
  records.filter((record) => record.kind === kind).map(({ name }) => name)

describe('records for the palette (D8)', () => {
  it('[GRD-004] are found folded, by two letters, of every kind, no more of a kind than fit', async () => {
    const shop = await openShop(portal)
    const customer = await shop.company.customer({ name: 'KIZILIRMAK Ecza Deposu' })
    await shop.company.location(customer, { name: 'Kızılırmak Sincan' })
    await shop.company.product({ name: 'Kizilirmak syrup' })
    const person = await shop.company.user({ name: ['Şule', 'Kızılırmak'] })
    for (const text of ['kizilirmak', 'KIZILIRMAK', 'kızıl', 'ız', 'KI']) {
      const records = await find(shop.boss.token, text)
      expect(names(records, 'customer'), text).toEqual(['KIZILIRMAK Ecza Deposu'])
      expect(names(records, 'location'), text).toEqual(['Kızılırmak Sincan'])
      expect(names(records, 'product'), text).toEqual(['Kizilirmak syrup'])
      expect(names(records, 'user'), text).toEqual(['Şule Kızılırmak'])
      expect(records.find(({ kind }) => kind === 'user')).toMatchObject({
        id: person.id,
        hint: person.username,
      })
    }
    for (let at = 0; at < foundPerKind + 2; at += 1) await shop.company.product({ name: `Kizilirmak ${at}` })
    expect(names(await find(shop.boss.token, 'kizil'), 'product')).toHaveLength(foundPerKind)
  })

  it('[ORD-001] a product is found by the barcode of a variant, as typed, scanned or without its first zeros', async () => {
    const shop = await openShop(portal, { product: { name: 'Vademecum', variants: 2 } })
    const variant = shop.product.variants[1]?.id
    await portal.owner.query(`update product_variant set gtin = '0869901234561' where id = $1`, [variant])
    for (const text of ['0869901234561', '00869901234561', '869901234561', '010086990123456117991231'])
      expect(names(await find(shop.boss.token, text), 'product'), text).toEqual(['Vademecum'])
    await portal.owner.query(`update product_variant set status = 'Passive' where id = $1`, [variant])
    expect(names(await find(shop.boss.token, '0869901234561'), 'product')).toEqual([])
  })

  it('[ORD-010] name an order with the list it stands in, the one with just that code first', async () => {
    const shop = await openShop(portal)
    const [open, closed] = [await orderOf(shop, [12]), await orderOf(shop, [24])]
    await portal.call(rejectedOrder, shop.boss.token, { ...named(closed), reason: 'OutOfStock' })
    const found = await find(shop.boss.token, open.orderCode.toLowerCase())
    expect(found[0]).toMatchObject({
      kind: 'order',
      id: open.id,
      code: open.orderCode,
      place: 'pending',
      quantity: 12,
      state: 'Request',
    })
    const [, other] = [found, await find(shop.boss.token, closed.orderCode)]
    expect(other[0]).toMatchObject({ code: closed.orderCode, place: 'closed', state: 'Rejected' })
    const clerk = await shop.company.user({ without: [closedOrders.page.permission!] })
    expect(await find(clerk.token, closed.orderCode)).toEqual([])
    expect((await find(clerk.token, open.orderCode))[0]?.code).toBe(open.orderCode)
  })

  it('[ACC-008, SHL-025] are refused to nobody’s token, and empty for a stranger, another company and without the right', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    expect((await portal.call(findRecords, null, { text: order.orderCode })).status).toBe(401)
    expect((await portal.call(findRecords, 'no-such-token', { text: order.orderCode })).status).toBe(401)
    const elsewhere = await openShop(portal)
    expect(await find(elsewhere.boss.token, order.orderCode)).toEqual([])
    expect(await find(elsewhere.boss.token, shop.customer.name)).not.toContainEqual(
      expect.objectContaining({ id: shop.customer.id }),
    )
    const nobody = await shop.company.user({ permissions: ['HomePage'] })
    for (const text of [order.orderCode, shop.customer.name, shop.boss.username])
      expect(await find(nobody.token, text), text).toEqual([])
    for (const without of ['OrderManagement', pendingOrders.page.permission!]) {
      const some = await shop.company.user({ without: [without, 'MyOrders'] })
      expect(names(await find(some.token, shop.customer.name), 'customer'), without).toEqual([])
    }
  })

  it('[USR-006, USR-007] stay within the customer and the places of who asks', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const other = await shop.company.customer({ name: 'Zambak Eczanesi' })
    const theirPlace = await shop.company.location(other, { name: 'Zambak Merkez' })
    const theirs = await shop.company.user({ customer: other, without: ['OrderManagement'] })
    const [theirOrder] = await place(
      shop,
      (await fillCart(shop, [12], { buyer: theirs, location: theirPlace })).version,
      theirs,
    )
    expect((await find(theirs.token, theirOrder!))[0]).toMatchObject({ code: theirOrder, place: 'myPending' })
    expect((await find(theirs.token, order.orderCode)).map(({ code }) => code)).not.toContain(order.orderCode)
    expect(names(await find(theirs.token, 'zambak'), 'customer')).toEqual([])
    const scoped = await shop.company.user({ locations: [theirPlace] })
    expect(names(await find(scoped.token, 'zambak'), 'customer')).toEqual(['Zambak Eczanesi'])
    expect(names(await find(scoped.token, 'zambak'), 'location')).toEqual(['Zambak Merkez'])
    expect(names(await find(scoped.token, shop.customer.name), 'customer')).toEqual([])
    expect((await find(scoped.token, order.orderCode)).map(({ code }) => code)).not.toContain(order.orderCode)
  })

  it('take two letters at least, also once the accents are gone, and no sign of a pattern', async () => {
    const shop = await openShop(portal)
    expect(await portal.call(findRecords, shop.boss.token, { text: ' a ' })).toMatchObject({
      status: 422,
      code: 'InvalidInput',
    })
    expect(await find(shop.boss.token, '\u0301\u0301')).toEqual([])
    expect(await find(shop.boss.token, '%%')).toEqual([])
    expect(await find(shop.boss.token, '__')).toEqual([])
  })
})
