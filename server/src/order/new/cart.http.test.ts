import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findVariants,
  getOrderOptions,
  getProduct,
  orderableProducts,
  placeOrder,
  reviewCart,
} from '@kervan/contract/order/order-new'
import { getCartQuantities } from '@kervan/contract/order/cart'
import { removeCartLines } from '@kervan/contract/order/cart'
import { cartLines } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { emptyCart } from '@kervan/contract/order/cart'
import { removeCartFile } from '@kervan/contract/order/cart'
import { getCart } from '@kervan/contract/order/cart'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { reduceCartToStock, updateCart, type Delivery } from '@kervan/contract/order/cart'
import { getMyOrder, reorder } from '@kervan/contract/order/order-my'
import { canonical } from '../../kit/records/audit.ts'
import { newId } from '../../kit/database/uuid.ts'
import {
  deliveryTo,
  fillCart,
  look,
  openShop,
  page,
  place,
  stockOf,
  windowAround,
} from '../../../test/ordering.ts'
import { myPendingOrders } from '@kervan/contract/order/order-my'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { archive } from '../../../test/workbooks/archive.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[ORD-001] the catalogue', () => {
  it('is searched by name, code, with Turkish letters folded, and filtered', async () => {
    const shop = await openShop(portal, { product: { name: 'Isparta Gül Yağı', code: 'ISP-1' } })
    await shop.company.product({ name: 'Çınar Merhem', code: 'CIN-1' })
    const names = async (search: string, filters = {}) =>
      (
        await portal.call(orderableProducts.page, shop.buyer.token, { ...page, search, filters })
      ).body.rows.map((row) => row.productName)
    for (const search of ['ISPARTA', 'ısparta', 'İsparta gul', 'isp-1'])
      expect(await names(search)).toEqual(['Isparta Gül Yağı'])
    expect(await names('cinar')).toEqual(['Çınar Merhem'])
    expect(await names('', { productCode: { contains: 'cin' } })).toEqual(['Çınar Merhem'])
    expect(await names('100%')).toEqual([])
  })

  it('sorts Turkish letters where a Turkish reader looks for them', async () => {
    const shop = await openShop(portal, { product: { name: 'Zeytin' } })
    for (const name of ['Çam', 'Cam', 'Dut', 'Isırgan', 'İncir', 'Şeftali', 'Soya'])
      await shop.company.product({ name })
    const { body } = await portal.call(orderableProducts.page, shop.buyer.token, page)
    expect(body.rows.map((row) => row.productName)).toEqual([
      'Cam',
      'Çam',
      'Dut',
      'Isırgan',
      'İncir',
      'Soya',
      'Şeftali',
      'Zeytin',
    ])
  })

  it('shows colour and size, stock, price and where a product cannot go', async () => {
    const shop = await openShop(portal, {
      product: { colors: ['Navy', 'Wine'], sizes: ['S', 'M'], stock: 50, price: '418' },
    })
    const far = await shop.company.location(shop.customer)
    await shop.company.block(shop.product, far)
    const { body } = await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id })
    expect(body).toMatchObject({
      colors: [{ name: 'Navy' }, { name: 'Wine' }],
      sizes: ['S', 'M'],
      blockedLocationIds: [far.id],
    })
    expect(body.variants.map(({ color, size, available }) => [color, size, available])).toEqual([
      ['Navy', 'S', 50],
      ['Navy', 'M', 50],
      ['Wine', 'S', 50],
      ['Wine', 'M', 50],
    ])
    expect(Number(body.variants[0]?.unitPrice)).toBe(418)
  })

  it('names a list price where it is one for all variants', async () => {
    const shop = await openShop(portal, { product: { variants: 2, price: '418' } })
    const listPrice = async () =>
      (
        await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id })
      ).body.listPrice?.replace(/0{2}$/, '') ?? null
    expect(await listPrice()).toBe('418.00')
    await portal.owner.query('update product_variant set list_price = 300 where id = $1', [
      shop.product.variants[0]!.id,
    ])
    expect(await listPrice()).toBeNull()
    await portal.owner.query('update product_variant set list_price = 300 where id = $1', [
      shop.product.variants[1]!.id,
    ])
    expect(await listPrice()).toBe('300.00')
  })

  it('stands in size order, whatever order the variants have', async () => {
    const shop = await openShop(portal, {
      product: { colors: ['Navy'], sizes: ['XL', 'XXL', '3XL', 'L', 'S', 'M'] },
    })
    const { body } = await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id })
    expect(body.sizes).toEqual(['S', 'M', 'L', 'XL', 'XXL', '3XL'])
  })

  it('[ORD-001] finds variants by code, GTIN and data matrix, and says what may have been meant', async () => {
    const shop = await openShop(portal, { product: { code: 'SE10020', name: 'Sertraline', variants: 2 } })
    await shop.company.product({ code: 'SE10002', name: 'Selegiline', variants: 1 })
    const [one] = shop.product.variants
    await portal.owner.query('update product_variant set gtin = $2 where id = $1', [
      one!.id,
      '08699512040318',
    ])
    const find = async (code: string) => {
      const { body } = await portal.call(findVariants, shop.buyer.token, { code })
      return { found: body.variants.map(({ variantCode }) => variantCode), closest: body.closest }
    }
    for (const code of [one!.code, one!.code.toLowerCase(), '8699512040318', '010869951204031821ABC'])
      expect(await find(code)).toEqual({ found: [one!.code], closest: null })
    expect((await find('SE10020')).found).toHaveLength(2)
    expect(await find(one!.code.replace('SE10020', 'SE1OO2O'))).toEqual({
      found: [],
      closest: { code: one!.code, name: expect.stringContaining('Sertraline') },
    })
    expect(await find('nothing like it')).toEqual({ found: [], closest: null })
  })

  it('[ORD-020] leaves hidden prices out of every answer', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll', product: { price: '77.77' } })
    const cart = await fillCart(shop, [5])
    const answers = [
      cart,
      (await portal.call(orderableProducts.page, shop.buyer.token, page)).body,
      (await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id })).body,
      (await portal.call(cartLines.page, shop.buyer.token, page)).body,
      (await portal.call(reviewCart, shop.buyer.token, {})).body,
    ]
    const [code] = await place(shop, cart.version)
    answers.push(
      (await portal.call(getMyOrder, shop.buyer.token, { orderCode: code as string })).body as never,
      (await look(shop, code as string)) as never,
    )
    answers.push(
      (await portal.call(myPendingOrders.page, shop.buyer.token, { ...page, ...windowAround() }))
        .body as never,
    )
    expect(JSON.stringify(answers)).not.toMatch(/77\.77|388\.85/)
    expect((await portal.call(getOrderOptions, shop.buyer.token, {})).body.pricesVisible).toBe(false)
  })
})

describe('[ORD-002, ORD-003] quantities and deliveries', () => {
  it('are rounded to full packs, and the answer says which and how', async () => {
    const shop = await openShop(portal, { product: { pack: 12 } })
    const { body } = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(shop.location),
      quantities: [{ variantId: shop.product.variants[0]!.id, quantity: 40 }],
    })
    expect(body.rounded).toEqual([{ variantId: shop.product.variants[0]!.id, asked: 40, set: 48, pack: 12 }])
    expect(body.cart.quantity).toBe(48)
  })

  it.each([
    ['outside the company’s bounds', { quantity: 900 }, {}, 'QuantityOutOfBounds'],
    ['of a variant that does not exist', { variantId: newId() }, {}, 'VariantNotFound'],
    ['to somebody else’s location', {}, { locationId: newId() }, 'LocationNotAllowed'],
    ['on a day gone by', {}, { deliveryDate: '2020-01-06' }, 'DeliveryDateInPast'],
  ])('are refused %s', async (_, quantity, delivery, code) => {
    const shop = await openShop(portal, { product: { maximum: 600 } })
    const answer = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(shop.location, delivery),
      quantities: [{ variantId: shop.product.variants[0]!.id, quantity: 12, ...quantity }],
    })
    expect(answer.code).toBe(code)
    expect((await portal.call(getCart, shop.buyer.token, {})).body.lineCount).toBe(0)
  })

  it('are all set or none', async () => {
    const shop = await openShop(portal, { product: { variants: 2, maximum: 100 } })
    await fillCart(shop, [10, 10])
    const answer = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(shop.location),
      quantities: [
        { variantId: shop.product.variants[0]!.id, quantity: 50 },
        { variantId: shop.product.variants[1]!.id, quantity: 500 },
      ],
    })
    expect(answer.code).toBe('QuantityOutOfBounds')
    expect((await portal.call(getCart, shop.buyer.token, {})).body.quantity).toBe(20)
  })

  it('name the same variant twice and the last one counts', async () => {
    const shop = await openShop(portal)
    const variantId = shop.product.variants[0]!.id
    const { body } = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery: deliveryTo(shop.location),
      quantities: [
        { variantId, quantity: 5 },
        { variantId, quantity: 7 },
      ],
    })
    expect(body.cart).toMatchObject({ lineCount: 1, quantity: 7 })
  })

  it('cannot go where the product is not shipped', async () => {
    const shop = await openShop(portal)
    await shop.company.block(shop.product, shop.location)
    const answer = await portal.call(
      setCartQuantities,
      shop.buyer.token,
      {
        delivery: deliveryTo(shop.location),
        quantities: [{ variantId: shop.product.variants[0]!.id, quantity: 5 }],
      },
      { language: 'tr' },
    )
    expect(answer).toMatchObject({
      code: 'ProductCannotShip',
      refused: { Message: expect.stringContaining('ürün seçilen lokasyona') },
    })
  })

  it('[ORD-003] are for a point of sale in every company: the specification requires one beside place, day and shipping type', async () => {
    for (const relation of ['Manufacturer', 'Retailer', 'Distributor'] as const) {
      const shop = await openShop(portal, { relation })
      const [first, second] = [
        await shop.company.location(shop.customer, { type: 'PrimaryPointOfSales' }),
        await shop.company.location(shop.customer, { type: 'WholesalePointOfSales' }),
      ]
      const other = await shop.company.location(await shop.company.customer(), {
        type: 'PrimaryPointOfSales',
      })
      const set = (delivery: Partial<Delivery>) =>
        portal.call(setCartQuantities, shop.buyer.token, {
          delivery: deliveryTo(shop.location, delivery),
          quantities: [{ variantId: shop.product.variants[0]!.id, quantity: 5 }],
        })
      expect((await set({})).code).toBe('PointOfSaleRequired')
      expect((await set({ pointOfSaleId: shop.location.id })).code).toBe('PointOfSaleRequired')
      expect((await set({ pointOfSaleId: other.id })).code).toBe('LocationNotAllowed')
      const { body } = await set({ pointOfSaleId: second.id })
      const [code] = await place(shop, body.cart.version)
      expect((await look(shop, code as string)).pointOfSaleName).toBe(second.name)
      // A point of sale that goods are sent to is its own.
      await set({ locationId: first.id })
      expect((await portal.call(cartLines.page, shop.buyer.token, page)).body.rows[0]?.pointOfSaleName).toBe(
        first.name,
      )
    }
  })

  it('[ORD-003] take the only point of sale that fits, and no order is without one', async () => {
    const shop = await openShop(portal)
    const cart = await fillCart(shop, [5])
    const [alone] = await place(shop, cart.version)
    expect((await look(shop, alone as string)).pointOfSaleName).toBe(shop.location.name)
    const store = await shop.company.location(shop.customer, { type: 'PrimaryPointOfSales' })
    const again = await fillCart(shop, [5])
    const [code] = await place(shop, again.version)
    expect((await look(shop, code as string)).pointOfSaleName).toBe(store.name)
    const { rows } = await portal.owner.query(
      'select from sales_order where point_of_sale_id is null and company_id = $1',
      [shop.company.id],
    )
    expect(rows).toEqual([])
  })

  it('[USR-006] reach only the allocated locations of who has a point of sale', async () => {
    const shop = await openShop(portal)
    const other = await shop.company.location(shop.customer)
    const clerk = await shop.company.user({ customer: shop.customer, locations: [other] })
    expect(
      (await portal.call(getOrderOptions, clerk.token, {})).body.locations.map((location) => location.id),
    ).toEqual([other.id])
    await expect(fillCart(shop, [5], { buyer: clerk })).rejects.toThrow('LocationNotAllowed')
    expect((await fillCart(shop, [5], { buyer: clerk, location: other })).quantity).toBe(5)
  })
})

describe('[ORD-005] the cart', () => {
  it('keeps the customer’s own product code of a line, into the order', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const [one, two] = shop.product.variants.map(({ id }) => id) as [string, string]
    const set = (quantities: { variantId: string; quantity: number; externalProductCode?: string }[]) =>
      portal.call(setCartQuantities, shop.buyer.token, { delivery: deliveryTo(shop.location), quantities })
    const codes = async () =>
      (
        await portal.call(cartLines.page, shop.buyer.token, {
          ...page,
          sort: [{ column: 'variantCode', direction: 'asc' }],
        })
      ).body.rows.map((row) => row.externalProductCode)
    const { body } = await set([
      { variantId: one, quantity: 5, externalProductCode: ' MY-1 ' },
      { variantId: two, quantity: 5, externalProductCode: '' },
    ])
    expect(body.cart.products[0]?.externalProductCodes).toEqual(['MY-1'])
    expect(await codes()).toEqual(['MY-1', null])
    await set([{ variantId: one, quantity: 6 }])
    expect(await codes()).toEqual(['MY-1', null])
    const { body: asked } = await portal.call(getCartQuantities, shop.buyer.token, {
      productId: shop.product.id,
      delivery: deliveryTo(shop.location),
    })
    expect(asked.quantities.find(({ variantId }) => variantId === one)).toMatchObject({
      quantity: 6,
      externalProductCode: 'MY-1',
    })
    await set([{ variantId: two, quantity: 5, externalProductCode: 'MY-2' }])
    const { body: emptied } = await set([{ variantId: one, quantity: 6, externalProductCode: '' }])
    expect(await codes()).toEqual([null, 'MY-2'])
    const [code] = await place(shop, emptied.cart.version)
    expect(
      (await look(shop, code as string)).lines.map(({ externalProductCode }) => externalProductCode),
    ).toEqual([null, 'MY-2'])
  })

  it('[ORD-008] keeps the day of the customer’s own order, into the order', async () => {
    const shop = await openShop(portal)
    const words = { externalPoCode: 'PO-1', externalContact: '', note: '' }
    const update = (input: object) => portal.call(updateCart, shop.buyer.token, { ...words, ...input })
    await fillCart(shop, [5])
    expect((await update({ externalOrderDate: '2026-02-30' })).status).toBe(422)
    expect((await update({ externalOrderDate: '2026-11-18' })).body.externalOrderDate).toBe('2026-11-18')
    // Who does not name it leaves it as it is.
    const { body: kept } = await update({})
    expect(kept.externalOrderDate).toBe('2026-11-18')
    const [code] = await place(shop, kept.version)
    expect(await look(shop, code as string)).toMatchObject({
      externalPoCode: 'PO-1',
      externalOrderDate: '2026-11-18',
    })
    expect((await portal.call(getCart, shop.buyer.token, {})).body.externalOrderDate).toBeNull()
    await update({ externalOrderDate: '2026-11-18' })
    expect((await update({ externalOrderDate: null })).body.externalOrderDate).toBeNull()
  })

  it('[ORD-007, D6] is reduced to what stock covers, in full packs, and what is left under the minimum goes out', async () => {
    const shop = await openShop(portal, {
      backorders: false,
      product: { variants: 3, pack: 3, minimum: 6, stock: 10 },
    })
    await fillCart(shop, [9, 12, 12])
    await portal.owner.query('update stock set reserved = 5 where variant_id = $1', [
      shop.product.variants[2]!.id,
    ])
    const { body: before } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(before.placeable).toBe(false)
    expect(before.notes).toMatchObject([{ code: 'NoStock', lines: 2, covered: 12 }])
    expect(before.orders.map(({ quantity }) => quantity)).toEqual([21])
    const { body } = await portal.call(reduceCartToStock, shop.buyer.token, {})
    expect(body).toMatchObject({ lineCount: 2, quantity: 18 })
    expect((await portal.call(reviewCart, shop.buyer.token, {})).body).toMatchObject({
      placeable: true,
      notes: [],
    })
  })

  it('[ORD-007] says the same as its review and its lines of what stock does not cover, whether or not there are backorders', async () => {
    for (const backorders of [true, false]) {
      const shop = await openShop(portal, {
        backorders,
        product: { variants: 2, pack: 12, stock: 31, price: '10' },
      })
      // Stock gives two full packs of each variant, to the first of two places.
      const second = await shop.company.location(shop.customer)
      await fillCart(shop, [36, 12])
      await fillCart(shop, [12], { location: second })
      const { body: cart } = await portal.call(getCart, shop.buyer.token, {})
      const { body: review } = await portal.call(reviewCart, shop.buyer.token, {})
      const { body: lines } = await portal.call(cartLines.page, shop.buyer.token, {
        ...page,
        sort: [{ column: 'quantity', direction: 'desc' }],
      })
      const ordered = backorders ? 60 : 36
      const figures = { quantity: 60, pendingQuantity: 24, orderedQuantity: ordered, total: `${ordered}0.00` }
      expect(cart).toMatchObject({
        ...figures,
        products: [{ quantity: 60, pendingQuantity: 24, total: `${ordered}0.00` }],
      })
      expect(review.cart).toMatchObject(figures)
      expect(review.orders.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(ordered)
      expect(lines.rows.reduce((sum, row) => sum + row.pendingQuantity, 0)).toBe(24)
    }
  })

  it('refuses products of another flow type until it is emptied', async () => {
    const shop = await openShop(portal)
    const cold = await shop.company.product({ flow: 'ColdChain' })
    await fillCart(shop, [5])
    await expect(fillCart(shop, [5], { product: cold })).rejects.toThrow('FlowTypesMixed')
    await portal.call(emptyCart, shop.buyer.token, {})
    expect((await fillCart(shop, [5], { product: cold })).lineCount).toBe(1)
  })

  it('is one for all devices of a user, and nobody else’s', async () => {
    const shop = await openShop(portal)
    await fillCart(shop, [5])
    const colleague = await shop.company.user({ customer: shop.customer })
    expect((await portal.call(getCart, colleague.token, {})).body.lineCount).toBe(0)
    expect((await portal.call(getCart, shop.buyer.token, {})).body).toMatchObject({
      lineCount: 1,
      quantity: 5,
      subtotal: '50.00',
    })
  })

  it('keeps what is written on top, and gives lines back one by one', async () => {
    const shop = await openShop(portal, { product: { variants: 3 } })
    await fillCart(shop, [5, 6, 7])
    const { body: named } = await portal.call(updateCart, shop.buyer.token, {
      externalPoCode: ' PO-1 ',
      externalContact: '',
      note: 'ring twice',
    })
    expect(named).toMatchObject({ externalPoCode: 'PO-1', externalContact: null, note: 'ring twice' })
    const { body: quantities } = await portal.call(getCartQuantities, shop.buyer.token, {
      productId: shop.product.id,
      delivery: deliveryTo(shop.location),
    })
    expect(quantities.quantities.map((line) => line.quantity).toSorted()).toEqual([5, 6, 7])
    const { body: lines } = await portal.call(cartLines.page, shop.buyer.token, {
      ...page,
      sort: [{ column: 'quantity', direction: 'asc' }],
    })
    const { body: left } = await portal.call(removeCartLines, shop.buyer.token, {
      lineIds: [lines.rows[0]!.id],
    })
    expect(left.quantity).toBe(13)
    expect(
      (await portal.call(removeCartLines, shop.buyer.token, { productId: shop.product.id })).body.lineCount,
    ).toBe(0)
  })

  it('of many changes at once ends with one of them, and counts each', async () => {
    const shop = await openShop(portal)
    await Promise.all(Array.from({ length: 20 }, (_, at) => fillCart(shop, [at + 1])))
    const { body } = await portal.call(getCart, shop.buyer.token, {})
    expect(body.lineCount).toBe(1)
    expect(body.version).toBe(21)
  })

  it('[ORD-006] takes three files at most, of the right kind by content', async () => {
    const shop = await openShop(portal)
    const send = (...files: { name: string; body: string }[]) =>
      portal.upload(uploadCartFiles, shop.buyer.token, {}, files)
    const pdf = { name: 'teslimat talimatı.pdf', body: '%PDF-1.7 x' }
    expect(await send({ name: 'virus.pdf', body: 'MZ\u0000\u0001' })).toMatchObject({
      status: 422,
      code: 'FilesInvalid',
      refused: { Message: 'Invalid files exist. Please check the files. The first is virus.pdf.' },
    })
    expect((await send(pdf, pdf)).status).toBe(200)
    expect(await send(pdf, pdf)).toMatchObject({ status: 422, code: 'TooManyFiles' })
    expect((await send(pdf, pdf, pdf, pdf)).code).toBe('TooManyFiles')
    const { body: cart } = await portal.call(getCart, shop.buyer.token, {})
    expect(cart.files.map((file) => file.name)).toEqual(['teslimat talimatı.pdf', 'teslimat talimatı.pdf'])
    expect(
      (await portal.call(removeCartFile, shop.buyer.token, { fileId: cart.files[0]!.fileId })).body.files,
    ).toHaveLength(1)
    expect(
      (await portal.call(removeCartFile, shop.buyer.token, { fileId: cart.files[0]!.fileId })).code,
    ).toBe('NotFound')
  })

  it('[ORD-006] takes no file whose name and content disagree, and none that a computer would run', async () => {
    const shop = await openShop(portal)
    const send = (name: string, body: Uint8Array | string) =>
      portal.upload(uploadCartFiles, shop.buyer.token, {}, [{ name, body }])
    const office = (...parts: string[]) => archive(parts.map((name) => ({ name, content: '<x/>' })))
    const refused = { status: 422, code: 'FilesInvalid' }
    for (const name of ['text.exe', 'x.bat', 'x.html', 'x.svg', 'fake.pdf', 'note.txt.cmd', 'x.bat.', 'note'])
      expect(await send(name, 'hello'), name).toMatchObject(refused)
    expect(await send('order.bat', '%PDF-1.7 x')).toMatchObject(refused)
    expect(await send('order.txt', '%PDF-1.7 x')).toMatchObject(refused)
    const workbook = office('[Content_Types].xml', 'xl/workbook.xml')
    const letter = office('[Content_Types].xml', 'word/document.xml')
    expect(await send('letter.docx', workbook)).toMatchObject(refused)
    expect(await send('slides.xlsx', office('[Content_Types].xml', 'ppt/presentation.xml'))).toMatchObject(
      refused,
    )
    expect(
      await send('macros.docx', office('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin')),
    ).toMatchObject(refused)
    expect(await send('cut.xlsx', workbook.subarray(0, workbook.length - 30))).toMatchObject(refused)
    expect((await portal.call(getCart, shop.buyer.token, {})).body.files).toEqual([])
    for (const [name, body] of [
      ['list.xlsx', workbook],
      ['letter.DOCX', letter],
      ['list.csv', 'a;b'],
    ] as const)
      expect((await send(name, body)).status, name).toBe(200)
  })

  it('[API-001] takes the token after the files as well as before them', async () => {
    const shop = await openShop(portal)
    expect(
      (
        await portal.upload(uploadCartFiles, shop.buyer.token, {}, [{ name: 'a.txt', body: 'hello' }], {
          tokenFirst: false,
        })
      ).status,
    ).toBe(200)
    expect((await portal.upload(uploadCartFiles, null, {}, [{ name: 'a.txt', body: 'hello' }])).status).toBe(
      401,
    )
  })
})

describe('[ORD-007] placing', () => {
  it('makes what the review shows: an order per delivery, direct and backorder, with exact totals', async () => {
    const shop = await openShop(portal, { discount: '8', product: { pack: 12, stock: 30, price: '4.99' } })
    const second = await shop.company.location(shop.customer)
    const gauze = await shop.company.product({ price: '0.35' })
    await fillCart(shop, [48])
    await fillCart(shop, [7], { product: gauze, location: second })
    const { body: review } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(review.placeable).toBe(true)
    expect(review.notes.map((note) => [note.severity, note.code])).toEqual([['warning', 'Backorder']])
    const { body: placed } = await portal.call(placeOrder, shop.buyer.token, {
      cartVersion: review.cart.version,
      requestKey: newId(),
    })
    expect(placed.orders.map(({ type, quantity, total }) => [type, quantity, total])).toEqual(
      review.orders.map(({ type, quantity, total }) => [type, quantity, total]),
    )
    expect(placed.orders.map(({ type, quantity, total }) => [type, quantity, total])).toEqual([
      ['DirectlyOrder', 24, '110.18'],
      ['Backorder', 24, '110.18'],
      ['DirectlyOrder', 7, '2.25'],
    ])
    const [main, later] = await Promise.all(
      placed.orders.slice(0, 2).map((order) => look(shop, order.orderCode)),
    )
    expect(main).toMatchObject({
      state: 'Request',
      version: 1,
      channel: 'Portal',
      mainOrderCode: null,
      total: '110.18',
      recordUser: shop.buyer.name,
    })
    expect(later).toMatchObject({ type: 'Backorder', mainOrderCode: main?.orderCode })
    expect(await stockOf(shop, shop.product.variants[0]!.id)).toEqual({ on_hand: 30, reserved: 24 })
    expect((await portal.call(getCart, shop.buyer.token, {})).body).toMatchObject({
      lineCount: 0,
      externalPoCode: null,
    })
  })

  it('[ORD-003] proposes the place of the last order to who placed it, and to nobody else', async () => {
    const shop = await openShop(portal)
    const second = await shop.company.location(shop.customer)
    const last = async (token: string) => (await portal.call(getOrderOptions, token, {})).body.lastDelivery
    expect(await last(shop.buyer.token)).toBeNull()
    await fillCart(shop, [12], { location: second })
    const { cart } = (await portal.call(reviewCart, shop.buyer.token, {})).body
    await portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey: newId() })
    expect(await last(shop.buyer.token)).toMatchObject({ locationId: second.id })
    const colleague = await shop.company.user()
    expect(await last(colleague.token)).toBeNull()
  })

  it('[ORD-008] copies codes, names, files and what was written on top', async () => {
    const shop = await openShop(portal)
    await fillCart(shop, [5])
    await portal.upload(uploadCartFiles, shop.buyer.token, {}, [{ name: 'note.txt', body: 'hello' }])
    const { body: cart } = await portal.call(updateCart, shop.buyer.token, {
      externalPoCode: 'PO-77',
      externalContact: 'Deniz',
      note: '',
    })
    const [code] = await place(shop, cart.version)
    expect(code).toMatch(/^SO-\d\d-00001$/)
    expect(await look(shop, code as string)).toMatchObject({
      externalPoCode: 'PO-77',
      externalContact: 'Deniz',
      customerName: shop.customer.name,
      deliveryLocationCode: shop.location.code,
      vendorName: expect.any(String),
      documents: [{ name: 'note.txt', type: 'text/plain' }],
      lines: [
        {
          lineNo: 1,
          demandQuantity: 5,
          poQuantity: 5,
          completedQuantity: 0,
          state: 'Pending',
          rejectReason: 'None',
          type: 'DirectlyOrder',
          actions: { approve: null, revert: expect.any(String) },
        },
      ],
      events: [{ kind: 'order.placed', by: shop.buyer.name }],
    })
    const { body: list } = await portal.call(myPendingOrders.page, shop.buyer.token, {
      ...page,
      ...windowAround(),
      search: 'PO-77',
    })
    expect(list.rows).toMatchObject([
      {
        externalPoCode: 'PO-77',
        externalContact: 'Deniz',
        externalOrderDate: null,
        vendorName: expect.any(String),
        vendorUniqueCode: expect.any(String),
      },
    ])
  })

  it('happens once for a double click, a retry and many at once', async () => {
    const shop = await openShop(portal)
    const cart = await fillCart(shop, [5])
    const requestKey = newId()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey }),
      ),
    )
    expect(new Set(answers.map((answer) => canonical(answer.body))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const again = await portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey })
    expect(again.body).toEqual(answers[0]?.body)
    const { rows } = await portal.owner.query(
      'select count(*)::int as count from sales_order where company_id = $1',
      [shop.company.id],
    )
    expect(rows[0]).toEqual({ count: 1 })
    expect(
      await portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version + 1, requestKey }),
    ).toMatchObject({ status: 409, code: 'RequestKeyReused' })
  })

  it('under two different keys at once makes one order; the other hears that the cart is empty', async () => {
    const shop = await openShop(portal)
    const cart = await fillCart(shop, [5])
    const answers = await Promise.all(
      [1, 2].map(() =>
        portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey: newId() }),
      ),
    )
    expect(answers.map((answer) => answer.code ?? 'placed').toSorted()).toEqual(['CartEmpty', 'placed'])
  })

  it('is refused when the cart was changed elsewhere, is empty, or has a problem', async () => {
    const shop = await openShop(portal)
    expect(
      (await portal.call(placeOrder, shop.buyer.token, { cartVersion: 1, requestKey: newId() })).code,
    ).toBe('CartEmpty')
    const cart = await fillCart(shop, [5])
    await fillCart(shop, [6])
    expect(
      await portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version, requestKey: newId() }),
    ).toMatchObject({ status: 409, code: 'CartChanged' })
    await portal.owner.query(`update product set status = 'Passive' where id = $1`, [shop.product.id])
    expect((await portal.call(reviewCart, shop.buyer.token, {})).body).toMatchObject({
      placeable: false,
      notes: [{ severity: 'problem', code: 'NotSold' }],
    })
    expect(
      await portal.call(placeOrder, shop.buyer.token, { cartVersion: cart.version + 1, requestKey: newId() }),
    ).toMatchObject({ code: 'CartHasProblems', refused: { Facts: { count: 1 } } })
  })

  it.each([
    ['the price of a product', 'update product set list_price = list_price + 1 where id = $1', 'product'],
    ['the discount of the customer', 'update partner set discount_percent = 3 where id = $1', 'customer'],
  ] as const)(
    '[ORD-007] is refused when %s has changed since the total was shown, and made at the new one',
    async (_, change, changed) => {
      const shop = await openShop(portal, { discount: '8', product: { price: '4.99' } })
      await fillCart(shop, [10])
      const reviewed = async () => (await portal.call(reviewCart, shop.buyer.token, {})).body.cart
      const place = ({ version, total }: { version: number; total: string | null }) =>
        portal.call(placeOrder, shop.buyer.token, { cartVersion: version, total, requestKey: newId() })
      const before = await reviewed()
      await portal.owner.query(change, [shop[changed].id])
      const now = await reviewed()
      expect(now.total).not.toBe(before.total)
      expect(await place(before)).toMatchObject({
        status: 409,
        code: 'PricesChanged',
        refused: { Facts: { before: before.total, now: now.total } },
      })
      expect((await portal.call(getCart, shop.buyer.token, {})).body).toMatchObject({ lineCount: 1 })
      // However many places a program writes it with.
      const made = await place({ ...now, total: `${now.total}00` })
      expect(made.body.orders).toMatchObject([{ total: now.total }])
    },
  )

  it('[ORD-020] tells nothing of a total to who may not see prices', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    const cart = await fillCart(shop, [10])
    expect(
      await portal.call(placeOrder, shop.buyer.token, {
        cartVersion: cart.version,
        total: '0.01',
        requestKey: newId(),
      }),
    ).toMatchObject({ status: 200, body: { orders: [{ total: null }] } })
  })

  it('of many customers at once gives out codes without a gap and no piece of stock twice', async () => {
    const shop = await openShop(portal, { product: { stock: 100 } })
    const buyers = await Promise.all(
      Array.from({ length: 30 }, () => shop.company.user({ customer: shop.customer })),
    )
    const codes = await Promise.all(
      buyers.map(async (buyer) => place(shop, (await fillCart(shop, [7], { buyer })).version, buyer)),
    )
    const numbers = codes
      .flat()
      .map((code) => Number(code.slice(-5)))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1))
    const { rows } = await portal.owner.query<{ type: string; sum: string }>(
      'select type, sum(po_quantity) from order_line where company_id = $1 group by type order by type desc',
      [shop.company.id],
    )
    expect(rows).toEqual([
      { type: 'DirectlyOrder', sum: '100' },
      { type: 'Backorder', sum: '110' },
    ])
    expect(await stockOf(shop, shop.product.variants[0]!.id)).toEqual({ on_hand: 100, reserved: 100 })
  })

  it('[ORD-011] again puts into the cart what can still be ordered, and says what cannot', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const [code] = await place(shop, (await fillCart(shop, [5, 6])).version)
    await portal.owner.query(`update product_variant set status = 'Passive' where id = $1`, [
      shop.product.variants[1]!.id,
    ])
    const { body } = await portal.call(reorder, shop.buyer.token, { orderCode: code as string })
    expect(body).toMatchObject({ added: 1, leftOut: [{ productUniqueCode: shop.product.code }] })
    expect((await portal.call(getCart, shop.buyer.token, {})).body.quantity).toBe(5)
  })
})
