import { activity } from '@kervan/contract/administration/activity'
import { explainAccess, explainOwnAccess } from '@kervan/contract/administration/explain'
import { createRole } from '@kervan/contract/administration/roles'
import { addDays } from '@kervan/contract/kit/days'
import { endDeputy, findDeputies, getActsFor, getDeputies, nameDeputy } from '@kervan/contract/order/deputies'
import { ediMessages } from '@kervan/contract/order/edi'
import { answerExternalApproval } from '@kervan/contract/order/external-approval'
import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import {
  approvedOrder,
  approveOrders,
  getManagedOrder,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  getPreApprovalOrder,
  preApprovalOrders,
  revisePreApprovalOrder,
} from '@kervan/contract/order/pre-approval'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayIn } from '../../kit/clock.ts'
import {
  named,
  openShop,
  orderOf,
  page,
  preOrderOf,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const today = dayIn('Europe/Istanbul', new Date())
const limits = {
  customerCodes: [],
  maxAmount: null,
  note: null,
  startsOn: addDays(today, -1),
  endsOn: addDays(today, 7),
}
const bare = { permissions: ['HomePage'] }

function name(
  shop: Shop,
  deputy: User,
  over: Partial<Parameters<typeof nameDeputy.input.parse>[0]> & object = {},
) {
  return portal.call(nameDeputy, shop.boss.token, { membershipId: deputy.id, ...limits, ...over })
}

describe('a deputy', () => {
  it('[ORD-010] decides in the manager’s name, and both names are recorded', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const order = await orderOf(shop, [12])
    expect((await portal.call(approvedOrder, deputy.token, named(order))).status).toBe(403)
    expect((await name(shop, deputy)).status).toBe(200)
    const seen = await portal.call(pendingOrders.page, deputy.token, { ...page, ...windowAround() })
    expect(seen.body.rows.map(({ orderCode }) => orderCode)).toEqual([order.orderCode])
    const done = await portal.call(approvedOrder, deputy.token, named(order))
    expect(done.body.lines.map(({ state }) => state)).toEqual(['Approved'])
    const { body } = await portal.call(getManagedOrder, shop.boss.token, { orderCode: order.orderCode })
    const boss = shop.boss.name
    expect(body.events).toContainEqual(
      expect.objectContaining({
        kind: 'order.approved',
        by: deputy.name,
        facts: expect.objectContaining({ behalf: boss }),
      }),
    )
  })

  it('[ORD-010] [USR-011] is named as the reason where the rights of a user are explained', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const explained = async () => {
      const { body } = await portal.call(explainAccess, shop.boss.token, {
        membershipId: deputy.id,
        target: { kind: 'call', name: pendingOrders.page.name },
      })
      return { ok: body.allowed, ...body.steps.find(({ step }) => step === 'permission') }
    }
    expect(await explained()).toMatchObject({ ok: false, lentBy: [] })
    await name(shop, deputy)
    expect(await explained()).toMatchObject({ ok: true, through: [], lentBy: [shop.boss.name] })
    const own = await portal.call(explainOwnAccess, deputy.token, {
      target: { kind: 'screen', path: '/order/order-management' },
    })
    expect(own.body.steps.find(({ step }) => step === 'permission')).toMatchObject({
      lentBy: [shop.boss.name],
    })
  })

  it('[ORD-010] is refused above the amount, for other customers, and what the manager ordered; a bulk says so for each', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const [small, large] = [await orderOf(shop, [12]), await orderOf(shop, [24])]
    await name(shop, deputy, { maxAmount: small.total })
    const view = await portal.call(getManagedOrder, deputy.token, { orderCode: large.orderCode })
    expect(view.body.actions.approve).toContain(large.orderCode)
    expect((await portal.call(approvedOrder, deputy.token, named(large))).code).toBe('DeputyLimitExceeded')
    const selection = { mode: 'ids' as const, ids: [small.id, large.id] }
    const bulk = await portal.call(approveOrders, deputy.token, { selection, dryRun: false })
    expect(bulk.body).toMatchObject({ done: 1, refused: 1 })
    expect(JSON.stringify(bulk.body)).toContain('DeputyLimitExceeded')
    const other = await shop.company.customer()
    const second = await shop.company.user(bare)
    await name(shop, second, { customerCodes: [other.code] })
    expect((await portal.call(approvedOrder, second.token, named(large))).code).toBe('DeputyOtherCustomer')
    const own = await orderOf({ ...shop, buyer: shop.boss }, [12])
    const third = await shop.company.user(bare)
    await name(shop, third)
    expect((await portal.call(approvedOrder, third.token, named(own))).code).toBe('DeputyOwnOrder')
  })

  it('[ORD-010] [ORD-012] decides on pre-approval orders by the same rule, and both names are recorded', async () => {
    const shop = await openShop(portal)
    const ask = async (quantity: number, buyer = shop.buyer) => preOrderOf({ ...shop, buyer }, quantity)
    const [small, large, own] = [await ask(12), await ask(24), await ask(6, shop.boss)]
    const deputy = await shop.company.user(bare)
    const question = { ...page, ...windowAround() }
    expect((await portal.call(preApprovalOrders.page, deputy.token, question)).status).toBe(403)
    const look = async (preOrderId: string) =>
      (await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })).body
    const { total, lines, version } = await look(small)
    await name(shop, deputy, { maxAmount: total })
    const { rows } = (await portal.call(preApprovalOrders.page, deputy.token, question)).body
    expect(Object.fromEntries(rows.map(({ id, actions }) => [id, actions]))).toEqual({
      [small]: { approve: null, revise: null, reject: null },
      [large]: {
        approve: expect.stringContaining(shop.boss.name),
        revise: expect.stringContaining(shop.boss.name),
        reject: expect.stringContaining(shop.boss.name),
      },
      [own]: { approve: expect.stringContaining(shop.boss.name), revise: null, reject: null },
    })
    const revise = (preOrderId: string, of: { id: string }[]) =>
      portal.call(revisePreApprovalOrder, deputy.token, {
        preOrderId,
        version,
        lines: of.map(({ id: lineId }) => ({ lineId, quantity: 6 })),
      })
    expect((await revise(large, (await look(large)).lines)).code).toBe('DeputyLimitExceeded')
    expect((await revise(small, lines)).body.quantity).toBe(6)
    const selection = { mode: 'ids' as const, ids: [small, large, own] }
    const { body } = await portal.call(approvePreApprovalOrders, deputy.token, { selection, dryRun: false })
    expect(body).toMatchObject({ done: 1, refused: 2 })
    expect(body.reasons.map(({ refusal }) => refusal).toSorted()).toEqual([
      'DeputyLimitExceeded',
      'DeputyOwnOrder',
    ])
    expect(await look(small)).toMatchObject({ decidedBy: deputy.name, decidedFor: shop.boss.name })
    const { body: log } = await portal.call(activity.page, shop.boss.token, question)
    expect(log.rows.map(({ operation }) => operation)).toContain('preOrder.approved')
    // In the own name nobody else is named.
    await portal.call(approvePreApprovalOrders, shop.boss.token, {
      selection: { mode: 'ids', ids: [large] },
      dryRun: false,
    })
    expect(await look(large)).toMatchObject({ decidedBy: shop.boss.name, decidedFor: null })
    // In spite of the blacklist only in person.
    const blacklisted = await portal.call(approveBlacklistedPreApprovalOrders, deputy.token, {
      selection: { mode: 'ids', ids: [own] },
      dryRun: true,
      memo: '-',
    })
    expect(blacklisted.status).toBe(403)
  })

  it('[ORD-010] [ORD-012] approves up to the amount that the order comes to today', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const preOrderId = await preOrderOf(shop, 12)
    const { total } = (await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })).body
    await name(shop, deputy, { maxAmount: total })
    await portal.owner.query('update product set list_price = list_price + 1 where id = $1', [
      shop.product.id,
    ])
    const selection = { mode: 'ids' as const, ids: [preOrderId] }
    const approve = async (dryRun: boolean) =>
      (await portal.call(approvePreApprovalOrders, deputy.token, { selection, dryRun })).body
    for (const dryRun of [true, false])
      expect(await approve(dryRun)).toMatchObject({
        done: 0,
        reasons: [{ refusal: 'DeputyLimitExceeded' }],
      })
    await portal.owner.query('update product set list_price = list_price - 1 where id = $1', [
      shop.product.id,
    ])
    expect(await approve(false)).toMatchObject({ done: 1, refused: 0 })
  })

  it('[ORD-010] is one from the first day to the last, until it is ended, and passes nothing on', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const order = await orderOf(shop, [12])
    await name(shop, deputy, { startsOn: addDays(today, 2) })
    expect((await portal.call(approvedOrder, deputy.token, named(order))).status).toBe(403)
    const active = await name(shop, deputy, { endsOn: addDays(today, 1) })
    expect((await portal.call(getActsFor, deputy.token, {})).body.actsFor).toMatchObject([
      { by: shop.boss.name },
    ])
    const third = await shop.company.user(bare)
    const passed = await portal.call(nameDeputy, deputy.token, {
      membershipId: third.id,
      ...limits,
    })
    expect(passed.status).toBe(403)
    const end = () => portal.call(endDeputy, shop.boss.token, { deputyId: active.body.id })
    expect([(await end()).status, (await end()).status]).toEqual([200, 200])
    expect((await portal.call(approvedOrder, deputy.token, named(order))).status).toBe(403)
    const { mine } = (await portal.call(getDeputies, shop.boss.token, {})).body
    expect(mine.map(({ state }) => state)).toEqual(['Planned', 'Ended'])
    const log = await portal.call(activity.page, shop.boss.token, { ...page, ...windowAround() })
    expect(log.body.rows.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['deputy.named', 'deputy.ended']),
    )
  })

  it('[ORD-010] [USR-004] is lent decisions and nothing else, and cannot give away what is lent', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user({ permissions: ['HomePage', createRole.permission ?? ''] })
    const order = await orderOf(shop, [12])
    await name(shop, deputy)
    const granted = await portal.call(createRole, deputy.token, {
      name: 'Approvers',
      permissions: [approvedOrder.permission ?? ''],
      secondFactorRequired: false,
    })
    expect(granted.code).toBe('RightsExceedOwn')
    const answers = await Promise.all([
      portal.call(answerExternalApproval, deputy.token, {
        answers: [{ correlationId: order.id, approved: true, memo: 'x' }],
      }),
      portal.call(goodsIssueKind.list.page, deputy.token, { ...page, day: null }),
      portal.call(ediMessages.page, deputy.token, page),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })

  it('[ORD-010] [ORD-020] sees no prices that are hidden from the deputy’s own role', async () => {
    const shop = await openShop(portal, { visibility: 'HideForOPOperator' })
    const deputy = await shop.company.user({ permissions: ['HomePage', 'NewOrder'] })
    const order = await orderOf(shop, [12])
    await name(shop, deputy, { maxAmount: '1' })
    const seen = await portal.call(getManagedOrder, deputy.token, { orderCode: order.orderCode })
    expect(seen.body.total).toBeNull()
    const refused = await portal.call(approvedOrder, deputy.token, named(order))
    const { body } = await portal.call(getManagedOrder, shop.boss.token, { orderCode: order.orderCode })
    expect(refused.code).toBe('DeputyLimitExceeded')
    expect(JSON.stringify(refused.refused)).not.toContain(String(Number(body.total)))
  })

  it('[ORD-010] is somebody else of the company who sees all of it, named once for a day, even by two at once', async () => {
    const shop = await openShop(portal)
    const deputy = await shop.company.user(bare)
    const found = await portal.call(findDeputies, shop.boss.token, { search: '' })
    const ids = found.body.options.map(({ id }) => id)
    expect(ids).toContain(deputy.id)
    expect(ids).not.toContain(shop.boss.id)
    expect(ids).not.toContain(shop.buyer.id)
    expect((await name(shop, shop.boss)).code).toBe('DeputyNotPossible')
    expect((await name(shop, shop.buyer)).code).toBe('DeputyNotPossible')
    expect((await name(shop, (await openShop(portal)).boss)).code).toBe('UserNotFound')
    expect((await name(shop, deputy, { customerCodes: ['NOBODY'] })).code).toBe('CustomersUnknown')
    for (const days of [
      { endsOn: addDays(today, -1) },
      { endsOn: addDays(today, 400) },
      { startsOn: addDays(today, 9) },
    ])
      expect((await name(shop, deputy, days)).code).toBe('DeputyDays')
    const both = await Promise.all([name(shop, deputy), name(shop, deputy)])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['DeputyTwice', null])
    const other = await shop.company.user()
    const theirs = (await portal.call(getDeputies, shop.boss.token, {})).body.mine[0]
    expect((await portal.call(endDeputy, other.token, { deputyId: theirs?.id ?? '' })).code).toBe('NotFound')
  })
})
