import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countMyNotices,
  getMyNotices,
  getNoticeChoices,
  markNoticesRead,
  setNoticeChoice,
  watchMyNotices,
} from '@kervan/contract/account/own-notices'
import type { NoticeChoice } from '@kervan/contract/kit/notice-event'
import { approveOrders, rejectOrders } from '@kervan/contract/order/order-management'
import { approve, openShop, orderOf, type Shop } from '../../test/ordering.ts'
import { listenTo } from '../../test/streams.ts'
import { noticeDigestWork } from './notice-digest.ts'
import { signIn, startPortal, type Portal, type User } from '../../test/portal.ts'

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
  it('a quiet stream stays open longer than a connection on which nothing moves', async () => {
    const own = await startPortal({ own: true })
    try {
      const shop = await openShop(own)
      // Longer than any call here takes on a slow machine, since those fall silent for as long.
      own.app.http!.server.setTimeout(2_000)
      const stream = await listenTo(own, watchMyNotices, shop.buyer, {})
      const heard = (async () => {
        let said = await stream.next()
        while (said?.unread === 0) said = await stream.next()
        return said
      })()
      await expect.poll(() => stream.beats(), { timeout: 20_000 }).toBeGreaterThan(4)
      await approve(shop, await orderOf(shop))
      expect(await heard).toEqual({ unread: 1 })
      await stream.hangUp()
    } finally {
      await own.close()
    }
  })

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
      // That orders arrived is another matter, and whoever manages them hears of that.
      expect((await told(other)).notices.filter(({ event }) => event !== 'order.arrived')).toEqual([])
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
    ['Digest', 1, 0],
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
    // Orders of somebody else arrived with the boss; of the own one, and of what became of it, there is no news.
    expect((await told(own.boss)).notices.filter(({ facts }) => facts['by'] !== shop.buyer.name)).toEqual([])
  })

  it('a daily digest is one mail in the receiver’s language of what is unread, once', async () => {
    const shop = await openShop(portal, { product: { stock: 50_000 } })
    const other = await shop.company.user({ customer: shop.customer })
    for (const user of [shop.buyer, other]) await choose(user, 'Digest')
    await portal.owner.query(`update membership set language = 'de' where id = $1`, [shop.buyer.id])
    const [first, second] = [await orderOf(shop), await orderOf(shop)]
    await approve(shop, first)
    await approve(shop, second)
    await approve(shop, await orderOf({ ...shop, buyer: other }))
    // Who has read it already is not told again.
    await portal.call(markNoticesRead, other.token, { id: null })
    expect(await mails(shop)).toEqual([])
    const { services } = portal.app
    const run = () =>
      services.db.withCompany(shop.company.id, (tx) =>
        noticeDigestWork.run({ tx, services, companyId: shop.company.id, dueAt: new Date() }),
      )
    expect([(await run()).counts, (await run()).counts]).toEqual([{ mails: 1 }, { mails: 0 }])
    expect(await mails(shop)).toEqual([{ to: shop.buyer.username, template: 'noticeDigest', count: 2 }])
    const { rows } = await portal.owner.query<{ list: string }>(
      `select payload -> 'facts' ->> 'list' as list from outbox where company_id = $1 and payload ->> 'template' = 'noticeDigest'`,
      [shop.company.id],
    )
    expect(rows[0]?.list).toBe(
      `- ${shop.boss.name} hat die Bestellung ${first.orderCode} genehmigt.\n- ${shop.boss.name} hat die Bestellung ${second.orderCode} genehmigt.`,
    )
    expect((await told(shop.buyer)).notices).toHaveLength(2)
  })

  it('asking for the count is no use of the session, anything that a person does is', async () => {
    const company = await portal.company()
    const user = await company.user()
    const idle = async () => {
      const { rows } = await portal.owner.query<{ idle: boolean }>(
        `select bool_and(last_seen_at < now() - interval '3 minutes') as idle from session where identity_id = $1`,
        [user.identityId],
      )
      return rows[0]?.idle
    }
    const token = await signIn(portal, company.id, user.username)
    await portal.owner.query(
      `update session set last_seen_at = now() - interval '4 minutes' where identity_id = $1`,
      [user.identityId],
    )
    expect((await portal.call(countMyNotices, token, {})).status).toBe(200)
    expect(await idle()).toBe(true)
    expect((await portal.call(getMyNotices, token, { before: null })).status).toBe(200)
    expect(await idle()).toBe(false)
  })
})

describe('[ORD-024] the count of unread notices is live', () => {
  it('is said when something was told or read, to whom it belongs, and again after the database was away', async () => {
    const shop = await openShop(portal)
    const buyer = await listenTo(portal, watchMyNotices, shop.buyer, {})
    const boss = await listenTo(portal, watchMyNotices, shop.boss, {})
    expect(await buyer.next()).toEqual({ unread: 0 })
    expect(await boss.next()).toEqual({ unread: 0 })
    const untilIs = async (unread: number) => {
      let said = await buyer.next()
      while (said && said.unread !== unread) said = await buyer.next()
      expect(said).toEqual({ unread })
    }
    await approve(shop, await orderOf(shop))
    await untilIs(1)
    await portal.call(markNoticesRead, shop.buyer.token, { id: null })
    await untilIs(0)

    await portal.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'kervan signals'`,
    )
    await approve(shop, await orderOf(shop))
    await untilIs(1)
    await buyer.hangUp()
    await boss.hangUp()
  })

  it('ends with the portal, which does not wait for who listens', async () => {
    const own = await startPortal({ own: true })
    const shop = await openShop(own)
    const buyer = await listenTo(own, watchMyNotices, shop.buyer, {})
    await buyer.next()
    const closed = own.close()
    let said = await buyer.next()
    while (said) said = await buyer.next()
    expect(said).toBeNull()
    await closed
  })
})
