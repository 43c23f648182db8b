import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { downloadManagedOrderPdf } from '@kervan/contract/order/order-management'
import { downloadOrderPdf, getMyOrder } from '@kervan/contract/order/order-my'
import { openShop, orderOf } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { drawInThread } from './draw-in-thread.ts'
import { orderPdf } from './order-pdf.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0

it('[ORD-019] an order is a PDF for both sides, and for nobody else', async () => {
  const shop = await openShop(portal)
  const { orderCode } = await orderOf(shop, [12])
  const other = await openShop(portal)
  const stranger = await shop.company.user({ customer: await shop.company.customer() })
  const own = await portal.call(downloadOrderPdf, shop.buyer.token, { orderCode })
  const managed = await portal.call(downloadManagedOrderPdf, shop.boss.token, { orderCode })
  expect([own.status, managed.status]).toEqual([200, 200])
  for (const { token } of [stranger, other.boss]) {
    expect((await portal.call(downloadOrderPdf, token, { orderCode })).code).toBe('OrderNotFound')
    expect((await portal.call(downloadManagedOrderPdf, token, { orderCode })).code).toBe('OrderNotFound')
  }
})

it('[ORD-019] bears the logo of the company where it has one', async () => {
  const shop = await openShop(portal)
  const { orderCode } = await orderOf(shop, [12])
  const images = async () => {
    const { body } = await portal.call(downloadManagedOrderPdf, shop.boss.token, { orderCode })
    return (body as unknown as Buffer).toString('latin1').match(/\/Subtype \/Image\b/g)?.length ?? 0
  }
  expect(await images()).toBe(0)
  const logo = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#1f3a63' } })
    .png()
    .toBuffer()
  await portal.owner.query('update company set logo = $2 where id = $1', [shop.company.id, logo])
  expect(await images()).toBe(1)
})

it('[ORD-019, ORD-020] has as many pages as its lines need, in each language, with and without prices', async () => {
  const shop = await openShop(portal)
  const { orderCode } = await orderOf(shop, [12])
  const { body: order } = await portal.call(getMyOrder, shop.buyer.token, { orderCode })
  const [line] = order.lines
  const long = {
    ...order,
    lines: Array.from({ length: 60 }, (_, at) => ({
      ...line!,
      lineNo: at + 1,
      productName: 'Ağrı Kesici İğne ŞÇÖÜ 500 mg Film Kaplı Tablet, ₺',
    })),
  }
  const hidden = { ...long, subtotal: null, discount: null, total: null }
  for (const language of ['en', 'tr', 'de'] as const)
    for (const view of [long, hidden]) {
      const pdf = await orderPdf(view, {
        language,
        timeZone: 'Europe/Istanbul',
        letterhead: { company: 'Şirket', lines: [], logo: null },
      })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pages(pdf)).toBeGreaterThan(1)
    }
  const short = await orderPdf(order, {
    language: 'en',
    timeZone: 'Europe/Istanbul',
    letterhead: { company: 'Company', lines: ['Street 1', '34000 City'], logo: Buffer.from('no picture') },
  })
  expect(pages(short)).toBe(1)
})

it('[ORD-019] papers of 1,200 lines are drawn beside the process and hold no connection, and all of them arrive', async () => {
  const shop = await openShop(portal)
  const { orderCode } = await orderOf(shop, [12])
  const { body: order } = await portal.call(getMyOrder, shop.buyer.token, { orderCode })
  const long = {
    ...order,
    lines: Array.from({ length: 1_200 }, (_, at) => ({ ...order.lines[0]!, lineNo: at + 1 })),
  }
  const paper = {
    language: 'de' as const,
    timeZone: 'Europe/Berlin',
    letterhead: { company: 'Firma', lines: [], logo: null },
  }
  let drawn = 0
  const papers = Array.from({ length: 4 }, async () => {
    const pdf = await drawInThread({ order: long, paper })
    drawn += 1
    return pages(pdf)
  })
  const call = portal.call(downloadOrderPdf, shop.buyer.token, { orderCode })
  // A transaction that stays open while two papers are drawn is held for them, however slow the machine is.
  const firstSeen = new Map<string, number>()
  while (drawn < papers.length) {
    const { rows } = await portal.owner.query<{ transaction: string }>(
      `select pid || ' ' || xact_start as transaction from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    const held = rows.filter(({ transaction }) => {
      const since = firstSeen.get(transaction) ?? drawn
      firstSeen.set(transaction, since)
      return drawn - since >= 2
    })
    expect(held).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect((await call).status).toBe(200)
  expect(Math.min(...(await Promise.all(papers)))).toBeGreaterThan(20)
})

it('[ORD-019] twelve papers asked at once all arrive, and other calls are answered meanwhile', async () => {
  const lines = 60
  const shop = await openShop(portal, { product: { variants: lines } })
  const { orderCode } = await orderOf(
    shop,
    Array.from({ length: lines }, () => 12),
  )
  const arrived: Buffer[] = []
  const papers = Array.from({ length: 12 }, async () => {
    const { status, body } = await portal.call(downloadManagedOrderPdf, shop.boss.token, { orderCode })
    expect(status).toBe(200)
    arrived.push(body as unknown as Buffer)
  })
  let answeredMeanwhile = 0
  while (arrived.length < papers.length) {
    const { status } = await portal.call(getMyOrder, shop.buyer.token, { orderCode })
    expect(status).toBe(200)
    if (arrived.length < papers.length) answeredMeanwhile += 1
  }
  await Promise.all(papers)
  expect(Math.min(...arrived.map(pages))).toBeGreaterThan(1)
  expect(answeredMeanwhile).toBeGreaterThan(0)
})
