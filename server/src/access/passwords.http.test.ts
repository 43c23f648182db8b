import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { changePassword, forgotPassword, replacePassword } from '@kervan/contract/access/own-security'
import { getCart } from '@kervan/contract/order/cart'
import { password, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { prolongWait } from '../../test/throttle.ts'
import { readCaught } from '../kit/work/mail.ts'
import { issueTemporaryPassword } from './access.api.ts'

let portal: Portal
let company: Company
const now = new Date()
beforeAll(async () => {
  portal = await startPortal({ now: () => now })
  company = await portal.company({ name: 'Selvi Test' })
})
afterAll(() => portal.close())

const fresh = 'Brand-New-Lantern-9'
const change = changePassword.permission as string
const tryLogin = (username: string, secret: string, input: object = {}) =>
  portal.call(login, null, { username, password: secret, companyIntCode: company.id, ...input })
const issue = (user: User, origin: 'Mail' | 'Administrator' = 'Administrator') =>
  portal.app.services.db
    .withCompany(company.id, (tx) =>
      issueTemporaryPassword(tx, { identityId: user.identityId, companyId: company.id, origin }),
    )
    .then((issued) => issued.temporaryPassword)
const age = (user: User, days: number) =>
  portal.owner.query(
    `update identity set password_changed_at = now() - make_interval(days => $2) where id = $1`,
    [user.identityId, days],
  )
const mails = () => readCaught(join(portal.app.services.config.dataDir, 'mails'))
const mailed = (to: string) =>
  vi.waitFor(
    async () => {
      const found = (await mails()).findLast((mail) => mail.to === to)
      if (!found) throw new Error('no mail yet')
      return { ...found, secret: /^\S{20}$/m.exec(found.text)?.[0] ?? '' }
    },
    { timeout: 60_000, interval: 100 },
  )
/** Everything the outbox was asked for so far has been done. */
const allDone = () =>
  vi.waitFor(
    async () => {
      const { rows } = await portal.owner.query('select 1 from outbox where done_at is null')
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 100 },
  )

describe('[ACC-009] a temporary password', () => {
  it('is mailed in the reader’s language, opens one session that can only replace the password, and is not kept', async () => {
    const user = await company.user({
      signIn: false,
      permissions: ['HomePage', change],
      name: ['Elif', 'Karaca'],
    })
    await portal.owner.query(`update membership set language = 'de' where id = $1`, [user.id])
    expect(
      (
        await portal.call(forgotPassword, null, {
          username: user.username.toUpperCase(),
          companyIntCode: company.id,
        })
      ).body,
    ).toEqual({ done: true })
    const mail = await mailed(user.username)
    expect(mail.subject).toBe('Temporäres Passwort für Selvi Test')
    const { status, body } = await tryLogin(user.username, mail.secret)
    expect(status).toBe(200)
    expect(body.PasswordChangeText).toBe(
      'You signed in with a temporary password. Choose a new one to continue.',
    )
    expect(await portal.call(getCart, body.Token, {})).toMatchObject({
      status: 403,
      code: 'PasswordChangeRequired',
    })
    expect(
      await portal.call(changePassword, body.Token, { oldPassword: mail.secret, newPassword: fresh }),
    ).toMatchObject({ status: 403, code: 'PasswordChangeRequired' })
    expect(await tryLogin(user.username, mail.secret)).toMatchObject({ code: 'LoginFailed' })
    expect(
      await portal.call(replacePassword, body.Token, { oldPassword: 'x', newPassword: fresh }),
    ).toMatchObject({ code: 'OldPasswordWrong' })
    expect(
      await portal.call(replacePassword, body.Token, { oldPassword: mail.secret, newPassword: mail.secret }),
    ).toMatchObject({ code: 'PasswordSame' })
    expect(
      (await portal.call(replacePassword, body.Token, { oldPassword: mail.secret, newPassword: fresh })).body,
    ).toEqual({ done: true })
    expect(await portal.call(getCart, body.Token, {})).toMatchObject({ status: 401 })
    expect((await tryLogin(user.username, fresh)).body).toMatchObject({ PasswordChangeText: '' })
    expect(await tryLogin(user.username, password)).toMatchObject({ code: 'LoginFailed' })
  })

  it('takes nothing from the current password, whoever asks for it', async () => {
    const user = await company.user({ signIn: false })
    await portal.call(forgotPassword, null, { username: user.username, companyIntCode: company.id })
    await mailed(user.username)
    expect((await tryLogin(user.username, password)).body.PasswordChangeText).toBe('')
  })

  it('is the same answer for everybody, and mail only for who may change a password here', async () => {
    const known = await company.user({ signIn: false })
    const without = await company.user({ signIn: false, without: [change] })
    const passive = await company.user({ state: 'Passive' })
    const elsewhere = await (await portal.company()).user({ signIn: false })
    const answers = []
    for (const username of [
      known.username,
      without.username,
      passive.username,
      elsewhere.username,
      'ghost@example.test',
    ]) {
      answers.push(await portal.call(forgotPassword, null, { username, companyIntCode: company.id }))
    }
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { done: true }]),
    )
    await allDone()
    const recipients = (await mails()).map((mail) => mail.to)
    expect([known, without, passive, elsewhere].map((user) => recipients.includes(user.username))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(recipients).not.toContain('ghost@example.test')
  })

  it('is sent a few times an hour at most, existing or not', async () => {
    const user = await company.user({ signIn: false })
    for (const username of [user.username, 'nobody-at-all@example.test']) {
      const codes = []
      for (let n = 0; n < 6; n++)
        codes.push((await portal.call(forgotPassword, null, { username, companyIntCode: company.id })).code)
      expect(codes).toEqual([null, null, null, null, null, 'TooManyRequests'])
    }
  })

  it.each([
    ['Mail', 61],
    ['Administrator', 24 * 60 + 1],
  ] as const)('from %s is good for nothing after %i minutes', async (origin, minutes) => {
    const user = await company.user({ signIn: false })
    const secret = await issue(user, origin)
    await portal.owner.query(
      `update temporary_password set expires_at = expires_at - make_interval(mins => $2) where identity_id = $1`,
      [user.identityId, minutes],
    )
    expect(await tryLogin(user.username, secret)).toMatchObject({ code: 'LoginFailed' })
  })

  it('of ten who use it at once lets one in', async () => {
    const user = await company.user({ signIn: false })
    const secret = await issue(user)
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryLogin(user.username, secret)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(['LoginFailed', 'TooManyRequests', 'Overloaded']).toContain(answer.code)
  })

  it('takes the place of the one before it of the same origin only', async () => {
    const user = await company.user({ signIn: false })
    const [first, second, mail] = [await issue(user), await issue(user), await issue(user, 'Mail')]
    expect(await tryLogin(user.username, first)).toMatchObject({ code: 'LoginFailed' })
    expect((await tryLogin(user.username, mail)).status).toBe(200)
    expect((await tryLogin(user.username, second)).status).toBe(200)
  })
})

describe('[ACC-006] an expired password', () => {
  it('leads who may change it to doing so, and tells why', async () => {
    const aged = await portal.company()
    await portal.owner.query('update company_policy set password_max_age_days = 90 where company_id = $1', [
      aged.id,
    ])
    const enter = (user: User, secret = password) =>
      portal.call(login, null, { username: user.username, password: secret, companyIntCode: aged.id })
    const user = await aged.user({ signIn: false })
    await age(user, 89)
    expect((await enter(user)).body.PasswordChangeText).toBe('')
    await age(user, 91)
    const { body } = await enter(user)
    expect(body.PasswordChangeText).toBe('Your password has expired. Choose a new one to continue.')
    expect(await portal.call(getCart, body.Token, {})).toMatchObject({ code: 'PasswordChangeRequired' })
    expect(
      (await portal.call(replacePassword, body.Token, { oldPassword: password, newPassword: fresh })).status,
    ).toBe(200)
    expect((await enter(user, fresh)).body.PasswordChangeText).toBe('')

    const without = await aged.user({ signIn: false, without: [change] })
    await age(without, 91)
    expect(await enter(without)).toMatchObject({
      status: 422,
      code: 'PasswordExpired',
      refused: { Message: expect.stringContaining('contact the account administrator') },
    })
    expect(
      (
        await portal.owner.query(`select reason from login_attempt where username_folded = $1`, [
          without.username,
        ])
      ).rows,
    ).toEqual([{ reason: 'expired' }])
  })
})

describe('[ACC-011] changing the own password', () => {
  it('needs the permission, the old password, and ends every session of the person', async () => {
    const user = await company.user({ permissions: [change] })
    const { body: other } = await tryLogin(user.username, password)
    const without = await company.user({ permissions: ['NewOrder'] })
    expect(
      await portal.call(changePassword, without.token, { oldPassword: password, newPassword: fresh }),
    ).toMatchObject({ status: 403, code: 'PermissionMissing' })
    expect(
      await portal.call(changePassword, user.token, { oldPassword: 'Wrong-Password-1', newPassword: fresh }),
    ).toMatchObject({ code: 'OldPasswordWrong' })
    expect(
      (await portal.call(changePassword, user.token, { oldPassword: password, newPassword: fresh })).body,
    ).toEqual({ done: true })
    for (const token of [user.token, other.Token])
      expect((await portal.call(getCart, token, {})).status).toBe(401)
    expect((await tryLogin(user.username, fresh)).status).toBe(200)
    const { rows } = await portal.owner.query(
      `select operation, before, after from audit_entry where record_id = $1`,
      [user.id],
    )
    expect(rows).toEqual([{ operation: 'security.passwordChanged', before: null, after: null }])
  })

  it.each([
    ['Short-1a', { code: 'PasswordBreaksRules', refused: { Facts: { rules: ['length'] } } }],
    ['nodigits-upper-', { code: 'PasswordBreaksRules', refused: { Facts: { rules: ['digit', 'upper'] } } }],
    ['Karaca-Loves-42-Figs', { code: 'PasswordBreaksRules', refused: { Facts: { rules: ['personal'] } } }],
    ['In-Selvi-Forest-42', { code: 'PasswordBreaksRules', refused: { Facts: { rules: ['personal'] } } }],
    ['Password2026!!', { code: 'PasswordTooCommon' }],
    ['!!Qwerty123456', { code: 'PasswordTooCommon' }],
    [password, { code: 'PasswordSame' }],
  ])('to %s is refused', async (newPassword, expected) => {
    const user = await company.user({ name: ['Elif', 'Karaca'] })
    expect(
      await portal.call(changePassword, user.token, { oldPassword: password, newPassword }),
    ).toMatchObject({ status: 422, ...expected })
    expect((await tryLogin(user.username, password)).status).toBe(200)
  })

  it('keeps blanks and every letter as typed, up to 50 code points', async () => {
    const user = await company.user()
    const odd = ` Şifre 7 😀${'ğ'.repeat(39)} `
    expect(Array.from(odd)).toHaveLength(50)
    expect(
      (await portal.call(changePassword, user.token, { oldPassword: password, newPassword: odd })).status,
    ).toBe(200)
    expect(await tryLogin(user.username, odd.trim())).toMatchObject({ code: 'LoginFailed' })
    expect((await tryLogin(user.username, odd)).status).toBe(200)
  })

  it('of two at once only one counts', async () => {
    const user = await company.user()
    const { body: other } = await tryLogin(user.username, password)
    const answers = await Promise.all([
      portal.call(changePassword, user.token, { oldPassword: password, newPassword: fresh }),
      portal.call(changePassword, other.Token, { oldPassword: password, newPassword: `${fresh}-two` }),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const winner = answers[0]?.status === 200 ? fresh : `${fresh}-two`
    expect((await tryLogin(user.username, winner)).status).toBe(200)
  })

  it('cannot be tried out: wrong old passwords are slowed down', async () => {
    const user = await company.user()
    const guess = async (n: number) =>
      (await portal.call(changePassword, user.token, { oldPassword: `Wrong-${n}`, newPassword: fresh })).code
    const codes = [await guess(0), await guess(1), await guess(2)]
    await prolongWait(portal, user)
    codes.push(await guess(3))
    expect(codes).toEqual(['OldPasswordWrong', 'OldPasswordWrong', 'OldPasswordWrong', 'TooManyRequests'])
  })

  it('is nothing to a session whose password need not be replaced', async () => {
    const user = await company.user()
    expect(
      await portal.call(replacePassword, user.token, { oldPassword: password, newPassword: fresh }),
    ).toMatchObject({ status: 409, code: 'NothingToReplace' })
  })
})
