import { afterAll, beforeAll, expect, it } from 'vitest'
import { productKind } from '@kervan/contract/company/products'
import { getProductTimeline } from '@kervan/contract/company/product-timeline'
import { priceChangeKind } from '@kervan/contract/data/price-changes'
import { openShop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

it('[PRD-001] [ORD-020] listing, season, price and state of a product stand on one axis; of another company it is not found', async () => {
  const [shop, other] = [await openShop(portal), await openShop(portal)]
  const ask = { productId: shop.product.id }
  const got = await portal.call(productKind.get, shop.boss.token, { id: shop.product.id })
  const saved = await portal.call(productKind.save, shop.boss.token, {
    id: shop.product.id,
    version: got.body.version,
    values: { ...got.body.values, listedFrom: '2020-01-01', listedTo: '2099-12-31', season: 'Winter' },
    confirmed: true,
  })
  expect(saved.status).toBe(200)
  const changed = await portal.call(priceChangeKind.save, shop.boss.token, {
    id: null,
    version: null,
    values: {
      product: shop.product.code,
      changeDate: '2099-06-01',
      oldPrice: '10',
      newPrice: '12.5',
      entitlementDate: '2099-05-01',
      note: null,
    },
    confirmed: true,
  })
  expect(changed.status).toBe(200)
  const { body } = await portal.call(getProductTimeline, shop.boss.token, ask)
  expect(body).toMatchObject({
    since: '2020-01-01',
    listing: [{ value: null, from: '2020-01-01', to: '2099-12-31' }],
    status: [{ value: 'Active', from: '2020-01-01', to: null }],
  })
  expect(body.season.at(-1)).toMatchObject({ value: 'Winter', to: null })
  expect(body.price?.at(-1)).toEqual({ value: '12.5', from: '2099-06-01', to: null })
  expect(await portal.call(getProductTimeline, other.boss.token, ask)).toMatchObject({ code: 'NotFound' })

  // Whoever may not see prices learns neither a price nor the day on which one was announced to change (ORD-020).
  await portal.owner.query(
    `update company_policy set price_visibility = 'HideForAll' where company_id = $1`,
    [shop.company.id],
  )
  const hidden = await portal.call(getProductTimeline, shop.boss.token, ask)
  expect(hidden).toMatchObject({
    status: 200,
    body: { price: null, season: body.season, status: body.status },
  })
  expect(JSON.stringify(hidden.body)).not.toMatch(/12\.5|2099-06-01/)
})
