import { describeCartFile, uploadCartFiles, type CartSummary } from '@kervan/contract/order/cart'
import {
  deleteDocument,
  deleteDocuments,
  deleteManagedDocument,
  downloadDocument,
  myOrderDocuments,
  updateDocument,
  updateManagedDocument,
  uploadDocuments,
  uploadManagedDocuments,
} from '@kervan/contract/order/order-documents'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { placeOrder } from '@kervan/contract/order/order-new'
import { approvePreApprovalOrders, getMyPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import {
  downloadMyPreApprovalDocument,
  downloadPreApprovalDocument,
  updateMyPreApprovalDocument,
  updatePreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import type { OrderDocument, OrderView } from '@kervan/contract/order/order-view'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import { fillCart, look, openShop, orderOf, page, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const pdf = (name: string) => ({ name, body: `%PDF-1.7 ${name}` })

async function attached(shop: Shop, orderCode: string, ...names: string[]): Promise<OrderDocument[]> {
  const answer = await portal.upload(
    uploadDocuments,
    shop.buyer.token,
    { orderCode, documentType: 'PurchaseOrder' },
    names.map(pdf),
  )
  expect(answer.status).toBe(200)
  return (answer.body as OrderView).documents
}

const said = { documentType: 'Invoice', referenceNo: 'RE-2026-17', documentDate: '2026-11-02' } as const
const ask = (shop: Shop, search = '') =>
  portal.call(myOrderDocuments.page, shop.buyer.token, { ...page, search, ...windowAround() })

describe('[ORD-019] documents of an order', () => {
  it('are described by who attached them, each change once and with its history', async () => {
    const shop = await openShop(portal)
    const { orderCode } = await orderOf(shop)
    const [document] = await attached(shop, orderCode, 'order.pdf')
    expect(document).toMatchObject({
      documentType: 'PurchaseOrder',
      processState: 'Pending',
      referenceNo: null,
      actions: { edit: null, remove: null },
    })
    const input = { orderCode, fileId: document!.fileId, version: 1, ...said, memo: 'see page 2' }
    const answers = await Promise.all(
      ['a', 'b'].map((memo) => portal.call(updateDocument, shop.buyer.token, { ...input, memo })),
    )
    // Of two who say something at once, one is told that the other was faster.
    expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'ChangedMeanwhile'])
    const view = (await portal.call(getMyOrder, shop.buyer.token, { orderCode })).body
    expect(view.documents).toMatchObject([{ ...said, version: 2, processState: 'Pending' }])
    expect(view.events[0]).toMatchObject({ kind: 'order.documentChanged', facts: { name: 'order.pdf' } })
    const { rows } = await portal.owner.query(
      `select after from audit_entry where company_id = $1 and operation = 'order.documentChanged'`,
      [shop.company.id],
    )
    expect(rows).toMatchObject([{ after: { file: 'order.pdf', referenceNo: 'RE-2026-17' } }])
  })

  it('are no longer their sender’s to change once somebody works with them', async () => {
    const shop = await openShop(portal)
    const { orderCode } = await orderOf(shop)
    const [document] = await attached(shop, orderCode, 'order.pdf')
    const { fileId } = document!
    const input = { orderCode, fileId, version: 1, ...said, memo: null }
    const taken = await portal.call(updateManagedDocument, shop.boss.token, {
      ...input,
      processState: 'Processing',
    })
    expect(taken.body.documents).toMatchObject([{ processState: 'Processing', actions: { remove: null } }])
    const own = await portal.call(getMyOrder, shop.buyer.token, { orderCode })
    expect(own.body.documents[0]?.actions.edit).toContain('order.pdf is being processed already')
    for (const answer of [
      await portal.call(updateDocument, shop.buyer.token, { ...input, version: 2 }),
      await portal.call(deleteDocument, shop.buyer.token, { orderCode, fileId }),
    ])
      expect([answer.status, answer.code]).toEqual([422, 'DocumentInProcess'])
    const sent = await portal.post(updateDocument.path, {
      Token: shop.buyer.token,
      ...input,
      version: 2,
      processState: 'Pending',
    })
    expect(sent.status).toBe(422)
    const gone = await portal.call(deleteManagedDocument, shop.boss.token, { orderCode, fileId })
    expect(gone.body.documents).toEqual([])
  })

  it('come from both sides, three at most together, and each side has permissions of its own', async () => {
    const shop = await openShop(portal)
    const { orderCode } = await orderOf(shop)
    await attached(shop, orderCode, 'a.pdf')
    const manage = (...names: string[]) =>
      portal.upload(uploadManagedDocuments, shop.boss.token, { orderCode }, names.map(pdf))
    const answers = await Promise.all([manage('b.pdf', 'c.pdf'), manage('d.pdf', 'e.pdf')])
    expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'TooManyFiles'])
    expect((await manage('evil.exe')).code).toBeTruthy()
    const mine = (await portal.call(getMyOrder, shop.buyer.token, { orderCode })).body
    const theirs = mine.documents.find(({ by }) => by === shop.boss.name)!
    expect(theirs.actions.remove).toContain(`was attached by ${shop.boss.name}`)
    const refused = await portal.call(deleteDocument, shop.buyer.token, { orderCode, fileId: theirs.fileId })
    expect(refused.code).toBe('DocumentNotOwn')
    const reader = await shop.company.user({
      permissions: ['OrderManagement', 'orderManagement-getOrder', 'orderManagement-uploadDocuments'],
    })
    const seen = await look(shop, orderCode, reader)
    expect([seen.documents[0]?.actions, seen.actions.attach]).toEqual([
      {},
      expect.stringContaining('At most 3'),
    ])
    const denied = await portal.call(deleteManagedDocument, reader.token, {
      orderCode,
      fileId: theirs.fileId,
    })
    expect(denied.status).toBe(403)
  })
})

describe('[ORD-011] [ORD-019] the documents view of My Orders', () => {
  it('lists, finds and deletes documents of own orders, each by its own rule', async () => {
    const shop = await openShop(portal)
    const [one, two] = [await orderOf(shop), await orderOf(shop)]
    const [first] = await attached(shop, one.orderCode, 'İrsaliye.pdf')
    const [second] = await attached(shop, two.orderCode, 'second.pdf')
    await portal.call(updateManagedDocument, shop.boss.token, {
      orderCode: two.orderCode,
      fileId: second!.fileId,
      version: 1,
      ...said,
      memo: null,
      processState: 'Succeeded',
    })
    const colleague = { ...shop, buyer: await shop.company.user({ customer: await shop.company.customer() }) }
    expect((await ask(colleague)).body.rows).toEqual([])
    expect((await ask(shop, 'irsaliye')).body.rows.map(({ orderCode }) => orderCode)).toEqual([one.orderCode])
    expect((await ask(shop, 'RE-2026')).body.rows).toMatchObject([
      { documentName: 'second.pdf', processState: 'Succeeded' },
    ])
    const selection = { mode: 'ids' as const, ids: [first!.id, second!.id] }
    expect(
      (await portal.call(deleteDocuments, colleague.buyer.token, { selection, dryRun: false })).body.done,
    ).toBe(0)
    const { body } = await portal.call(deleteDocuments, shop.buyer.token, { selection, dryRun: false })
    expect(body).toMatchObject({ done: 1, refused: 1, reasons: [{ refusal: 'DocumentInProcess' }] })
    expect((await ask(shop)).body.rows.map(({ documentName }) => documentName)).toEqual(['second.pdf'])
    const file = await portal.call(downloadDocument, shop.buyer.token, {
      orderCode: one.orderCode,
      fileId: first!.fileId,
    })
    expect(file.code).toBe('NotFound')
  })
})

describe('[ORD-012] [ORD-019] documents of a pre-approval order', () => {
  it('are shown with it, and go over to the order that comes of it', async () => {
    const shop = await openShop(portal)
    await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
      shop.company.id,
    ])
    await fillCart(shop, [12])
    const uploaded = await portal.upload(uploadCartFiles, shop.buyer.token, {}, [pdf('note.pdf')])
    const [file] = (uploaded.body as CartSummary).files
    const said = {
      documentType: 'PurchaseOrder' as const,
      referenceNo: 'R-7',
      documentDate: '2026-11-20',
      memo: 'Signed',
    }
    const describe = (user: { token: string }) =>
      portal.call(describeCartFile, user.token, { fileId: file?.fileId ?? '', ...said })
    expect((await describe(shop.boss)).code).toBe('NotFound')
    const described = await describe(shop.buyer)
    expect(described.body.files).toMatchObject([said])
    const placed = await portal.call(placeOrder, shop.buyer.token, {
      cartVersion: described.body.version,
      requestKey: newId(),
    })
    const preOrderId = placed.body.preOrders[0]!.id
    const { documents } = (await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId })).body
    expect(documents).toMatchObject([{ name: 'note.pdf', type: 'application/pdf', ...said }])
    const named = { preOrderId, fileId: documents[0]!.fileId }
    for (const [call, user] of [
      [downloadPreApprovalDocument, shop.boss],
      [downloadMyPreApprovalDocument, shop.buyer],
    ] as const) {
      const file = await portal.call(call, user.token, named)
      expect(Buffer.from(file.body as unknown as Uint8Array).toString()).toBe('%PDF-1.7 note.pdf')
    }
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    expect((await portal.call(downloadMyPreApprovalDocument, stranger.token, named)).code).toBe('NotFound')
    // It is described again until it is decided on, by its sender and by who decides; with one's own version.
    const version = documents[0]!.version
    const again = { ...named, ...said, referenceNo: 'R-8', memo: null }
    const colleague = await shop.company.user({ customer: shop.customer })
    expect((await portal.call(updateMyPreApprovalDocument, stranger.token, { ...again, version })).code).toBe(
      'NotFound',
    )
    expect(
      (await portal.call(updateMyPreApprovalDocument, colleague.token, { ...again, version })).code,
    ).toBe('DocumentNotOwn')
    const own = await portal.call(updateMyPreApprovalDocument, shop.buyer.token, { ...again, version })
    expect(own.body.documents).toMatchObject([
      { referenceNo: 'R-8', memo: null, version: version + 1, actions: { edit: null } },
    ])
    expect((await portal.call(updatePreApprovalDocument, shop.boss.token, { ...again, version })).code).toBe(
      'ChangedMeanwhile',
    )
    const managed = await portal.call(updatePreApprovalDocument, shop.boss.token, {
      ...again,
      documentType: 'Invoice',
      version: version + 1,
    })
    expect(managed.body.documents).toMatchObject([{ documentType: 'Invoice', version: version + 2 }])
    const selection = { mode: 'ids' as const, ids: [preOrderId] }
    await portal.call(approvePreApprovalOrders, shop.boss.token, { selection, dryRun: false })
    const { orders } = (await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId })).body
    const { orderCode } = orders[0]!
    const order = (await portal.call(getMyOrder, shop.buyer.token, { orderCode })).body
    expect(order.documents).toMatchObject([
      {
        name: 'note.pdf',
        fileId: named.fileId,
        processState: 'Pending',
        ...said,
        documentType: 'Invoice',
        referenceNo: 'R-8',
        memo: null,
      },
    ])
    const late = await portal.call(updatePreApprovalDocument, shop.boss.token, {
      ...again,
      version: version + 2,
    })
    expect(late.code).toBe('PreOrderDecided')
    // Taken off the order it stays with what was asked for.
    const gone = await portal.call(deleteDocument, shop.buyer.token, { orderCode, fileId: named.fileId })
    expect([gone.status, gone.body.documents]).toEqual([200, []])
    expect((await portal.call(downloadMyPreApprovalDocument, shop.buyer.token, named)).status).toBe(200)
  })
})
