import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  getMyPreApprovalOrder,
  getPreApprovalOrder,
  revisePreApprovalOrder,
  type PreApprovalOrderView,
} from '@kervan/contract/order/pre-approval'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, preOrderOf, type Shop } from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const open = () => openShop(portal, { product: { pack: 12, maximum: 600 }, discount: '10' })
const look = async (shop: Shop, preOrderId: string, user = shop.boss) =>
  (await portal.call(getPreApprovalOrder, user.token, { preOrderId })).body
const revise = (shop: Shop, view: PreApprovalOrderView, quantity: number, memo = '') =>
  portal.call(revisePreApprovalOrder, shop.boss.token, {
    preOrderId: view.id,
    version: view.version,
    lines: view.lines.map(({ id: lineId }) => ({ lineId, quantity })),
    ...(memo && { memo }),
  })
const one = (id: string) => ({ mode: 'ids' as const, ids: [id] })

describe('[ORD-012] quantities of a pre-approval order', () => {
  it('are lowered before it is approved: totals, what was asked for, audit, and the order that comes of it', async () => {
    const shop = await open()
    const id = await preOrderOf(shop, 60)
    const asked = await look(shop, id)
    expect((await revise(shop, asked, 50)).code).toBe('QuantityNotPack')
    expect((await revise(shop, asked, 72)).code).toBe('QuantityAboveDemand')
    expect((await revise(shop, asked, 0)).code).toBe('PreOrderEmpty')
    const { body } = await revise(shop, asked, 24, 'stock is short')
    expect(body).toMatchObject({
      version: asked.version + 1,
      preApprovalState: 'Request',
      quantity: 24,
      total: '216.00',
      lines: [{ quantity: 24, askedQuantity: 60 }],
    })
    // Somebody who looked before is told, and may go back up to what was asked for.
    expect((await revise(shop, asked, 36)).code).toBe('ChangedMeanwhile')
    expect((await revise(shop, body, 36)).body.lines).toMatchObject([{ quantity: 36, askedQuantity: 60 }])
    const own = await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId: id })
    expect(own.body).toMatchObject({ quantity: 36, actions: { cancel: null } })
    const { rows } = await portal.owner.query(
      `select before, after from audit_entry where company_id = $1 and operation = 'preOrder.revised' order by seq`,
      [shop.company.id],
    )
    expect(rows).toMatchObject([
      { before: { quantity: 60 }, after: { quantity: 24, memo: 'stock is short' } },
      { before: { quantity: 24 }, after: { quantity: 36 } },
    ])
    await portal.call(approvePreApprovalOrders, shop.boss.token, { selection: one(id), dryRun: false })
    const approved = await look(shop, id)
    const { orderCode } = approved.orders[0]!
    const order = (await portal.call(getManagedOrder, shop.boss.token, { orderCode })).body
    expect(order.lines).toMatchObject([{ demandQuantity: 36 }])
    expect((await revise(shop, approved, 12)).code).toBe('PreOrderDecided')
  })

  it('change once when two do it at the same time, and only with the permission', async () => {
    const shop = await open()
    const view = await look(shop, await preOrderOf(shop, 60))
    const answers = await Promise.all([revise(shop, view, 24), revise(shop, view, 36)])
    expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'ChangedMeanwhile'])
    const clerk = await shop.company.user({
      permissions: ['preApprovalOrderManagement-getPreApprovalOrders'],
    })
    expect((await look(shop, view.id, clerk)).actions).toEqual({})
    const denied = await portal.call(revisePreApprovalOrder, clerk.token, {
      preOrderId: view.id,
      version: 2,
      lines: [{ lineId: view.lines[0]!.id, quantity: 12 }],
    })
    expect(denied.status).toBe(403)
  })
})

describe('[ORD-012] a point of sale on the blacklist', () => {
  it('is approved for only with the permission of its own, with a reason that stays', async () => {
    const shop = await open()
    const id = await preOrderOf(shop, 24)
    const approve = (user: User) =>
      portal.call(approvePreApprovalOrders, user.token, { selection: one(id), dryRun: false })
    const anyway = (user: User, dryRun = false) =>
      portal.call(approveBlacklistedPreApprovalOrders, user.token, {
        selection: one(id),
        memo: 'agreed with sales',
        dryRun,
      })
    expect((await look(shop, id)).actions).toEqual({ approve: null, revise: null, reject: null })
    expect((await anyway(shop.boss)).body.results).toMatchObject([{ refusal: 'PreOrderNotBlacklisted' }])
    await inCompany(
      portal,
      shop.company.id,
      'update location set blacklisted = true where company_id = $1 and id = $2',
      [shop.company.id, shop.location.id],
    )
    const { actions } = await look(shop, id)
    expect([actions.approve, actions.approveBlacklisted]).toEqual([
      expect.stringContaining('is on the blacklist'),
      null,
    ])
    expect((await approve(shop.boss)).body.results).toMatchObject([{ refusal: 'PreOrderBlacklisted' }])
    const clerk = await shop.company.user({
      permissions: [
        'preApprovalOrderManagement-getPreApprovalOrders',
        'preApprovalOrderManagement-approvePreApprovalOrders',
      ],
    })
    expect((await look(shop, id, clerk)).actions.approveBlacklisted).toBeUndefined()
    expect((await anyway(clerk)).status).toBe(403)
    expect((await anyway(shop.boss, true)).body).toMatchObject({ done: 1, refused: 0 })
    expect((await anyway(shop.boss)).body).toMatchObject({ done: 1, refused: 0 })
    const approved = await look(shop, id)
    expect(approved).toMatchObject({ preApprovalState: 'Approved', memo: 'agreed with sales' })
    expect(approved.orders).toHaveLength(1)
    const { rows } = await portal.owner.query(
      `select before, after from audit_entry where company_id = $1 and operation = 'preOrder.approvedBlacklisted'`,
      [shop.company.id],
    )
    expect(rows).toMatchObject([
      {
        before: { preApprovalState: 'Request' },
        after: { preApprovalState: 'Approved', memo: 'agreed with sales' },
      },
    ])
  })
})
