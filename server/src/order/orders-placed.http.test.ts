import {
  getMyNotices,
  getNoticeChoices,
  markNoticesRead,
  setNoticeChoice,
  type Notice,
} from '@kervan/contract/account/own-notices'
import type { NoticeChoice } from '@kervan/contract/kit/notice-event'
import { cancelAllPending } from '@kervan/contract/order/order-my'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCaught } from '../kit/work/mail.ts'
import { openShop, orderOf, preOrderOf, windowAround, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { notifyPlaced } from './orders-placed.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const choose = async (user: User, event: Notice['event'], choice: NoticeChoice) =>
  expect((await portal.call(setNoticeChoice, user.token, { event, choice })).status).toBe(200)
const told = async (user: User) =>
  (await portal.call(getMyNotices, user.token, { before: null })).body.notices.map(
    ({ event, facts, recordCode }) => ({ event, by: facts['by'], count: facts['count'], recordCode }),
  )
/** The subjects of the mails that this user was sent. */
const mails = async ({ username }: User) =>
  (await readCaught(join(portal.app.services.config.dataDir, 'mails')))
    .filter(({ to }) => to === username)
    .map(({ subject }) => subject)
const received = expect.stringMatching(/^Order SO-[\d-]+ received by /)
/** What was promised of orders that were placed, and how much of it is done. */
const promised = async ({ company }: Shop) =>
  (
    await portal.owner.query<{ id: string; payload: never; done: boolean }>(
      `select id, payload, done_at is not null as done from outbox where company_id = $1 and kind = 'ordersPlaced' order by id`,
      [company.id],
    )
  ).rows
const allDone = (shop: Shop) =>
  expect.poll(async () => (await promised(shop)).every(({ done }) => done)).toBe(true)

describe('[ORD-024] orders that somebody places or cancels', () => {
  it('are told to those who manage them and have chosen nothing: the first that waits, until they have read of it', async () => {
    const shop = await openShop(portal)
    const first = await orderOf(shop)
    await allDone(shop)
    const news = { event: 'order.arrived', by: shop.buyer.name, count: 1, recordCode: first.orderCode }
    expect(await told(shop.boss)).toEqual([news])
    expect(await told(shop.buyer)).toEqual([])
    const earlier = () =>
      portal.owner.query(
        `update notice set created_at = created_at - interval '11 minutes' where company_id = $1 and event = 'order.arrived'`,
        [shop.company.id],
      )
    await earlier()
    await orderOf(shop)
    await allDone(shop)
    expect(await told(shop.boss)).toEqual([news])
    await portal.call(markNoticesRead, shop.boss.token, { id: null })
    const second = await orderOf(shop)
    await allDone(shop)
    expect(await told(shop.boss)).toContainEqual({ ...news, recordCode: second.orderCode })
    expect(await mails(shop.boss)).toEqual([])
  })

  it('are told to those who manage them and have asked for it, each once, and to nobody else', async () => {
    const shop = await openShop(portal)
    const quiet = await shop.company.user()
    await choose(quiet, 'order.arrived', 'Nothing')
    for (const user of [shop.boss, shop.buyer]) {
      await choose(user, 'order.arrived', 'NoticeAndMail')
      await choose(user, 'order.cancelled', 'Notice')
    }
    const order = await orderOf(shop)
    await allDone(shop)
    const placed = {
      event: 'order.arrived',
      by: shop.buyer.name,
      count: 1,
      recordCode: order.orderCode,
    }
    expect(await told(shop.boss)).toEqual([placed])
    await expect.poll(() => mails(shop.boss)).toEqual([`New orders: ${order.orderCode}`])
    // A customer manages nothing, whatever they have asked for.
    for (const other of [quiet, shop.buyer]) expect(await told(other)).toEqual([])

    // A worker that died before it could say so does it again.
    const [entry] = await promised(shop)
    await notifyPlaced(portal.app.services, null as never, shop.company.id, entry!.id, entry!.payload)
    expect(await told(shop.boss)).toEqual([placed])

    await orderOf(shop)
    await allDone(shop)
    expect(
      (
        await portal.call(cancelAllPending, shop.buyer.token, {
          selection: {
            mode: 'query',
            query: { sort: [], filters: {}, search: '', ...windowAround() },
            exclude: [],
            asOf: new Date(Date.now() + 1_000).toISOString(),
          },
          memo: 'shop closes',
          dryRun: false,
        })
      ).status,
    ).toBe(200)
    await expect
      .poll(async () => (await told(shop.boss)).filter(({ event }) => event === 'order.cancelled'))
      .toEqual([{ event: 'order.cancelled', by: shop.buyer.name, count: 2, recordCode: null }])
    for (const other of [quiet, shop.buyer]) expect(await told(other)).toEqual([])
  })

  it('are told to who placed them as they have chosen: by mail at first', async () => {
    const shop = await openShop(portal)
    const { body } = await portal.call(getNoticeChoices, shop.buyer.token, {})
    expect(body.choices.find(({ event }) => event === 'order.placed')?.choice).toBe('Mail')
    await orderOf(shop)
    await allDone(shop)
    await expect.poll(() => mails(shop.buyer)).toEqual([received])
    expect(await told(shop.buyer)).toEqual([])
    await choose(shop.buyer, 'order.placed', 'Notice')
    const { orderCode } = await orderOf(shop)
    await allDone(shop)
    expect(await mails(shop.buyer)).toHaveLength(1)
    expect(await told(shop.buyer)).toMatchObject([{ event: 'order.placed', recordCode: orderCode }])
    await choose(shop.buyer, 'order.placed', 'Nothing')
    await orderOf(shop)
    await allDone(shop)
    expect([(await mails(shop.buyer)).length, (await told(shop.buyer)).length]).toEqual([1, 1])
  })

  it('[ORD-012] also those that wait for pre-approval', async () => {
    const shop = await openShop(portal)
    await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
      shop.company.id,
    ])
    await choose(shop.boss, 'preOrder.arrived', 'Notice')
    await preOrderOf(shop)
    await allDone(shop)
    expect(await told(shop.boss)).toMatchObject([
      { event: 'preOrder.arrived', by: shop.buyer.name, count: 1, recordCode: expect.stringMatching(/^PA-/) },
    ])
  })
})
