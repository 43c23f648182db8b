import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import {
  createPairingCode,
  devices,
  getDevicePermissions,
  getDeviceState,
  ownDevices,
  pairDevice,
  pairingMinutes,
  revokeDevices,
  revokeOwnDevices,
} from '@kervan/contract/administration/devices'
import { pairingText } from '@kervan/contract/kit/device'
import { calls, devicePermissions } from '@kervan/contract/registry'
import { sampleInput } from '../../../test/samples.ts'
import { callAs, deviceSigned, newDeviceKey, signatureOf, type TestDevice } from '../../../test/devices.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
let company: Company
let admin: User
let owner: User
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
  admin = await company.user()
  owner = await company.user()
})
afterAll(() => portal.close())

const permission = getDeviceState.permission ?? ''
const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }

const codeOf = async (by: User, scope: string[] = [permission]) => {
  // So many codes as these tests make, one person does not make in ten minutes.
  await portal.owner.query(`delete from login_throttle where key like 'pairing%'`)
  return portal.call(createPairingCode, by.token, { scope, proof: { password } })
}

type Sent = { code: string; name: string; publicKey: string; signature: string }
function pairing(code: string, name = 'Till 1') {
  const { key, publicKey } = newDeviceKey()
  const sent: Sent = { code, name, publicKey, signature: '' }
  return { key, sent: { ...sent, signature: signatureOf(key, pairingText(sent)) } }
}

async function paired(by: User = owner, scope?: string[]): Promise<TestDevice & { id: string }> {
  const { body } = await codeOf(by, scope)
  const { key, sent } = pairing(body.code ?? '')
  const { body: answer } = await portal.call(pairDevice, null, sent)
  return { device: answer.device, key, id: answer.device.split('.')[1] ?? '' }
}

const state = (device: TestDevice, signing?: Parameters<typeof callAs>[4]) =>
  callAs(portal, device, getDeviceState, {}, signing)

describe('a device', () => {
  it('is paired by a code and its own key, and calls in the name of its user', async () => {
    const { body } = await codeOf(owner)
    expect(body.code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
    const { key, sent } = pairing(` ${body.code?.toLowerCase().replace('-', ' ')}`, 'Pharmacy PC')
    const answer = await portal.call(pairDevice, null, sent)
    expect(answer).toMatchObject({
      status: 200,
      body: { device: expect.stringMatching(/^\d+\.[0-9a-f-]{36}$/) },
    })
    const told = await state({ device: answer.body.device, key })
    expect(told).toMatchObject({
      status: 200,
      body: { name: 'Pharmacy PC', username: owner.username, permissions: [permission] },
    })
    const { body: own } = await portal.call(ownDevices.page, owner.token, page)
    const row = own.rows.find((one) => answer.body.device.endsWith(one.id))
    expect(row).toMatchObject({
      name: 'Pharmacy PC',
      username: owner.username,
      state: 'Active',
      scope: [permission],
      lastUsedAt: expect.any(String),
      lastAddress: '127.0.0.1',
      actions: { revoke: null },
    })
    const { body: history } = await portal.call(getRecordHistory, admin.token, {
      recordType: 'device',
      recordId: row?.id ?? '',
    })
    expect(history.entries.map(({ operation, actorName }) => ({ operation, actorName }))).toEqual([
      { operation: 'device.paired', actorName: owner.name },
    ])
  })

  it('is one of two that send the same code at once, and the code is gone after that', async () => {
    const { body } = await codeOf(owner)
    const tries = [pairing(body.code ?? ''), pairing(body.code ?? '')]
    const answers = await Promise.all(tries.map(({ sent }) => portal.call(pairDevice, null, sent)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['PairingCodeWrong', null].toSorted())
    const late = pairing(body.code ?? '')
    expect((await portal.call(pairDevice, null, late.sent)).code).toBe('PairingCodeWrong')
  })

  it('is not paired by a code that is old, replaced, or of somebody put out', async () => {
    const replaced = await codeOf(owner)
    const old = await codeOf(owner)
    expect(Date.parse(old.body.expiresAt) - Date.now()).toBeLessThanOrEqual(pairingMinutes * 60_000)
    expect((await portal.call(pairDevice, null, pairing(replaced.body.code ?? '').sent)).code).toBe(
      'PairingCodeWrong',
    )
    await portal.owner.query('update pairing_code set expires_at = now() where membership_id = $1', [
      owner.id,
    ])
    expect((await portal.call(pairDevice, null, pairing(old.body.code ?? '').sent)).code).toBe(
      'PairingCodeWrong',
    )
    const gone = await company.user()
    const { body } = await codeOf(gone)
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [gone.id])
    expect((await portal.call(pairDevice, null, pairing(body.code ?? '').sent)).code).toBe('PairingCodeWrong')
  })

  it('shows that it holds the key it names, and spends no code when it does not', async () => {
    const { body } = await codeOf(owner)
    const { key, sent } = pairing(body.code ?? '')
    const other = { ...sent, publicKey: newDeviceKey().publicKey }
    expect(await portal.call(pairDevice, null, other)).toMatchObject({
      status: 422,
      code: 'DeviceKeyUnusable',
    })
    const renamed = { ...sent, name: 'Another' }
    expect((await portal.call(pairDevice, null, renamed)).code).toBe('DeviceKeyUnusable')
    const answer = await portal.call(pairDevice, null, sent)
    expect((await state({ device: answer.body.device, key })).status).toBe(200)
  })

  it('waits after many wrong codes from one address', async () => {
    const guess = () => portal.call(pairDevice, null, pairing('22222222').sent)
    const codes: (string | null)[] = []
    for (let tries = 0; tries < 31; tries++) codes.push((await guess()).code)
    expect(codes.at(0)).toBe('PairingCodeWrong')
    expect(codes.at(-1)).toBe('TooManyRequests')
    await portal.owner.query(`delete from login_throttle where key like 'pairing%'`)
  })
})

describe('a pairing code', () => {
  it('takes a fresh proof, and is made by a person only', async () => {
    const ask = (proof?: { password: string }) =>
      portal.call(createPairingCode, owner.token, { scope: [permission], ...(proof && { proof }) })
    expect((await ask()).code).toBe('ReauthenticationRequired')
    expect((await ask({ password: 'wrong' })).code).toBe('OldPasswordWrong')
  })

  it('gives calls of devices that its maker may make, and nothing else', async () => {
    const { body } = await portal.call(getDevicePermissions, owner.token, {})
    expect(body.permissions.map((one) => one.permission).toSorted()).toEqual(
      [...devicePermissions].toSorted(),
    )
    expect(await codeOf(owner, ['orderNew-getCart'])).toMatchObject({
      code: 'RightsExceedOwn',
      refused: { Facts: { permissions: ['orderNew-getCart'] } },
    })
    const poor = await company.user({ without: [permission] })
    expect((await codeOf(poor)).code).toBe('RightsExceedOwn')
  })

  it('is told once and kept nowhere', async () => {
    const ask = () =>
      portal.call(createPairingCode, owner.token, {
        scope: [permission],
        proof: { password },
        requestKey: 'pairing-code-1',
      })
    const [first, again] = [await ask(), await ask()]
    expect([first.body.code?.length, again.body.code]).toEqual([9, null])
    const plain = first.body.code?.replace('-', '') ?? ''
    const { rows } = await portal.owner.query<{ text: string }>(
      'select t::text as text from pairing_code t union all select answer::text from answered_request union all select after::text from audit_entry',
    )
    expect(rows.some(({ text }) => text?.includes(plain))).toBe(false)
  })
})

describe('a call of a device', () => {
  it('is refused the second time, also when both come at once', async () => {
    const device = await paired()
    const once = { nonce: 'nonce-nonce-nonce-1' }
    const answers = await Promise.all([state(device, once), state(device, once), state(device, once)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await state(device, once)).code).toBe('DeviceRequestRepeated')
    expect((await state(device)).status).toBe(200)
  })

  it('is remembered as long as it could be sent again', async () => {
    const device = await paired()
    await state(device, { nonce: 'nonce-nonce-nonce-2', time: Date.now() - 299_000 })
    await portal.owner.query(
      `insert into device_nonce select company_id, id, 'long-gone', now() - interval '11 minutes' from device where id = $1`,
      [device.id],
    )
    await state(device)
    const { rows } = await portal.owner.query<{ nonce: string }>(
      'select nonce from device_nonce where device_id = $1 order by sent_at',
      [device.id],
    )
    expect(rows.map(({ nonce }) => nonce)).toEqual(['nonce-nonce-nonce-2', expect.any(String)])
  })

  it.each([600, -600])('is refused by a clock %s seconds off, which is told', async (seconds) => {
    const device = await paired()
    const answer = await state(device, { time: Date.now() + seconds * 1_000 })
    expect(answer).toMatchObject({
      status: 401,
      code: 'DeviceClockOff',
      refused: { Facts: { limit: 300 } },
    })
    expect(Math.abs(Number(answer.refused?.Facts?.['seconds']) - seconds)).toBeLessThan(5)
  })

  it('is refused with another key, another body, another path, or parts that are missing', async () => {
    const device = await paired()
    const refused = { status: 401, body: { ErrorCode: 'DeviceNotPaired' } }
    expect(await state({ ...device, key: newDeviceKey().key })).toMatchObject({
      status: 401,
      code: 'DeviceNotPaired',
    })
    const { path } = getDeviceState
    const post = (headers: Record<string, string>, body = '{}') => portal.post(path, body, headers)
    expect(await post(deviceSigned(device, path, '{}'), '{ }')).toMatchObject(refused)
    expect(await post(deviceSigned(device, `${path}x`, '{}'))).toMatchObject(refused)
    const headers = deviceSigned(device, path, '{}')
    for (const name of Object.keys(headers)) {
      const { [name]: _left, ...others } = headers
      expect(await post(others)).toMatchObject(refused)
    }
    const changed = { ...headers, 'kervan-time': String(Number(headers['kervan-time']) + 1) }
    expect(await post(changed)).toMatchObject(refused)
    expect((await post(headers)).status).toBe(200)
  })

  it('is refused once the device is revoked, by its owner or by an administrator, and that is told once', async () => {
    const [mine, theirs] = [await paired(), await paired()]
    const revoke = () =>
      portal.call(revokeOwnDevices, owner.token, {
        selection: { mode: 'ids', ids: [mine.id] },
        dryRun: false,
      })
    const answers = await Promise.all([revoke(), revoke()])
    expect(answers.flatMap(({ body }) => body.results.map((one) => one.refusal)).toSorted()).toEqual([
      'DeviceRevoked',
      null,
    ])
    expect(await state(mine)).toMatchObject({ status: 401, code: 'DeviceNotPaired' })
    await portal.call(revokeDevices, admin.token, {
      selection: { mode: 'ids', ids: [theirs.id] },
      dryRun: false,
    })
    expect((await state(theirs)).code).toBe('DeviceNotPaired')
    const { body } = await portal.call(devices.page, admin.token, page)
    expect(body.rows.find((one) => one.id === theirs.id)).toMatchObject({
      state: 'Revoked',
      revokedBy: admin.name,
      actions: { revoke: 'This device has already been revoked.' },
    })
    const { body: history } = await portal.call(getRecordHistory, admin.token, {
      recordType: 'device',
      recordId: theirs.id,
    })
    expect(history.entries.map(({ operation }) => operation)).toEqual(['device.revoked', 'device.paired'])
  })

  it('is refused while its user is passive', async () => {
    const user = await company.user()
    const device = await paired(user)
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [user.id])
    expect(await state(device)).toMatchObject({ status: 401, code: 'DeviceNotPaired' })
    await portal.owner.query(`update membership set state = 'Active' where id = $1`, [user.id])
    expect((await state(device)).status).toBe(200)
  })

  it('reaches nothing that its user may not do any more', async () => {
    const user = await company.user()
    const device = await paired(user)
    await portal.owner.query('delete from role_permission where role_id = $1 and permission = $2', [
      user.roleId,
      permission,
    ])
    await portal.owner.query('update role set version = version + 1 where id = $1', [user.roleId])
    expect(await state(device)).toMatchObject({ status: 403, code: 'PermissionMissing' })
  })

  it('reaches nothing but calls of devices, whatever its user may do', async () => {
    const device = await paired(admin)
    const others = calls.filter((one) => one.access !== 'public' && one.access !== 'device')
    const opened: string[] = []
    for (let at = 0; at < others.length; at += 50) {
      const some = others.slice(at, at + 50).map(async (call) => {
        const { status } = await callAs(portal, device, call, sampleInput(call))
        if (status < 400) opened.push(call.name)
      })
      await Promise.all(some)
    }
    expect(opened).toEqual([])
  })

  it('is the company’s own: another company’s device is none here', async () => {
    const device = await paired()
    const other = await portal.company()
    expect((await state({ ...device, device: `${other.id}.${device.id}` })).code).toBe('DeviceNotPaired')
    expect((await state({ ...device, device: `999999999.${device.id}` })).code).toBe('DeviceNotPaired')
    const stranger = await other.user()
    const revoked = await portal.call(revokeDevices, stranger.token, {
      selection: { mode: 'ids', ids: [device.id] },
      dryRun: false,
    })
    expect(revoked.body.results.map((one) => one.refusal)).toEqual(['NotFound'])
    const { body } = await portal.call(devices.page, stranger.token, page)
    expect(body.rows).toEqual([])
    expect((await state(device)).status).toBe(200)
  })
})
