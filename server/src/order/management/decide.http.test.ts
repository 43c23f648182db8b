import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedOrder, approveOrders, closedOrders, countOrders, downloadManagedDocument, externalApprovalOrders, getManagedOrder, pendingOrders, rejectedOrder, rejectOrders, revertedOrder, revertOrders, revisedOrder, reviseOrders,
} from '@kervan/contract/order/order-management'
import { cancelAllPending, cancelOrder, deleteDocument, downloadDocument, getMyOrder, myPastOrders, myPendingOrders, uploadDocuments } from '@kervan/contract/order/order-my'
import { completedRatio, deriveOrderState } from '@kervan/contract/order/states'
import type { OrderView } from '@kervan/contract/order/order-view'
import { verifyAudit } from '../../kit/audit.ts'
import { newId } from '../../kit/uuid.ts'
import { fillCart, look, openShop, orderOf, page, place, stockOf, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const named = (order: OrderView) => ({ orderCode: order.orderCode, version: order.version, lineIds: order.lines.map((line) => line.id) })
const approve = (shop: Shop, order: OrderView, user = shop.boss) => portal.call(approvedOrder, user.token, named(order))

describe('[ORD-010] one order', () => {
  it('is approved, and says who did what and when', async () => {
    const shop = await openShop(portal)
    const { body } = await approve(shop, await orderOf(shop))
    expect(body).toMatchObject({ state: 'Processing', version: 2, lines: [{ state: 'Approved', poQuantity: 12 }], events: [{ kind: 'order.approved', by: shop.boss.name, facts: { count: 1 } }, { kind: 'order.placed' }] })
  })

  it('is rejected with a reason; Other needs a memo', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    expect(await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'Other' })).toMatchObject({ status: 422, code: 'MemoRequired' })
    const { body } = await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'Other', memo: 'discontinued' })
    expect(body).toMatchObject({ state: 'Rejected', allCancelled: false, total: '0.00', lines: [{ state: 'Rejected', rejectReason: 'Other', memo: 'discontinued', poQuantity: 0, demandQuantity: 12 }] })
    expect((await stockOf(shop, shop.product.variants[0]!.id)).reserved).toBe(0)
  })

  it('is revised line by line in full packs, totals follow, and reverting sets the demand back', async () => {
    const shop = await openShop(portal, { product: { pack: 12, variants: 2 } })
    const order = await orderOf(shop, [48, 24])
    const revise = (version: number, quantity: number) => portal.call(revisedOrder, shop.boss.token, { orderCode: order.orderCode, version, lines: [{ lineId: order.lines[0]!.id, quantity }] })
    expect(await revise(1, 40)).toMatchObject({ code: 'QuantityNotPack', refused: { Message: '40 is not a full pack of 12. Use 36 or 48.' } })
    expect((await revise(1, 60)).code).toBe('QuantityAboveDemand')
    const { body: revised } = await revise(1, 36)
    expect(revised).toMatchObject({ state: 'Revised', total: '600.00', events: [{ kind: 'order.revised', facts: { from: 48, to: 36 } }, {}] })
    const { body: reverted } = await portal.call(revertedOrder, shop.boss.token, { ...named(order), version: 2, lineIds: [order.lines[0]!.id] })
    expect(reverted).toMatchObject({ state: 'Request', total: '720.00', lines: [{ poQuantity: 48, state: 'Pending' }, {}] })
  })

  it('reverting a rejection needs the stock again', async () => {
    const shop = await openShop(portal, { product: { stock: 12 } })
    const order = await orderOf(shop)
    await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'ExcessDemand' })
    await orderOf(shop)
    expect(await portal.call(revertedOrder, shop.boss.token, { ...named(order), version: 2 })).toMatchObject({ code: 'StockShort', refused: { Facts: { wanted: 12, available: 0 } } })
  })

  it('that is a backorder takes no decision', async () => {
    const shop = await openShop(portal, { product: { stock: 0 } })
    const order = await orderOf(shop)
    expect(order.actions).toMatchObject({ approve: false, reject: false, revise: false, revert: false })
    expect(await approve(shop, order)).toMatchObject({ status: 422, code: 'BackorderLocked' })
  })

  it('that somebody placed is approved by somebody else', async () => {
    const shop = await openShop(portal)
    const everything = await shop.company.user({ customer: shop.customer })
    const [code] = await place(shop, (await fillCart(shop, [12], { buyer: everything })).version, everything)
    const order = await look(shop, code as string, everything)
    expect(order.actions.approve).toBe(false)
    expect(await approve(shop, order, everything)).toMatchObject({ status: 422, code: 'OwnOrder' })
  })

  it('of a stale version says who changed it, and when', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    await approve(shop, order)
    expect(await approve(shop, order)).toMatchObject({ status: 409, code: 'ChangedMeanwhile', refused: { Facts: { changedBy: shop.boss.name, changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) } } })
  })

  it('under two approvers at once has one winner and one clear answer', async () => {
    const shop = await openShop(portal)
    const second = await shop.company.user()
    for (let round = 0; round < 5; round++) {
      const order = await orderOf(shop)
      const answers = await Promise.all([approve(shop, order), approve(shop, order, second)])
      expect(answers.map((answer) => answer.code ?? 'approved').toSorted()).toEqual(['ChangedMeanwhile', 'approved'])
    }
  })

  it('answers the same request key with the first answer', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const request = { ...named(order), requestKey: newId() }
    const [first, second] = await Promise.all([1, 2].map(() => portal.call(approvedOrder, shop.boss.token, request)))
    expect(first?.body).toEqual(second?.body)
    expect((await look(shop, order.orderCode)).events.filter((event) => event.kind === 'order.approved')).toHaveLength(1)
  })

  it('[ORD-013] of 1,000 approvals, revisions and cancellations at once keeps one unbroken history', { timeout: 120_000 }, async () => {
    const shop = await openShop(portal, { product: { pack: 6, variants: 8 } })
    const order = await orderOf(shop, Array.from({ length: 8 }, () => 60))
    const random = fc.sample(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 7 }), fc.integer({ min: 1, max: 10 })), { numRuns: 1_000, seed: 42 })
    let version = order.version
    const codes = new Map<string, number>()
    const one = async ([kind, at, packs]: [number, number, number]) => {
      const lineId = order.lines[at]!.id
      const base = { orderCode: order.orderCode, version }
      const answer =
        kind === 0 ? await portal.call(approvedOrder, shop.boss.token, { ...base, lineIds: [lineId] })
        : kind === 1 ? await portal.call(cancelOrder, shop.buyer.token, { ...base, lineIds: [lineId], memo: 'enough' })
        : kind === 2 ? await portal.call(revertedOrder, shop.boss.token, { ...base, lineIds: [lineId] })
        : await portal.call(revisedOrder, shop.boss.token, { ...base, lines: [{ lineId, quantity: packs * 6 }] })
      codes.set(answer.code ?? 'done', (codes.get(answer.code ?? 'done') ?? 0) + 1)
      if (answer.status === 200) version = Math.max(version, answer.body.version)
      else expect([409, 422, 503]).toContain(answer.status)
    }
    const waiting = [...random]
    await Promise.all(Array.from({ length: 25 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await one(next)
    }))
    const after = await look(shop, order.orderCode)
    const done = codes.get('done') ?? 0
    expect(done).toBeGreaterThan(10)
    expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000)
    // Every acknowledged change is one version, one audit entry, one event, and nothing else is.
    expect(after.version).toBe(1 + done)
    const { rows: audits } = await portal.owner.query<{ version: number }>(`select (after ->> 'version')::int as version from audit_entry where company_id = $1 and record_id = $2 and after ? 'version' order by seq`, [shop.company.id, order.id])
    expect(audits.map((row) => row.version)).toEqual(Array.from({ length: done }, (_, at) => at + 2))
    expect(after.state).toBe(deriveOrderState(after.lines))
    expect(after.completedRatio).toBe(completedRatio(after.lines))
    for (const [at, line] of after.lines.entries()) expect((await stockOf(shop, shop.product.variants[at]!.id)).reserved).toBe(line.poQuantity)
    expect(await portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id))).toMatchObject({ firstBroken: null })
  })
})

describe('[ORD-010] many orders', () => {
  const bulk = (ids: string[], dryRun = false) => ({ selection: { mode: 'ids' as const, ids }, dryRun })

  it('are rehearsed first: which would pass, which not and why, and nothing changes', async () => {
    const shop = await openShop(portal, { product: { stock: 24 } })
    const [good, done, late] = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    await approve(shop, done)
    const { body } = await portal.call(approveOrders, shop.boss.token, bulk([good.id, done.id, late.id, newId()], true), { language: 'de' })
    expect(body).toMatchObject({ jobId: null, done: 1, refused: 3 })
    expect(Object.fromEntries(body.results.map((result) => [result.code, result.refusal]))).toEqual({ [good.orderCode]: null, [done.orderCode]: 'NothingToDo', [late.orderCode]: 'BackorderLocked', '': 'OrderNotFound' })
    expect(body.results.find((result) => result.code === done.orderCode)?.message).toBe(`Keine Position von ${done.orderCode} lässt dies zu (Genehmigen).`)
    expect((await look(shop, good.orderCode)).version).toBe(1)
  })

  it('are approved, each for itself; who cannot be is told and holds up nobody', async () => {
    const shop = await openShop(portal)
    const orders = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    await approve(shop, orders[1]!)
    const { body } = await portal.call(approveOrders, shop.boss.token, bulk(orders.map((order) => order.id)))
    expect(body).toMatchObject({ done: 2, refused: 1 })
    expect(body.results[0]).toMatchObject({ ok: false, code: orders[1]!.orderCode })
    for (const order of orders) expect((await look(shop, order.orderCode)).state).toBe('Processing')
  })

  it('are chosen as all that match minus exceptions, as they were when the user looked', async () => {
    const shop = await openShop(portal)
    const [one, two, three] = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    const { body: seen } = await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround() })
    const later = await orderOf(shop)
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const { body } = await portal.call(rejectOrders, shop.boss.token, { selection: { mode: 'query', query, exclude: [two.id], asOf: seen.asOf }, dryRun: false, reason: 'OutOfStock' })
    expect(body.results.map((result) => result.code).toSorted()).toEqual([one.orderCode, three.orderCode])
    expect([(await look(shop, two.orderCode)).state, (await look(shop, later.orderCode)).state]).toEqual(['Request', 'Request'])
  })

  it('are revised to a share of their demand and reverted', async () => {
    const shop = await openShop(portal, { product: { pack: 12 } })
    const order = await orderOf(shop, [120])
    expect((await portal.call(reviseOrders, shop.boss.token, { ...bulk([order.id]), percent: 45 })).body.done).toBe(1)
    expect((await look(shop, order.orderCode)).lines[0]).toMatchObject({ poQuantity: 48, state: 'Revised' })
    expect((await portal.call(revertOrders, shop.boss.token, bulk([order.id]))).body.done).toBe(1)
    expect((await look(shop, order.orderCode)).lines[0]).toMatchObject({ poQuantity: 120, state: 'Pending' })
  })

  it('are reverted as all that match among the closed ones, and no pending order is touched', async () => {
    const shop = await openShop(portal)
    const [rejected, pending] = [await orderOf(shop), await orderOf(shop)]
    await portal.call(rejectOrders, shop.boss.token, { ...bulk([rejected.id]), reason: 'OutOfStock' })
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const selection = { mode: 'query' as const, query, exclude: [], asOf: new Date(Date.now() + 1_000).toISOString() }
    const { body } = await portal.call(revertOrders, shop.boss.token, { selection, tab: 'closed', dryRun: false })
    expect(body).toMatchObject({ done: 1, refused: 0, results: [{ code: rejected.orderCode }] })
    expect([(await look(shop, rejected.orderCode)).state, (await look(shop, pending.orderCode)).version]).toEqual(['Request', 1])
  })

  it('of a selection that two people decide on at once are decided once', async () => {
    const shop = await openShop(portal)
    const orders = await Promise.all(Array.from({ length: 6 }, async () => (await orderOf({ ...shop, buyer: await shop.company.user({ customer: shop.customer }) })).id))
    const second = await shop.company.user()
    const [a, b] = await Promise.all([portal.call(approveOrders, shop.boss.token, bulk(orders)), portal.call(rejectOrders, second.token, { ...bulk(orders), reason: 'OutOfStock' })])
    expect(a.body.done + b.body.done).toBe(6)
    expect(a.body.refused + b.body.refused).toBe(6)
  })
})

describe('lists of orders', () => {
  it('[ORD-010] show each tab what belongs to it, and count what waits', async () => {
    const shop = await openShop(portal)
    const [open, closed, outside] = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    await portal.call(rejectedOrder, shop.boss.token, { ...named(closed), reason: 'OutOfStock' })
    await portal.owner.query(`update sales_order set state = 'WaitingExternalApproval' where id = $1`, [outside.id])
    const codes = async (list: typeof pendingOrders) => (await portal.call(list.page, shop.boss.token, { ...page, ...windowAround() })).body.rows.map((row) => row.orderCode)
    expect(await codes(pendingOrders)).toEqual([open.orderCode])
    expect(await codes(closedOrders as never)).toEqual([closed.orderCode])
    expect(await codes(externalApprovalOrders as never)).toEqual([outside.orderCode])
    expect((await portal.call(countOrders, shop.boss.token, windowAround())).body).toEqual({ pending: 1, pendingIsExact: true, externalApproval: 1 })
    const limited = await shop.company.user({ without: [externalApprovalOrders.page.permission!] })
    expect((await portal.call(countOrders, limited.token, windowAround())).body.externalApproval).toBeNull()
  })

  it('[ORD-010, ORD-011, ORD-025] span three months for who decides, six for who orders, and start before they end', async () => {
    const shop = await openShop(portal)
    const ask = (list: typeof pendingOrders, from: string, to: string) => portal.call(list.page, shop.buyer.token, { ...page, from, to })
    expect((await ask(pendingOrders, '2026-08-21', '2026-11-21')).status).toBe(200)
    expect(await ask(pendingOrders, '2026-08-20', '2026-11-21')).toMatchObject({ status: 422, code: 'WindowTooWide', refused: { Facts: { months: 3 } } })
    expect((await ask(myPendingOrders as never, '2026-05-21', '2026-11-21')).status).toBe(200)
    expect(await ask(myPendingOrders as never, '2026-05-20', '2026-11-21')).toMatchObject({ code: 'WindowTooWide', refused: { Facts: { months: 6 } } })
    expect((await ask(pendingOrders, '2026-11-21', '2026-11-20')).code).toBe('WindowTooWide')
  })

  it('[GRD-001] page, sort, filter, search and export the same rows', async () => {
    const shop = await openShop(portal, { product: { variants: 3 } })
    for (const [at, quantities] of [[10], [20, 20], [30, 30, 30]].entries()) {
      await fillCart(shop, quantities)
      if (at === 1) await portal.owner.query(`update cart set external_po_code = 'PO-İZMİR' where membership_id = $1`, [shop.buyer.id])
      const { body: cart } = await portal.call((await import('@kervan/contract/order/order-new')).getCart, shop.buyer.token, {})
      await place(shop, cart.version)
    }
    const ask = async (over: object) => (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround(), ...over })).body
    expect((await ask({ sort: [{ column: 'quantity', direction: 'desc' }] })).rows.map((row) => row.quantity)).toEqual([90, 40, 10])
    expect((await ask({ filters: { quantity: { from: '20', to: '60' } } })).rows.map((row) => row.quantity)).toEqual([40])
    expect((await ask({ filters: { lineCount: { from: '3' }, state: { in: ['Request'] } } })).rows.map((row) => row.quantity)).toEqual([90])
    expect((await ask({ search: 'po-izmir' })).rows.map((row) => row.externalPoCode)).toEqual(['PO-İZMİR'])
    expect(await ask({ search: 'nothing here' })).toMatchObject({ rows: [], total: 0, totalIsExact: true })
    const file = await portal.call(pendingOrders.excel, shop.boss.token, { columns: ['orderCode', 'quantity', 'state'], sort: [{ column: 'quantity', direction: 'asc' }], filters: {}, search: '', ...windowAround() }, { language: 'tr' })
    expect(file.headers.get('content-type')).toContain('spreadsheetml')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await cellsOf(file.body as unknown as Buffer)).toEqual([['Sipariş kodu', 'Miktar', 'Durum'], ...(await ask({ sort: [{ column: 'quantity', direction: 'asc' }] })).rows.map((row) => [row.orderCode, String(row.quantity), 'Bekliyor'])])
  })

  it('[USR-006, USR-007] show customers, third parties and users of a shop only what is theirs, in rows, totals and files', async () => {
    const shop = await openShop(portal)
    const mine = await orderOf(shop)
    const otherCustomer = await shop.company.customer()
    const otherPlace = await shop.company.place(otherCustomer)
    const neighbour = await shop.company.user({ customer: otherCustomer })
    const secondPlace = await shop.company.place(shop.customer)
    const clerk = await shop.company.user({ customer: shop.customer, places: [secondPlace] })
    const franchise = await shop.company.user({ type: 'ThirdPartyUser', thirdPartyPlace: otherPlace })
    for (const user of [neighbour, clerk, franchise]) {
      const { body } = await portal.call(pendingOrders.page, user.token, { ...page, ...windowAround() })
      expect(body).toMatchObject({ rows: [], total: 0 })
      expect((await portal.call(getManagedOrder, user.token, { orderCode: mine.orderCode })).code).toBe('OrderNotFound')
      expect((await portal.call(countOrders, user.token, windowAround())).body.pending).toBe(0)
      const file = await portal.call(pendingOrders.excel, user.token, { columns: ['orderCode'], sort: [], filters: {}, search: '', ...windowAround() })
      expect(await cellsOf(file.body as unknown as Buffer)).toHaveLength(1)
      expect((await portal.call(approveOrders, user.token, { selection: { mode: 'ids', ids: [mine.id] }, dryRun: false })).body).toMatchObject({ done: 0, refused: 1 })
    }
    expect((await look(shop, mine.orderCode)).version).toBe(1)
  })

  it('[ORD-020] neither show hidden prices nor sort by them', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    for (const quantity of [30, 10, 20]) await orderOf(shop, [quantity])
    const { body } = await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround(), sort: [{ column: 'total', direction: 'desc' }] })
    expect(body.rows.map((row) => row.total)).toEqual([null, null, null])
    expect(body.rows.map((row) => row.quantity)).not.toEqual([30, 20, 10])
    const { body: filtered } = await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround(), filters: { total: { from: '150' } } })
    expect(filtered.total).toBe(0)
  })
})

describe('[ORD-011] my orders', () => {
  it('are taken back line by line or whole, with a reason, and move to the past', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const order = await orderOf(shop, [5, 6])
    const { body: part } = await portal.call(cancelOrder, shop.buyer.token, { orderCode: order.orderCode, version: 1, lineIds: [order.lines[0]!.id], memo: 'too many' })
    expect(part).toMatchObject({ state: 'Request', lines: [{ state: 'Cancelled', memo: 'too many' }, { state: 'Pending' }] })
    const { body: whole } = await portal.call(cancelOrder, shop.buyer.token, { orderCode: order.orderCode, version: 2, memo: 'none at all' })
    expect(whole).toMatchObject({ state: 'Rejected', allCancelled: true, total: '0.00' })
    expect((await portal.call(cancelOrder, shop.buyer.token, { orderCode: order.orderCode, version: 3, memo: 'again' })).code).toBe('NothingToDo')
    const past = await portal.call(myPastOrders.page, shop.buyer.token, { ...page, ...windowAround() })
    expect(past.body.rows).toMatchObject([{ orderCode: order.orderCode, allCancelled: true }])
    expect((await portal.post(cancelOrder.path, { Token: shop.buyer.token, orderCode: order.orderCode, version: 3, memo: '' })).status).toBe(422)
  })

  it('are all cancelled at once, what is decided already stays', async () => {
    const shop = await openShop(portal)
    const [one, two] = [await orderOf(shop), await orderOf(shop)]
    await approve(shop, one)
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const { body } = await portal.call(cancelAllPending, shop.buyer.token, { selection: { mode: 'query', query, exclude: [], asOf: new Date(Date.now() + 1_000).toISOString() }, memo: 'shop closes', dryRun: false })
    // What only waits for its delivery has nothing to take back and is no refusal.
    expect(body).toMatchObject({ done: 1, refused: 0 })
    expect([(await look(shop, one.orderCode)).state, (await look(shop, two.orderCode)).allCancelled]).toEqual(['Processing', true])
  })

  it('keep documents: attached, downloaded by both sides, taken away by who attached them', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const send = (...names: string[]) => portal.upload(uploadDocuments, shop.buyer.token, { orderCode: order.orderCode }, names.map((name) => ({ name, body: `%PDF-1.7 ${name}` })))
    const { body } = await send('irsaliye ğüş.pdf', '../../etc/passwd.pdf')
    const view = body as OrderView
    expect(view.documents.map((document) => document.name)).toEqual(['irsaliye ğüş.pdf', 'passwd.pdf'])
    expect((await send('c.pdf', 'd.pdf')).code).toBe('TooManyFiles')
    const fileId = view.documents[0]!.fileId
    for (const [call, user] of [[downloadDocument, shop.buyer], [downloadManagedDocument, shop.boss]] as const) {
      const file = await portal.call(call, user.token, { orderCode: order.orderCode, fileId })
      expect(Buffer.from(file.body as unknown as Uint8Array).toString()).toBe('%PDF-1.7 irsaliye ğüş.pdf')
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="irsaliye gus.pdf"; filename*=UTF-8''irsaliye%20%C4%9F%C3%BC%C5%9F.pdf`.replace('gus', file.headers.get('content-disposition')!.match(/filename="irsaliye (.*?)\.pdf"/)![1]!))
      expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    }
    const colleague = await shop.company.user({ customer: shop.customer })
    expect((await portal.call(deleteDocument, colleague.token, { orderCode: order.orderCode, fileId })).code).toBe('NotFound')
    expect((await portal.call(deleteDocument, shop.buyer.token, { orderCode: order.orderCode, fileId })).body.documents).toHaveLength(1)
    expect((await portal.call(downloadDocument, shop.buyer.token, { orderCode: order.orderCode, fileId })).code).toBe('NotFound')
  })

  it('offer the owner’s actions and not the manager’s', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const { body } = await portal.call(getMyOrder, shop.buyer.token, { orderCode: order.orderCode })
    expect(body.actions).toEqual({ approve: false, reject: false, revise: false, revert: false, cancel: true, reorder: true, attach: true })
    expect(order.actions).toEqual({ approve: true, reject: true, revise: true, revert: false, cancel: false, reorder: false, attach: false })
  })
})

async function cellsOf(workbook: Buffer): Promise<string[][]> {
  const { writeFile, rm } = await import('node:fs/promises')
  const { readWorkbook } = await import('../../kit/excel/read-workbook.ts')
  const path = `/tmp/kervan-cells-${newId()}.xlsx`
  await writeFile(path, workbook)
  const rows: string[][] = []
  try {
    await readWorkbook(path, { onRows: (some) => void rows.push(...some.map((row) => row.cells.map((cell) => cell?.value ?? ''))) })
  } finally {
    await rm(path)
  }
  return rows
}
