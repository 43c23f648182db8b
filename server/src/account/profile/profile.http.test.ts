import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import {
  confirmUsernameChange,
  getProfile,
  requestUsernameChange,
  setOwnLanguage,
} from '@kervan/contract/account/profile'
import { answerOwnInvitation } from '@kervan/contract/access/invitation'
import { createUser } from '@kervan/contract/administration/user-acts'
import { join } from 'node:path'
import { expect as poll, vi } from 'vitest'
import { readCaught } from '../../kit/work/mail.ts'
import { password, startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const ask = (user: User, username: string, typed = password) =>
  portal.call(requestUsernameChange, user.token, { username, password: typed })
const confirm = (user: User, code: string) => portal.call(confirmUsernameChange, user.token, { code })
const signIn = (companyId: number, username: string) =>
  portal.call(login, null, { username, password, companyIntCode: companyId })

/** The code as the new address gets it. */
async function codeFor(address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
      const mail = mails.findLast(({ to }) => to === address)
      const code = mail?.text.match(/\b\d{6}\b/)?.[0]
      poll(code).toBeDefined()
      return code ?? ''
    },
    { timeout: 60_000, interval: 50 },
  )
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('[USR-001] the own user name', () => {
  it('changes with the password and the code that only the new address knows', async () => {
    const company = await portal.company()
    const user = await company.user()
    expect(await ask(user, 'fresh@office.example', 'Wrong-Horse-7!')).toMatchObject({
      status: 422,
      code: 'OldPasswordWrong',
    })
    expect(await ask(user, user.username)).toMatchObject({ code: 'NothingToChange' })
    expect(await ask(user, (await company.user({ signIn: false })).username)).toMatchObject({
      status: 409,
      code: 'UsernameTaken',
    })
    expect(await confirm(user, '123456')).toMatchObject({ status: 422, code: 'AddressCodeExpired' })
    expect(await ask(user, 'fresh@office.example')).toMatchObject({ status: 200 })
    expect((await portal.call(getProfile, user.token, {})).body.change).toMatchObject({
      username: 'fresh@office.example',
    })
    const code = await codeFor('fresh@office.example')
    expect(await confirm(user, wrong(code))).toMatchObject({
      status: 422,
      code: 'AddressCodeWrong',
      refused: { Facts: { left: 2 } },
    })
    expect(await confirm(user, code)).toMatchObject({
      status: 200,
      body: { username: 'fresh@office.example' },
    })
    expect(await confirm(user, code)).toMatchObject({ code: 'AddressCodeExpired' })
    expect((await signIn(company.id, 'fresh@office.example')).status).toBe(200)
    expect((await signIn(company.id, user.username)).status).not.toBe(200)
    const { rows } = await portal.owner.query<{ text: string }>(
      `select coalesce(code_hash, '') as text from username_change union all select payload::text from outbox union all select input::text from job`,
    )
    // By itself: six digits that stand within an id or a time are no leak.
    const written = new RegExp(`\\b${code}\\b`)
    expect(rows.filter(({ text }) => written.test(text))).toEqual([])
    expect(portal.logLines.filter((line) => written.test(line))).toEqual([])
  })

  it('gives three tries for a code, however many come at once', async () => {
    const company = await portal.company()
    const user = await company.user()
    await ask(user, 'tries@office.example')
    const code = await codeFor('tries@office.example')
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(user, wrong(code))))
    expect(answers.filter((answer) => answer.code === 'AddressCodeWrong')).toHaveLength(3)
    expect(answers.filter((answer) => answer.code === 'AddressCodeExpired')).toHaveLength(5)
    expect(await confirm(user, code)).toMatchObject({ code: 'AddressCodeExpired' })
    await ask(user, 'tries@office.example')
    const second = await vi.waitFor(
      async () => {
        const next = await codeFor('tries@office.example')
        poll(next).not.toBe(code)
        return next
      },
      { timeout: 60_000 },
    )
    const right = await Promise.all([confirm(user, second), confirm(user, second)])
    expect(right.map((answer) => answer.code).toSorted()).toEqual(['AddressCodeExpired', null].toSorted())
  })

  it('is not good any more after fifteen minutes', async () => {
    const company = await portal.company()
    const user = await company.user()
    await ask(user, 'late@office.example')
    const code = await codeFor('late@office.example')
    const client = await portal.owner.connect()
    await client.query(`begin; set local app.company_id = '${company.id}'`)
    await client.query(`update username_change set expires_at = now() - interval '1 second'`)
    await client.query('commit')
    client.release()
    expect(await confirm(user, code)).toMatchObject({ code: 'AddressCodeExpired' })
  })

  it('of a person whom another company brought in stays theirs', async () => {
    const [home, away] = [await portal.company(), await portal.company()]
    const [anna, boss] = [await home.user(), await away.user()]
    await portal.call(createUser, boss.token, {
      username: anna.username,
      firstName: 'A',
      lastName: 'B',
      userType: 'InternalUser',
      roleIds: [boss.roleId],
      partnerId: null,
      pointOfSaleId: null,
      thirdPartyLocationId: null,
      locationScoped: false,
      language: 'en',
      proof: { password },
    })
    await portal.call(answerOwnInvitation, anna.token, {
      companyIntCode: away.id,
      version: 1,
      answer: 'Accepted',
    })
    const { body: session } = await signIn(away.id, anna.username)
    expect(
      await portal.call(requestUsernameChange, session.Token, {
        username: 'elsewhere@office.example',
        password,
      }),
    ).toMatchObject({ status: 422, code: 'NotHomeCompany' })
  })

  it('and the language of mails are kept', async () => {
    const user = await (await portal.company()).user()
    await portal.call(setOwnLanguage, user.token, { language: 'tr' })
    expect((await portal.call(getProfile, user.token, {})).body).toMatchObject({
      username: user.username,
      language: 'tr',
      roles: [expect.stringContaining('Role')],
      change: null,
    })
  })
})
