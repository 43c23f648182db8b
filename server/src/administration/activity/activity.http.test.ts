import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshSession } from '@kervan/contract/access/authentication'
import {
  activity,
  getRecordHistory,
  loginLog,
  verifyActivity,
} from '@kervan/contract/administration/activity'
import type { OutputOf } from '@kervan/contract/kit/call'
import { approvedOrder } from '@kervan/contract/order/order-management'
import { addDays } from '@kervan/contract/kit/days'
import { dayIn } from '../../kit/clock.ts'
import { newId } from '../../kit/database/uuid.ts'
import { openShop, orderOf, page, windowAround } from '../../../test/ordering.ts'
import { password, startPortal, type Portal } from '../../../test/portal.ts'
import { prolongWait } from '../../../test/throttle.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

/** Entries of a minute ago and later, numbered from `from`, several at the same moment. */
async function keepEntries(company: number, from: number, count: number): Promise<void> {
  await portal.owner.query(
    `insert into audit_entry (company_id, seq, at, actor_name, operation, record_type, hash)
     select $1, n, now() - interval '1 minute' + $2 * interval '1 millisecond' + (n - $2) / 7 * interval '1 microsecond', 'ERP', 'order.placed', 'order', ''
     from generate_series($2::bigint, $2::bigint + $3 - 1) n`,
    [company, from, count],
  )
}

const ask = { ...page, ...windowAround() }

describe('[USR-010] activity', () => {
  it('tells who did what when on which record, newest first, with only what changed', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    await portal.call(approvedOrder, shop.boss.token, {
      orderCode: order.orderCode,
      version: 1,
      lineIds: order.lines.map((line) => line.id),
    })
    const { body } = await portal.call(activity.page, shop.boss.token, ask)
    expect(body.rows.map((row) => [row.operation, row.recordType, row.recordCode, row.actorName])).toEqual([
      ['order.approved', 'order', order.orderCode, shop.boss.name],
      ['order.placed', 'order', order.orderCode, shop.buyer.name],
    ])
    expect(body.rows[0]?.changes).toEqual([{ field: 'lines.1.state', before: 'Pending', after: 'Approved' }])
    const { body: history } = await portal.call(getRecordHistory, shop.boss.token, {
      recordType: 'order',
      recordId: order.id,
    })
    expect(history).toMatchObject({
      hasMore: false,
      entries: [{ operation: 'order.approved' }, { operation: 'order.placed' }],
    })
  })

  it('is filtered by who, what, record and days, searched and exported', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const total = async (over: object) =>
      (await portal.call(activity.page, shop.boss.token, { ...ask, ...over })).body.total
    expect(await total({ filters: { operation: { in: ['order.placed'] } } })).toBe(1)
    expect(await total({ filters: { operation: { in: ['role.changed'] } } })).toBe(0)
    expect(await total({ filters: { actorName: { contains: shop.buyer.name } } })).toBe(1)
    expect(await total({ filters: { recordCode: { contains: order.orderCode } } })).toBe(1)
    expect(await total({ search: order.orderCode.toLowerCase() })).toBe(1)
    expect(await total({ search: 'nobody at all' })).toBe(0)
    expect(await total({ from: '2020-01-01', to: '2020-01-02' })).toBe(0)
    expect(await portal.call(activity.page, shop.boss.token, { ...ask, from: '2020-01-01' })).toMatchObject({
      status: 422,
      code: 'WindowTooWide',
    })
    const { from, to } = ask
    const file = await portal.call(
      activity.excel,
      shop.boss.token,
      { columns: ['at', 'operation', 'whatChanged', 'entry'], sort: [], filters: {}, search: '', from, to },
      { language: 'tr' },
    )
    expect([file.status, (file.body as unknown as Buffer).subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })

  it.each([
    ['at', 'desc'],
    ['at', 'asc'],
    ['entry', 'desc'],
    ['entry', 'asc'],
  ] as const)(
    'is walked through by %s %s while entries come in: none twice, none lost',
    async (column, direction) => {
      const shop = await openShop(portal)
      await keepEntries(shop.company.id, 1, 230)
      const first = { ...ask, sort: [{ column, direction }] }
      const seen: number[] = []
      let after: string | null = null
      for (let number = 1; number === 1 || after !== null; number += 1) {
        const body: OutputOf<typeof activity.page> = (
          await portal.call(activity.page, shop.boss.token, {
            ...first,
            page: number,
            ...(after !== null && { after }),
          })
        ).body
        seen.push(...body.rows.map(({ entry }) => entry))
        expect([body.total, body.totalIsExact]).toEqual([seen.length, body.next === null])
        after = body.next ?? null
        if (number <= 3) await keepEntries(shop.company.id, 1_000 * number, 20)
      }
      const there = Array.from({ length: 230 }, (_, at) => at + 1)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((entry) => entry <= 230).toSorted((a, b) => a - b)).toEqual(there)
      expect(seen).toEqual(seen.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)))
    },
  )

  it('has no page without the place where it begins, and no place of another order', async () => {
    const shop = await openShop(portal)
    await keepEntries(shop.company.id, 1, 60)
    const { body } = await portal.call(activity.page, shop.boss.token, ask)
    const after = body.next ?? ''
    for (const wrong of [
      { page: 2 },
      { page: 2, after: 'nowhere' },
      { page: 2, after: Buffer.from('["at desc"]').toString('base64url') },
      { page: 2, after: Buffer.from('["at desc","yesterday","one"]').toString('base64url') },
      { page: 2, after, sort: [{ column: 'entry', direction: 'desc' }] },
      { page: 2, after, known: 60 },
      { sort: [{ column: 'actorName', direction: 'asc' }] },
    ])
      expect(
        await portal.call(activity.page, shop.boss.token, { ...ask, ...wrong } as typeof ask),
      ).toMatchObject({ status: 422, code: 'InvalidInput' })
  })

  it.each(['Pacific/Kiritimati', 'Europe/Istanbul', 'Pacific/Pago_Pago'])(
    '[SHL-015] of a moment ago is within the company’s today and no other day, by the zone the session tells: %s',
    async (zone) => {
      const shop = await openShop(portal)
      await portal.owner.query('update company set time_zone = $1 where id = $2', [zone, shop.company.id])
      const { body: session } = await portal.call(refreshSession, shop.boss.token, {})
      expect(session.TimeZone).toBe(zone)
      // Midnight may pass while the order is placed.
      const from = dayIn(session.TimeZone, new Date())
      const order = await orderOf(shop)
      const to = dayIn(session.TimeZone, new Date())
      const codes = async (days: { from: string; to: string }) =>
        (await portal.call(activity.page, session.Token, { ...page, ...days })).body.rows.map(
          (row) => row.recordCode,
        )
      expect(await codes({ from, to })).toContain(order.orderCode)
      expect(await codes({ from: addDays(from, -5), to: addDays(from, -1) })).toEqual([])
      expect(await codes({ from: addDays(to, 1), to: addDays(to, 5) })).toEqual([])
    },
  )

  it('of another company is as if it did not exist', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const spy = await (await portal.company()).user()
    expect((await portal.call(activity.page, spy.token, ask)).body.rows).toEqual([])
    expect(
      (await portal.call(getRecordHistory, spy.token, { recordType: 'order', recordId: order.id })).body
        .entries,
    ).toEqual([])
    expect(
      (await portal.call(getRecordHistory, spy.token, { recordType: 'order', recordId: newId() })).body
        .entries,
    ).toEqual([])
  })

  it('of others stays hidden from who works for a customer or for some locations', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    const colleague = await shop.company.user({ customer: shop.customer })
    expect((await portal.call(activity.page, colleague.token, ask)).body.total).toBe(0)
    expect((await portal.call(activity.page, shop.buyer.token, ask)).body.total).toBe(1)
    const local = await shop.company.user({ locations: [shop.location] })
    expect((await portal.call(activity.page, local.token, ask)).body.total).toBe(0)
  })

  it('[ORD-020] shows no prices to who may not see them', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    await orderOf(shop)
    const { body } = await portal.call(activity.page, shop.boss.token, ask)
    expect(body.rows[0]?.changes.map((change) => change.field)).toEqual(expect.not.arrayContaining(['total']))
    expect(body.rows[0]?.whatChanged).not.toMatch(/Total/)
  })

  it('cannot be changed or removed unnoticed: the check names the first entry that does not fit', async () => {
    const shop = await openShop(portal)
    const orders = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    const verify = async () => (await portal.call(verifyActivity, shop.boss.token, {})).body
    expect(await verify()).toMatchObject({ entries: 3, firstBroken: null })
    const tamper = async (statement: string) => {
      const client = await portal.owner.connect()
      await client.query(`begin; set local app.company_id = '${shop.company.id}'`)
      await client.query(statement)
      await client.query('commit')
      client.release()
    }
    await tamper(
      `update audit_entry set actor_name = 'Somebody else' where company_id = ${shop.company.id} and record_id = '${orders[1]?.id}'`,
    )
    expect(await verify()).toMatchObject({ firstBroken: 2 })
    await tamper(`delete from audit_entry where company_id = ${shop.company.id} and seq >= 2`)
    expect(await verify()).toMatchObject({ entries: 1, firstBroken: 2 })
  })
})

describe('[ACC-005, USR-010] the login log', () => {
  it('has every try at this company’s door, and nobody else’s', async () => {
    const company = await portal.company()
    const boss = await company.user({ signIn: true })
    const other = await portal.company()
    const stranger = await other.user()
    const enter = (username: string, secret: string, companyIntCode = company.id) =>
      portal.post('/api/Authentication/Login', { username, password: secret, companyIntCode })
    await enter(boss.username, 'wrong')
    await enter('nobody@example.test', 'wrong')
    await enter(stranger.username, password)
    await enter(boss.username, 'wrong', other.id)
    const { body } = await portal.call(loginLog.page, boss.token, ask)
    expect(body.rows.map((row) => [row.username, row.name, row.loginState, row.loginReason])).toEqual([
      // Known elsewhere is not known here: no name.
      [stranger.username, null, 'Failed', 'membership'],
      ['nobody@example.test', null, 'Failed', 'credentials'],
      [boss.username, boss.name, 'Failed', 'credentials'],
      [boss.username, boss.name, 'Succces', 'none'],
    ])
    expect(body.rows[0]).toMatchObject({
      address: '127.0.0.1',
      agent: expect.stringMatching(/./),
      membershipId: null,
    })
    expect(
      (
        await portal.call(loginLog.page, boss.token, {
          ...ask,
          filters: { loginState: { in: ['Failed'] } },
          search: 'nobody',
        })
      ).body.total,
    ).toBe(1)
    expect(JSON.stringify(body)).not.toContain(password)
    const { from, to } = ask
    expect(
      (
        await portal.call(loginLog.excel, boss.token, {
          columns: ['at', 'loginState', 'loginReason'],
          sort: [],
          filters: {},
          search: '',
          from,
          to,
        })
      ).status,
    ).toBe(200)
  })

  it('names the person of tries that were held back as of any other', async () => {
    const company = await portal.company()
    const boss = await company.user({ signIn: true })
    const member = await company.user({ signIn: false })
    const enter = (username: string) =>
      portal.post('/api/Authentication/Login', { username, password: 'wrong', companyIntCode: company.id })
    for (let n = 0; n < 3; n++) await enter(member.username)
    await prolongWait(portal, member)
    for (let n = 0; n < 2; n++) expect((await enter(member.username)).status).toBe(429)
    const { body } = await portal.call(loginLog.page, boss.token, {
      ...ask,
      filters: { name: { contains: member.name } },
    })
    expect(body.rows.map((row) => [row.loginState, row.loginReason, row.membershipId])).toEqual([
      ...Array.from({ length: 2 }, () => ['Blocked', 'throttled', member.id]),
      ...Array.from({ length: 3 }, () => ['Failed', 'credentials', member.id]),
    ])
  })

  it('shows who works for a customer their own tries only', async () => {
    const company = await portal.company()
    await company.user()
    const guest = await company.user({ customer: await company.customer(), signIn: true })
    expect((await portal.call(loginLog.page, guest.token, ask)).body.rows.map((row) => row.username)).toEqual(
      [guest.username],
    )
  })
})
