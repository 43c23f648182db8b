import { cancelOrder } from '@kervan/contract/order/order-my'
import { getCartQuotas, placeOrder, reviewCart } from '@kervan/contract/order/order-new'
import { reduceCartToQuota } from '@kervan/contract/order/cart'
import {
  approvedOrder,
  approveOrders,
  rejectOrders,
  overriddenQuota,
  overrideQuotaOfOrders,
  pendingOrders,
  rejectedOrder,
  revertedOrder,
  revisedOrder,
} from '@kervan/contract/order/order-management'
import {
  getManagedLineQuotas,
  getMyLineQuotas,
  overlappingQuotaRules,
  previewQuotaRule,
  quotaEntries,
  quotaRuleKind,
  quotaUsage,
  quotaWindows,
} from '@kervan/contract/order/quota-rules'
import type { InputOf } from '@kervan/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import {
  fillCart,
  look,
  named,
  openShop,
  orderOf,
  page,
  place,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { patient } from '../../../test/patient.ts'
import { quotaRuleValues, type QuotaRuleValues } from '../../../test/quota-rule.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

/** A shop with quotas and much stock. */
async function openQuotaShop(stock = 10_000, variants = 1): Promise<Shop> {
  const shop = await openShop(portal, { product: { stock, maximum: 999_999, variants } })
  await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
  return shop
}

async function save(
  shop: Shop,
  over: Partial<QuotaRuleValues> = {},
  known: { id: string; version: number } | null = null,
) {
  const answer = await portal.call(quotaRuleKind.save, shop.boss.token, {
    id: known?.id ?? null,
    version: known?.version ?? null,
    values: quotaRuleValues(over),
    confirmed: true,
  })
  expect(answer.refused).toBeNull()
  return answer.body
}

const usage = async (shop: Shop) => {
  const input = { ...page, current: true, ruleCode: null }
  const { body } = await portal.call(quotaUsage.page, shop.boss.token, input)
  return body.rows.map(({ ruleCode, quotaUsed, quotaLeft }) => [
    ruleCode,
    Number(quotaUsed),
    Number(quotaLeft),
  ])
}
const ordered = async (shop: Shop, quantity: number) => {
  const order = await orderOf(shop, [quantity])
  return { order, line: order.lines[0]! }
}

/** Sixteen at a time: what is prepared does not need to happen at once. */
async function inBatches<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (let at = 0; at < all.length; at += 16)
    done.push(...(await Promise.all(all.slice(at, at + 16).map(act))))
  return done
}

describe('[QTA-002] a quota while ordering', () => {
  it('approves what fits, rejects what does not, and takes nothing for what it rejects', async () => {
    const shop = await openQuotaShop()
    await save(shop)
    const [first, second, third] = [await ordered(shop, 60), await ordered(shop, 41), await ordered(shop, 40)]
    expect([first.line.state, first.line.quotaState]).toEqual(['Approved', 'Approve'])
    expect([second.line.state, second.line.rejectReason, second.line.quotaState]).toEqual([
      'Rejected',
      'QuotaExceeded',
      'Reject',
    ])
    expect(second.order.state).toBe('Rejected')
    expect(third.line.state).toBe('Approved')
    expect(await usage(shop)).toEqual([['Q-1', 100, 0]])
    const stock = await inCompany(
      portal,
      shop.company.id,
      'select sum(reserved)::int as held from stock where company_id = $1',
      [shop.company.id],
    )
    expect(stock).toEqual([{ held: 100 }])
  })

  it('is shown before sending: limit, used, asked and left, and which lines will be rejected', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Reject' })
    await ordered(shop, 60)
    await fillCart(shop, [41])
    const { body } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(body.quotas).toMatchObject([
      { ruleName: 'Yearly quota', limit: '100', used: '60', asked: '41', left: '40', exceeded: true },
    ])
    expect(body.quotas[0]?.node).toEqual([shop.location.name, shop.product.name])
    expect(body.notes.map(({ code, severity }) => [code, severity])).toContainEqual([
      'QuotaRejects',
      'warning',
    ])
    // The cart says the same while it is being filled.
    const { body: asked } = await portal.call(getCartQuotas, shop.buyer.token, {})
    expect(asked.total).toBe(1)
    expect(body.quotas).toEqual(asked.quotas.map((facts) => expect.objectContaining(facts)))
    await inCompany(
      portal,
      shop.company.id,
      'update order_policy set quota_visible = false where company_id = $1',
      [shop.company.id],
    )
    const clerk = await shop.company.user({
      customer: shop.customer,
      permissions: ['NewOrder', 'orderNew-reviewCart', 'orderNew-setCartQuantities'],
    })
    await fillCart(shop, [41], { buyer: clerk })
    const hidden = (await portal.call(reviewCart, clerk.token, {})).body
    expect([hidden.cart.quantity, hidden.quotas]).toEqual([41, []])
    expect((await portal.call(getCartQuotas, clerk.token, {})).body).toEqual({ quotas: [], total: 0 })
  })

  it('is shown with the fullest first, so that what needs a look is not far down (QTA-003)', async () => {
    const shop = await openQuotaShop()
    const limits = { 'Q-1': '1000', 'Q-2': '50', 'Q-3': '30' }
    for (const [code, quotaValue] of Object.entries(limits)) await save(shop, { code, quotaValue })
    await fillCart(shop, [41])
    const order = (quotas: { ruleCode: string }[]) => quotas.map(({ ruleCode }) => ruleCode)
    const { body } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(order(body.quotas)).toEqual(['Q-3', 'Q-2', 'Q-1'])
    const beside = await portal.call(getCartQuotas, shop.buyer.token, {})
    expect(order(beside.body.quotas)).toEqual(['Q-3', 'Q-2', 'Q-1'])
  })

  it('offers what it leaves, in full packs, and keeps what fits (QTA-003)', async () => {
    const shop = await openShop(portal, {
      product: { stock: 10_000, maximum: 999_999, pack: 12, variants: 2 },
    })
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    await save(shop)
    await fillCart(shop, [60, 48])
    const { body: before } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(before.notes).toMatchObject([{ code: 'QuotaRejects', lines: 1, covered: 36 }])
    await inCompany(
      portal,
      shop.company.id,
      'update order_policy set quota_visible = false where company_id = $1',
      [shop.company.id],
    )
    const clerk = await shop.company.user({
      customer: shop.customer,
      permissions: ['NewOrder', 'orderNew-reduceCartToQuota'],
    })
    const hidden = await portal.call(reduceCartToQuota, clerk.token, { exceeding: 'Reject' })
    expect([hidden.status, hidden.code]).toEqual([403, 'QuotaNotShown'])
    const { body: cart } = await portal.call(reduceCartToQuota, shop.buyer.token, { exceeding: 'Reject' })
    expect(cart).toMatchObject({ lineCount: 2, quantity: 96 })
    const { body: after } = await portal.call(reviewCart, shop.buyer.token, {})
    expect(after.notes).toEqual([])
    const again = await portal.call(reduceCartToQuota, shop.buyer.token, { exceeding: 'Reject' })
    expect(again.body.quantity).toBe(96)
  })

  it.each([16, 200])(
    'grants exactly the limit to %i callers at once, with three levels',
    async (callers) => {
      const shop = await openQuotaShop()
      await save(shop)
      await save(shop, {
        code: 'Q-2',
        bindingStrategy: 'Aggregate',
        locationLevel: 'Customer',
        productLevel: 'AllProducts',
      })
      await save(shop, {
        code: 'Q-3',
        bindingStrategy: 'Aggregate',
        locationLevel: 'Company',
        productLevel: 'AllProducts',
        quotaValue: '90',
      })
      const carts = await inBatches(Array.from({ length: callers }), async () => {
        const buyer = await shop.company.user({ customer: shop.customer })
        return { buyer, cart: await fillCart(shop, [10], { buyer }) }
      })
      // All at once; whom the server turns away, because it or what is locked is busy, asks again with the same key.
      const codes = await Promise.all(
        carts.map(async ({ buyer, cart }) => {
          const input = { cartVersion: cart.version, requestKey: newId() }
          const answer = await patient(() => portal.call(placeOrder, buyer.token, input))
          expect(answer.status, answer.code ?? undefined).toBe(200)
          return answer.body.orders.map(({ orderCode }) => orderCode)
        }),
      )
      const orders = await inBatches(codes.flat(), (code) => look(shop, code))
      expect(orders.filter(({ lines }) => lines[0]?.state === 'Approved')).toHaveLength(9)
      expect(orders.filter(({ lines }) => lines[0]?.rejectReason === 'QuotaExceeded')).toHaveLength(
        callers - 9,
      )
      expect(new Set((await usage(shop)).map(([, used]) => used))).toEqual(new Set([90]))
      const sums = await inCompany(
        portal,
        shop.company.id,
        'select distinct c.used - (select sum(e.amount) from quota_entry e where e.company_id = $1 and e.counter_id = c.id) as lost from quota_counter c where c.company_id = $1',
        [shop.company.id],
      )
      expect(sums.map(({ lost }) => Number(lost))).toEqual([0])
    },
    120_000,
  )

  it('is judged anew when others have used it up between looking and booking', async () => {
    const shop = await openQuotaShop(100_000)
    await save(shop, { quotaValue: '100000', actionType: 'Reject' })
    await ordered(shop, 10)
    const other = await portal.owner.connect()
    await other.query(`begin; set local app.company_id = '${shop.company.id}'`)
    await other.query('update quota_counter set used = 98000 where company_id = $1', [shop.company.id])
    const placing = ordered(shop, 4_000)
    await expect
      .poll(async () => (await other.query('select from pg_locks where not granted')).rowCount, {
        timeout: 10_000,
      })
      .toBe(1)
    await other.query('commit')
    other.release()
    const { line } = await placing
    expect([line.state, line.rejectReason]).toEqual(['Rejected', 'QuotaExceeded'])
    expect(await usage(shop)).toEqual([['Q-1', 98_000, 2_000]])
  })

  it('is booked once for a request that is sent twice', async () => {
    const shop = await openQuotaShop()
    await save(shop)
    const cart = await fillCart(shop, [30])
    const input = { cartVersion: cart.version, requestKey: newId() }
    const send = () => portal.call(placeOrder, shop.buyer.token, input)
    const [one, two] = [await send(), await send()]
    expect(two.body).toEqual(one.body)
    expect(await usage(shop)).toEqual([['Q-1', 30, 70]])
  })
})

describe('[QTA-002] a quota after ordering', () => {
  it('gets back what is cancelled, rejected or revised away, and is asked again for more', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Reject' })
    const { order } = await ordered(shop, 60)
    expect(order.lines[0]?.state).toBe('Pending')
    const lineId = order.lines[0]?.id ?? ''
    const revised = await portal.call(revisedOrder, shop.boss.token, {
      orderCode: order.orderCode,
      version: order.version,
      lines: [{ lineId, quantity: 35 }],
    })
    expect(revised.refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 35, 65]])
    const { line: other } = await ordered(shop, 65)
    expect(other.state).toBe('Pending')
    // Reverting needs 25 more than there are.
    const refused = await portal.call(
      revertedOrder,
      shop.boss.token,
      named(await look(shop, order.orderCode)),
    )
    expect([refused.status, refused.code]).toEqual([422, 'QuotaExceeded'])
    expect(refused.refused?.Message).toContain('25')
    const rejected = await portal.call(rejectedOrder, shop.boss.token, {
      ...named(await look(shop, order.orderCode)),
      reason: 'OutOfStock',
    })
    expect(rejected.refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 65, 35]])
    const back = await portal.call(revertedOrder, shop.boss.token, named(await look(shop, order.orderCode)))
    expect(back.code).toBe('QuotaExceeded')
  })

  it('[QTA-002] worked example 3: what is cancelled of an approved order can be ordered again, and no more', async () => {
    const shop = await openQuotaShop(10_000, 2)
    await save(shop)
    const sixty = await orderOf(shop, [35, 25])
    expect(sixty.lines.map(({ state }) => state)).toEqual(['Approved', 'Approved'])
    expect((await ordered(shop, 41)).line.rejectReason).toBe('QuotaExceeded')
    expect((await ordered(shop, 40)).line.state).toBe('Approved')
    expect(await usage(shop)).toEqual([['Q-1', 100, 0]])
    const reverted = await portal.call(revertedOrder, shop.boss.token, named(sixty))
    expect(reverted.refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 100, 0]])
    const open = await look(shop, sixty.orderCode)
    const cancelled = await portal.call(cancelOrder, shop.buyer.token, {
      ...named(open),
      lineIds: open.lines.filter(({ demandQuantity }) => demandQuantity === 25).map(({ id }) => id),
      memo: 'Not needed',
    })
    expect(cancelled.refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 75, 25]])
    expect((await ordered(shop, 25)).line.state).toBe('Approved')
    expect((await ordered(shop, 1)).line.rejectReason).toBe('QuotaExceeded')
    expect(await usage(shop)).toEqual([['Q-1', 100, 0]])
  })

  it('is overridden line by line, with a reason, by who may, and never for an order of one’s own', async () => {
    const shop = await openQuotaShop()
    await save(shop)
    await ordered(shop, 90)
    const { order, line } = await ordered(shop, 40)
    expect(line.rejectReason).toBe('QuotaExceeded')
    const input = { ...named(order), memo: 'Emergency supply' }
    const reverting = await portal.call(revertedOrder, shop.boss.token, named(order))
    expect(reverting.code).toBe('QuotaExceeded')
    const manager = await shop.company.user({
      permissions: ['OrderManagement', 'ClosedOrders', 'PendingOrders', 'orderManagement-revertedOrder'],
    })
    expect((await portal.call(overriddenQuota, manager.token, input)).status).toBe(403)
    expect((await portal.call(overriddenQuota, shop.buyer.token, input)).code).toBe('OwnOrder')
    const { body, refused } = await portal.call(overriddenQuota, shop.boss.token, input)
    expect(refused).toBeNull()
    expect(body.lines).toMatchObject([{ state: 'Pending', poQuantity: 40, quotaState: 'ExceededQuota' }])
    expect(body.events[0]).toMatchObject({
      kind: 'order.overriddenQuota',
      facts: { memo: 'Emergency supply' },
    })
    const again = await portal.call(overriddenQuota, shop.boss.token, { ...input, version: body.version })
    expect(again.code).toBe('MoveNotAllowed')
    expect(await usage(shop)).toEqual([['Q-1', 130, 0]])
    const [used] = (
      await portal.call(quotaUsage.page, shop.boss.token, { ...page, current: true, ruleCode: null })
    ).body.rows
    const entries = await portal.call(quotaEntries.page, shop.boss.token, {
      ...page,
      usageId: used?.id ?? '',
    })
    expect(entries.body.rows[0]).toMatchObject({ bookingKind: 'Override', booked: '40.0000' })
    expect((await portal.call(approvedOrder, shop.boss.token, named(body))).refused).toBeNull()
    const { order: third } = await ordered(shop, 10)
    const { body: tried } = await portal.call(overrideQuotaOfOrders, shop.boss.token, {
      selection: { mode: 'ids', ids: [third.id] },
      tab: 'closed',
      dryRun: true,
      memo: '-',
    })
    expect(tried).toMatchObject({ done: 1, refused: 0 })
  })

  it('finds the orders with lines over a quota: on the page, in its count, in the workbook and in a selection', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Warning' })
    const { order: within } = await ordered(shop, 12)
    const { order: over } = await ordered(shop, 120)
    const filtered = async (exceededLines: { from?: string; to?: string }) =>
      (
        await portal.call(pendingOrders.page, shop.boss.token, {
          ...page,
          ...windowAround(),
          filters: { exceededLines },
        })
      ).body
    const found = await filtered({ from: '1' })
    expect([found.total, found.rows.map(({ orderCode }) => orderCode)]).toEqual([1, [over.orderCode]])
    expect((await filtered({ to: '0' })).rows.map(({ orderCode }) => orderCode)).toEqual([within.orderCode])
    const query = {
      ...windowAround(),
      sort: [],
      search: '' as const,
      filters: { exceededLines: { from: '1' } },
    }
    const file = await portal.call(pendingOrders.excel, shop.boss.token, {
      ...query,
      columns: ['orderCode', 'exceededLines'],
    })
    expect((await workbookRows(file.body)).slice(1)).toEqual([[over.orderCode, '1']])
    const dry = await portal.call(approveOrders, shop.boss.token, {
      selection: { mode: 'query', query: { ...query, part: 'toDecide' }, exclude: [], asOf: found.asOf },
      dryRun: true,
    })
    expect(dry.body.results.map(({ code }) => code)).toEqual([over.orderCode])
    const flagged = await portal.call(pendingOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
      filters: { overQuota: { is: true } },
    })
    expect(flagged.body.rows.map(({ orderCode }) => orderCode)).toEqual([over.orderCode])
  })

  it('warns of them before an approval, which says whose orders and how much they come to [ORD-010]', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Warning' })
    const { order: within } = await ordered(shop, 12)
    const { order: over } = await ordered(shop, 120)
    const selection = { mode: 'ids' as const, ids: [within.id, over.id] }
    const { body } = await portal.call(approveOrders, shop.boss.token, { selection, dryRun: true })
    const total = (Number(within.total) + Number(over.total)).toLocaleString('en', {
      minimumFractionDigits: 2,
    })
    expect(body).toMatchObject({
      done: 2,
      figures: ['1 customer', `₺${total}`],
      warnings: [
        {
          warning: 'OverQuota',
          message: '1 order has lines over quota',
          count: 1,
          records: [{ id: over.id, code: over.orderCode }],
        },
      ],
    })
    const rejected = await portal.call(rejectOrders, shop.boss.token, {
      selection,
      dryRun: true,
      reason: 'OutOfStock',
    })
    expect(rejected.body.warnings).toBeUndefined()
    const without = { mode: 'ids' as const, ids: [within.id] }
    const { body: clean } = await portal.call(approveOrders, shop.boss.token, {
      selection: without,
      dryRun: true,
    })
    expect([clean.done, clean.warnings]).toEqual([1, undefined])
  })

  it('keeps what is approved as it is, and a cancelled order gives its own window back', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Warning' })
    const { order } = await ordered(shop, 120)
    expect(order.lines[0]?.quotaState).toBe('ExceededQuota')
    const question = { ...page, ...windowAround() }
    const { body: list } = await portal.call(pendingOrders.page, shop.boss.token, question)
    expect(list.rows).toMatchObject([{ orderCode: order.orderCode, exceededLines: 1 }])
    expect((await portal.call(approvedOrder, shop.boss.token, named(order))).refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 120, 0]])
    const { order: second } = await ordered(shop, 5)
    const cancelled = await portal.call(cancelOrder, shop.buyer.token, {
      ...named(second),
      memo: 'Not needed',
    })
    expect(cancelled.refused).toBeNull()
    expect(await usage(shop)).toEqual([['Q-1', 120, 0]])
  })

  it('counts a backorder with the order it was split from, once', async () => {
    const shop = await openQuotaShop(70)
    await save(shop, { actionType: 'Warning' })
    const cart = await fillCart(shop, [100])
    const codes = await place(shop, cart.version)
    expect(await usage(shop)).toEqual([['Q-1', 100, 0]])
    const views = await Promise.all(codes.map((code) => look(shop, code)))
    const backorder = views.find(({ type }) => type === 'Backorder')!
    await portal.call(cancelOrder, shop.buyer.token, { ...named(backorder), memo: 'No' })
    expect(await usage(shop)).toEqual([['Q-1', 70, 30]])
  })
})

describe('[QTA-001] a rule', () => {
  it('begins with what was ordered in its window, and counts anew when it counts otherwise', async () => {
    const shop = await openQuotaShop()
    const { order } = await ordered(shop, 40)
    const { id } = await save(shop, { quotaValue: '50', actionType: 'Reject' })
    expect(await usage(shop)).toEqual([['Q-1', 40, 10]])
    expect((await ordered(shop, 11)).line.state).toBe('Rejected')
    // A higher limit changes what is left and nothing that is used.
    await save(shop, { quotaValue: '60', actionType: 'Reject' }, { id, version: 1 })
    expect(await usage(shop)).toEqual([['Q-1', 40, 20]])
    await save(
      shop,
      {
        quotaValue: '60',
        actionType: 'Reject',
        bindingStrategy: 'Aggregate',
        locationLevel: 'Customer',
        productLevel: 'AllProducts',
      },
      { id, version: 2 },
    )
    expect(await usage(shop)).toEqual([['Q-1', 40, 20]])
    await portal.call(rejectedOrder, shop.boss.token, { ...named(order), reason: 'OutOfStock' })
    expect(await usage(shop)).toEqual([['Q-1', 0, 60]])
  })

  it('[QTA-002] that is changed while orders are placed counts each of them, in the old way or the new', async () => {
    const shop = await openQuotaShop()
    const { id } = await save(shop, { quotaValue: '55', actionType: 'Reject' })
    const carts = await inBatches(Array.from({ length: 12 }), async () => {
      const buyer = await shop.company.user({ customer: shop.customer })
      return { buyer, cart: await fillCart(shop, [10], { buyer }) }
    })
    const asked = carts.map(({ buyer, cart }) => {
      const requestKey = newId()
      return patient(() => portal.call(placeOrder, buyer.token, { cartVersion: cart.version, requestKey }))
    })
    const byCustomer = {
      bindingStrategy: 'Aggregate',
      locationLevel: 'Customer',
      productLevel: 'AllProducts',
    } as const
    await save(shop, { quotaValue: '85', actionType: 'Reject', ...byCustomer }, { id, version: 1 })
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const taken = answers
      .flatMap(({ body }) => body.orders)
      .reduce((sum, { quantity, rejectedLines }) => sum + (rejectedLines > 0 ? 0 : quantity), 0)
    // At least what the stricter limit lets through, at most what the other one does.
    expect([50, 60, 70, 80]).toContain(taken)
    expect(await usage(shop)).toEqual([['Q-1', taken, 85 - taken]])
  })

  it('needs customer success, levels where it counts by levels, and nothing finer than them', async () => {
    const shop = await openShop(portal, {})
    const send = (over: Partial<QuotaRuleValues>) =>
      portal.call(quotaRuleKind.save, shop.boss.token, {
        id: null,
        version: null,
        values: quotaRuleValues(over),
        confirmed: true,
      })
    const closed = await send({})
    expect(closed.code).toBe('QuotaNotActive')
    expect(closed.refused?.Message).toBe(
      'This CP is not active in your current setup. Please contact the Customer Success team to activate. (Part: quotas)',
    )
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    for (const over of [
      { bindingStrategy: 'Aggregate' as const },
      { locationLevel: 'Company' as const },
      {
        bindingStrategy: 'Aggregate' as const,
        locationLevel: 'Customer' as const,
        productLevel: 'AllProducts' as const,
        locations: [shop.location.code],
      },
      { validTo: '2019-12-31' },
    ])
      expect((await send(over)).code).toBe('RecordInvalid')
    expect((await send({})).status).toBe(200)
  })

  it('says what it would have done with what was ordered lately, and keeps nothing of it', async () => {
    const shop = await openQuotaShop()
    await ordered(shop, 60)
    await ordered(shop, 41)
    const { body } = await portal.call(previewQuotaRule, shop.boss.token, {
      values: quotaRuleValues(),
      months: 3,
    })
    expect(body.results).toEqual(
      expect.arrayContaining([
        { result: 'Approve', lines: 1 },
        { result: 'Reject', lines: 1 },
      ]),
    )
    expect(body.fullest[0]).toMatchObject({ used: '60', limit: '100' })
    expect(await usage(shop)).toEqual([])
  })

  it('names the other rules that count the same lines: by place, by product and by day', async () => {
    const shop = await openQuotaShop()
    const elsewhere = await shop.company.customer()
    const rules: Partial<QuotaRuleValues>[] = [
      { code: 'Q-ALL' },
      { code: 'Q-CUSTOMER', customers: [shop.customer.code] },
      { code: 'Q-ELSEWHERE', customers: [elsewhere.code] },
      { code: 'Q-PRODUCT', products: [shop.product.code] },
      { code: 'Q-OVER', validFrom: '2019-01-01', validTo: '2019-12-31' },
      { code: 'Q-OFF', active: false },
    ]
    for (const rule of rules) await save(shop, rule)
    const others = async (scope: Partial<InputOf<typeof overlappingQuotaRules>>) => {
      const { body } = await portal.call(overlappingQuotaRules, shop.boss.token, {
        ruleCode: 'Q-ALL',
        validFrom: '2020-01-01',
        validTo: null,
        locationGroup: null,
        customers: [],
        locations: [],
        categories: [],
        products: [],
        ...scope,
      })
      return body.rules.map(({ code }) => code)
    }
    expect(await others({})).toEqual(['Q-CUSTOMER', 'Q-ELSEWHERE', 'Q-PRODUCT'])
    expect(await others({ locations: [shop.location.code] })).toEqual(['Q-CUSTOMER', 'Q-PRODUCT'])
    expect(await others({ products: ['another'] })).toEqual(['Q-CUSTOMER', 'Q-ELSEWHERE'])
    expect(await others({ validFrom: '2019-06-01', validTo: '2019-06-30', ruleCode: '' })).toEqual(['Q-OVER'])
  })
})

describe('[QTA-003] the use of a quota', () => {
  it('stays to be seen, marked, when its rule is switched off; switched on again, the rule counts anew', async () => {
    const shop = await openQuotaShop()
    const { id } = await save(shop, { quotaValue: '100' })
    await ordered(shop, 100)
    const all = async () => {
      const input = { ...page, current: false, ruleCode: 'Q-1' }
      const { body } = await portal.call(quotaUsage.page, shop.boss.token, input)
      return body.rows.map(({ quotaUsed, ruleActive }) => [Number(quotaUsed), ruleActive])
    }
    expect(await all()).toEqual([[100, true]])
    await save(shop, { quotaValue: '100', active: false }, { id, version: 1 })
    expect([await all(), await usage(shop)]).toEqual([[[100, false]], []])
    const { body } = await portal.call(quotaWindows, shop.boss.token, { ruleCode: 'Q-1', usageId: null })
    expect(body.windows).toMatchObject([{ within: '100.0000' }])
    // What is ordered while it is off counts nowhere, and with what was before once it is on.
    await ordered(shop, 7)
    expect(await all()).toEqual([[100, false]])
    await save(shop, { quotaValue: '100', active: true }, { id, version: 2 })
    expect([await all(), await usage(shop)]).toEqual([[[107, true]], [['Q-1', 107, 0]]])
  })

  it('is listed with who used it, and told to the customer on the line', async () => {
    const shop = await openQuotaShop()
    await save(shop, { actionType: 'Warning', quotaValue: '50' })
    const { order, line } = await ordered(shop, 60)
    const [used] = (
      await portal.call(quotaUsage.page, shop.boss.token, { ...page, current: true, ruleCode: 'Q-1' })
    ).body.rows
    expect(used).toMatchObject({
      locationNode: shop.location.name,
      productNode: shop.product.name,
      usedPercent: 120,
      currency: null,
    })
    const entries = await portal.call(quotaEntries.page, shop.boss.token, {
      ...page,
      usageId: used?.id ?? '',
    })
    expect(entries.body.rows).toMatchObject([
      { orderCode: order.orderCode, bookingKind: 'Submit', booked: '60.0000' },
    ])
    const drawn = { ruleCode: 'Q-1', usageId: used?.id ?? null }
    const { windows } = (await portal.call(quotaWindows, shop.boss.token, drawn)).body
    expect(windows).toMatchObject([{ within: '50.0000', over: '10.0000', left: '0', nodes: 1 }])
    const all = await portal.call(quotaWindows, shop.boss.token, { ...drawn, usageId: null })
    expect(all.body.windows).toEqual(windows)
    const asked = { orderCode: order.orderCode, lineId: line.id }
    for (const [call, user] of [
      [getManagedLineQuotas, shop.boss],
      [getMyLineQuotas, shop.buyer],
    ] as const)
      expect((await portal.call(call, user.token, asked)).body.quotas).toMatchObject([
        { ruleCode: 'Q-1', limit: '50', used: '0', asked: '60', left: '50', exceeded: true },
      ])
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    expect((await portal.call(getMyLineQuotas, stranger.token, asked)).code).toBe('OrderNotFound')
    const other = await openQuotaShop()
    const foreign = await portal.call(quotaEntries.page, other.boss.token, {
      ...page,
      usageId: used?.id ?? '',
    })
    expect(foreign.body.rows).toEqual([])
    expect((await portal.call(quotaWindows, other.boss.token, drawn)).body.windows).toEqual([])
    await save(shop, { code: 'Q-2', actionType: 'Warning', valueType: 'Monetary', quotaValue: '50' })
    const [paid] = (
      await portal.call(quotaUsage.page, shop.boss.token, { ...page, current: true, ruleCode: 'Q-2' })
    ).body.rows
    expect(paid).toMatchObject({ currency: 'TRY' })
    const part = await portal.call(quotaUsage.page, stranger.token, {
      ...page,
      current: true,
      ruleCode: null,
    })
    expect(part.body.rows ?? []).toEqual([])
  })
})
