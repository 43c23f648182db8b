import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productGroupKind } from '@kervan/contract/company/product-tree'
import { colorKind, productKind, productVariantKind } from '@kervan/contract/company/products'
import { stockByLocation } from '@kervan/contract/company/stock'
import type { Language } from '@kervan/contract/kit/values'
import { cartLines, getCart } from '@kervan/contract/order/cart'
import { getEdiMessage, receiveEdiMessage } from '@kervan/contract/order/edi'
import { exportManagedLines } from '@kervan/contract/order/line-export'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import {
  findVariants,
  getOrderOptions,
  getProduct,
  orderableProducts,
  placeOrder,
  reviewCart,
} from '@kervan/contract/order/order-new'
import { getOrderReport } from '@kervan/contract/order/order-report'
import { getPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import { quotaRuleKind, quotaUsage } from '@kervan/contract/order/quota-rules'
import { getReplenishment, replenishmentProducts } from '@kervan/contract/order/replenishment'
import { findRecords } from '@kervan/contract/shell/find-records'
import { fillCart, openShop, orderOf, page, place, windowAround, type Shop } from '../../test/ordering.ts'
import { newId } from '../kit/database/uuid.ts'
import { tidyTitle } from '../kit/excel/table-rows.ts'
import { titlesOf } from '../kit/master/header.ts'
import { servedByKey } from '../kit/master/kind.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { quotaRuleValues } from '../../test/quota-rule.ts'
import { watch } from '../../test/watch.ts'
import { workbookRows } from '../../test/workbook-text.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** What the shirt, its node and its colour are called by each reader; English has names of the shirt only. */
const called: Record<Language, [product: string, node: string, color: string]> = {
  en: ['Linen shirt', 'Hemdenabteilung', 'Siyahımsı'],
  tr: ['Keten gömlek', 'Gömlekler', 'Siyah'],
  de: ['Leinenhemd', 'Hemden', 'Schwarz'],
}
const languages = ['en', 'tr', 'de'] as const

/** A shop whose product carries the name of the pattern book, with names of its own in the languages. */
async function namedShop(): Promise<Shop> {
  const shop = await openShop(portal, { product: { name: 'Modell 7', colors: ['BLK'], sizes: ['M'] } })
  const { token } = shop.boss
  const rows = async (answer: Promise<{ body: { rows: { issues: unknown[] }[] } }>) =>
    expect((await answer).body.rows.flatMap(({ issues }) => issues)).toEqual([])
  await rows(
    portal.call(productGroupKind.deliver, token, {
      rows: [{ code: 'SH', name: 'Hemdenabteilung', nameTurkish: 'Gömlekler', nameGerman: 'Hemden' }],
    }),
  )
  await rows(
    portal.call(productKind.deliver, token, {
      rows: [
        {
          code: shop.product.code,
          category: 'SH',
          nameEnglish: 'Linen shirt',
          nameTurkish: 'Keten gömlek',
          nameGerman: 'Leinenhemd',
        },
      ],
    }),
  )
  await rows(
    portal.call(colorKind.deliver, token, {
      rows: [{ code: 'blk', name: 'Siyahımsı', nameTurkish: 'Siyah', nameGerman: 'Schwarz' }],
    }),
  )
  return shop
}

describe('[PRD-001, SHL-012] names in the language of the reader', () => {
  it('in the catalogue, its filter, the product and quick entry', async () => {
    const shop = await namedShop()
    const codes = new Set<string>()
    for (const language of languages) {
      const [productName, category, color] = called[language]
      const asked = { language }
      const { body } = await portal.call(
        orderableProducts.page,
        shop.buyer.token,
        { ...page, locationId: null },
        asked,
      )
      expect(body.rows).toMatchObject([{ productName, category }])
      const options = await portal.call(getOrderOptions, shop.buyer.token, {}, asked)
      expect(options.body.categories).toMatchObject([{ name: category }])
      // A saved view finds the same in every language (D57).
      const filters = { categoryCode: { in: [options.body.categories[0]!.code] } }
      const filtered = await portal.call(
        orderableProducts.page,
        shop.buyer.token,
        { ...page, locationId: null, filters },
        asked,
      )
      expect([codes.add(options.body.categories[0]!.code).size, filtered.body.total]).toEqual([1, 1])
      const one = await portal.call(getProduct, shop.buyer.token, { productId: shop.product.id }, asked)
      expect(one.body).toMatchObject({ productName, category, colors: [{ name: color }] })
      expect(one.body.variants).toMatchObject([{ color }])
      const typed = await portal.call(
        findVariants,
        shop.buyer.token,
        { code: shop.product.code, locationId: shop.location.id },
        asked,
      )
      expect(typed.body.variants).toMatchObject([{ productName, color }])
    }
  })

  it('is found by the names of every language, whatever the reader speaks', async () => {
    const shop = await namedShop()
    for (const search of [
      'modell 7',
      'LINEN SHIRT',
      'keten gomlek',
      'leinenhemd',
      'gömlekler',
      'hemdenabt',
    ]) {
      const { body } = await portal.call(
        orderableProducts.page,
        shop.buyer.token,
        { ...page, locationId: null, search },
        { language: 'de' },
      )
      expect([search, body.rows.length]).toEqual([search, 1])
    }
    const renamed = await portal.call(productGroupKind.deliver, shop.boss.token, {
      rows: [{ code: 'SH', nameGerman: 'Oberhemden' }],
    })
    expect(renamed.body.rows).toMatchObject([{ issues: [] }])
    const { body } = await portal.call(
      orderableProducts.page,
      shop.buyer.token,
      { ...page, locationId: null, search: 'oberhemden' },
      { language: 'de' },
    )
    expect(body.rows).toMatchObject([{ category: 'Oberhemden' }])
  })

  it('in cart and review; the order keeps the name itself and shows the reader theirs', async () => {
    const shop = await namedShop()
    const { version } = await fillCart(shop, [12])
    for (const language of languages) {
      const [productName, , color] = called[language]
      const cart = await portal.call(getCart, shop.buyer.token, {}, { language })
      expect(cart.body.products).toMatchObject([{ productName }])
      const lines = await portal.call(cartLines.page, shop.buyer.token, page, { language })
      expect(lines.body.rows).toMatchObject([{ productName, color }])
      const review = await portal.call(reviewCart, shop.buyer.token, {}, { language })
      expect(review.body.cart.products).toMatchObject([{ productName }])
    }
    const [orderCode = ''] = await place(shop, version)
    const { rows } = await portal.owner.query(
      `select product_name, color from order_line where company_id = ${shop.company.id}`,
    )
    expect(rows).toEqual([{ product_name: 'Modell 7', color: 'BLK' }])
    for (const language of languages) {
      const [productName, , color] = called[language]
      const order = await portal.call(getManagedOrder, shop.boss.token, { orderCode }, { language })
      expect(order.body.lines).toMatchObject([{ productName, color }])
      const file = await portal.call(
        exportManagedLines,
        shop.boss.token,
        { orderCode, columns: ['product', 'color'], lineIds: order.body.lines.map(({ id }) => id) },
        { language },
      )
      const [, ...written] = await workbookRows(file.body)
      expect(written).toEqual([[productName, color]])
    }
  })

  it('an order goes on saying what was ordered when the product becomes something else', async () => {
    const shop = await namedShop()
    const { orderCode } = await orderOf(shop)
    await portal.call(productKind.deliver, shop.boss.token, {
      rows: [{ code: shop.product.code, name: 'Modell 8', nameGerman: 'Wollhemd' }],
    })
    const order = await portal.call(getManagedOrder, shop.boss.token, { orderCode }, { language: 'de' })
    expect(order.body.lines).toMatchObject([{ productName: 'Modell 7' }])
  })

  it('in the lists and lookups of master data, while its form holds the name itself', async () => {
    const shop = await namedShop()
    const asked = { language: 'de' } as const
    const listed = await portal.call(productKind.list.page, shop.boss.token, { ...page, day: null }, asked)
    expect(listed.body.rows).toMatchObject([
      { name: 'Leinenhemd', category: 'Hemden', nameTurkish: 'Keten gömlek' },
    ])
    const variants = await portal.call(
      productVariantKind.list.page,
      shop.boss.token,
      { ...page, day: null },
      asked,
    )
    expect(variants.body.rows).toMatchObject([{ product: 'Leinenhemd', color: 'Schwarz' }])
    const found = await portal.call(productKind.find, shop.boss.token, { search: 'keten' }, asked)
    expect(found.body.options).toMatchObject([{ name: 'Leinenhemd' }])
    const one = await portal.call(productKind.get, shop.boss.token, { id: shop.product.id }, asked)
    expect(one.body).toMatchObject({
      title: `${shop.product.code} – Leinenhemd`,
      values: { name: 'Modell 7' },
      names: { category: { SH: 'Hemden' } },
    })
  })

  it('told apart from the name itself in the list, its file and the file that is filled in', async () => {
    const shop = await namedShop()
    const { token } = shop.boss
    const asked = { language: 'de' } as const
    const listed = await portal.call(productKind.list.page, token, { ...page, day: null }, asked)
    expect(listed.body.rows).toMatchObject([{ name: 'Leinenhemd', nameBase: 'Modell 7' }])
    const found = await portal.call(
      productKind.list.page,
      token,
      { ...page, day: null, filters: { nameBase: { contains: 'modell' } } },
      asked,
    )
    expect(found.body.total).toBe(1)
    const query = { sort: [], filters: {}, search: '', day: null }
    const saved = await portal.call(
      productKind.list.excel,
      token,
      { ...query, columns: ['code', 'name', 'nameBase'] },
      asked,
    )
    expect((await workbookRows(saved.body)).slice(0, 2)).toEqual([
      ['Code', 'Name auf Deutsch', 'Basisname'],
      [shop.product.code, 'Leinenhemd', 'Modell 7'],
    ])
    const template = await portal.call(productKind.template, token, { filled: true }, asked)
    const titles = (await workbookRows(template.body)).find((cells) => cells.includes('Basisname'))
    expect(titles).toEqual(expect.arrayContaining(['Code', 'Basisname', 'Name auf Deutsch']))
    expect(titles).not.toContain('Name')
  })

  it.each([
    ['Name', 'name'],
    ['Ad', 'name'],
    ['Base name', 'name'],
    ['Temel ad', 'name'],
    ['Basisname', 'name'],
    ['Name auf Deutsch', 'nameGerman'],
  ])('and the column %s of a file means the field %s', (title, field) => {
    const served = servedByKey.get('product')
    expect(served && titlesOf(served).get(tidyTitle(title))).toBe(field)
  })

  it('in stock, palette, replenishment, quota usage, report, pre-approval and the EDI inbox', async () => {
    const shop = await namedShop()
    const { boss, buyer, company, product } = shop
    await portal.owner.query('update company set quota_active = true where id = $1', [company.id])
    const rule = {
      id: null,
      version: null,
      values: quotaRuleValues({ actionType: 'Warning' }),
      confirmed: true,
    }
    expect((await portal.call(quotaRuleKind.save, boss.token, rule)).refused).toBeNull()
    await orderOf(shop)
    await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
      company.id,
    ])
    const { version } = await fillCart(shop, [12])
    const placed = await portal.call(placeOrder, buyer.token, { cartVersion: version, requestKey: newId() })
    const preOrderId = placed.body.preOrders[0]?.id ?? ''
    const edi = `UNB+UNOC:3+C-1:ZZ+S-1:ZZ+261123:0900+1'UNH+1+ORDERS:D:96A:UN'BGM+220+PO-9+9'DTM+137:20261123:102'DTM+2:20990106:102'NAD+BY+${shop.customer.code}::92'NAD+DP+${shop.location.code}::92'LIN+1++${product.variants[0]?.code}:SA'QTY+21:12'UNS+S'UNT+10+1'UNZ+1+1'`
    const sent = await portal.upload(receiveEdiMessage, boss.token, {}, [{ name: 'order.edi', body: edi }])
    const { messageId, jobId } = sent.body as { messageId: string; jobId: string }
    await watch(portal, boss.token, jobId)

    for (const language of languages) {
      const [productName, category, color] = called[language]
      const asked = { language }
      const stock = await portal.call(
        stockByLocation.page,
        boss.token,
        { ...page, productId: product.id, locationId: null },
        asked,
      )
      expect(stock.body.rows).toMatchObject([{ productName, color }])
      const found = await portal.call(
        findRecords,
        boss.token,
        { text: 'keten gomlek', kind: 'product' },
        asked,
      )
      expect(found.body.records).toMatchObject([{ name: productName }])
      const waiting = await portal.call(replenishmentProducts.page, boss.token, page, asked)
      expect(waiting.body.rows).toMatchObject([{ productName, color }])
      const figures = await portal.call(
        getReplenishment,
        boss.token,
        { variantId: product.variants[0]?.id ?? '', directly: true, backorder: true },
        asked,
      )
      expect(figures.body).toMatchObject({ productName, color })
      const usage = await portal.call(
        quotaUsage.page,
        boss.token,
        { ...page, current: true, ruleCode: null },
        asked,
      )
      expect(usage.body.rows.map(({ productNode }) => productNode)).toEqual([
        expect.stringContaining(productName),
      ])
      const report = await portal.call(
        getOrderReport,
        boss.token,
        { ...windowAround(), rows: ['product', 'category'], column: null, measure: 'lines', filters: {} },
        asked,
      )
      expect(report.body.rows.at(-1)?.path.map(({ label }) => label)).toEqual([
        expect.stringContaining(productName),
        category,
      ])
      const pre = await portal.call(getPreApprovalOrder, boss.token, { preOrderId }, asked)
      expect(pre.body.lines).toMatchObject([{ productName, color }])
      const message = await portal.call(getEdiMessage, boss.token, { messageId }, asked)
      expect(message.body.lines).toMatchObject([{ productName }])
    }
  })

  it('the name itself where there is no other; two colours of one name are told apart', async () => {
    const shop = await openShop(portal, {
      product: { name: 'Modell 9', colors: ['SKY', 'BLU'], sizes: ['M'] },
    })
    const asked = { language: 'tr' } as const
    const ask = () => portal.call(getProduct, shop.buyer.token, { productId: shop.product.id }, asked)
    const plain = await ask()
    expect(plain.body).toMatchObject({ productName: 'Modell 9', colors: [{ name: 'SKY' }, { name: 'BLU' }] })
    await portal.call(colorKind.deliver, shop.boss.token, {
      rows: [
        { code: 'SKY', name: 'Sky', nameTurkish: 'Mavi' },
        { code: 'BLU', name: 'Blue', nameTurkish: 'Mavi' },
      ],
    })
    const same = await ask()
    expect(same.body.colors.map(({ name }) => name)).toEqual(['Mavi (SKY)', 'Mavi (BLU)'])
  })
})
