import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deleteProductPicture,
  getProductPhoto,
  getProductPicture,
  photoSizes,
  uploadProductPicture,
} from '@kervan/contract/company/product-picture'
import { getProduct } from '@kervan/contract/order/order-new'
import { productKind, productVariantKind } from '@kervan/contract/company/products'
import { openShop, page, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1a6c98' } })

const put = (shop: Shop, body: Uint8Array, token = shop.boss.token) =>
  portal.upload(uploadProductPicture, token, { productId: shop.product.id }, [{ name: 'shirt.jpg', body }])
const bytes = (body: unknown) => Buffer.from(body as Uint8Array)
const look = (shop: Shop, id = shop.product.id) =>
  portal.call(getProductPicture, shop.boss.token, { productId: id })
const filesOf = async (shop: Shop) =>
  (
    await portal.owner.query(`select id from file where company_id = $1 and purpose = 'product-picture'`, [
      shop.company.id,
    ])
  ).rows.length

describe('[PRD-001, PRD-002] the picture of a product', () => {
  it('is drawn anew, shown in New Order under an id of its own, replaced and deleted', async () => {
    const shop = await openShop(portal)
    expect((await look(shop)).status).toBe(204)
    const original = await drawn(900, 600)
      .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
      .jpeg()
      .toBuffer()
    expect((await put(shop, original)).status).toBe(200)
    const shown = await look(shop)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(bytes(shown.body)).metadata()).toMatchObject({ width: 512, height: 341 })
    expect(bytes(shown.body).includes('SECRET-PLACE')).toBe(false)

    const photo = async () =>
      (await portal.call(getProduct, shop.boss.token, { productId: shop.product.id })).body.picture.photoId
    const first = (await photo()) ?? ''
    const ordered = await portal.call(getProductPhoto, shop.boss.token, { photoId: first, size: 512 })
    expect(bytes(ordered.body).equals(bytes(shown.body))).toBe(true)
    const sizes = await Promise.all(
      photoSizes.map(async (size) => {
        const { body } = await portal.call(getProductPhoto, shop.boss.token, { photoId: first, size })
        const { width, height } = await sharp(bytes(body)).metadata()
        return [width, height]
      }),
    )
    expect(sizes).toEqual([
      [64, 43],
      [192, 128],
      [512, 341],
    ])

    expect((await put(shop, await drawn(20, 20).jpeg().toBuffer())).status).toBe(200)
    expect(await photo()).not.toBe(first)
    expect(await filesOf(shop)).toBe(1)
    expect((await portal.call(getProductPhoto, shop.boss.token, { photoId: first, size: 512 })).status).toBe(
      204,
    )

    const remove = () => portal.call(deleteProductPicture, shop.boss.token, { productId: shop.product.id })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect([(await look(shop)).status, await photo(), await filesOf(shop)]).toEqual([204, null, 0])
    const audit = await portal.owner.query(
      `select operation from audit_entry where company_id = $1 and operation like 'product.picture%' order by seq`,
      [shop.company.id],
    )
    expect(audit.rows.map((row: { operation: string }) => row.operation)).toEqual([
      'product.pictureSet',
      'product.pictureSet',
      'product.pictureRemoved',
    ])
  })

  it('is a JPG by its content, of at most one megabyte', async () => {
    const shop = await openShop(portal)
    const refused = { status: 422, code: 'FileTypeNotAllowed' }
    expect(await put(shop, await drawn(10, 10).png().toBuffer())).toMatchObject(refused)
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('no picture')])
    expect(await put(shop, broken)).toMatchObject(refused)
    expect(await put(shop, Buffer.alloc(1_100_000, 0xff))).toMatchObject({
      status: 422,
      code: 'FileTooLarge',
    })
    expect(await filesOf(shop)).toBe(0)
  })

  it('of another company does not exist; who may not change products cannot set one', async () => {
    const [shop, other] = [await openShop(portal), await openShop(portal)]
    expect((await put(shop, await drawn(10, 10).jpeg().toBuffer())).status).toBe(200)
    expect(await look(other, shop.product.id)).toMatchObject({ status: 404, code: 'NotFound' })
    const { body } = await portal.call(getProduct, shop.boss.token, { productId: shop.product.id })
    // Each list that shows products names the same picture, and each reader of one may look at it.
    const listed = await portal.call(productKind.list.page, shop.boss.token, { ...page, day: null })
    expect(listed.body.rows[0]?.['picture']).toEqual(body.picture)
    const variants = await portal.call(productVariantKind.list.page, shop.boss.token, { ...page, day: null })
    expect(variants.body.rows[0]?.['picture']).toEqual(body.picture)
    const photoId = body.picture.photoId ?? ''
    expect((await portal.call(getProductPhoto, other.boss.token, { photoId, size: 64 })).status).toBe(204)
    expect(
      await portal.call(deleteProductPicture, other.boss.token, { productId: shop.product.id }),
    ).toMatchObject({ status: 404 })
    expect((await look(shop)).status).toBe(200)
  })

  it('of two who put one in at once, one stands and no file is left over', async () => {
    const shop = await openShop(portal)
    const answers = await Promise.all(
      [10, 20, 30].map(async (side) => put(shop, await drawn(side, side).jpeg().toBuffer())),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await filesOf(shop)).toBe(1)
  })
})
