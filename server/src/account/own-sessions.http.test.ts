import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login, refreshSession } from '@kervan/contract/access/authentication'
import { endOtherSessions, endOwnSession, getSessions } from '@kervan/contract/access/own-security'
import { getCart } from '@kervan/contract/order/cart'
import { password, signIn, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { prolongWait } from '../../test/throttle.ts'

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
})
afterAll(() => portal.close())

const sessionsOf = async (token: string) => (await portal.call(getSessions, token, {})).body.sessions
const alive = async (token: string) => (await portal.call(getCart, token, {})).status === 200

describe('[USR-009] own sessions', () => {
  it('are listed with device, address and last use, this one first and once, however often it was renewed', async () => {
    const user = await company.user()
    await signIn(portal, company.id, user.username)
    const { body: renewed } = await portal.call(refreshSession, user.token, {})
    const sessions = await sessionsOf(renewed.Token)
    expect(sessions).toHaveLength(2)
    expect(sessions.map((session) => session.current)).toEqual([true, false])
    expect(sessions[0]).toMatchObject({
      address: '127.0.0.1',
      agent: 'Kervan tests',
      signedInAt: expect.any(String),
      lastUsedAt: expect.any(String),
    })
  })

  it('are ended one by one, at once, and nobody else’s', async () => {
    const user = await company.user()
    const second = await signIn(portal, company.id, user.username)
    const stranger = await company.user()
    const other = (await sessionsOf(user.token)).find((session) => !session.current)!
    expect(await portal.call(endOwnSession, stranger.token, { id: other.id })).toMatchObject({
      status: 404,
      code: 'NotFound',
    })
    expect(await alive(second)).toBe(true)
    expect((await portal.call(endOwnSession, user.token, { id: other.id })).body).toEqual({ done: true })
    expect([await alive(second), await alive(user.token)]).toEqual([false, true])
    expect(await portal.call(endOwnSession, user.token, { id: other.id })).toMatchObject({ status: 404 })
  })

  it('are ended all but this one', async () => {
    const user = await company.user()
    const others = [
      await signIn(portal, company.id, user.username),
      await signIn(portal, company.id, user.username),
    ]
    expect((await portal.call(endOtherSessions, user.token, {})).body).toEqual({ ended: 2 })
    expect(await Promise.all([user.token, ...others].map(alive))).toEqual([true, false, false])
    expect((await portal.call(endOtherSessions, user.token, {})).body).toEqual({ ended: 0 })
  })

  it('last as long without use as the company said when they were opened', async () => {
    const quick = await portal.company()
    await portal.owner.query('update company_policy set idle_minutes = 5 where company_id = $1', [quick.id])
    const user = await quick.user({ signIn: true })
    await portal.owner.query('update company_policy set idle_minutes = 60 where company_id = $1', [quick.id])
    const { body: renewed } = await portal.call(refreshSession, user.token, {})
    await portal.owner.query(
      `update session set last_seen_at = now() - interval '4 minutes' where identity_id = $1`,
      [user.identityId],
    )
    expect(await alive(renewed.Token)).toBe(true)
    await portal.owner.query(
      `update session set last_seen_at = now() - interval '6 minutes' where identity_id = $1`,
      [user.identityId],
    )
    expect(await alive(renewed.Token)).toBe(false)
  })
})

describe('[ACC-005] a known device', () => {
  const device = () => randomBytes(32).toString('base64url')
  const enter = (user: User, secret: string, own?: string) =>
    portal.call(login, null, {
      username: user.username,
      password: secret,
      companyIntCode: company.id,
      ...(own && { device: own }),
    })
  const blockByStranger = async (user: User) => {
    for (let n = 0; n < 3; n++) await enter(user, 'Wrong-Password-1', device())
    await prolongWait(portal, user)
    expect(await enter(user, password)).toMatchObject({ code: 'TooManyRequests' })
  }

  it('lets its owner in while strangers have blocked the account', async () => {
    const user = await company.user({ signIn: false })
    const own = device()
    expect((await enter(user, password, own)).status).toBe(200)
    await blockByStranger(user)
    expect(await enter(user, password, device())).toMatchObject({ code: 'TooManyRequests' })
    expect((await enter(user, password, own)).status).toBe(200)
  })

  it('of somebody else helps a stranger to nothing', async () => {
    const [user, stranger] = [await company.user({ signIn: false }), await company.user({ signIn: false })]
    const theirs = device()
    expect((await enter(stranger, password, theirs)).status).toBe(200)
    await blockByStranger(user)
    expect(await enter(user, password, theirs)).toMatchObject({ code: 'TooManyRequests' })
  })

  it('is not known before it has signed in, and is kept as a hash', async () => {
    const user = await company.user({ signIn: false })
    const own = device()
    for (let n = 0; n < 3; n++) await enter(user, 'Wrong-Password-1', own)
    await prolongWait(portal, user)
    expect(await enter(user, password, own)).toMatchObject({ code: 'TooManyRequests' })
    expect(
      (await portal.owner.query('select 1 from known_device where identity_id = $1', [user.identityId])).rows,
    ).toEqual([])
  })

  it('has to wait for its own failures', async () => {
    const user = await company.user({ signIn: false })
    const own = device()
    await enter(user, password, own)
    for (let n = 0; n < 3; n++) await enter(user, 'Wrong-Password-1', own)
    await prolongWait(portal, user)
    expect(await enter(user, password, own)).toMatchObject({ code: 'TooManyRequests' })
    // Whoever comes without it is not held up by what happened on it.
    expect((await enter(user, password)).status).toBe(200)
  })
})
