import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  apiKeyMaxDays,
  apiKeys,
  createApiKey,
  createOwnApiKey,
  getApiKeyPermissions,
  getOwnApiKeyPermissions,
  ownApiKeys,
  revokeApiKeys,
  revokeOwnApiKeys,
} from '@kervan/contract/administration/api-keys'
import { getSessions } from '@kervan/contract/access/own-security'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { getUserOptions } from '@kervan/contract/administration/users'
import { getCart } from '@kervan/contract/order/cart'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { addDays } from '@kervan/contract/kit/days'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

/** A day counted from today where the company is. */
const addToday = (days: number) =>
  addDays(new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(), days)

let portal: Portal
let company: Company
let admin: User
let robot: User
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
  admin = await company.user()
  robot = await company.user({
    type: 'APIUser',
    signIn: false,
    permissions: ['orderNew-getCart', 'orderNew-setCartQuantities'],
  })
})
afterAll(() => portal.close())

const create = (
  by: User,
  options: { membershipId?: string; scope?: string[]; expiresOn?: string; requestKey?: string } = {},
) =>
  portal.call(createApiKey, by.token, {
    membershipId: robot.id,
    name: 'ERP',
    scope: ['orderNew-getCart'],
    expiresOn: addToday(30),
    ...options,
  })
const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
const list = (by: User, membershipId: string | null = null) =>
  portal.call(apiKeys.page, by.token, { ...page, membershipId })
const revoke = (by: User, ids: string[], dryRun = false) =>
  portal.call(revokeApiKeys, by.token, { selection: { mode: 'ids', ids }, dryRun })

describe('[USR-009] an API key', () => {
  it('is shown once and calls the portal as its user, within role and scope', async () => {
    const { body } = await create(admin)
    expect(body.key).toMatch(/^kvn_[\w-]{43}$/)
    expect((await portal.call(getCart, body.key, {})).status).toBe(200)
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({
      status: 403,
      code: 'PermissionMissing',
    })
    const { body: page } = await list(admin)
    const row = page.rows.find((one) => one.id === body.id)
    expect(row).toMatchObject({
      name: 'ERP',
      username: robot.username,
      state: 'Active',
      hint: `…${body.key!.slice(-4)}`,
      createdBy: admin.name,
      lastAddress: '127.0.0.1',
      lastUsedAt: expect.any(String),
    })
    expect(JSON.stringify(page)).not.toContain(body.key)
  })

  it('gives no more than the role, whatever its scope says', async () => {
    const { body } = await create(admin, { scope: ['orderNew-getCart', 'orderNew-setCartQuantities'] })
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({
      code: 'InvalidInput',
    })
    await portal.owner.query(
      `delete from role_permission where role_id = $1 and permission = 'orderNew-setCartQuantities'`,
      [robot.roleId],
    )
    await portal.owner.query('update role set version = version + 1 where id = $1', [robot.roleId])
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({
      code: 'PermissionMissing',
    })
  })

  it('is told once, also when the request is repeated', async () => {
    const first = await create(admin, { requestKey: 'key-request-1' })
    const again = await create(admin, { requestKey: 'key-request-1' })
    expect(again.body).toMatchObject({ id: first.body.id, key: null })
  })

  it('is dead the moment it is revoked or has expired, or its user is not active', async () => {
    const [revoked, expired] = [await create(admin), await create(admin)]
    const answers = await Promise.all([revoke(admin, [revoked.body.id]), revoke(admin, [revoked.body.id])])
    expect(answers.flatMap(({ body }) => body.results.map((result) => result.refusal)).toSorted()).toEqual([
      'ApiKeyRevoked',
      null,
    ])
    expect((await list(admin)).body.rows.find((one) => one.id === revoked.body.id)).toMatchObject({
      state: 'Revoked',
      revokedBy: admin.name,
      revokedAt: expect.any(String),
      actions: { revoke: 'This key has already been revoked.' },
    })
    expect((await portal.call(getCart, revoked.body.key, {})).status).toBe(401)
    await portal.owner.query('update api_key set expires_at = now() where id = $1', [expired.body.id])
    expect((await portal.call(getCart, expired.body.key, {})).status).toBe(401)
    const other = await company.user({ type: 'APIUser', signIn: false })
    const { body } = await create(admin, { membershipId: other.id })
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [other.id])
    expect((await portal.call(getCart, body.key, {})).status).toBe(401)
    expect((await portal.call(getCart, `kvn_${'A'.repeat(43)}`, {})).status).toBe(401)
  })

  it('is made for API users only, within own rights, for a year at most', async () => {
    const person = await company.user({ signIn: false })
    expect(await create(admin, { membershipId: person.id })).toMatchObject({ code: 'ApiUserExpected' })
    const weak = await company.user({ permissions: ['UserManagement', createApiKey.permission as string] })
    expect(await create(weak)).toMatchObject({ code: 'RightsExceedOwn' })
    for (const expiresOn of [addToday(-1), addToday(apiKeyMaxDays + 1)])
      expect(await create(admin, { expiresOn })).toMatchObject({
        status: 422,
        code: 'ExpiryOutOfBounds',
        refused: { Facts: { days: apiKeyMaxDays } },
      })
    for (const expiresOn of [addToday(0), addToday(apiKeyMaxDays)])
      expect((await create(admin, { expiresOn })).status).toBe(200)
    expect(await create(admin, { scope: [] })).toMatchObject({ code: 'InvalidInput' })
  })

  it('of another company is nobody’s to see, to make or to revoke', async () => {
    const stranger = await (await portal.company()).user()
    const { body } = await create(admin)
    expect(await create(stranger)).toMatchObject({ status: 404, code: 'UserNotFound' })
    expect((await list(stranger)).body.rows).toEqual([])
    expect((await revoke(stranger, [body.id])).body).toMatchObject({
      done: 0,
      refused: 1,
      results: [{ refusal: 'NotFound' }],
    })
    expect(await portal.call(getApiKeyPermissions, stranger.token, { membershipId: robot.id })).toMatchObject(
      { status: 404, code: 'UserNotFound' },
    )
    expect(
      (await portal.call(getUserOptions, stranger.token, { kind: 'apiUser', search: '' })).body.options,
    ).toEqual([])
  })

  it('has no sessions and is held up by nothing that waits for a person', async () => {
    const town = await portal.company()
    const boss = await town.user()
    const gateway = await town.user({ type: 'APIUser', signIn: false, permissions: ['orderNew-getCart'] })
    const { body } = await create(boss, { membershipId: gateway.id })
    await portal.owner.query(
      `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', '{"title":{},"text":{},"changes":{}}', now())`,
      [town.id],
    )
    expect(await portal.call(getCart, boss.token, {})).toMatchObject({ code: 'AcknowledgementPending' })
    expect((await portal.call(getCart, body.key, {})).status).toBe(200)
    expect((await portal.call(getSessions, body.key, {})).body.sessions).toEqual([])
  })
})

describe('[USR-009] who keeps keys', () => {
  it('is offered the API users, and what the roles of one open: calls, and which of them one may give', async () => {
    const other = await company.user({
      type: 'APIUser',
      signIn: false,
      permissions: ['MyAccount', 'orderNew-getCart', 'orderNew-setCartQuantities'],
    })
    const clerk = await company.user({
      permissions: [
        'orderNew-getCart',
        ...[getApiKeyPermissions, getUserOptions].map((call) => call.permission as string),
      ],
    })
    const { options } = (
      await portal.call(getUserOptions, clerk.token, { kind: 'apiUser', search: other.username })
    ).body
    expect(options).toEqual([{ id: other.id, code: other.username, name: other.name, blocked: null }])
    const { body } = await portal.call(getApiKeyPermissions, clerk.token, { membershipId: other.id })
    expect(body.permissions.map(({ permission, area, mine }) => ({ permission, area, mine }))).toEqual([
      { permission: 'orderNew-getCart', area: 'orders', mine: true },
      { permission: 'orderNew-setCartQuantities', area: 'orders', mine: false },
    ])
    expect(await portal.call(getApiKeyPermissions, clerk.token, { membershipId: clerk.id })).toMatchObject({
      status: 422,
      code: 'ApiUserExpected',
    })
  })

  it('sees what a key may do, what of it opens nothing now, and the history of it', async () => {
    const user = await company.user({ type: 'APIUser', signIn: false, permissions: ['orderNew-getCart'] })
    const { body: made } = await create(admin, {
      membershipId: user.id,
      scope: ['orderNew-setCartQuantities', 'orderNew-getCart'],
    })
    const { body } = await list(admin, user.id)
    expect(body.rows).toMatchObject([
      {
        id: made.id,
        permissionCount: 2,
        scope: ['orderNew-getCart', 'orderNew-setCartQuantities'],
        withoutEffect: ['orderNew-setCartQuantities'],
        revokedAt: null,
        revokedBy: null,
      },
    ])
    await revoke(admin, [made.id])
    const { entries } = (
      await portal.call(getRecordHistory, admin.token, { recordType: 'apiKey', recordId: made.id })
    ).body
    expect(entries.map(({ operation, actorName }) => [operation, actorName])).toEqual([
      ['security.apiKeyRevoked', admin.name],
      ['security.apiKeyCreated', admin.name],
    ])
  })

  it('revokes many at once: dryRunResult first, each for itself, all that match but some', async () => {
    const user = await company.user({ type: 'APIUser', signIn: false, permissions: ['orderNew-getCart'] })
    const made = []
    for (let n = 0; n < 3; n++) made.push((await create(admin, { membershipId: user.id })).body)
    const ids = made.map(({ id }) => id)
    await revoke(admin, [ids[0] as string])
    expect((await revoke(admin, ids, true)).body).toMatchObject({
      done: 2,
      refused: 1,
      results: [{ id: ids[0], refusal: 'ApiKeyRevoked', code: 'ERP' }, { ok: true }, { ok: true }],
    })
    expect((await portal.call(getCart, made[1]!.key, {})).status).toBe(200)
    const { sort, filters, search } = page
    const { body } = await portal.call(revokeApiKeys, admin.token, {
      selection: {
        mode: 'query',
        query: { sort, filters: { ...filters, state: { in: ['Active'] } }, search, membershipId: user.id },
        exclude: [ids[2] as string],
        asOf: new Date(Date.now() + 1_000).toISOString(),
      },
      dryRun: false,
    })
    expect(body).toMatchObject({ done: 1, refused: 0 })
    expect(
      await Promise.all(made.map(async ({ key }) => (await portal.call(getCart, key, {})).status)),
    ).toEqual([401, 401, 200])
  })
})

describe('[USR-009] own keys', () => {
  const own = [
    ownApiKeys.page,
    ownApiKeys.excel,
    getOwnApiKeyPermissions,
    createOwnApiKey,
    revokeOwnApiKeys,
  ].map((call) => call.permission as string)
  const make = (
    token: string | null,
    options: { scope?: string[]; password?: string; expiresOn?: string } = {},
  ) =>
    portal.call(createOwnApiKey, token, {
      name: 'Till',
      scope: ['orderNew-getCart'],
      expiresOn: addToday(30),
      password,
      ...options,
    })

  it('are an API user’s to see, to make with the password, and to revoke; others’ are not', async () => {
    const user = await company.user({ type: 'APIUser', permissions: [...own, 'orderNew-getCart'] })
    const { body: others } = await create(admin)
    expect(
      (await portal.call(getOwnApiKeyPermissions, user.token, {})).body.permissions.map(
        ({ permission }) => permission,
      ),
    ).toEqual(expect.arrayContaining(['orderNew-getCart']))
    expect(await make(user.token, { password: 'Wrong-Password-1' })).toMatchObject({
      status: 422,
      code: 'OldPasswordWrong',
    })
    expect(await make(user.token, { scope: ['orderNew-setCartQuantities'] })).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
      refused: { Facts: { permissions: ['orderNew-setCartQuantities'] } },
    })
    expect(await make(user.token, { expiresOn: addToday(-1) })).toMatchObject({
      status: 422,
      code: 'ExpiryOutOfBounds',
    })
    const { body } = await make(user.token)
    expect((await portal.call(getCart, body.key, {})).status).toBe(200)
    expect((await portal.call(ownApiKeys.page, user.token, page)).body.rows).toMatchObject([
      { id: body.id, name: 'Till', createdBy: user.name },
    ])
    const { body: answer } = await portal.call(revokeOwnApiKeys, user.token, {
      selection: { mode: 'ids', ids: [body.id, others.id] },
      dryRun: false,
    })
    expect(answer).toMatchObject({
      done: 1,
      refused: 1,
      results: [
        { id: others.id, refusal: 'NotFound' },
        { id: body.id, ok: true },
      ],
    })
    expect((await portal.call(getCart, body.key, {})).status).toBe(401)
    expect((await portal.call(getCart, others.key, {})).status).toBe(200)
  })

  it('are made by somebody who has signed in, not by a key', async () => {
    const user = await company.user({
      type: 'APIUser',
      permissions: [...own, createApiKey.permission as string],
    })
    const { body } = await make(user.token, {
      scope: [createOwnApiKey.permission as string, createApiKey.permission as string],
    })
    expect(await make(body.key, { scope: [createOwnApiKey.permission as string] })).toMatchObject({
      status: 403,
      code: 'SignInExpected',
    })
    expect(
      await portal.call(createApiKey, body.key, {
        membershipId: user.id,
        name: 'Second',
        scope: [createApiKey.permission as string],
        expiresOn: addToday(1),
      }),
    ).toMatchObject({ status: 403, code: 'SignInExpected' })
  })

  it('are for API users only', async () => {
    const person = await company.user({ permissions: [...own, 'orderNew-getCart'] })
    expect(await make(person.token)).toMatchObject({ status: 422, code: 'ApiUserExpected' })
    expect(await portal.call(getOwnApiKeyPermissions, person.token, {})).toMatchObject({
      status: 422,
      code: 'ApiUserExpected',
    })
    expect((await portal.call(ownApiKeys.page, person.token, page)).body.rows).toEqual([])
  })
})
