import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '@kervan/contract/access/own-security'
import { getCart } from '@kervan/contract/order/cart'
import { activity } from '@kervan/contract/administration/activity'
import { getUser, users } from '@kervan/contract/administration/users'
import { removeSecondFactor as removeOf } from '@kervan/contract/administration/user-acts'
import { page, windowAround } from '../../test/ordering.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { prolongWait } from '../../test/throttle.ts'

// The second factor (beyond the specification; RFC 6238), per person, asked for at the door of every company.

let portal: Portal
let company: Company
let now = new Date('2026-11-21T09:00:00Z')
beforeAll(async () => {
  portal = await startPortal({ now: () => now })
  company = await portal.company()
})
afterAll(() => portal.close())

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}
const codeOf = (seed: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: now.getTime() + steps * 30_000 })
const enter = (user: User, secondFactor?: string, at = company.id) =>
  portal.call(login, null, {
    username: user.username,
    password,
    companyIntCode: at,
    ...(secondFactor && { secondFactor }),
  })
const waitIsOver = (user: User) =>
  portal.owner.query(`update login_throttle set blocked_until = null, failures = 0 where key like $1`, [
    `account ${user.username}%`,
  ])

async function setUp(user: User) {
  const { body: started } = await portal.call(startSecondFactor, user.token, { password })
  later(30)
  const { body } = await portal.call(confirmSecondFactor, user.token, { code: codeOf(started.seed) })
  later(30)
  return { seed: started.seed, address: started.address, recoveryCodes: body.recoveryCodes }
}

describe('a second factor', () => {
  it('is set up with the password and a code of the app, and asked for from then on', async () => {
    const user = await company.user()
    expect(await portal.call(startSecondFactor, user.token, { password: 'wrong' })).toMatchObject({
      code: 'OldPasswordWrong',
    })
    const { body: started } = await portal.call(startSecondFactor, user.token, { password })
    expect(started.address).toMatch(
      new RegExp(`^otpauth://totp/Kervan:${encodeURIComponent(user.username)}\\?.*secret=${started.seed}`),
    )
    // Not confirmed, so not asked for.
    expect((await enter(user)).status).toBe(200)
    expect(await portal.call(confirmSecondFactor, user.token, { code: '000000' })).toMatchObject({
      code: 'SecondFactorWrong',
    })
    const { body: confirmed } = await portal.call(confirmSecondFactor, user.token, {
      code: codeOf(started.seed),
    })
    expect(new Set(confirmed.recoveryCodes).size).toBe(10)
    expect((await portal.call(getSecondFactor, user.token, {})).body).toMatchObject({
      offered: true,
      required: false,
      setUpAt: now.toISOString(),
      recoveryCodesLeft: 10,
    })
    expect(await enter(user)).toMatchObject({ status: 422, code: 'SecondFactorRequired' })
    // The code that set it up is used.
    expect(await enter(user, codeOf(started.seed))).toMatchObject({ code: 'SecondFactorWrong' })
    later(30)
    expect((await enter(user, codeOf(started.seed))).status).toBe(200)
    expect(await portal.call(startSecondFactor, user.token, { password })).toMatchObject({
      code: 'SecondFactorIsSetUp',
    })
    expect(await portal.call(confirmSecondFactor, user.token, { code: '123456' })).toMatchObject({
      code: 'SecondFactorNotStarted',
    })
  })

  it('is asked for only after the password, so it tells nobody who has one', async () => {
    const user = await company.user()
    await setUp(user)
    const answer = await portal.call(login, null, {
      username: user.username,
      password: 'Wrong-Password-1',
      companyIntCode: company.id,
    })
    expect(answer).toMatchObject({ code: 'LoginFailed' })
  })

  it('takes the code of one step before and after, each step once, and never an older one again', async () => {
    const user = await company.user()
    const { seed } = await setUp(user)
    later(300)
    expect((await enter(user, codeOf(seed, -2))).code).toBe('SecondFactorWrong')
    expect((await enter(user, codeOf(seed, 2))).code).toBe('SecondFactorWrong')
    await waitIsOver(user)
    expect((await enter(user, codeOf(seed, -1))).status).toBe(200)
    expect((await enter(user, codeOf(seed, -1))).code).toBe('SecondFactorWrong')
    expect((await enter(user, codeOf(seed, 1))).status).toBe(200)
    await waitIsOver(user)
    expect((await enter(user, codeOf(seed, 0))).code).toBe('SecondFactorWrong')
  })

  it('of ten who send one code at once lets one in', async () => {
    const user = await company.user()
    const { seed } = await setUp(user)
    later(300)
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(user, codeOf(seed))))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('can be replaced once by each recovery code, however it is typed', async () => {
    const user = await company.user()
    const {
      recoveryCodes: [first = '', second = ''],
    } = await setUp(user)
    expect((await enter(user, first.toLowerCase().replace('-', ''))).status).toBe(200)
    expect((await enter(user, first)).code).toBe('SecondFactorWrong')
    const answers = await Promise.all([enter(user, second), enter(user, second)])
    expect(answers.map((answer) => answer.code).toSorted()).toEqual([null, 'SecondFactorWrong'].toSorted())
    expect((await portal.call(getSecondFactor, user.token, {})).body.recoveryCodesLeft).toBe(8)
    const { body: renewed } = await portal.call(renewRecoveryCodes, user.token, { password })
    await waitIsOver(user)
    expect((await enter(user, renewed.recoveryCodes[0])).status).toBe(200)
  })

  it('cannot be tried out: wrong codes count as wrong passwords do', async () => {
    const user = await company.user()
    await setUp(user)
    const codes = []
    for (let n = 0; n < 3; n++) codes.push((await enter(user, `00000${n}`)).code)
    await prolongWait(portal, user)
    codes.push((await enter(user, '000003')).code)
    expect(codes).toEqual(['SecondFactorWrong', 'SecondFactorWrong', 'SecondFactorWrong', 'TooManyRequests'])
  })

  it('is taken away with the password and a code, by nobody else’s session', async () => {
    const user = await company.user()
    const { seed, recoveryCodes } = await setUp(user)
    expect(await portal.call(removeSecondFactor, user.token, { password, code: '000000' })).toMatchObject({
      code: 'SecondFactorWrong',
    })
    expect(
      await portal.call(removeSecondFactor, user.token, { password: 'wrong', code: codeOf(seed) }),
    ).toMatchObject({ code: 'OldPasswordWrong' })
    expect(
      (await portal.call(removeSecondFactor, user.token, { password, code: recoveryCodes[3]! })).body,
    ).toEqual({ done: true })
    expect((await enter(user)).status).toBe(200)
    expect(await portal.call(renewRecoveryCodes, user.token, { password })).toMatchObject({
      code: 'SecondFactorNotStarted',
    })
  })
})

describe('[USR-004] an administrator', () => {
  it('takes it away from who lost the device: all their sessions end everywhere, the password is enough again, and it is written down', async () => {
    const [boss, user] = [await company.user(), await company.user()]
    const { recoveryCodes } = await setUp(user)
    const { body: second } = await enter(user, recoveryCodes[0])
    const elsewhere = await portal.company()
    await portal.owner.query(
      `insert into membership (company_id, id, identity_id, user_type) values ($1, gen_random_uuid(), $2, 'InternalUser')`,
      [elsewhere.id, user.identityId],
    )
    const { body: abroad } = await enter(user, recoveryCodes[1], elsewhere.id)
    expect(
      (await portal.call(users.page, boss.token, { ...page, filters: { username: { in: [user.username] } } }))
        .body.rows,
    ).toMatchObject([{ secondFactor: true, actions: { removeSecondFactor: null } }])

    const { body: view } = await portal.call(removeOf, boss.token, {
      membershipId: user.id,
      proof: { password },
    })
    expect(view).toMatchObject({
      secondFactor: false,
      sessionCount: 0,
      actions: { removeSecondFactor: expect.stringMatching(/./) },
    })
    for (const token of [user.token, second.Token, abroad.Token])
      expect((await portal.call(getSecondFactor, token, {})).status).toBe(401)
    const { body: entered } = await enter(user)
    expect(entered.SecondFactorSetup).toBeFalsy()
    expect((await portal.call(getSecondFactor, entered.Token, {})).body).toMatchObject({
      setUpAt: null,
      recoveryCodesLeft: 0,
    })
    // Neither the app nor a code from the drawer opens anything any more, and it is gone once.
    expect((await enter(user, recoveryCodes[2])).status).toBe(200)
    expect(
      await portal.call(removeOf, boss.token, { membershipId: user.id, proof: { password } }),
    ).toMatchObject({ status: 422, code: 'NoSecondFactor' })
    const { body: log } = await portal.call(activity.page, boss.token, {
      ...page,
      ...windowAround(now),
      filters: { operation: { in: ['user.secondFactorRemoved'] } },
    })
    expect(log.rows).toMatchObject([
      {
        actorName: boss.name,
        recordType: 'membership',
        recordCode: user.username,
        recordId: user.id,
        changes: [{ field: 'secondFactor', before: true, after: false }],
      },
    ])
  })

  it.each(['company', 'role'] as const)(
    'takes it away where the %s requires one: the next sign-in sets one up before anything else',
    async (by) => {
      const strict = await portal.company()
      const [boss, user] = [
        await strict.user(),
        await strict.user({ permissions: [getCart.permission ?? ''] }),
      ]
      await setUp(user)
      if (by === 'company') {
        await setUp(boss)
        await portal.owner.query(
          `update company_policy set second_factor = 'Required' where company_id = $1`,
          [strict.id],
        )
      } else
        await portal.owner.query('update role set second_factor_required = true where id = $1', [user.roleId])
      expect((await portal.call(removeOf, boss.token, { membershipId: user.id })).status).toBe(200)
      const { body: session } = await enter(user, undefined, strict.id)
      expect(session.SecondFactorSetup).toBe(true)
      expect(await portal.call(getCart, session.Token, {})).toMatchObject({
        status: 403,
        code: 'SecondFactorSetupRequired',
      })
      const { seed } = await setUp({ ...user, token: session.Token })
      expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
      expect(await enter(user, undefined, strict.id)).toMatchObject({ code: 'SecondFactorRequired' })
      expect((await enter(user, codeOf(seed), strict.id)).status).toBe(200)
    },
  )

  it('takes none from themselves, from who holds more, or from a person another company brought in', async () => {
    const [boss, user] = [await company.user(), await company.user()]
    const clerk = await company.user({ without: ['HomePage'] })
    for (const one of [boss, user]) await setUp(one)
    expect(await portal.call(removeOf, boss.token, { membershipId: boss.id })).toMatchObject({
      code: 'OwnRights',
    })
    expect(await portal.call(removeOf, clerk.token, { membershipId: user.id })).toMatchObject({
      code: 'RightsExceedOwn',
    })
    await portal.owner.query('update identity set home_company_id = $1 where id = $2', [
      (await portal.company()).id,
      user.identityId,
    ])
    expect(await portal.call(removeOf, boss.token, { membershipId: user.id })).toMatchObject({
      code: 'NotHomeCompany',
    })
    expect((await portal.call(getUser, boss.token, { membershipId: user.id })).body.secondFactor).toBe(true)
  })
})

describe('a company’s policy', () => {
  it.each(['company', 'role'] as const)(
    'of the %s that requires one holds everything back until it is set up',
    async (by) => {
      const strict = await portal.company()
      const user = await strict.user({ signIn: false })
      if (by === 'company')
        await portal.owner.query(
          `update company_policy set second_factor = 'Required' where company_id = $1`,
          [strict.id],
        )
      else
        await portal.owner.query('update role set second_factor_required = true where id = $1', [user.roleId])
      const { body: session } = await enter(user, undefined, strict.id)
      expect(session.SecondFactorSetup).toBe(true)
      const signedIn = { ...user, token: session.Token }
      expect(await portal.call(getCart, session.Token, {})).toMatchObject({
        status: 403,
        code: 'SecondFactorSetupRequired',
      })
      expect((await portal.call(getSecondFactor, session.Token, {})).body).toMatchObject({ required: true })
      const { recoveryCodes } = await setUp(signedIn)
      expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
      expect(
        await portal.call(removeSecondFactor, session.Token, { password, code: recoveryCodes[0]! }),
      ).toMatchObject({ code: 'SecondFactorNeeded' })
    },
  )

  it('that offers none lets nobody set one up, and goes on asking who has one', async () => {
    const without = await portal.company()
    const user = await without.user()
    const { recoveryCodes } = await setUp(user)
    await portal.owner.query(`update company_policy set second_factor = 'Off' where company_id = $1`, [
      without.id,
    ])
    const other = await without.user()
    expect(await portal.call(startSecondFactor, other.token, { password })).toMatchObject({
      code: 'SecondFactorOff',
    })
    expect(await enter(user, undefined, without.id)).toMatchObject({ code: 'SecondFactorRequired' })
    expect((await enter(user, recoveryCodes[0], without.id)).status).toBe(200)
  })
})
