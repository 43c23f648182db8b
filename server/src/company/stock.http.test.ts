import { locationKind } from '@kervan/contract/company/locations'
import { supplyRelationKind } from '@kervan/contract/company/network'
import { productKind, productVariantKind } from '@kervan/contract/company/products'
import { variantsOfProduct } from '@kervan/contract/company/product-parts'
import { stockByLocation, stockLevelKind } from '@kervan/contract/company/stock'
import { getProduct, orderableProducts, reviewCart } from '@kervan/contract/order/order-new'
import { rejectedOrder } from '@kervan/contract/order/order-management'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillCart, look, named, openShop, place, type Shop } from '../../test/ordering.ts'
import { dayIn } from '../kit/clock.ts'
import { workbookRows } from '../../test/workbook-text.ts'
import { startPortal, type Location, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }

/** A shop whose delivery location is supplied by two warehouses, near before far; the first warehouse supplies it no more. */
async function supplied(pieces: { near: number; far: number }) {
  const shop = await openShop(portal, { product: { stock: 1_000 } })
  const admin = await shop.company.user()
  const warehouse = (code: string) =>
    shop.company.location(null, { code, name: code, type: 'SecondaryCompanyDistributionCenter' })
  const near = await warehouse('NEAR')
  const far = await warehouse('FAR')
  const [variant] = shop.product.variants
  const put = async (location: Location, onHand: number) => {
    const values = { location: location.code, variant: variant?.code ?? '', onHand }
    const saved = await portal.call(stockLevelKind.save, admin.token, {
      id: null,
      version: null,
      values,
      confirmed: true,
    })
    expect(saved.status).toBe(200)
    return saved.body.id
  }
  const nearStock = await put(near, pieces.near)
  await put(far, pieces.far)
  for (const [at, supplier] of [near, far].entries()) {
    const values = {
      supplier: supplier.code,
      receiver: shop.location.code,
      leadTimeDays: 1,
      priority: at + 1,
      active: true,
      note: null,
    }
    const input = { id: null, version: null, values, confirmed: true }
    expect((await portal.call(supplyRelationKind.save, admin.token, input)).status).toBe(200)
  }
  return { shop, admin, nearStock, productId: shop.product.id }
}

const levels = async ({ productId, admin }: { productId: string; admin: { token: string } }) => {
  const input = { ...page, productId, locationId: null }
  const { body } = await portal.call(stockByLocation.page, admin.token, input)
  return Object.fromEntries(
    body.rows.map(({ locationCode, onHand, reserved, free }) => [locationCode, [onHand, reserved, free]]),
  )
}

const placed = async (shop: Shop, quantity: number) => {
  const cart = await fillCart(shop, [quantity])
  return Promise.all((await place(shop, cart.version)).map((code) => look(shop, code)))
}

describe('[LOC-001, LOC-004, PRD-002] stock by location', () => {
  it('is shown and reserved at the locations that supply the delivery location, nearest first', async () => {
    const world = await supplied({ near: 10, far: 30 })
    const { shop, productId } = world
    const asked = { productId, locationId: shop.location.id }
    const [seen] = (await portal.call(getProduct, shop.buyer.token, asked)).body.variants
    expect(seen?.available).toBe(40)
    const list = await portal.call(orderableProducts.page, shop.buyer.token, {
      ...page,
      locationId: shop.location.id,
    })
    expect(list.body.rows.map(({ stock }) => stock)).toEqual([40])

    const [first] = await placed(shop, 8)
    expect(first?.lines.map((line) => [line.supplyLocationName, line.poQuantity])).toEqual([['NEAR', 8]])
    const [second] = await placed(shop, 20)
    expect(second?.lines.map((line) => [line.supplyLocationName, line.poQuantity])).toEqual([['FAR', 20]])
    const [third, later] = await placed(shop, 15)
    expect(third?.lines.map((line) => [line.supplyLocationName, line.poQuantity])).toEqual([
      ['NEAR', 2],
      ['FAR', 10],
    ])
    expect(later?.lines.map((line) => [line.type, line.supplyLocationName, line.poQuantity])).toEqual([
      ['Backorder', null, 3],
    ])
    expect(await levels(world)).toEqual({ WAREHOUSE: [1_000, 0, 1_000], NEAR: [10, 10, 0], FAR: [30, 30, 0] })
  })

  it('[PRD-002] stands in the list of products with barcodes and points of sale, for each reader their own places', async () => {
    const { shop, admin, productId } = await supplied({ near: 10, far: 30 })
    const [variant] = shop.product.variants
    const put = (location: string, onHand: number) =>
      portal.call(stockLevelKind.save, admin.token, {
        id: null,
        version: null,
        values: { location, variant: variant?.code ?? '', onHand },
        confirmed: true,
      })
    expect((await put(shop.location.code, 7)).status).toBe(200)
    await portal.owner.query("update location set type = 'PrimaryPointOfSales' where id = $1", [
      shop.location.id,
    ])
    // Two variants have a barcode, which the search knows as well.
    const coded = async (code: string, gtin: string) => {
      const { product } = shop
      const values = {
        product: product.code,
        code,
        color: code,
        size: null,
        gtin,
        listPrice: null,
        status: 'Active' as const,
        sortOrder: 5,
      }
      const input = { id: null, version: null, values, confirmed: true }
      expect((await portal.call(productVariantKind.save, admin.token, input)).status).toBe(200)
    }
    await coded('ONE', '8690000000012')
    await coded('TWO', '96385074')
    const list = async (token: string, over: object = {}) =>
      (await portal.call(productKind.list.page, token, { ...page, day: null, ...over })).body.rows.map(
        ({ id, gtin, onHand, pointsOfSale }) => ({ id, gtin, onHand, pointsOfSale }),
      )
    const row = { id: productId, gtin: expect.stringContaining('8690000000012, 96385074') }
    expect(await list(admin.token)).toEqual([{ ...row, onHand: 1_047, pointsOfSale: 1 }])
    const part = await shop.company.user({ locations: [shop.location] })
    expect(await list(part.token)).toEqual([{ ...row, onHand: 7, pointsOfSale: 1 }])
    const ofVariants = async (token: string) => {
      const { body } = await portal.call(variantsOfProduct.page, token, { ...page, productId })
      return Math.max(...body.rows.map(({ onHand }) => onHand))
    }
    expect([await ofVariants(admin.token), await ofVariants(part.token)]).toEqual([1_047, 7])
    expect(await list(admin.token, { filters: { gtin: { contains: '6385' } } })).toHaveLength(1)
    expect(await list(admin.token, { filters: { gtin: { contains: '8691' } } })).toEqual([])
    const asShown = { gtin: { contains: '8690000000012, 96385074' } }
    expect(await list(admin.token, { filters: asShown })).toHaveLength(1)
    // What was in stock on another day is not known.
    const day = dayIn('Europe/Istanbul', new Date())
    expect(await list(admin.token, { day })).toEqual([
      { id: productId, gtin: null, onHand: null, pointsOfSale: null },
    ])
    const columns = ['code', 'gtin', 'onHand', 'pointsOfSale']
    const { sort, filters, search } = page
    const asked = { sort, filters, search, day: null, columns }
    const file = await portal.call(productKind.list.excel, admin.token, asked)
    const told = await workbookRows(file.body)
    expect(told).toEqual([
      ['Code', 'GTIN', 'On hand', 'Points of sale'],
      [shop.product.code, expect.stringContaining('96385074'), expect.stringMatching(/^1.?047$/), '1'],
    ])
  })

  it('is given back where it was held', async () => {
    const world = await supplied({ near: 5, far: 5 })
    const [order] = await placed(world.shop, 8)
    expect(await levels(world)).toMatchObject({ NEAR: [5, 5, 0], FAR: [5, 3, 2] })
    if (!order) throw new Error('no order')
    const rejected = await portal.call(rejectedOrder, world.shop.boss.token, {
      ...named(order),
      reason: 'OutOfStock',
    })
    expect(rejected.status).toBe(200)
    expect(await levels(world)).toMatchObject({ NEAR: [5, 0, 5], FAR: [5, 0, 5] })
  })

  it('is given to one of two who want the last piece at the same time', async () => {
    const { shop, admin, productId } = await supplied({ near: 6, far: 0 })
    const other = await shop.company.user({ customer: shop.customer })
    const carts = [await fillCart(shop, [6]), await fillCart(shop, [6], { buyer: other })]
    const codes = await Promise.all([
      place(shop, carts[0]?.version ?? 0),
      place(shop, carts[1]?.version ?? 0, other),
    ])
    const lines = (await Promise.all(codes.flat().map((code) => look(shop, code)))).flatMap(
      (order) => order.lines,
    )
    expect(lines.map(({ type }) => type).toSorted()).toEqual(['Backorder', 'DirectlyOrder'])
    expect(await levels({ productId, admin })).toMatchObject({ NEAR: [6, 6, 0] })
  })

  it('is not counted below what orders hold, and says so', async () => {
    const { shop, admin, nearStock } = await supplied({ near: 10, far: 0 })
    await placed(shop, 8)
    const { body } = await portal.call(stockLevelKind.get, admin.token, { id: nearStock })
    const lower = (onHand: number) =>
      portal.call(stockLevelKind.save, admin.token, {
        id: nearStock,
        version: body.version,
        values: { ...body.values, onHand },
        confirmed: true,
      })
    const refused = await lower(7)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.refused)).toContain('8')
    expect((await lower(8)).status).toBe(200)
  })

  it('is nobody’s for a location whose only supplier may not supply', async () => {
    const { shop, admin } = await supplied({ near: 10, far: 10 })
    for (const code of ['NEAR', 'FAR']) {
      const { body: found } = await portal.call(locationKind.find, admin.token, { search: code })
      const id = found.options[0]?.id ?? ''
      const { body } = await portal.call(locationKind.get, admin.token, { id })
      const values = { ...body.values, status: 'Passive' as const }
      const input = { id, version: body.version, values, confirmed: true }
      expect((await portal.call(locationKind.save, admin.token, input)).status).toBe(200)
    }
    const [order] = await placed(shop, 3)
    expect(order?.lines.map(({ type, supplyLocationName }) => [type, supplyLocationName])).toEqual([
      ['Backorder', null],
    ])
  })

  it('is told as the greatest quantity there is, where warehouses have more', async () => {
    const { shop, productId } = await supplied({ near: 999_999_999, far: 999_999_999 })
    const asked = { productId, locationId: shop.location.id }
    const { status, body } = await portal.call(getProduct, shop.buyer.token, asked)
    expect(status).toBe(200)
    expect(body.variants.map(({ available }) => available)).toEqual([999_999_999])
  })

  it('of a review and of placing are the same', async () => {
    const { shop } = await supplied({ near: 4, far: 3 })
    await fillCart(shop, [9])
    const { body } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(body.orders.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['DirectlyOrder', 7],
      ['Backorder', 2],
    ])
    expect(body.cart.lineCount).toBe(1)
  })
})
