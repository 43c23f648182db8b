import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { getEntraSettings, loginThroughEntra, startEntraLogin } from '@kervan/contract/access/entra'
import { getEntraLinks, linkEntra, unlinkEntra } from '@kervan/contract/administration/microsoft'
import { answerInvitation } from '@kervan/contract/access/invitation'
import { createUser } from '@kervan/contract/administration/user-acts'
import { getCart } from '@kervan/contract/order/cart'
import { startOpenIdSimulator } from '../../../../simulators/openid/main.ts'
import { faults, type Fault } from '../../../../simulators/openid/provider.ts'
import { person, proof } from '../../../test/office.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { newId } from '../../kit/database/uuid.ts'

// Against the OpenID provider in a process of its own, over its own wire: every way a token can be wrong.

const tenantId = '7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01'
const clientId = 'b3a9c7d2-1e44-4f0a-8c55-6a2f9e0d7b10'

let simulator: ChildProcess
let authority: string
let portal: Portal
let company: Company
let admin: User
let user: User
let objectId: string
beforeAll(async () => {
  simulator = spawn(process.execPath, [join(import.meta.dirname, '../../../../simulators/openid/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  authority = String((await once(simulator.stdout!, 'data'))[0]).trim()
  portal = await startPortal({ env: { ENTRA_AUTHORITY: authority } })
  company = await portal.company()
  await configure(company)
  admin = await company.user()
  user = await company.user({ signIn: false })
  objectId = newId()
  await portal.call(linkEntra, admin.token, { membershipId: user.id, tenantId, objectId, version: 1, proof })
})
afterAll(async () => {
  simulator.kill()
  await portal.close()
})

const configure = (of: Company) =>
  portal.owner.query(
    'insert into entra_setting (company_id, tenant_id, client_id, authority, keys_url) values ($1, $2, $3, $4, $5)',
    [
      of.id,
      tenantId,
      clientId,
      `${authority}/${tenantId}/v2.0`,
      `${authority}/${tenantId}/discovery/v2.0/keys`,
    ],
  )
const ask = async <T>(path: string, body: object) =>
  (await (await fetch(`${authority}${path}`, { method: 'POST', body: JSON.stringify(body) })).json()) as T
const nonce = async (of = company) =>
  (await portal.call(startEntraLogin, null, { companyIntCode: of.id })).body.nonce
const token = async (options: { fault?: Fault; person?: string; nonce?: string; now?: number } = {}) =>
  (
    await ask<{ token: string }>('/admin/token', {
      tenant: tenantId,
      clientId,
      person: objectId,
      ...options,
      nonce: options.nonce ?? (await nonce()),
    })
  ).token
const enter = (entraToken: string, of = company, entraUsername = user.username) =>
  portal.call(loginThroughEntra, null, { entraUsername, entraToken, companyIntCode: of.id })
const refused = {
  status: 422,
  code: 'EntraFailed',
  refused: { Message: 'An error occurred during Microsoft sign in' },
}
const lastCause = () =>
  portal.logLines
    .map((line) => JSON.parse(line) as { msg: string; cause?: string })
    .findLast((line) => line.msg === 'Microsoft sign-in refused')?.cause ?? ''

describe('[ACC-004] a Microsoft sign-in', () => {
  it('lets in who was linked beforehand, whatever name comes with the token', async () => {
    const { status, body } = await enter(await token(), company, 'somebody.else@example.test')
    expect(status).toBe(200)
    expect(body.UserName).toBe(user.username)
    expect((await portal.call(getCart, body.Token, {})).status).toBe(200)
    const { rows } = await portal.owner.query(
      `select state, reason, identity_id from login_attempt where identity_id = $1 order by at desc limit 1`,
      [user.identityId],
    )
    expect(rows).toEqual([{ state: 'Succces', reason: '', identity_id: user.identityId }])
  })

  it('takes exactly entraUsername, entraToken and companyIntCode', async () => {
    expect(
      await portal.post(loginThroughEntra.path, { username: 'x', entraToken: 'x', companyIntCode: 1 }),
    ).toMatchObject({
      status: 422,
      body: { Facts: { issues: [{ path: 'entraUsername' }, { path: 'username' }] } },
    })
  })

  it.each(faults)('with a token whose %s is wrong is refused with the one sentence', async (fault) => {
    expect(await enter(await token({ fault }))).toMatchObject(refused)
    expect(lastCause()).not.toBe('')
  })

  it('is refused with what is no token at all', async () => {
    for (const nonsense of ['x', 'a.b.c', `${'A'.repeat(43)}.e30.`, '{}'])
      expect(await enter(nonsense)).toMatchObject(refused)
  })

  it('takes clocks that differ by a minute, not more', async () => {
    const at = Math.floor(Date.now() / 1_000)
    expect((await enter(await token({ now: at + 50 }))).status).toBe(200)
    expect(await enter(await token({ now: at + 70 }))).toMatchObject(refused)
    expect((await enter(await token({ now: at - 3_650 }))).status).toBe(200)
    expect(await enter(await token({ now: at - 3_670 }))).toMatchObject(refused)
  })

  it('works with the first token of a key that has just come into use', async () => {
    const microsoft = await startOpenIdSimulator(0)
    const town = await portal.company()
    await portal.owner.query(
      'insert into entra_setting (company_id, tenant_id, client_id, authority, keys_url) values ($1, $2, $3, $4, $5)',
      [
        town.id,
        tenantId,
        clientId,
        `${microsoft.url}/${tenantId}/v2.0`,
        `${microsoft.url}/${tenantId}/discovery/v2.0/keys`,
      ],
    )
    const [resident, theirs] = [await town.user({ signIn: false }), newId()]
    await portal.owner.query(
      'insert into entra_link (tenant_id, object_id, identity_id) values ($1, $2, $3)',
      [tenantId, theirs, resident.identityId],
    )
    const say = async <T>(path: string, body: object) =>
      (await (
        await fetch(`${microsoft.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
      ).json()) as T
    const come = async () =>
      (
        await enter(
          (
            await say<{ token: string }>('/admin/token', {
              tenant: tenantId,
              clientId,
              person: theirs,
              nonce: await nonce(town),
            })
          ).token,
          town,
        )
      ).status
    expect(await come()).toBe(200)
    await say('/admin/keys', { rotate: true })
    expect(await come()).toBe(200)
    await microsoft.close()
  })

  it('is good once: of ten with one token one gets in, and it is not taken later', async () => {
    const one = await token()
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(one)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await enter(one)).toMatchObject(refused)
  })

  it('needs a nonce that this company gave less than ten minutes ago', async () => {
    const other = await portal.company()
    await configure(other)
    expect(await enter(await token({ nonce: await nonce(other) }))).toMatchObject(refused)
    const late = await token()
    await portal.owner.query(`update entra_nonce set expires_at = now()`)
    expect(await enter(late)).toMatchObject(refused)
    expect(
      (await portal.owner.query<{ n: string }>(`select string_agg(n::text, ' ') as n from entra_nonce n`))
        .rows[0]?.n ?? '',
    ).not.toContain(late)
  })

  it('says who is proved and not of this company that it is not theirs', async () => {
    const other = await portal.company()
    await configure(other)
    expect(await enter(await token({ nonce: await nonce(other) }), other)).toMatchObject({
      code: 'NotAuthorizedForCompany',
    })
    const blocked = await company.user({ state: 'Blocked' })
    const theirs = newId()
    await portal.owner.query(
      'insert into entra_link (tenant_id, object_id, identity_id) values ($1, $2, $3)',
      [tenantId, theirs, blocked.identityId],
    )
    expect(await enter(await token({ person: theirs }))).toMatchObject(refused)
  })

  it('[USR-004] meets an invitation like a password does: a link lets nobody in without their own yes', async () => {
    const other = await portal.company()
    await configure(other)
    const boss = await other.user()
    await portal.call(createUser, boss.token, person({ username: user.username, roleIds: [boss.roleId] }))
    const { body: session } = await enter(await token({ nonce: await nonce(other) }), other)
    expect(session).toMatchObject({ InvitationPending: true, PermissionsUI: [] })
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({
      status: 403,
      code: 'InvitationPending',
    })
    expect(
      (await portal.call(answerInvitation, session.Token, { version: 1, answer: 'Accepted' })).body,
    ).toEqual({ closed: null })
    expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
  })

  it('is offered only where it is set up', async () => {
    const without = await portal.company()
    expect((await portal.call(getEntraSettings, null, { companyIntCode: company.id })).body.settings).toEqual(
      { authority: `${authority}/${tenantId}/v2.0`, clientId, tenantId },
    )
    expect((await portal.call(getEntraSettings, null, { companyIntCode: without.id })).body).toEqual({
      settings: null,
    })
    expect(await portal.call(startEntraLogin, null, { companyIntCode: without.id })).toMatchObject(refused)
    expect(await enter(await token(), without)).toMatchObject(refused)
  })

  it('goes on while the keys cannot be asked for, and does not hammer', async () => {
    expect((await enter(await token())).status).toBe(200)
    const before = await ask<{ asked: number }>('/admin/keys', { down: true })
    for (let n = 0; n < 3; n++) expect((await enter(await token())).status).toBe(200)
    for (let n = 0; n < 5; n++)
      expect(await enter(await token({ fault: 'kidUnknown' }))).toMatchObject(refused)
    const during = await ask<{ asked: number }>('/admin/keys', { down: false })
    expect(during.asked - before.asked).toBeLessThanOrEqual(1)
  })
})

describe('a company that signs in with Microsoft only', () => {
  it('refuses a password once it is proved, and tells nothing before', async () => {
    const strict = await portal.company()
    await configure(strict)
    await portal.owner.query('update company_policy set entra_only = true where company_id = $1', [strict.id])
    const member = await strict.user({ signIn: false })
    const tryLogin = (secret: string) =>
      portal.call(login, null, { username: member.username, password: secret, companyIntCode: strict.id })
    expect(await tryLogin('Wrong-Password-1')).toMatchObject({ code: 'LoginFailed' })
    expect(await tryLogin(password)).toMatchObject({ status: 422, code: 'EntraOnly' })
    const theirs = newId()
    await portal.owner.query(
      'insert into entra_link (tenant_id, object_id, identity_id) values ($1, $2, $3)',
      [tenantId, theirs, member.identityId],
    )
    await portal.owner.query(`update company_policy set second_factor = 'Required' where company_id = $1`, [
      strict.id,
    ])
    const { body } = await enter(await token({ person: theirs, nonce: await nonce(strict) }), strict)
    // Microsoft has asked for a second factor where the tenant wants one.
    expect(body.SecondFactorSetup).toBeUndefined()
    expect((await portal.call(getCart, body.Token, {})).status).toBe(200)
  })
})

describe('linking a Microsoft account', () => {
  const link = (by: User, membershipId: string, object: string, version = 1) =>
    portal.call(linkEntra, by.token, { membershipId, tenantId, objectId: object, version, proof })

  it('is for administrators of the company that brought the person in, once an account, and is written down', async () => {
    const member = await company.user({ signIn: false })
    const object = newId()
    const other = await portal.company()
    const stranger = await other.user()
    expect(await link(stranger, member.id, object)).toMatchObject({ status: 404, code: 'UserNotFound' })
    expect(await link(admin, member.id, object, 9)).toMatchObject({ status: 409, code: 'ChangedMeanwhile' })
    expect((await link(admin, member.id, object)).status).toBe(200)
    const second = await company.user({ signIn: false })
    expect(await link(admin, second.id, object)).toMatchObject({ status: 409, code: 'EntraLinkTaken' })
    await portal.owner.query('update identity set home_company_id = $2 where id = $1', [
      second.identityId,
      other.id,
    ])
    expect(await link(admin, second.id, newId())).toMatchObject({ status: 422, code: 'NotHomeCompany' })
    expect((await enter(await token({ person: object }))).status).toBe(200)
    expect(
      (
        await portal.call(unlinkEntra, admin.token, {
          membershipId: member.id,
          tenantId,
          objectId: object,
          version: 2,
        })
      ).status,
    ).toBe(200)
    expect(await enter(await token({ person: object }))).toMatchObject(refused)
    const { rows } = await portal.owner.query(
      'select operation, before, after from audit_entry where record_id = $1 order by seq',
      [member.id],
    )
    expect(rows).toEqual([
      { operation: 'security.entraLinked', before: null, after: { tenantId, objectId: object } },
      { operation: 'security.entraUnlinked', before: { tenantId, objectId: object }, after: null },
    ])
  })

  it('is not taken from the last administrator where Microsoft is the only way in', async () => {
    const only = await portal.company()
    await configure(only)
    const boss = await only.user()
    const object = newId()
    await portal.owner.query(
      'insert into entra_link (tenant_id, object_id, identity_id) values ($1, $2, $3)',
      [tenantId, object, boss.identityId],
    )
    await portal.owner.query('update company_policy set entra_only = true where company_id = $1', [only.id])
    const unlink = () =>
      portal.call(unlinkEntra, boss.token, { membershipId: boss.id, tenantId, objectId: object, version: 1 })
    expect(await unlink()).toMatchObject({ status: 422, code: 'NoLinkedAdministrator' })
    await portal.owner.query('update company_policy set entra_only = false where company_id = $1', [only.id])
    expect((await unlink()).status).toBe(200)
  })

  it('is refused for somebody with more rights than one’s own', async () => {
    const weak = await company.user({ permissions: ['UserManagement', linkEntra.permission as string] })
    const member = await company.user({ signIn: false })
    expect(await link(weak, member.id, newId())).toMatchObject({ code: 'RightsExceedOwn' })
  })

  it('is told with since when and by whom, to the company that brought the person in', async () => {
    const member = await company.user({ signIn: false })
    const [object, foreign] = [newId(), newId()]
    await link(admin, member.id, object)
    await portal.call(linkEntra, admin.token, {
      membershipId: member.id,
      tenantId: newId(),
      objectId: foreign,
      version: 2,
      proof,
    })
    const { body } = await portal.call(getEntraLinks, admin.token, { membershipId: member.id })
    expect(body).toMatchObject({
      version: 3,
      tenantId,
      enabled: true,
      blocked: null,
      links: [
        { tenantId, objectId: object, linkedAt: expect.any(String), linkedBy: admin.name, current: true },
        { objectId: foreign, current: false },
      ],
    })
    const stranger = await (await portal.company()).user()
    expect(await portal.call(getEntraLinks, stranger.token, { membershipId: member.id })).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
    const weak = await company.user({ permissions: ['UserManagement', getEntraLinks.permission as string] })
    expect((await portal.call(getEntraLinks, weak.token, { membershipId: admin.id })).body.blocked).toMatch(
      /You do not have/,
    )
    await portal.owner.query('update identity set home_company_id = null where id = $1', [member.identityId])
    expect((await portal.call(getEntraLinks, admin.token, { membershipId: member.id })).body).toMatchObject({
      links: [],
      blocked: expect.stringContaining('Another company'),
    })
  })
})
