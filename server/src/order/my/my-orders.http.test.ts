import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  downloadManagedDocument,
  deleteDocument,
  downloadDocument,
  uploadDocuments,
} from '@kervan/contract/order/order-documents'
import { cancelAllPending, cancelOrder, getMyOrder, myPastOrders } from '@kervan/contract/order/order-my'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import type { OrderView } from '@kervan/contract/order/order-view'
import { approve, look, openShop, orderOf, page, windowAround } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[ORD-011] my orders', () => {
  it('are taken back line by line or whole, with a reason, and move to the past', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const order = await orderOf(shop, [5, 6])
    const { body: part } = await portal.call(cancelOrder, shop.buyer.token, {
      orderCode: order.orderCode,
      version: 1,
      lineIds: [order.lines[0]!.id],
      memo: 'too many',
    })
    expect(part).toMatchObject({
      state: 'Request',
      lines: [{ state: 'Cancelled', memo: 'too many' }, { state: 'Pending' }],
    })
    const { body: whole } = await portal.call(cancelOrder, shop.buyer.token, {
      orderCode: order.orderCode,
      version: 2,
      memo: 'none at all',
    })
    expect(whole).toMatchObject({ state: 'Rejected', shownState: 'Cancelled', total: '0.00' })
    expect(
      (
        await portal.call(cancelOrder, shop.buyer.token, {
          orderCode: order.orderCode,
          version: 3,
          memo: 'again',
        })
      ).code,
    ).toBe('NothingToDo')
    const past = await portal.call(myPastOrders.page, shop.buyer.token, { ...page, ...windowAround() })
    expect(past.body.rows).toMatchObject([
      { orderCode: order.orderCode, state: 'Rejected', shownState: 'Cancelled' },
    ])
    expect(
      (
        await portal.post(cancelOrder.path, {
          Token: shop.buyer.token,
          orderCode: order.orderCode,
          version: 3,
          memo: '',
        })
      ).status,
    ).toBe(422)
  })

  it('are all cancelled at once, what is decided already stays', async () => {
    const shop = await openShop(portal)
    const [one, two] = [await orderOf(shop), await orderOf(shop)]
    await approve(shop, one)
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const { body } = await portal.call(cancelAllPending, shop.buyer.token, {
      selection: { mode: 'query', query, exclude: [], asOf: new Date(Date.now() + 1_000).toISOString() },
      memo: 'shop closes',
      dryRun: false,
    })
    // D16: the number asked about is that of the list; what only waits for its delivery is told apart.
    expect(body).toMatchObject({ done: 1, refused: 1, reasons: [{ refusal: 'NothingToDo', count: 1 }] })
    expect([
      (await look(shop, one.orderCode)).shownState,
      (await look(shop, two.orderCode)).shownState,
    ]).toEqual(['Processing', 'Cancelled'])
  })

  it('keep documents: attached, downloaded by both sides, taken away by who attached them', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const send = (...names: string[]) =>
      portal.upload(
        uploadDocuments,
        shop.buyer.token,
        { orderCode: order.orderCode },
        names.map((name) => ({ name, body: `%PDF-1.7 ${name}` })),
      )
    const { body } = await send('irsaliye ğüş.pdf', '../../etc/passwd.pdf')
    const view = body as OrderView
    expect(view.documents.map((document) => document.name)).toEqual(['irsaliye ğüş.pdf', 'passwd.pdf'])
    expect((await send('c.pdf', 'd.pdf')).code).toBe('TooManyFiles')
    const fileId = view.documents[0]!.fileId
    for (const [call, user] of [
      [downloadDocument, shop.buyer],
      [downloadManagedDocument, shop.boss],
    ] as const) {
      const file = await portal.call(call, user.token, { orderCode: order.orderCode, fileId })
      expect(Buffer.from(file.body as unknown as Uint8Array).toString()).toBe('%PDF-1.7 irsaliye ğüş.pdf')
      expect(file.headers.get('content-disposition')).toBe(
        `attachment; filename="irsaliye gus.pdf"; filename*=UTF-8''irsaliye%20%C4%9F%C3%BC%C5%9F.pdf`.replace(
          'gus',
          file.headers.get('content-disposition')!.match(/filename="irsaliye (.*?)\.pdf"/)![1]!,
        ),
      )
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const colleague = await shop.company.user({ customer: shop.customer })
    expect(
      (await portal.call(deleteDocument, colleague.token, { orderCode: order.orderCode, fileId })).code,
    ).toBe('DocumentNotOwn')
    expect(
      (await portal.call(deleteDocument, shop.buyer.token, { orderCode: order.orderCode, fileId })).body
        .documents,
    ).toHaveLength(1)
    expect(
      (await portal.call(downloadDocument, shop.buyer.token, { orderCode: order.orderCode, fileId })).code,
    ).toBe('NotFound')
  })

  it('come in portions: the first lines with the number of all, judged by all of them', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const { orderCode, lines } = await orderOf(shop, [12, 24])
    expect(lines).toHaveLength(2)
    for (const [call, { token }] of [
      [getMyOrder, shop.buyer],
      [getManagedOrder, shop.boss],
    ] as const) {
      const whole = (await portal.call(call, token, { orderCode })).body
      const first = (await portal.call(call, token, { orderCode, firstLines: 1 })).body
      expect(whole.lineCount).toBe(lines.length)
      expect(first).toEqual({ ...whole, lines: whole.lines.slice(0, 1) })
      expect((await portal.call(call, token, { orderCode, firstLines: 0 })).status).toBe(422)
    }
  })

  it('offer the owner’s actions and not the manager’s', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const { body } = await portal.call(getMyOrder, shop.buyer.token, { orderCode: order.orderCode })
    expect(body.actions).toEqual({ cancel: null, reorder: null, attach: null })
    expect(order.actions).toEqual({
      attach: null,
      approve: null,
      reject: null,
      revise: null,
      revert: 'No line allows this (state: Pending).',
      sendExternal: null,
      acceptExternal: 'No line allows this (state: Pending).',
      refuseExternal: 'No line allows this (state: Pending).',
      overrideQuota: 'No line allows this (state: Pending).',
    })
  })
})
