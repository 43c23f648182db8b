import { announceReturn } from '@kervan/contract/order/returns'
import { getManagedOrder, pendingOrders } from '@kervan/contract/order/order-management'
import { getMyOrder, myPendingOrders } from '@kervan/contract/order/order-my'
import { myDiscountRequests } from '@kervan/contract/porta/discount-requests'
import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import { existing } from '@kervan/contract/kit/typed'
import { tracedPacks } from '@kervan/contract/trace/inquiry'
import { getPackage, uploadPackage } from '@kervan/contract/trace/packages'
import { getPackPassport, type PackPassport } from '@kervan/contract/trace/passport'
import { startRecall } from '@kervan/contract/trace/recalls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, openShop, orderOf, type Shop } from '../../../test/ordering.ts'
import { applyFor, dataMatrix, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { transferXml, zipped } from '../../../test/transfer-package.ts'
import { keepMovements } from '../keep-movements.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const [maker, warehouse] = ['8699999000003', '8689999200015']
const serial = '7K2M9QX41B'

type Known = { shop: Shop; pharmacy: Pharmacy; orderCode: string; request: { id: string; code: string } }

/** A pack that was ordered, sent, traced, applied for, approved, reported and announced as coming back. */
async function knownPack(): Promise<Known> {
  const shop = await openShop(portal, { product: { stock: 1_000 } })
  const pharmacy = await openPharmacy(shop)
  const order = await orderOf(shop, [48])
  expect((await approve(shop, order)).status).toBe(200)
  const [line] = order.lines
  await portal.call(goodsIssueKind.deliver, shop.boss.token, {
    rows: [
      {
        code: `G-${order.orderCode}`,
        orderLine: existing(line).lineCode,
        issuedQuantity: 40,
        issuedOn: '2026-11-20',
        deliveryNote: 'LS-1',
        closesLine: false,
      },
    ],
  })
  const attributes = `GTIN="${pharmacy.gtin}" lotNumber="B24A07" expirationDate="2031-12-31" PONumber="${order.orderCode}"`
  const list = { gtin: pharmacy.gtin, lot: 'B24A07', expiry: '2031-12-31', serials: [serial], attributes }
  const xml = transferXml([{ label: 'CASE-1', packs: [list] }])
  const sent = await portal.upload(uploadPackage, shop.boss.token, {}, [
    { name: 'package.zip', body: zipped(xml) },
  ])
  const { packageId } = sent.body as { packageId: string }
  await expect
    .poll(async () => (await portal.call(getPackage, shop.boss.token, { packageId })).body.packageState, {
      interval: 50,
      timeout: 60_000,
    })
    .toBe('Read')
  const request = await applyFor(pharmacy, shop.boss, serial)
  await inCompany(
    portal,
    shop.company.id,
    `update discount_request set state = 'Approved', decided_at = '2026-11-24T09:00:00Z', valid_sale_date = '2026-11-20' where company_id = $1 and id = $2`,
    [shop.company.id, request.id],
  )
  return { shop, pharmacy, orderCode: order.orderCode, request }
}

const ask = ({ token }: User, code: string) => portal.call(getPackPassport, token, { code })
const chapter = (body: PackPassport, name: string) =>
  existing(body.chapters.find((one) => one.chapter === name))
const kinds = (body: PackPassport, name: string) => chapter(body, name).entries.map(({ kind }) => kind)
const passportOf = ({ pharmacy }: Known) => `${pharmacy.gtin} ${serial}`

describe('[TRC-003] the passport of a pack', () => {
  it('tells what was ordered, shipped, traced, claimed and refunded, by any form of its code', async () => {
    const known = await knownPack()
    const { shop, pharmacy, orderCode, request } = known
    const { body } = await ask(shop.boss, dataMatrix({ gtin: pharmacy.gtin, serial }))
    expect(body).toMatchObject({
      gtin: pharmacy.gtin,
      serialNumber: serial,
      lotNumber: 'B24A07',
      expiryDate: '2031-12-31',
      packState: 'InTransit',
    })
    expect(body.productName).toBeTruthy()
    expect(chapter(body, 'ordered')).toMatchObject({
      sight: 'Shown',
      entries: [
        { kind: 'GoodsIssued', code: `G-${orderCode}`, quantity: 40, note: 'LS-1' },
        { kind: 'Ordered', code: `${orderCode}-1`, quantity: 48, opens: { search: { order: orderCode } } },
      ],
    })
    expect(chapter(body, 'shipped').entries).toMatchObject([
      { kind: 'InPackage', code: 'D-1', word: { value: 'Dispatch' }, note: 'CASE-1' },
    ])
    expect(chapter(body, 'traced').entries).toMatchObject([
      { kind: 'Moved', word: { group: 'itsMovement', value: 'Dispatch' }, from: maker, to: warehouse },
    ])
    expect(chapter(body, 'claimed').entries).toMatchObject([
      { kind: 'DiscountClaimed', code: request.code, word: { group: 'discountRequest', value: 'Approved' } },
    ])
    expect(chapter(body, 'refunded').entries).toMatchObject([
      { kind: 'DiscountApproved', code: request.code, currency: 'TRY' },
    ])
    expect(chapter(body, 'paid')).toMatchObject({ sight: 'Shown', entries: [] })
    const again = await ask(shop.boss, passportOf(known))
    expect(again.body.chapters).toEqual(body.chapters)
  })

  it('tells returns and recalls of it', async () => {
    const known = await knownPack()
    const { shop, pharmacy, orderCode } = known
    const lines = await inCompany(
      portal,
      shop.company.id,
      'select l.id from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id where l.company_id = $1 and o.code = $2',
      [shop.company.id, orderCode],
    )
    const announced = await portal.call(announceReturn, shop.boss.token, {
      orderCode,
      reason: 'Damaged',
      lines: [
        {
          lineId: String(existing(lines[0])['id']),
          quantity: null,
          codes: dataMatrix({ gtin: pharmacy.gtin, serial }),
        },
      ],
    })
    await portal.call(startRecall, shop.boss.token, {
      gtin: pharmacy.gtin,
      lotNumber: 'B24A07',
      reason: 'Glass particles',
    })
    const { body } = await ask(shop.boss, passportOf(known))
    expect(body.packState).toBe('Waived')
    expect(kinds(body, 'traced')).toEqual(['Moved', 'Recalled'])
    expect(chapter(body, 'returned').entries).toMatchObject([
      { kind: 'ReturnAnnounced', code: announced.body.returnCode, word: { value: 'Announced' } },
    ])
  })

  it('says of a part that is not for the reader that it is not, whether there is anything or not', async () => {
    const known = await knownPack()
    const { shop, pharmacy } = known
    const passport = getPackPassport.permission ?? ''
    const tracer = await shop.company.user({ permissions: [passport, tracedPacks.page.permission ?? ''] })
    const { body } = await ask(tracer, passportOf(known))
    expect(body.chapters.map(({ chapter: name, sight }) => [name, sight])).toEqual([
      ['ordered', 'NotAllowed'],
      ['shipped', 'NotAllowed'],
      ['traced', 'Partly'],
      ['claimed', 'NotAllowed'],
      ['refunded', 'NotAllowed'],
      ['paid', 'NotAllowed'],
      ['returned', 'NotAllowed'],
    ])
    await portal.app.services.db.withCompany(shop.company.id, (tx) =>
      keepMovements(
        tx,
        shop.company.id,
        [
          {
            gtin: pharmacy.gtin,
            serialNumber: 'ALONE',
            lotNumber: null,
            expiryDate: null,
            movements: [
              {
                declarationId: '1',
                at: '2026-05-01T06:00:00.000Z',
                movement: 'Production',
                fromGln: maker,
                toGln: null,
                resultCode: '00000',
              },
            ],
          },
        ],
        'Its',
      ),
    )
    const bare = await ask(tracer, `${pharmacy.gtin} ALONE`)
    expect(bare.body.chapters.map(({ sight }) => sight)).toEqual(body.chapters.map(({ sight }) => sight))
  })

  it('shows customers their own rows, and of packs of the whole company nothing', async () => {
    const known = await knownPack()
    const { shop, orderCode } = known
    const permissions = [
      getPackPassport,
      tracedPacks.page,
      pendingOrders.page,
      getManagedOrder,
      myPendingOrders.page,
      getMyOrder,
      myDiscountRequests.page,
    ].map(({ permission }) => permission ?? '')
    const own = await shop.company.user({ permissions, customer: shop.customer })
    const { body } = await ask(own, passportOf(known))
    expect(chapter(body, 'ordered').entries[1]).toMatchObject({ code: `${orderCode}-1` })
    expect(chapter(body, 'traced').sight).toBe('NotAllowed')
    expect(body.packState).toBeNull()
    const other = await shop.company.user({ permissions, customer: await shop.company.customer() })
    expect(await ask(other, passportOf(known))).toMatchObject({ status: 404, code: 'PackUnknown' })
  })

  it('is refused for a code that is nobody’s, is none, or whose pack another company knows', async () => {
    const known = await knownPack()
    const stranger = await (await portal.company()).user()
    const nobodys = await ask(known.shop.boss, `${known.pharmacy.gtin} NEVER`)
    expect(nobodys).toMatchObject({ status: 404, code: 'PackUnknown' })
    expect(nobodys.refused).toMatchObject({ Facts: { serial: 'NEVER' } })
    expect(await ask(stranger, passportOf(known))).toMatchObject({ status: 404, code: 'PackUnknown' })
    expect(await ask(known.shop.boss, 'nonsense')).toMatchObject({ status: 422, code: 'CodeRefused' })
    const without = await known.shop.company.user({ permissions: ['HomePage'] })
    expect(await ask(without, passportOf(known))).toMatchObject({ code: 'PermissionMissing' })
  })
})
