import { answerExternalApproval } from '@kervan/contract/order/external-approval'
import { cancelOrder } from '@kervan/contract/order/order-my'
import { placeOrder } from '@kervan/contract/order/order-new'
import { approvePreApprovalOrders, getPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { distributeAmount } from '@kervan/contract/order/replenishment'
import {
  acceptedExternalOrder,
  acceptExternalOrders,
  externalApprovalOrders,
  refusedExternalOrder,
  revertOrders,
  sendExternalOrders,
  sentExternalOrder,
} from '@kervan/contract/order/order-management'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../kit/database/uuid.ts'
import {
  approve,
  fillCart,
  look,
  named,
  openShop,
  orderOf,
  page,
  stockOf,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { updateOrderPolicy } from '@kervan/contract/order/order-policy'
import { quotaRuleValues } from '../../../test/quota-rule.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { startDue } from '../../kit/work/schedule.ts'
import { externalApprovalsWork } from './overdue.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

async function sent(quantities: number[] = [24]) {
  const shop = await openShop(portal, { product: { stock: 1_000, variants: quantities.length } })
  const order = await orderOf(shop, quantities)
  const { body } = await portal.call(sentExternalOrder, shop.boss.token, named(order))
  return { shop, order: body }
}
const ids = (...of: string[]) => ({ selection: { mode: 'ids' as const, ids: of }, dryRun: false })
const answer = (
  shop: Shop,
  correlationId: string,
  over: Partial<{ approved: boolean; reason: 'OutOfStock' | 'Other'; memo: string; responseId: string }> = {},
) =>
  portal.call(answerExternalApproval, shop.boss.token, {
    answers: [{ correlationId, approved: true, ...over }],
  })

const flow = (shop: Shop, name: string) =>
  inCompany(portal, shop.company.id, 'update order_policy set order_flow = $2 where company_id = $1', [
    shop.company.id,
    name,
  ])

/** What somebody asks for in a flow with pre-approval, once that is given. */
async function throughPreApproval(shop: Shop, quantity: number) {
  const { version: cartVersion } = await fillCart(shop, [quantity])
  const { body } = await portal.call(placeOrder, shop.buyer.token, { cartVersion, requestKey: newId() })
  const preOrderId = body.preOrders[0]?.id ?? ''
  await portal.call(approvePreApprovalOrders, shop.boss.token, ids(preOrderId))
  const pre = await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })
  return look(shop, pre.body.orders[0]?.orderCode ?? '')
}

describe('[ORD-010] external approval', () => {
  it('waits for somebody outside, holds its stock, and stands in its own tab', async () => {
    const { shop, order } = await sent()
    expect([order.state, order.externalApproval?.answeredAt]).toEqual(['WaitingExternalApproval', null])
    expect(await stockOf(shop, shop.product.variants[0]?.id ?? '')).toEqual({ on_hand: 1_000, reserved: 24 })
    const { body } = await portal.call(externalApprovalOrders.page, shop.boss.token, {
      ...page,
      ...windowAround(),
    })
    expect(body.rows.map(({ orderCode }) => orderCode)).toEqual([order.orderCode])
    expect(order.actions).toMatchObject({ acceptExternal: null, refuseExternal: null, revert: null })
    expect((await approve(shop, order)).refused).toMatchObject({ ErrorCode: 'MoveNotAllowed' })
  })

  it('is approved or rejected as they have decided', async () => {
    const { shop, order } = await sent([24, 12])
    const [first, second] = order.lines.map(({ id }) => id) as [string, string]
    const { orderCode } = order
    const one = await portal.call(acceptedExternalOrder, shop.boss.token, {
      orderCode,
      version: order.version,
      lineIds: [first],
    })
    expect(one.body.externalApproval?.answeredAt).toBeNull()
    const rest = { orderCode, version: one.body.version, lineIds: [second] }
    expect(
      (await portal.call(refusedExternalOrder, shop.boss.token, { ...rest, reason: 'Other' })).refused,
    ).toMatchObject({
      ErrorCode: 'MemoRequired',
    })
    const { body } = await portal.call(refusedExternalOrder, shop.boss.token, {
      ...rest,
      reason: 'Other',
      memo: 'No licence',
    })
    expect(body.lines.map(({ state, memo }) => [state, memo])).toEqual([
      ['Approved', null],
      ['Rejected', 'No licence'],
    ])
    expect(body.externalApproval).toMatchObject({ approved: false, answeredAt: expect.any(String) })
    expect(body.events.map(({ kind }) => kind).slice(0, 3)).toEqual([
      'order.refusedExternal',
      'order.acceptedExternal',
      'order.sentExternal',
    ])
  })

  it('many are sent and answered at once, and taken back', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000 } })
    const orders = [await orderOf(shop, [12]), await orderOf(shop, [24]), await orderOf(shop, [36])]
    const all = orders.map(({ id }) => id)
    expect((await portal.call(sendExternalOrders, shop.boss.token, ids(...all))).body.done).toBe(3)
    expect(
      (await portal.call(acceptExternalOrders, shop.boss.token, ids(...all.slice(0, 2)))).body.done,
    ).toBe(2)
    const back = await portal.call(revertOrders, shop.boss.token, {
      ...ids(...all.slice(2)),
      tab: 'external',
    })
    expect(back.body.done).toBe(1)
    const states = await Promise.all(orders.map(({ orderCode }) => look(shop, orderCode)))
    expect(states.map(({ state, externalApproval }) => [state, externalApproval?.approved])).toEqual([
      ['Processing', true],
      ['Processing', true],
      ['Request', null],
    ])
  })

  it('the asked party answers by the id of the request: once, again, and otherwise', async () => {
    const { shop, order } = await sent()
    const id = order.externalApproval?.correlationId ?? ''
    const answers = await Promise.all([1, 2, 3].map(() => answer(shop, id, { responseId: 'R-1' })))
    expect(answers.map(({ body }) => body.answers[0]?.result).toSorted()).toEqual([
      'Done',
      'Repeated',
      'Repeated',
    ])
    const otherwise = await answer(shop, id, { approved: false, reason: 'OutOfStock' })
    expect(otherwise.body.answers).toMatchObject([
      {
        result: 'Refused',
        orderCode: order.orderCode,
        refusal: 'ExternalAnswered',
        message: expect.stringContaining('answered otherwise'),
      },
    ])
    const seen = await look(shop, order.orderCode)
    expect([seen.state, seen.externalApproval]).toMatchObject([
      'Processing',
      { approved: true, responseId: 'R-1' },
    ])
    const stranger = await openShop(portal)
    expect((await answer(stranger, id)).body.answers).toMatchObject([{ result: 'Refused', orderCode: null }])
  })

  it('a message that contradicts itself keeps its first answer and is told so', async () => {
    const { shop, order } = await sent()
    const correlationId = order.externalApproval?.correlationId ?? ''
    const { body } = await portal.call(answerExternalApproval, shop.boss.token, {
      answers: [
        { correlationId, approved: true },
        { correlationId, approved: false, reason: 'OutOfStock' },
        { correlationId, approved: true },
      ],
    })
    expect(body.answers).toMatchObject([
      { result: 'Done' },
      { result: 'Refused', refusal: 'ExternalAnswered' },
      { result: 'Repeated' },
    ])
    expect((await look(shop, order.orderCode)).externalApproval).toMatchObject({ approved: true })
  })

  it('an answer to what was taken back is refused, and the owner can cancel while it waits', async () => {
    const { shop, order } = await sent()
    const id = order.externalApproval?.correlationId ?? ''
    const { orderCode, version } = order
    const cancelled = await portal.call(cancelOrder, shop.buyer.token, {
      orderCode,
      version,
      memo: 'Too late',
    })
    expect(cancelled.body.shownState).toBe('Cancelled')
    expect((await answer(shop, id)).body.answers).toMatchObject([{ result: 'Refused' }])
    expect(await stockOf(shop, shop.product.variants[0]?.id ?? '')).toEqual({ on_hand: 1_000, reserved: 0 })
  })

  it('[ORD-012] an order of a flow of three stages waits for it once it is approved, whatever the flow is by then', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000 } })
    await flow(shop, 'TwoLayerFlowV2')
    const order = await throughPreApproval(shop, 12)
    expect(order.state).toBe('Request')
    await flow(shop, 'FundamentalFlow')
    const { body } = await approve(shop, order)
    expect([body.state, body.externalApproval?.approved]).toEqual(['WaitingExternalApproval', null])
    const plain = await orderOf(shop, [12])
    expect((await approve(shop, plain)).body.state).toBe('Processing')
  })

  it('[ORD-012] [QTA-002] what a quota or a distribution approves in a flow of three stages waits for it too', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000, pack: 12, maximum: 999 } })
    await flow(shop, 'TwoLayerFlowV2')
    const given = await throughPreApproval(shop, 24)
    const distributed = await portal.call(distributeAmount, shop.boss.token, {
      variantId: shop.product.variants[0]?.id ?? '',
      amount: 12,
      lines: [{ lineId: given.lines[0]?.id ?? '', version: given.version, quantity: 12 }],
    })
    expect(distributed.refused).toBeNull()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    const saved = await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: quotaRuleValues({ actionType: 'Automatic' }),
      confirmed: true,
    })
    expect(saved.refused).toBeNull()
    for (const order of [await look(shop, given.orderCode), await throughPreApproval(shop, 24)]) {
      expect([order.state, order.externalApproval?.approved]).toEqual(['WaitingExternalApproval', null])
      const { body } = await answer(shop, order.externalApproval?.correlationId ?? '')
      expect(body.answers).toMatchObject([{ result: 'Done' }])
      expect((await look(shop, order.orderCode)).lines.map(({ state }) => state)).toEqual(['Approved'])
    }
  })

  it('nobody approves their own order by entering an answer', async () => {
    const shop = await openShop(portal)
    const order = await orderOf({ ...shop, buyer: shop.boss }, [12])
    const { body } = await portal.call(sentExternalOrder, shop.boss.token, named(order))
    expect((await portal.call(acceptedExternalOrder, shop.boss.token, named(body))).refused).toMatchObject({
      ErrorCode: 'OwnOrder',
    })
  })
})

describe('[ORD-010] an external approval that takes too long', () => {
  const tenHoursAgo = (shop: Shop, hours = 10) =>
    inCompany(
      portal,
      shop.company.id,
      'update external_approval set sent_at = now() - make_interval(hours => $2) where company_id = $1',
      [shop.company.id, hours],
    )
  const alarmAfter = async (shop: Shop, externalAlarmHours: number, version = 1) =>
    portal.call(updateOrderPolicy, shop.boss.token, { externalAlarmHours, version })
  const look10 = ({ company }: Shop) => {
    const { services } = portal.app
    return services.db.withCompany(company.id, (tx) =>
      externalApprovalsWork.run({ tx, services, companyId: company.id, key: '', dueAt: new Date() }),
    )
  }
  const told = async ({ token }: { token: string }) =>
    (await portal.call(getMyNotices, token, { before: null })).body.notices
      .filter(({ event }) => event === 'order.externalOverdue')
      .map(({ facts, recordCode }) => [facts['count'], recordCode])
  const rows = async (shop: Shop) =>
    (
      await portal.call(externalApprovalOrders.page, shop.boss.token, { ...page, ...windowAround() })
    ).body.rows.map(({ externalOverdue }) => externalOverdue)

  it('is marked once, told once to who sees these orders, and still answered', async () => {
    const { shop, order } = await sent()
    const { company } = shop
    const clerk = await company.user({ without: ['orderManagement-getExternalApprovalOrders'] })
    const elsewhere = await company.user({ customer: await company.customer() })
    expect((await alarmAfter(shop, 11)).refused).toBeNull()
    await tenHoursAgo(shop)
    expect(await look10(shop)).toEqual({ counts: {} })
    expect((await alarmAfter(shop, 10, 2)).refused).toBeNull()
    await Promise.all([look10(shop), look10(shop)])
    await look10(shop)
    expect(await told(shop.boss)).toEqual([[1, order.orderCode]])
    expect([await told(clerk), await told(elsewhere)]).toEqual([[], []])
    expect(await rows(shop)).toEqual([true])
    const shown = await look(shop, order.orderCode)
    expect(shown.externalApproval?.overdueAt).not.toBeNull()
    expect(shown.events.filter(({ kind }) => kind === 'order.externalOverdue')).toHaveLength(1)
    const { body } = await answer(shop, shown.externalApproval?.correlationId ?? '')
    expect(body.answers).toMatchObject([{ result: 'Done' }])
    expect((await look(shop, order.orderCode)).state).toBe('Processing')
  })

  it('is one notice for many orders, and none where the company wants none', async () => {
    const { shop } = await sent()
    const second = await orderOf(shop, [12])
    await portal.call(sentExternalOrder, shop.boss.token, named(second))
    expect((await alarmAfter(shop, 0)).refused).toBeNull()
    await tenHoursAgo(shop, 2_000)
    expect(await startDue(portal.app.services, [externalApprovalsWork])).toBe(0)
    expect((await look10(shop)).counts).toEqual({})
    expect((await alarmAfter(shop, 720, 2)).refused).toBeNull()
    expect((await look10(shop)).counts).toEqual({ orders: 2 })
    expect(await told(shop.boss)).toEqual([[2, null]])
  })

  it('is waited for at most 30 days, by a whole number of hours', async () => {
    const { shop } = await sent()
    for (const hours of [-1, 721, 1.5]) expect((await alarmAfter(shop, hours)).status).toBe(422)
    expect((await alarmAfter(shop, 720)).refused).toBeNull()
    const tooLong = 'update order_policy set external_alarm_hours = 721'
    await expect(inCompany(portal, shop.company.id, tooLong, [])).rejects.toThrow(/external_alarm/)
  })
})
