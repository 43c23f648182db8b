import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  copyOrderTemplate,
  createTemplateFromCart,
  createTemplateFromFile,
  createTemplateFromOrder,
  deleteOrderTemplates,
  getCartLocations,
  getOrderTemplate,
  orderFromTemplate,
  orderTemplates,
  saveOrderTemplate,
} from '@kervan/contract/order/order-templates'
import { cartLines } from '@kervan/contract/order/cart'
import { newId } from '../../kit/database/uuid.ts'
import { fillCart, openShop, orderOf, page, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const codesOf = (shop: Shop) => shop.product.variants.map(({ code }) => code)
const save = (shop: Shop, over: Record<string, unknown> = {}, token = shop.buyer.token) =>
  portal.call(saveOrderTemplate, token, {
    orderTemplateId: null,
    version: null,
    templateName: 'Weekly',
    locationId: shop.location.id,
    lines: codesOf(shop).map((productCode, index) => ({ productCode, quantity: 5 + index })),
    ...over,
  })
const look = (shop: Shop, orderTemplateId: string, token = shop.buyer.token) =>
  portal.call(getOrderTemplate, token, { orderTemplateId })
const list = async (shop: Shop, token = shop.buyer.token) =>
  (await portal.call(orderTemplates.page, token, page)).body.rows
const inCart = async (shop: Shop) =>
  (
    await portal.call(cartLines.page, shop.buyer.token, {
      ...page,
      sort: [{ column: 'variantCode', direction: 'asc' }],
    })
  ).body.rows

describe('[ORD-016] order templates', () => {
  it('[PRD-002] are asked which product is meant where two have its number', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    await portal.owner.query(`update product_variant set gtin = '8689901000443' where company_id = $1`, [
      shop.company.id,
    ])
    const refused = await save(shop, { lines: [{ productCode: '8689901000443', quantity: 5 }] })
    expect([refused.status, refused.code]).toEqual([422, 'TemplateProductUnclear'])
    expect(refused.refused?.Facts).toMatchObject({
      product: '8689901000443',
      codes: codesOf(shop).toSorted().join(', '),
    })
    expect(await list(shop)).toEqual([])
  })

  it('are kept by their owner: made, listed, opened with what they cost today, changed', async () => {
    const shop = await openShop(portal, { product: { variants: 2, stock: 6 } })
    const { body: made } = await save(shop)
    expect(made).toMatchObject({ templateId: 1, templateName: 'Weekly', productCount: 2 })
    expect(await list(shop)).toMatchObject([
      {
        templateId: 1,
        templateName: 'Weekly',
        plannedDeliveryLocation: shop.location.name,
        productCount: 2,
        quantity: 11,
        actions: { order: null, edit: null, copy: null, remove: null },
      },
    ])
    const { body: view } = await look(shop, made.id)
    expect(view).toMatchObject({
      plannedDeliveryLocation: { id: shop.location.id },
      quantity: 11,
      total: '110.00',
      lines: [
        { quantity: 5, amount: '50.00', pendingQuantity: 0, obstacle: null },
        { quantity: 6, amount: '60.00' },
      ],
    })
    const changed = { orderTemplateId: made.id, version: 1, templateName: 'Monthly' }
    expect(
      (await save(shop, { ...changed, lines: undefined, locationId: undefined })).body.productCount,
    ).toBe(2)
    expect((await save(shop, changed)).code).toBe('ChangedMeanwhile')
    const [first] = codesOf(shop)
    await save(shop, { ...changed, version: 2, lines: [{ productCode: first, quantity: 9 }] })
    expect((await look(shop, made.id)).body).toMatchObject({
      version: 3,
      templateName: 'Monthly',
      plannedDeliveryLocation: { id: shop.location.id },
      lines: [{ quantity: 9 }],
    })
  })

  it('need a product, take each product once, and have a name of their own', async () => {
    const shop = await openShop(portal)
    const [code] = codesOf(shop)
    const line = { productCode: code, quantity: 1 }
    expect((await save(shop, { lines: [] })).code).toBe('TemplateEmpty')
    expect((await save(shop, { lines: [line, { ...line, quantity: 2 }] })).code).toBe('TemplateProductTwice')
    const unknown = await save(shop, { lines: [{ productCode: 'NOBODYS', quantity: 1 }] })
    expect([unknown.code, unknown.refused?.Message]).toEqual([
      'TemplateProductUnknown',
      expect.stringContaining('NOBODYS'),
    ])
    expect((await save(shop, { locationId: newId() })).code).toBe('LocationNotAllowed')
    const answers = await Promise.all([save(shop), save(shop, { templateName: 'WEEKLY' })])
    expect(answers.map(({ status, code: refused }) => refused ?? status).toSorted()).toEqual([
      200,
      'TemplateNameTaken',
    ])
    expect(await list(shop)).toHaveLength(1)
  })

  it('are made once for one intent, and numbered one after the other when made at once', async () => {
    const shop = await openShop(portal)
    const requestKey = newId()
    const twice = await Promise.all([save(shop, { requestKey }), save(shop, { requestKey })])
    expect(twice.some(({ status }) => status === 200)).toBe(true)
    await Promise.all(['A', 'B', 'C'].map((templateName) => save(shop, { templateName })))
    expect((await list(shop)).map(({ templateId }) => templateId).toSorted()).toEqual([1, 2, 3, 4])
  })

  it('come from the cart, where one product for two deliveries is one', async () => {
    const shop = await openShop(portal)
    const other = await shop.company.location(shop.customer)
    const make = (locationId: string | null, templateName: string) =>
      portal.call(createTemplateFromCart, shop.buyer.token, { templateName, locationId })
    expect((await make(null, 'None')).code).toBe('TemplateEmpty')
    await fillCart(shop, [3])
    await fillCart(shop, [4], { location: other })
    // Of the whole cart, in the order of their names, and of nobody else's.
    const known = [shop.location, other].map(({ id, name }) => ({ id, name }))
    const places = await portal.call(getCartLocations, shop.buyer.token, {})
    expect(places.body.locations).toEqual(known.toSorted((a, b) => a.name.localeCompare(b.name)))
    expect((await portal.call(getCartLocations, shop.boss.token, {})).body.locations).toEqual([])
    const { body: all } = await make(null, 'All')
    const { body: one } = await make(other.id, 'One')
    expect((await look(shop, all.id)).body).toMatchObject({
      plannedDeliveryLocation: null,
      lines: [{ quantity: 7 }],
    })
    expect((await look(shop, one.id)).body).toMatchObject({
      plannedDeliveryLocation: { id: other.id },
      lines: [{ quantity: 4 }],
    })
  })

  it('come from an order that one may see, and from no other', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const { orderCode } = await orderOf(shop, [12, 2])
    const make = (token: string) =>
      portal.call(createTemplateFromOrder, token, { templateName: 'As before', orderCode })
    const { body: made } = await make(shop.buyer.token)
    expect((await look(shop, made.id)).body.lines.map(({ quantity }) => quantity)).toEqual([12, 2])
    const rival = await shop.company.customer()
    const stranger = await shop.company.user({ customer: rival, without: ['OrderManagement'] })
    expect((await make(stranger.token)).code).toBe('OrderNotFound')
    const elsewhere = await openShop(portal)
    expect((await make(elsewhere.boss.token)).code).toBe('OrderNotFound')
  })

  it('come from a file, all of it or nothing with what is wrong', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const [first, second] = codesOf(shop)
    const sendFor = (locationId: string, templateName: string, rows: string[]) =>
      portal.upload(createTemplateFromFile, shop.buyer.token, { templateName, locationId }, [
        { name: 'template.csv', body: rows.join('\n') },
      ])
    const send = (templateName: string, ...rows: string[]) => sendFor(shop.location.id, templateName, rows)
    const rival = await shop.company.location(await shop.company.customer())
    expect((await sendFor(rival.id, 'Rival', ['sku;qty', `${first};3`])).code).toBe('LocationNotAllowed')
    const { body: good } = await send('File', 'Ürün kodu;Miktar', `${first};3`, `${second};4`)
    expect(good).toMatchObject({ made: { productCount: 2 }, issues: [] })
    const { body: bad } = await send('Bad', 'sku;qty', `${first};3`, `${first};4`, 'NOBODYS;x')
    expect(bad).toMatchObject({ made: null, issues: [{ row: 3 }, { row: 4 }, { row: 4 }] })
    expect((await send('None', 'a;b', '1;2')).code).toBe('ExcelNoHeader')
    const many = Array.from({ length: 1_001 }, (_, row) => `${first}${row};1`)
    expect((await send('Long', 'sku;qty', ...many)).code).toBe('TemplateTooLong')
    expect((await list(shop)).map(({ templateName }) => templateName)).toEqual(['File'])
  })

  it('are copied, and deleted with a dry run before', async () => {
    const shop = await openShop(portal)
    const { body: made } = await save(shop)
    const { body: copy } = await portal.call(copyOrderTemplate, shop.buyer.token, {
      orderTemplateId: made.id,
      templateName: 'Copy',
    })
    expect((await look(shop, copy.id)).body).toMatchObject({ templateId: 2, lines: [{ quantity: 5 }] })
    const remove = (dryRun: boolean) =>
      portal.call(deleteOrderTemplates, shop.buyer.token, {
        selection: { mode: 'ids', ids: [made.id] },
        dryRun,
      })
    expect((await remove(true)).body).toMatchObject({ done: 1, refused: 0 })
    expect(await list(shop)).toHaveLength(2)
    await remove(false)
    expect((await remove(false)).body).toMatchObject({ done: 0, refused: 1 })
    expect((await list(shop)).map(({ templateName }) => templateName)).toEqual(['Copy'])
  })

  it('are nobody else’s: colleague, boss and other company find none', async () => {
    const shop = await openShop(portal)
    const { body: made } = await save(shop)
    const elsewhere = await openShop(portal)
    for (const { token } of [shop.boss, elsewhere.boss]) {
      expect(await list(shop, token)).toEqual([])
      expect((await look(shop, made.id, token)).code).toBe('NotFound')
      const order = { orderTemplateId: made.id, locationId: null }
      expect((await portal.call(orderFromTemplate, token, order)).code).toBe('NotFound')
    }
  })

  it('are looked into by who holds the permission for it', async () => {
    const shop = await openShop(portal)
    const clerk = await shop.company.user({
      customer: shop.customer,
      without: [getOrderTemplate.permission ?? ''],
    })
    const { body: made } = await save(shop, {}, clerk.token)
    expect((await list(shop, clerk.token)).map(({ id }) => id)).toEqual([made.id])
    expect((await look(shop, made.id, clerk.token)).status).toBe(403)
  })

  it('[ORD-020] tell no price to whom prices are hidden', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    const { body: made } = await save(shop)
    expect((await look(shop, made.id)).body).toMatchObject({
      subtotal: null,
      discount: null,
      total: null,
      lines: [{ unitPrice: null, amount: null, quantity: 5 }],
    })
  })
})

describe('[ORD-016] ordering from a template', () => {
  const order = (shop: Shop, orderTemplateId: string, over: Record<string, unknown> = {}) =>
    portal.call(orderFromTemplate, shop.buyer.token, { orderTemplateId, locationId: null, ...over })

  it('puts its products into the cart in full packs, twice as once', async () => {
    const shop = await openShop(portal, { product: { pack: 6 } })
    const { body: made } = await save(shop)
    const [code] = codesOf(shop)
    for (const _ of [1, 2])
      expect((await order(shop, made.id)).body).toEqual({
        added: 1,
        rounded: [{ productUniqueCode: code, asked: 5, set: 6 }],
        leftOut: [],
        notes: [],
      })
    expect(await inCart(shop)).toMatchObject([{ quantity: 6, locationId: shop.location.id }])
  })

  it('names what cannot be taken and why, and takes the rest', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const blocked = await shop.company.product({ name: 'Heavy' })
    const other = await shop.company.product({ name: 'Cold', flow: 'ColdChain' })
    const codes = [...codesOf(shop), blocked.variants[0]!.code, other.variants[0]!.code]
    const lines = codes.map((productCode) => ({ productCode, quantity: 5 }))
    const { body: made } = await save(shop, { lines })
    const company = shop.company.id
    await portal.owner.query(
      `update product_variant set status = 'Passive' where company_id = $1 and id = $2`,
      [company, shop.product.variants[1]!.id],
    )
    await portal.owner.query(
      'insert into shipping_block (company_id, id, product_id, location_id) values ($1, gen_random_uuid(), $2, $3)',
      [company, blocked.id, shop.location.id],
    )
    const { body } = await order(shop, made.id)
    expect(body.added).toBe(1)
    expect(body.leftOut).toEqual([
      { productUniqueCode: codes[1], message: expect.stringContaining('no longer sold') },
      { productUniqueCode: codes[2], message: expect.stringContaining('Heavy') },
      { productUniqueCode: codes[3], message: expect.stringContaining('ordered together') },
    ])
    expect((await look(shop, made.id)).body.lines.map(({ obstacle }) => obstacle !== null)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('asks for a location where none is planned, and takes only one that may be ordered for', async () => {
    const shop = await openShop(portal)
    const { body: made } = await save(shop, { locationId: null })
    const rival = await shop.company.location(await shop.company.customer())
    const passed = { locationId: shop.location.id, deliveryDate: '2020-01-01' }
    expect((await order(shop, made.id)).code).toBe('TemplateLocationMissing')
    expect((await order(shop, made.id, { locationId: rival.id })).code).toBe('LocationNotAllowed')
    expect((await order(shop, made.id, passed)).code).toBe('DeliveryDateInPast')
    await order(shop, made.id, { ...passed, deliveryDate: '2099-01-06' })
    expect(await inCart(shop)).toMatchObject([{ deliveryDate: '2099-01-06', quantity: 5 }])
  })
})
