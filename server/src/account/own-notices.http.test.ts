import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countMyNotices,
  getMyNotices,
  getNoticeChoices,
  markNoticesRead,
  setNoticeChoice,
} from '@kervan/contract/account/own-notices'
import type { NoticeChoice } from '@kervan/contract/kit/notice-event'
import { approveOrders, rejectOrders } from '@kervan/contract/order/order-management'
import { approve, openShop, orderOf, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const told = async (user: User, before: string | null = null) =>
  (await portal.call(getMyNotices, user.token, { before })).body
const unread = async (user: User) => (await portal.call(countMyNotices, user.token, {})).body.unread
const mails = async (shop: Shop) =>
  (
    await portal.owner.query<{ to: string; template: string; count: number }>(
      `select payload ->> 'to' as to, payload ->> 'template' as template, (payload -> 'facts' ->> 'count')::int as count
       from outbox where company_id = $1 and payload ->> 'template' <> 'ordersPlaced' order by id`,
      [shop.company.id],
    )
  ).rows
const choose = (user: User, choice: NoticeChoice) =>
  portal.call(setNoticeChoice, user.token, { event: 'order.approved', choice })
const selected = (ids: string[]) => ({ selection: { mode: 'ids' as const, ids }, dryRun: false })

describe('[ORD-024] notices', () => {
  it('a bulk of 30 makes one notice and one mail for who placed the orders, and none for anybody else', async () => {
    const shop = await openShop(portal, { product: { stock: 50_000 } })
    const stranger = await shop.company.user()
    const elsewhere = await openShop(portal)
    const ids: string[] = []
    for (let n = 0; n < 30; n++) ids.push((await orderOf(shop)).id)
    expect((await portal.call(approveOrders, shop.boss.token, selected(ids))).status).toBe(200)
    const { notices, more } = await told(shop.buyer)
    expect(more).toBe(false)
    expect(notices).toMatchObject([
      {
        event: 'order.approved',
        facts: { by: shop.boss.name, count: 30, order: null },
        recordCode: null,
        isRead: false,
      },
    ])
    expect(await mails(shop)).toEqual([{ to: shop.buyer.username, template: 'ordersApproved', count: 30 }])
    for (const other of [shop.boss, stranger, elsewhere.buyer, elsewhere.boss]) {
      expect((await told(other)).notices).toEqual([])
      // Nor does anybody read what is not theirs.
      await portal.call(markNoticesRead, other.token, { id: notices[0]!.id })
      await portal.call(markNoticesRead, other.token, { id: null })
    }
    expect(await unread(shop.buyer)).toBe(1)
    await portal.call(markNoticesRead, shop.buyer.token, { id: notices[0]!.id })
    expect(await unread(shop.buyer)).toBe(0)
  })

  it.each([
    ['NoticeAndMail', 1, 1],
    ['Notice', 1, 0],
    ['Mail', 0, 1],
    ['Nothing', 0, 0],
  ] as const)('the choice %s is honoured', async (choice, inPortal, byMail) => {
    const shop = await openShop(portal)
    await choose(shop.buyer, 'Nothing')
    expect((await choose(shop.buyer, choice)).status).toBe(200)
    const { choices } = (await portal.call(getNoticeChoices, shop.buyer.token, {})).body
    expect(choices.find(({ event }) => event === 'order.approved')).toEqual({
      event: 'order.approved',
      choice,
    })
    const order = await orderOf(shop)
    expect((await approve(shop, order)).status).toBe(200)
    expect((await told(shop.buyer)).notices.map(({ recordCode }) => recordCode)).toEqual(
      Array(inPortal).fill(order.orderCode),
    )
    expect(await mails(shop)).toHaveLength(byMail)
  })

  it('comes page by page, the newest first; what one did oneself is no news', async () => {
    const shop = await openShop(portal, { product: { stock: 50_000 } })
    const own = { ...shop, buyer: shop.boss }
    const codes: string[] = []
    for (let n = 0; n < 21; n++) {
      const order = await orderOf(shop)
      codes.unshift(order.orderCode)
      await approve(shop, order)
    }
    const first = await told(shop.buyer)
    const second = await told(shop.buyer, first.notices.at(-1)!.id)
    expect([first.more, second.more]).toEqual([true, false])
    expect([...first.notices, ...second.notices].map(({ recordCode }) => recordCode)).toEqual(codes)
    await portal.call(markNoticesRead, shop.buyer.token, { id: null })
    expect(await unread(shop.buyer)).toBe(0)
    const { id } = await orderOf(own)
    const { status } = await portal.call(rejectOrders, own.boss.token, {
      ...selected([id]),
      reason: 'OutOfStock',
    })
    expect(status).toBe(200)
    expect((await told(own.boss)).notices).toEqual([])
  })
})
