import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedOrder,
  approveOrders,
  pendingOrders,
  rejectedOrder,
  rejectOrders,
  revertedOrder,
  revertOrders,
  revisedOrder,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { cancelOrder } from '@kervan/contract/order/order-my'
import { completedRatio, deriveOrderState, shownOrderState } from '@kervan/contract/order/states'
import { verifyAudit } from '../../kit/records/audit.ts'
import { newId } from '../../kit/database/uuid.ts'
import {
  approve,
  fillCart,
  look,
  named,
  openShop,
  orderOf,
  page,
  place,
  stockOf,
  windowAround,
} from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[ORD-010] one order', () => {
  it('is approved, and says who did what and when', async () => {
    const shop = await openShop(portal)
    const { body } = await approve(shop, await orderOf(shop))
    expect(body).toMatchObject({
      state: 'Processing',
      version: 2,
      lines: [{ state: 'Approved', poQuantity: 12 }],
      events: [{ kind: 'order.approved', by: shop.boss.name, facts: { count: 1 } }, { kind: 'order.placed' }],
    })
  })

  it('is rejected with a reason; Other needs a memo', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    expect(
      await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'Other' }),
    ).toMatchObject({ status: 422, code: 'MemoRequired' })
    const { body } = await portal.call(rejectedOrder, shop.boss.token, {
      ...named(order),
      reason: 'Other',
      memo: 'discontinued',
    })
    expect(body).toMatchObject({
      state: 'Rejected',
      total: '0.00',
      lines: [
        { state: 'Rejected', rejectReason: 'Other', memo: 'discontinued', poQuantity: 0, demandQuantity: 12 },
      ],
    })
    expect((await stockOf(shop, shop.product.variants[0]!.id)).reserved).toBe(0)
  })

  it('is revised line by line in full packs, totals follow, and reverting sets the demand back', async () => {
    const shop = await openShop(portal, { product: { pack: 12, variants: 2 } })
    const order = await orderOf(shop, [48, 24])
    const revise = (version: number, quantity: number) =>
      portal.call(revisedOrder, shop.boss.token, {
        orderCode: order.orderCode,
        version,
        lines: [{ lineId: order.lines[0]!.id, quantity }],
      })
    expect(await revise(1, 40)).toMatchObject({
      code: 'QuantityNotPack',
      refused: { Message: '40 is not a full pack of 12. Use 36 or 48.' },
    })
    expect((await revise(1, 60)).code).toBe('QuantityAboveDemand')
    const { body: revised } = await revise(1, 36)
    expect(revised).toMatchObject({
      state: 'Revised',
      total: '600.00',
      events: [{ kind: 'order.revised', facts: { from: 48, to: 36 } }, {}],
    })
    const { body: reverted } = await portal.call(revertedOrder, shop.boss.token, {
      ...named(order),
      version: 2,
      lineIds: [order.lines[0]!.id],
    })
    expect(reverted).toMatchObject({
      state: 'Request',
      total: '720.00',
      lines: [{ poQuantity: 48, state: 'Pending' }, {}],
    })
  })

  it('reverting a rejection needs the stock again', async () => {
    const shop = await openShop(portal, { product: { stock: 12 } })
    const order = await orderOf(shop)
    await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'ExcessDemand' })
    await orderOf(shop)
    expect(await portal.call(revertedOrder, shop.boss.token, { ...named(order), version: 2 })).toMatchObject({
      code: 'StockShort',
      refused: { Facts: { wanted: 12, available: 0 } },
    })
  })

  it('that is a backorder takes no decision', async () => {
    const shop = await openShop(portal, { product: { stock: 0 } })
    const order = await orderOf(shop)
    const why = 'Backorder: can be approved once stock arrives.'
    expect(order.actions).toEqual({
      approve: why,
      reject: why,
      revise: why,
      revert: why,
      sendExternal: why,
      acceptExternal: why,
      refuseExternal: why,
      overrideQuota: why,
      attach: null,
    })
    expect(await approve(shop, order)).toMatchObject({
      status: 422,
      code: 'BackorderLocked',
      refused: { Message: why },
    })
  })

  it('that somebody placed is approved by somebody else', async () => {
    const shop = await openShop(portal)
    const everything = await shop.company.user({ customer: shop.customer })
    const [code] = await place(shop, (await fillCart(shop, [12], { buyer: everything })).version, everything)
    const order = await look(shop, code as string, everything)
    const why = order.actions.approve
    expect(why).toBe('You placed this order yourself. Somebody else has to approve it.')
    expect(await approve(shop, order, everything)).toMatchObject({
      status: 422,
      code: 'OwnOrder',
      refused: { Message: why },
    })
  })

  it('of which a part is delivered is set back by nobody: row, record, line, answer and dry run say so', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    await approve(shop, order)
    await portal.app.services.db.withCompany(shop.company.id, (tx) =>
      tx
        .updateTable('order_line')
        .set({ completed_quantity: 5 })
        .where('company_id', '=', shop.company.id)
        .where('order_id', '=', order.id)
        .execute(),
    )
    const why = `5 of ${order.orderCode} are delivered already.`
    const { body: list } = await portal.call(pendingOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
    })
    expect(list.rows[0]?.actions.revert).toBe(why)
    const record = await look(shop, order.orderCode)
    expect(record.actions.revert).toBe(why)
    const ofLine = `5 of ${order.orderCode}-1 are delivered already.`
    expect(record.lines[0]?.actions.revert).toBe(ofLine)
    expect(await portal.call(revertedOrder, shop.boss.token, { ...named(record) })).toMatchObject({
      code: 'LineDelivered',
      refused: { Message: ofLine },
    })
    const { body } = await portal.call(revertOrders, shop.boss.token, {
      selection: { mode: 'ids', ids: [order.id] },
      dryRun: true,
    })
    expect(body.results).toMatchObject([{ refusal: 'LineDelivered', message: why }])
  })

  it('of a stale version says who changed it, and when', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    await approve(shop, order)
    expect(await approve(shop, order)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: {
        Facts: { changedBy: shop.boss.name, changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
      },
    })
  })

  it('under two approvers at once has one winner and one clear answer', async () => {
    const shop = await openShop(portal)
    const second = await shop.company.user()
    for (let round = 0; round < 5; round++) {
      const order = await orderOf(shop)
      const answers = await Promise.all([approve(shop, order), approve(shop, order, second)])
      expect(answers.map((answer) => answer.code ?? 'approved').toSorted()).toEqual([
        'ChangedMeanwhile',
        'approved',
      ])
    }
  })

  it('answers the same request key with the first answer', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const request = { ...named(order), requestKey: newId() }
    const [first, second] = await Promise.all(
      [1, 2].map(() => portal.call(approvedOrder, shop.boss.token, request)),
    )
    expect(first?.body).toEqual(second?.body)
    expect(
      (await look(shop, order.orderCode)).events.filter((event) => event.kind === 'order.approved'),
    ).toHaveLength(1)
  })

  it('[ORD-013] of 1,000 approvals, revisions and cancellations at once keeps one unbroken history', async () => {
    const shop = await openShop(portal, { product: { pack: 6, variants: 8 } })
    const order = await orderOf(
      shop,
      Array.from({ length: 8 }, () => 60),
    )
    const random = fc.sample(
      fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 7 }), fc.integer({ min: 1, max: 10 })),
      { numRuns: 1_000, seed: 42 },
    )
    let version = order.version
    const codes = new Map<string, number>()
    const one = async ([kind, at, packs]: [number, number, number]) => {
      const lineId = order.lines[at]!.id
      const base = { orderCode: order.orderCode, version }
      const answer =
        kind === 0
          ? await portal.call(approvedOrder, shop.boss.token, { ...base, lineIds: [lineId] })
          : kind === 1
            ? await portal.call(cancelOrder, shop.buyer.token, { ...base, lineIds: [lineId], memo: 'enough' })
            : kind === 2
              ? await portal.call(revertedOrder, shop.boss.token, { ...base, lineIds: [lineId] })
              : await portal.call(revisedOrder, shop.boss.token, {
                  ...base,
                  lines: [{ lineId, quantity: packs * 6 }],
                })
      codes.set(answer.code ?? 'done', (codes.get(answer.code ?? 'done') ?? 0) + 1)
      if (answer.status === 200) version = Math.max(version, answer.body.version)
      else expect([409, 422, 503]).toContain(answer.status)
    }
    const waiting = [...random]
    await Promise.all(
      Array.from({ length: 25 }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await one(next)
      }),
    )
    const after = await look(shop, order.orderCode)
    const done = codes.get('done') ?? 0
    expect(done).toBeGreaterThan(10)
    expect([...codes.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000)
    // Every acknowledged change is one version, one audit entry, one event, and nothing else is.
    expect(after.version).toBe(1 + done)
    const { rows: audits } = await portal.owner.query<{ version: number }>(
      `select (after ->> 'version')::int as version from audit_entry where company_id = $1 and record_id = $2 and after ? 'version' order by seq`,
      [shop.company.id, order.id],
    )
    expect(audits.map((row) => row.version)).toEqual(Array.from({ length: done }, (_, at) => at + 2))
    expect(after.shownState).toBe(
      shownOrderState(
        deriveOrderState(after.lines),
        after.lines.every(({ state }) => state === 'Cancelled'),
      ),
    )
    expect(after.completedRatio).toBe(completedRatio(after.lines))
    for (const [at, line] of after.lines.entries())
      expect((await stockOf(shop, shop.product.variants[at]!.id)).reserved).toBe(line.poQuantity)
    expect(
      await portal.app.services.db.withCompany(shop.company.id, (tx) => verifyAudit(tx, shop.company.id)),
    ).toMatchObject({ firstBroken: null })
  })
})

describe('[ORD-010] many orders', () => {
  const bulk = (ids: string[], dryRun = false) => ({ selection: { mode: 'ids' as const, ids }, dryRun })

  it('are dryRunResult first: which would pass, which not and why, and nothing changes', async () => {
    const shop = await openShop(portal, { product: { stock: 24 } })
    const [good, done, late] = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    await approve(shop, done)
    const { body } = await portal.call(
      approveOrders,
      shop.boss.token,
      bulk([good.id, done.id, late.id, newId()], true),
      { language: 'de' },
    )
    expect(body).toMatchObject({ jobId: null, done: 1, refused: 3 })
    expect(Object.fromEntries(body.results.map((result) => [result.code, result.refusal]))).toEqual({
      [good.orderCode]: null,
      [done.orderCode]: 'NothingToDo',
      [late.orderCode]: 'BackorderLocked',
      '': 'OrderNotFound',
    })
    expect(body.results.find((result) => result.code === done.orderCode)?.message).toBe(
      'Keine Position lässt dies zu (Status: Genehmigt).',
    )
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
    const { body: seen } = await portal.call(pendingOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
    })
    const later = await orderOf(shop)
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const { body } = await portal.call(rejectOrders, shop.boss.token, {
      selection: { mode: 'query', query, exclude: [two.id], asOf: seen.asOf },
      dryRun: false,
      reason: 'OutOfStock',
    })
    expect(body.results.map((result) => result.code).toSorted()).toEqual([one.orderCode, three.orderCode])
    expect([(await look(shop, two.orderCode)).state, (await look(shop, later.orderCode)).state]).toEqual([
      'Request',
      'Request',
    ])
  })

  it('are revised to a share of their demand and reverted', async () => {
    const shop = await openShop(portal, { product: { pack: 12 } })
    const order = await orderOf(shop, [120])
    expect(
      (await portal.call(reviseOrders, shop.boss.token, { ...bulk([order.id]), percent: 45 })).body.done,
    ).toBe(1)
    expect((await look(shop, order.orderCode)).lines[0]).toMatchObject({ poQuantity: 48, state: 'Revised' })
    expect((await portal.call(revertOrders, shop.boss.token, bulk([order.id]))).body.done).toBe(1)
    expect((await look(shop, order.orderCode)).lines[0]).toMatchObject({ poQuantity: 120, state: 'Pending' })
  })

  it('are reverted as all that match among the closed ones, and no pending order is touched', async () => {
    const shop = await openShop(portal)
    const [rejected, pending] = [await orderOf(shop), await orderOf(shop)]
    await portal.call(rejectOrders, shop.boss.token, { ...bulk([rejected.id]), reason: 'OutOfStock' })
    const query = { sort: [], filters: {}, search: '', ...windowAround() }
    const selection = {
      mode: 'query' as const,
      query,
      exclude: [],
      asOf: new Date(Date.now() + 1_000).toISOString(),
    }
    const { body } = await portal.call(revertOrders, shop.boss.token, {
      selection,
      tab: 'closed',
      dryRun: false,
    })
    expect(body).toMatchObject({ done: 1, refused: 0, results: [{ code: rejected.orderCode }] })
    expect([
      (await look(shop, rejected.orderCode)).state,
      (await look(shop, pending.orderCode)).version,
    ]).toEqual(['Request', 1])
  })

  it('of a selection that two people decide on at once are decided once', async () => {
    const shop = await openShop(portal)
    const orders = await Promise.all(
      Array.from(
        { length: 6 },
        async () =>
          (await orderOf({ ...shop, buyer: await shop.company.user({ customer: shop.customer }) })).id,
      ),
    )
    const second = await shop.company.user()
    const [a, b] = await Promise.all([
      portal.call(approveOrders, shop.boss.token, bulk(orders)),
      portal.call(rejectOrders, second.token, { ...bulk(orders), reason: 'OutOfStock' }),
    ])
    expect(a.body.done + b.body.done).toBe(6)
    expect(a.body.refused + b.body.refused).toBe(6)
  })
})
