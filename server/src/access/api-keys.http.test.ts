import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeys, createApiKey, revokeApiKey } from '@kervan/contract/access/api-keys'
import { getSessions } from '@kervan/contract/access/own-security'
import { getCart, setCartQuantities } from '@kervan/contract/order/order-new'
import { addDays } from '../kit/clock.ts'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'

const addToday = (days: number) => addDays(new Date().toISOString().slice(0, 10), days)

let portal: Portal
let company: Company
let admin: User
let robot: User
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
  admin = await company.user()
  robot = await company.user({ type: 'APIUser', signIn: false, permissions: ['orderNew-getCart', 'orderNew-setCartQuantities'] })
})
afterAll(() => portal.close())

const create = (by: User, options: { membershipId?: string; scope?: string[]; expiresOn?: string; requestKey?: string } = {}) =>
  portal.call(createApiKey, by.token, { membershipId: robot.id, name: 'ERP', scope: ['orderNew-getCart'], expiresOn: addToday(30), ...options })
const list = (by: User) => portal.call(apiKeys.page, by.token, { page: 1, pageSize: 50, sort: [], filters: {}, search: '' })

describe('[USR-009] an API key', () => {
  it('is shown once and calls the portal as its user, within role and scope', async () => {
    const { body } = await create(admin)
    expect(body.key).toMatch(/^kvn_[\w-]{43}$/)
    expect((await portal.call(getCart, body.key, {})).status).toBe(200)
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({ status: 403, code: 'PermissionMissing' })
    const { body: page } = await list(admin)
    const row = page.rows.find((one) => one.id === body.id)
    expect(row).toMatchObject({ name: 'ERP', userName: robot.username, state: 'Active', hint: `…${body.key!.slice(-4)}`, createdBy: admin.name, lastAddress: '127.0.0.1', lastUsedAt: expect.any(String) })
    expect(JSON.stringify(page)).not.toContain(body.key)
  })

  it('gives no more than the role, whatever its scope says', async () => {
    const { body } = await create(admin, { scope: ['orderNew-getCart', 'orderNew-setCartQuantities'] })
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({ code: 'InvalidInput' })
    await portal.owner.query(`delete from role_permission where role_id = $1 and permission = 'orderNew-setCartQuantities'`, [robot.roleId])
    await portal.owner.query('update role set version = version + 1 where id = $1', [robot.roleId])
    expect(await portal.call(setCartQuantities, body.key, {} as never)).toMatchObject({ code: 'PermissionMissing' })
  })

  it('is told once, also when the request is repeated', async () => {
    const first = await create(admin, { requestKey: 'key-request-1' })
    const again = await create(admin, { requestKey: 'key-request-1' })
    expect(again.body).toMatchObject({ id: first.body.id, key: null })
  })

  it('is dead the moment it is revoked or has expired, or its user is not active', async () => {
    const [revoked, expired] = [await create(admin), await create(admin)]
    const row = (await list(admin)).body.rows.find((one) => one.id === revoked.body.id)!
    const revoke = () => portal.call(revokeApiKey, admin.token, { id: row.id, version: row.version })
    const answers = await Promise.all([revoke(), revoke()])
    expect(answers.map((answer) => answer.code).toSorted()).toEqual([null, 'ApiKeyRevoked'].toSorted())
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
    for (const expiresOn of [addToday(-1), addToday(400)]) expect(await create(admin, { expiresOn })).toMatchObject({ code: 'ExpiryOutOfBounds' })
  })

  it('of another company is nobody’s to see, to make or to revoke', async () => {
    const stranger = await (await portal.company()).user()
    const { body } = await create(admin)
    expect(await create(stranger)).toMatchObject({ status: 404, code: 'UserNotFound' })
    expect((await list(stranger)).body.rows).toEqual([])
    expect(await portal.call(revokeApiKey, stranger.token, { id: body.id, version: 1 })).toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('has no sessions and is held up by nothing that waits for a person', async () => {
    await portal.owner.query(`insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', '{"title":{},"text":{},"changes":{}}', now())`, [company.id])
    await portal.owner.query(`insert into acknowledgement_choice (company_id, id, membership_id, int_code, version, choice, at, address) select $1, gen_random_uuid(), $2, 1, 1, 'Activated', now(), ''`, [company.id, admin.id])
    const { body } = await create(admin)
    expect((await portal.call(getCart, body.key, {})).status).toBe(200)
    expect((await portal.call(getSessions, body.key, {})).body.sessions).toEqual([])
  })
})
