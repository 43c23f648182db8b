import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { replacePassword } from '@kervan/contract/access/own-security'
import { getUser, users } from '@kervan/contract/administration/users'
import { createUser, inviteAgain } from '@kervan/contract/administration/user-acts'
import { readCaught } from '../../kit/work/mail.ts'
import { inDatabase, openOffice, person, proof, type Office } from '../../../test/office.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

// A new user chooses the first password under the link of a mail, and nobody carries a password by hand (USR-004).

const address = 'https://portal.example'
let portal: Portal
let office: Office
beforeAll(async () => {
  portal = await startPortal({ env: { PUBLIC_URL: address } })
  office = await openOffice(portal)
})
afterAll(() => portal.close())

const caught = async (to: string) =>
  (await readCaught(join(portal.app.services.config.dataDir, 'mails'))).filter((mail) => mail.to === to)
const mailTo = (to: string, count = 1) =>
  expect
    .poll(() => caught(to), { timeout: 30_000 })
    .toHaveLength(count)
    .then(async () => (await caught(to)).at(-1)!)

/** What the page of the link reads behind the `#`. */
function linkIn(text: string) {
  const url = new URL(/https:\S+/.exec(text)?.[0] ?? '')
  const given = new URLSearchParams(url.hash.slice(1))
  return {
    url,
    entry: {
      companyIntCode: Number(given.get('c')),
      username: given.get('u') ?? '',
      password: given.get('p') ?? '',
    },
  }
}

const invited = async (over: object = {}) => {
  const input = person({ roleIds: [office.boss.roleId], inviteByMail: true, language: 'tr', ...over })
  const { body } = await portal.call(createUser, office.boss.token, input)
  return { input, made: body, id: body.membershipId }
}
const stateOf = async (membershipId: string) =>
  (await portal.call(getUser, office.boss.token, { membershipId })).body.invitation?.state ?? null
const chosen = 'Yeni-Parola-2026!'

describe('[USR-004] a new user is invited by mail', () => {
  it('gets a link in their language, chooses a password under it and is in; the link is good once', async () => {
    const { input, made, id } = await invited()
    expect(made).toMatchObject({ linked: false, mailed: true, temporaryPassword: null, expiresAt: null })
    expect(await stateOf(id)).toBe('Mailed')
    const mail = await mailTo(input.username)
    expect(mail.subject).toContain('erişiminiz')
    const { url, entry } = linkIn(mail.text)
    expect(url.origin + url.pathname).toBe(`${address}/welcome`)
    // What stands behind the `#` is sent to no server; nothing else of the address tells it.
    expect(url.search).toBe('')
    expect(entry).toMatchObject({ companyIntCode: office.company.id, username: input.username })

    const { body: session } = await portal.call(login, null, entry)
    expect(session.PasswordChangeText).not.toBe('')
    const replace = { oldPassword: entry.password, newPassword: chosen }
    expect((await portal.call(replacePassword, session.Token, replace)).status).toBe(200)
    expect((await portal.call(login, null, { ...entry, password: chosen })).status).toBe(200)
    expect(await portal.call(login, null, entry)).toMatchObject({ code: 'LoginFailed' })
    expect(await stateOf(id)).toBeNull()
    expect(await portal.call(inviteAgain, office.boss.token, { membershipId: id, proof })).toMatchObject({
      code: 'InvitationNotPending',
    })
  })

  it('leaves the secret in the mail alone: in no audit entry, no outbox, no log, no kept answer', async () => {
    const { input } = await invited()
    const { entry } = linkIn((await mailTo(input.username)).text)
    const kept = await inDatabase(
      office,
      `select after::text as text from audit_entry where company_id = $1 union all select answer::text from answered_request where company_id = $1 union all select payload::text from outbox where company_id = $1`,
    )
    expect(kept.filter(({ text }) => String(text).includes(entry.password))).toEqual([])
    expect(portal.logLines.filter((line) => line.includes(entry.password))).toEqual([])
  })

  it('sent again after a while: the link before ends, and the list says how each stands', async () => {
    const { input, id } = await invited()
    const before = linkIn((await mailTo(input.username)).text).entry
    expect(await portal.call(inviteAgain, office.boss.token, { membershipId: id, proof })).toMatchObject({
      code: 'InvitedRecently',
    })
    const ago = (age: string) =>
      inDatabase(
        office,
        `update membership set invited_at = now() - $3::interval where company_id = $1 and id = $2`,
        id,
        age,
      )
    await ago('8 days')
    expect(await stateOf(id)).toBe('MailEnded')
    const ended = {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: { invitation: { in: ['MailEnded' as const] } },
      search: '',
    }
    expect((await portal.call(users.page, office.boss.token, ended)).body.rows.map((row) => row.id)).toEqual([
      id,
    ])
    const again = await portal.call(inviteAgain, office.boss.token, { membershipId: id, proof })
    expect(again.body.invitation).toMatchObject({ state: 'Mailed' })
    const after = linkIn((await mailTo(input.username, 2)).text).entry
    expect(await portal.call(login, null, before)).toMatchObject({ code: 'LoginFailed' })
    expect((await portal.call(login, null, after)).status).toBe(200)
  })

  it('ends after seven days', async () => {
    const { input, id } = await invited()
    const { entry } = linkIn((await mailTo(input.username)).text)
    const [{ days } = { days: null }] = await inDatabase(
      office,
      `select extract(epoch from t.expires_at - t.created_at) / 86400 as days from temporary_password t join membership m on m.identity_id = t.identity_id where m.company_id = $1 and m.id = $2`,
      id,
    )
    expect(Number(days)).toBeCloseTo(7, 3)
    await inDatabase(
      office,
      `update temporary_password t set expires_at = now() - interval '1 second' from membership m where m.identity_id = t.identity_id and m.company_id = $1 and m.id = $2`,
      id,
    )
    expect(await portal.call(login, null, entry)).toMatchObject({ code: 'LoginFailed' })
  })

  it('of an interface or of another company gets no link', async () => {
    expect((await invited({ userType: 'APIUser' })).made).toMatchObject({
      mailed: false,
      temporaryPassword: null,
    })
    const away = await openOffice(portal)
    const { made } = await invited({ username: away.boss.username })
    expect(made).toMatchObject({ linked: true, mailed: false })
  })

  it('is told a password without the wish, and cannot be sent a link then', async () => {
    const { made, id } = await invited({ inviteByMail: undefined })
    expect(made).toMatchObject({ mailed: false, temporaryPassword: expect.any(String) })
    expect(await stateOf(id)).toBeNull()
  })
})

it('[USR-004] the mail has the password itself where the portal does not know its address', async () => {
  const blind = await startPortal()
  try {
    const there = await openOffice(blind)
    const input = person({ roleIds: [there.boss.roleId], inviteByMail: true })
    await blind.call(createUser, there.boss.token, input)
    const folder = join(blind.app.services.config.dataDir, 'mails')
    await expect
      .poll(async () => (await readCaught(folder)).filter((mail) => mail.to === input.username), {
        timeout: 30_000,
      })
      .toHaveLength(1)
    const mail = (await readCaught(folder)).find(({ to }) => to === input.username)
    const password = /^\S{20}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    const entry = { username: input.username, password, companyIntCode: there.company.id }
    expect((await blind.call(login, null, entry)).status).toBe(200)
  } finally {
    await blind.close()
  }
})
