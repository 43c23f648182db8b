import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshSession } from '@kervan/contract/access/authentication'
import { confirmSecondFactor, getOwnProof, startSecondFactor } from '@kervan/contract/access/own-security'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import {
  getPolicy,
  PolicySettings,
  updatePolicy,
  type PolicyView,
} from '@kervan/contract/administration/policy'
import { getRole, updateRole } from '@kervan/contract/administration/roles'
import type { FreshProof } from '@kervan/contract/kit/step-up'
import { inDatabase, openOffice, type Office } from '../../../test/office.ts'
import { password, startPortal, type Portal, type User } from '../../../test/portal.ts'

// What lowers the protection of the company is changed by who proves themselves once more, in the same request.

let portal: Portal
let now = new Date()
beforeAll(async () => {
  portal = await startPortal({ worker: false, now: () => now })
})
afterAll(() => portal.close())

const look = async ({ boss }: Office) => (await portal.call(getPolicy, boss.token, {})).body
const settingsOf = (view: PolicyView) => PolicySettings.parse(view)
const change = async (
  office: Office,
  over: Partial<ReturnType<typeof settingsOf>>,
  proof?: FreshProof,
  token = office.boss.token,
) => portal.call(updatePolicy, token, { ...settingsOf(await look(office)), ...over, ...(proof && { proof }) })
const proofOf = async (user: User) => (await portal.call(getOwnProof, user.token, {})).body.proof
/** Two who try at the same moment have read the same rules. */
const stored = async (office: Office) =>
  (
    await inDatabase(
      office,
      'select second_factor, idle_minutes, version from company_policy where company_id = $1',
    )
  )[0]
const codeOf = (seed: string) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: now.getTime() })
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))
/** The waits between tries are over. */
const waited = (user: User) =>
  portal.owner.query('update login_throttle set blocked_until = null where key like $1', [
    `account ${user.username} on %`,
  ])

/** So many failures before: the ninth waits for a minute, longer than any machine takes for the tries of a test. */
const failedBefore = (user: User, what: 'session' | 'codes', failures: number) =>
  portal.owner.query('insert into login_throttle (key, failures, window_started_at) values ($1, $2, now())', [
    `account ${user.username} on ${what} of ${user.id}`,
    failures,
  ])

/** A company that requires a second factor, whose administrator has one. */
async function guarded() {
  const office = await openOffice(portal)
  const { body: started } = await portal.call(startSecondFactor, office.boss.token, { password })
  const { body: confirmed } = await portal.call(confirmSecondFactor, office.boss.token, {
    code: codeOf(started.seed),
  })
  later(30)
  expect((await change(office, { secondFactor: 'Required' })).status).toBe(200)
  return { ...office, code: () => codeOf(started.seed), recovery: confirmed.recoveryCodes }
}

describe('[USR-009] weakening the sign-in policy', () => {
  it('asks for the password, which making it stronger and everything else does not', async () => {
    const office = await openOffice(portal)
    expect(await proofOf(office.boss)).toBe('Password')
    expect(
      (
        await change(office, {
          idleMinutes: 20,
          secondFactor: 'Required',
          passwordMaxAgeDays: 60,
          chartExport: true,
        })
      ).status,
    ).toBe(200)
    await inDatabase(office, `update company_policy set second_factor = 'Optional' where company_id = $1`)
    for (const weaker of [
      { idleMinutes: 21 },
      { secondFactor: 'Off' as const },
      { passwordMaxAgeDays: null },
      { registration: 'Automatic' as const },
    ]) {
      expect(await change(office, weaker)).toMatchObject({ status: 422, code: 'ReauthenticationRequired' })
      expect(await change(office, weaker, { password: 'Wrong-Horse-7!' })).toMatchObject({
        status: 422,
        code: 'OldPasswordWrong',
      })
      await waited(office.boss)
      expect((await change(office, weaker, { password })).body).toMatchObject(weaker)
    }
    // One that is weaker and others that are stronger in one change is weaker.
    expect(await change(office, { idleMinutes: 5, passwordMaxAgeDays: 30 })).toMatchObject({ status: 200 })
    await waited(office.boss)
    expect(await change(office, { idleMinutes: 6, passwordMaxAgeDays: 20 })).toMatchObject({
      code: 'ReauthenticationRequired',
    })
  })

  it('asks for a code as well where there is a second factor; a wrong or used one changes nothing', async () => {
    const office = await guarded()
    expect(await proofOf(office.boss)).toBe('PasswordAndCode')
    const off = { secondFactor: 'Off' as const }
    expect(await change(office, off)).toMatchObject({ code: 'ReauthenticationRequired' })
    expect(await change(office, off, { password })).toMatchObject({
      status: 422,
      code: 'SecondFactorRequired',
    })
    expect(await change(office, off, { password, code: '000000' })).toMatchObject({
      status: 422,
      code: 'SecondFactorWrong',
    })
    // A right code beside a wrong password is not used up by it.
    expect(await change(office, off, { password: 'Wrong-Horse-7!', code: office.code() })).toMatchObject({
      code: 'OldPasswordWrong',
    })
    expect((await stored(office))?.['second_factor']).toBe('Required')
    const proof = { password, code: office.code() }
    expect((await change(office, off, proof)).body).toMatchObject(off)
    // The same proof again, for another change.
    expect(await change(office, { idleMinutes: 60 }, proof)).toMatchObject({ code: 'SecondFactorWrong' })
    const recovery = { password, code: office.recovery[0] ?? '' }
    expect((await change(office, { idleMinutes: 60 }, recovery)).status).toBe(200)
    expect(await change(office, { idleMinutes: 61 }, recovery)).toMatchObject({ code: 'SecondFactorWrong' })
  })

  it('sent twice is done once; two with one code at once are one', async () => {
    const office = await guarded()
    const view = settingsOf(await look(office))
    const send = (over: object) =>
      portal.call(updatePolicy, office.boss.token, {
        ...view,
        ...over,
        proof: { password, code: office.code() },
      })
    expect((await send({ idleMinutes: 40 })).status).toBe(200)
    expect(await send({ idleMinutes: 40 })).toMatchObject({ status: 409, code: 'ChangedMeanwhile' })
    const other = await guarded()
    const rules = settingsOf(await look(other))
    const proof = { password, code: other.code() }
    const { body: role } = await portal.call(getRole, other.boss.token, {
      roleId: (await other.company.user({ signIn: false })).roleId,
    })
    await inDatabase(
      other,
      'update role set second_factor_required = true where company_id = $1 and id = $2',
      role.id,
    )
    const answers = await Promise.all([
      portal.call(updatePolicy, other.boss.token, { ...rules, idleMinutes: 41, proof }),
      portal.call(updateRole, other.boss.token, {
        roleId: role.id,
        version: role.version,
        name: role.name,
        permissions: role.permissions,
        secondFactorRequired: false,
        proof,
      }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['SecondFactorWrong', null])
  })

  it('cannot be tried out: wrong passwords and codes wait as at the door, however many come at once', async () => {
    const office = await openOffice(portal)
    const rules = settingsOf(await look(office))
    const guess = (secret: string) =>
      portal.call(updatePolicy, office.boss.token, { ...rules, idleMinutes: 60, proof: { password: secret } })
    await failedBefore(office.boss, 'session', 8)
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => guess(`Wrong-Horse-${n}!`)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      'OldPasswordWrong',
      ...Array.from({ length: 4 }, () => 'TooManyRequests'),
    ])
    // The right one has to wait as well.
    expect(await guess(password)).toMatchObject({ status: 429, code: 'TooManyRequests' })
    expect((await stored(office))?.['idle_minutes']).toBe(30)
    const strict = await guarded()
    await failedBefore(strict.boss, 'codes', 8)
    const tries = []
    for (let n = 0; n < 2; n++)
      tries.push((await change(strict, { secondFactor: 'Off' }, { password, code: `00000${n}` })).code)
    expect(tries).toEqual(['SecondFactorWrong', 'TooManyRequests'])
    // Sending no code is no try.
    await waited(strict.boss)
    for (let n = 0; n < 5; n++)
      expect((await change(strict, { secondFactor: 'Off' }, { password })).code).toBe('SecondFactorRequired')
  })

  it('asks who has no password for a sign-in through Microsoft of the last five minutes, which renewing a session is not', async () => {
    const office = await openOffice(portal)
    await portal.owner.query('update identity set password_hash = null where id = $1', [
      office.boss.identityId,
    ])
    const signedIn = (method: string, ago: string) =>
      portal.owner.query(
        `update session set method = $2, signed_in_at = now() - $3::interval where identity_id = $1`,
        [office.boss.identityId, method, ago],
      )
    const longer = { idleMinutes: 60 }
    for (const [method, ago] of [
      ['Entra', '5 minutes 1 second'],
      ['Password', '1 second'],
    ] as const) {
      await signedIn(method, ago)
      expect(await proofOf(office.boss)).toBe('SignIn')
      for (const proof of [undefined, { password }, { password: 'x' }])
        expect(await change(office, longer, proof)).toMatchObject({
          status: 422,
          code: 'FreshSignInNeeded',
          refused: { Facts: { minutes: 5 } },
        })
    }
    await signedIn('Entra', '6 minutes')
    const { body: renewed } = await portal.call(refreshSession, office.boss.token, {})
    expect(await change(office, longer, undefined, renewed.Token)).toMatchObject({
      code: 'FreshSignInNeeded',
    })
    await signedIn('Entra', '4 minutes')
    expect((await portal.call(getOwnProof, renewed.Token, {})).body.proof).toBe('Given')
    expect((await change(office, longer, undefined, renewed.Token)).status).toBe(200)
  })

  it('takes the password of who has one and signed in through Microsoft long ago', async () => {
    const office = await openOffice(portal)
    await portal.owner.query(
      `update session set method = 'Entra', signed_in_at = now() - interval '1 hour' where identity_id = $1`,
      [office.boss.identityId],
    )
    expect(await proofOf(office.boss)).toBe('Password')
    expect((await change(office, { idleMinutes: 60 }, { password })).status).toBe(200)
  })

  it('is nothing for a program, whose key could prove nothing', async () => {
    const office = await openOffice(portal)
    const robot = await office.company.user({ type: 'APIUser' })
    const scope = [updatePolicy.permission ?? '', getPolicy.permission ?? '']
    const { body } = await portal.call(createApiKey, office.boss.token, {
      membershipId: robot.id,
      name: 'ERP',
      scope,
      expiresOn: new Date(now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
      proof: { password },
    })
    expect(await change(office, { idleMinutes: 60 }, { password }, body.key ?? '')).toMatchObject({
      status: 403,
      code: 'SignInExpected',
    })
    expect((await change(office, { idleMinutes: 10 }, undefined, body.key ?? '')).status).toBe(200)
  })
})

describe('[USR-005] dropping the second factor of a role', () => {
  it('asks for a fresh proof; asking for it, and every other change of the role, does not', async () => {
    const office = await openOffice(portal)
    const clerk = await office.company.user({ signIn: false })
    const role = async () => (await portal.call(getRole, office.boss.token, { roleId: clerk.roleId })).body
    const save = async (over: object) => {
      const { id, version, name, permissions, secondFactorRequired } = await role()
      return portal.call(updateRole, office.boss.token, {
        roleId: id,
        version,
        name,
        permissions,
        secondFactorRequired,
        ...over,
      })
    }
    expect((await save({ secondFactorRequired: true })).status).toBe(200)
    expect((await save({ permissions: [] })).status).toBe(200)
    expect(await save({ secondFactorRequired: false })).toMatchObject({
      status: 422,
      code: 'ReauthenticationRequired',
    })
    expect(await save({ secondFactorRequired: false, proof: { password: 'Wrong-Horse-7!' } })).toMatchObject({
      code: 'OldPasswordWrong',
    })
    expect((await role()).secondFactorRequired).toBe(true)
    const requestKey = `drop-${clerk.id}`
    const requested = {
      secondFactorRequired: false,
      version: (await role()).version,
      proof: { password },
      requestKey,
    }
    expect((await save(requested)).body.secondFactorRequired).toBe(false)
    // Repeated because its answer was lost, and what is kept of it cannot be used to try out the password.
    expect((await save(requested)).status).toBe(200)
    expect((await save({ ...requested, proof: { password: 'Wrong-Horse-7!' } })).status).toBe(200)
    const entries = await inDatabase(
      office,
      `select operation from audit_entry where company_id = $1 and record_id = $2 and after ? 'secondFactorRequired'`,
      clerk.roleId,
    )
    expect(entries).toHaveLength(2)
  })
})
