import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getEntraSettings, loginThroughEntra, startEntraLogin } from '@kervan/contract/access/entra'
import {
  checkEntraSetting,
  getEntraSetting,
  linkEntra,
  saveEntraSetting,
} from '@kervan/contract/administration/microsoft'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { getCart } from '@kervan/contract/order/cart'
import { startOpenIdSimulator } from '../../../../simulators/openid/main.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { newId } from '../../kit/database/uuid.ts'

// A company says its tenant and client itself, and has Microsoft asked about them.

const tenantId = '7d1c4f0e-58a3-4a6e-9d0b-2f6f1b7a9c01'
const clientId = 'b3a9c7d2-1e44-4f0a-8c55-6a2f9e0d7b10'

let simulator: Awaited<ReturnType<typeof startOpenIdSimulator>>
let authority: string
let portal: Portal
beforeAll(async () => {
  simulator = await startOpenIdSimulator(0)
  authority = simulator.url
  portal = await startPortal({ env: { ENTRA_AUTHORITY: authority } })
})
afterAll(async () => {
  await portal.close()
  await simulator.close()
})

const ask = async <T>(path: string, body: object) =>
  (await (await fetch(`${authority}${path}`, { method: 'POST', body: JSON.stringify(body) })).json()) as T
const tokenFor = async (of: Company, person: string) => {
  const { body } = await portal.call(startEntraLogin, null, { companyIntCode: of.id })
  return (
    await ask<{ token: string }>('/admin/token', { tenant: tenantId, clientId, person, nonce: body.nonce })
  ).token
}
const enter = (entraToken: string, of: Company) =>
  portal.call(loginThroughEntra, null, {
    entraUsername: 'somebody@example.test',
    entraToken,
    companyIntCode: of.id,
  })
const refused = { status: 422, code: 'EntraFailed' }

describe('[ACC-004] the Microsoft setting of a company', () => {
  const save = (
    by: User,
    over: Partial<{ tenantId: string; clientId: string; enabled: boolean; version: number }> = {},
  ) =>
    portal.call(saveEntraSetting, by.token, {
      tenantId,
      clientId,
      enabled: true,
      version: 0,
      proof: { password },
      ...over,
    })
  const look = async (by: User) => (await portal.call(getEntraSetting, by.token, {})).body

  it('is set up, lets linked people in, is switched off and on, and every change is written down', async () => {
    const town = await portal.company()
    const [boss, member] = [await town.user(), await town.user({ permissions: [], signIn: false })]
    expect(await look(boss)).toMatchObject({
      setting: null,
      version: 0,
      authority,
      activeUsers: 2,
      linkedUsers: 0,
      linkedAdministrators: 0,
      entraOnly: false,
      changedBy: null,
      changedAt: null,
    })
    expect((await save(boss)).body).toMatchObject({
      setting: { tenantId, clientId, enabled: true },
      version: 1,
      changedBy: boss.name,
      changedAt: expect.any(String),
    })
    const person = newId()
    await portal.call(linkEntra, boss.token, {
      membershipId: member.id,
      tenantId,
      objectId: person,
      version: 1,
    })
    expect((await enter(await tokenFor(town, person), town)).status).toBe(200)
    expect(await look(boss)).toMatchObject({ linkedUsers: 1, linkedAdministrators: 0 })
    const late = await tokenFor(town, person)
    expect((await save(boss, { enabled: false, version: 1 })).body).toMatchObject({
      setting: { enabled: false },
      version: 2,
      linkedUsers: 0,
    })
    expect(await enter(late, town)).toMatchObject(refused)
    expect(await portal.call(startEntraLogin, null, { companyIntCode: town.id })).toMatchObject(refused)
    expect((await portal.call(getEntraSettings, null, { companyIntCode: town.id })).body.settings).toBeNull()
    // What changes nothing is no change.
    expect((await save(boss, { enabled: false, version: 2 })).body.version).toBe(2)
    expect((await save(boss, { version: 2 })).body).toMatchObject({ version: 3, linkedUsers: 1 })
    const { entries } = (
      await portal.call(getRecordHistory, boss.token, {
        recordType: 'entra',
        recordId: (await look(boss)).id,
      })
    ).body
    expect(entries.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['entra.changed', [{ field: 'enabled', before: false, after: true }]],
      ['entra.changed', [{ field: 'enabled', before: true, after: false }]],
      [
        'entra.changed',
        [
          { field: 'enabled', before: null, after: true },
          { field: 'clientId', before: null, after: clientId },
          { field: 'tenantId', before: null, after: tenantId },
        ],
      ],
    ])
  })

  it('of a stale version says so; of two changes at once one wins; another company’s stays as it is', async () => {
    const town = await portal.company()
    const boss = await town.user()
    const answers = await Promise.all([save(boss), save(boss, { enabled: false })])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ChangedMeanwhile', null])
    expect(await save(boss)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: boss.name } },
    })
    expect((await look(await (await portal.company()).user())).setting).toBeNull()
  })

  it('takes ids only, and no address of anybody’s', async () => {
    const boss = await (await portal.company()).user()
    for (const over of [
      { tenantId: 'contoso.example' },
      { clientId: '' },
      { version: -1 },
      { authority: 'https://evil.example' },
    ]) {
      expect(await save(boss, over)).toMatchObject({ status: 422, code: 'InvalidInput' })
    }
  })

  it('is neither switched off nor moved to another tenant while it is the only way in for those who administer', async () => {
    const town = await portal.company()
    const boss = await town.user()
    await save(boss)
    await portal.call(linkEntra, boss.token, {
      membershipId: boss.id,
      tenantId,
      objectId: newId(),
      version: 1,
      proof: { password },
    })
    await portal.owner.query('update company_policy set entra_only = true where company_id = $1', [town.id])
    expect(await save(boss, { enabled: false, version: 1 })).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    expect(await save(boss, { tenantId: newId(), version: 1 })).toMatchObject({
      status: 422,
      code: 'NoLinkedAdministrator',
    })
    expect((await save(boss, { clientId: newId(), version: 1 })).status).toBe(200)
    expect(await look(boss)).toMatchObject({ version: 2, entraOnly: true, linkedAdministrators: 1 })
  })

  it('is checked against what the tenant says of itself', async () => {
    const admin = await (await portal.company()).user()
    const check = () => portal.call(checkEntraSetting, admin.token, { tenantId })
    expect((await check()).body).toEqual({
      issuer: `${authority}/${tenantId}/v2.0`,
      reached: true,
      issuerFits: true,
      keys: expect.any(Number),
    })
    expect((await check()).body.keys).toBeGreaterThan(0)
    await ask('/admin/keys', { down: true })
    expect((await check()).body).toMatchObject({ reached: true, keys: 0 })
    await ask('/admin/keys', { down: false })
    const alone = await startPortal()
    const boss = await (await alone.company()).user()
    expect((await alone.call(checkEntraSetting, boss.token, { tenantId })).body).toMatchObject({
      reached: false,
      issuerFits: false,
      keys: 0,
    })
    await alone.close()
  })

  it('holds no connection while whoever is asked takes their time, and others go on working', async () => {
    // Answers only when somebody else has been served meanwhile, and notes how many connections were in use by then.
    const inUse: number[] = []
    const others: number[] = []
    const slow = createServer((_, response) => {
      const { pool } = busy.app.services.db
      inUse.push(pool.totalCount - pool.idleCount)
      void busy.call(getCart, boss.token, {}).then(({ status }) => {
        others.push(status)
        response.writeHead(404).end()
      })
    })
    await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready))
    const busy = await startPortal({
      worker: false,
      env: { ENTRA_AUTHORITY: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` },
    })
    const boss = await (await busy.company()).user()
    const reader = await (await busy.company()).user({ without: ['userManagement-checkEntraSetting'] })
    expect((await busy.call(checkEntraSetting, boss.token, { tenantId })).body).toMatchObject({
      reached: false,
      keys: 0,
    })
    await expect.poll(() => others).toEqual([200, 200])
    expect(inUse[0]).toBe(0)
    expect(await busy.call(checkEntraSetting, reader.token, { tenantId })).toMatchObject({
      status: 403,
      code: 'PermissionMissing',
    })
    expect(inUse).toHaveLength(2)
    await busy.close()
    await new Promise((done) => slow.close(done))
  })
})
