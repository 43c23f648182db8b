import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import {
  answerInvitation,
  answerOwnInvitation,
  getOwnCompanies,
  leaveCompany,
} from '@kervan/contract/access/invitation'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { getCart } from '@kervan/contract/order/cart'
import { create, inDatabase, invite, look, openOffice, type Guest, type Office } from '../../test/office.ts'
import { password, startPortal, type Portal } from '../../test/portal.ts'

// A person and the companies that know them: what they see of it, and taking back what they agreed to.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const invited = (over: { away?: Office } = {}) => invite(portal, over.away)
const enter = ({ anna, away }: Guest) =>
  portal.call(login, null, { username: anna.username, password, companyIntCode: away.company.id })
const list = async (token: string) => (await portal.call(getOwnCompanies, token, {})).body
const say = async ({ anna, away, id }: Guest, answer: 'Accepted' | 'Declined', token = anna.token) =>
  portal.call(answerOwnInvitation, token, {
    companyIntCode: away.company.id,
    version: (await look(away, id)).version,
    answer,
  })
const leave = ({ anna, away }: Guest, secret: string | null = password, token = anna.token) =>
  portal.call(leaveCompany, token, { companyIntCode: away.company.id, password: secret })
async function member(over: { away?: Office } = {}): Promise<Guest> {
  const guest = await invited(over)
  expect((await say(guest, 'Accepted')).status).toBe(200)
  return guest
}
const log = async ({ away, id }: Guest) =>
  (
    await inDatabase(
      away,
      'select operation, actor_name from audit_entry where company_id = $1 and record_id = $2 order by seq',
      id,
    )
  ).map((row) => [row['operation'], row['actor_name']])

describe('[USR-009] where somebody is a user', () => {
  it('is told to them alone: their own company, where they joined, what waits with its terms, what they declined', async () => {
    const guest = await invited()
    const { home, away, anna } = guest
    const [second, third] = [await openOffice(portal), await openOffice(portal)]
    for (const office of [second, third]) await create(office, { username: anna.username })
    await portal.call(answerOwnInvitation, anna.token, {
      companyIntCode: second.company.id,
      version: 1,
      answer: 'Accepted',
    })
    await portal.call(answerOwnInvitation, anna.token, {
      companyIntCode: third.company.id,
      version: 1,
      answer: 'Declined',
    })
    const { companies, hasPassword } = await list(anna.token)
    expect(hasPassword).toBe(true)
    expect(companies).toMatchObject([
      {
        companyIntCode: home.company.id,
        current: true,
        home: true,
        standing: 'Active',
        since: expect.any(String),
        invitation: null,
        mayLeave: false,
      },
      {
        companyIntCode: away.company.id,
        current: false,
        home: false,
        standing: 'Invited',
        since: expect.any(String),
        invitation: {
          version: 1,
          invitedBy: away.boss.name,
          userType: 'InternalUser',
          roles: [expect.any(String)],
        },
        mayLeave: false,
      },
      {
        companyIntCode: second.company.id,
        standing: 'Active',
        since: expect.any(String),
        invitation: null,
        mayLeave: true,
      },
      {
        companyIntCode: third.company.id,
        standing: 'Declined',
        since: expect.any(String),
        invitation: null,
        mayLeave: false,
      },
    ])
    // Why somebody cannot come in is that company's affair.
    await inDatabase(
      second,
      `update membership set state = 'Blocked' where company_id = $1 and identity_id = $2`,
      anna.identityId,
    )
    expect((await list(anna.token)).companies[2]).toMatchObject({
      standing: 'Closed',
      since: null,
      mayLeave: false,
    })
    expect((await list(away.boss.token)).companies.map(({ companyIntCode }) => companyIntCode)).toEqual([
      away.company.id,
    ])
  })

  it('is answered from there as well, once, for what was read; the other company writes it down', async () => {
    const guest = await invited()
    const { away, anna, id } = guest
    const { body: door } = await enter(guest)
    expect(
      await portal.call(answerOwnInvitation, anna.token, {
        companyIntCode: away.company.id,
        version: 7,
        answer: 'Accepted',
      }),
    ).toMatchObject({ status: 409, code: 'InvitationChanged' })
    expect(
      (await Promise.all([say(guest, 'Accepted'), say(guest, 'Accepted'), say(guest, 'Accepted')])).map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200, 200])
    expect(await say(guest, 'Declined')).toMatchObject({ status: 409, code: 'InvitationNotPending' })
    expect((await look(away, id)).invitation?.state).toBe('Accepted')
    // What that door asks of users is asked at the next sign-in there.
    expect(await portal.call(getCart, door.Token, {})).toMatchObject({ status: 401 })
    expect((await portal.call(getCart, (await enter(guest)).body.Token, {})).status).toBe(200)
    expect(await log(guest)).toEqual([
      ['user.linked', away.boss.name],
      ['user.invitationAccepted', anna.name],
    ])
  })

  it('is nobody else’s to answer, nor a program’s, nor of a company that does not know the person', async () => {
    const guest = await invited()
    const other = await openOffice(portal)
    for (const companyIntCode of [guest.away.company.id, 2_147_483_647]) {
      expect(
        await portal.call(answerOwnInvitation, other.boss.token, {
          companyIntCode,
          version: 1,
          answer: 'Accepted',
        }),
      ).toMatchObject({ status: 404, code: 'NotFound' })
      expect(await portal.call(leaveCompany, other.boss.token, { companyIntCode, password })).toMatchObject({
        status: 404,
        code: 'NotFound',
      })
    }
    expect((await look(guest.away, guest.id)).invitation?.state).toBe('Pending')
    const robot = await other.company.user({ type: 'APIUser' })
    const { body } = await portal.call(createApiKey, other.boss.token, {
      membershipId: robot.id,
      name: 'ERP',
      scope: [getCart.permission ?? ''],
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    })
    expect(
      await portal.call(answerOwnInvitation, body.key ?? '', {
        companyIntCode: guest.away.company.id,
        version: 1,
        answer: 'Accepted',
      }),
    ).toMatchObject({ status: 403, code: 'SignInExpected' })
    expect(
      await portal.call(leaveCompany, body.key ?? '', { companyIntCode: guest.away.company.id, password }),
    ).toMatchObject({ status: 403, code: 'SignInExpected' })
  })

  it('yes here and no at that door at once: one of them holds', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await invited()
      const { body: door } = await enter(guest)
      const [yes, no] = await Promise.all([
        say(guest, 'Accepted'),
        portal.call(answerInvitation, door.Token, { version: 1, answer: 'Declined' }),
      ])
      expect([yes.status, no.status].filter((status) => status === 200)).toHaveLength(1)
      expect((await look(guest.away, guest.id)).invitation?.state).toBe(
        yes.status === 200 ? 'Accepted' : 'Declined',
      )
    }
  })
})

describe('[USR-009] leaving a company', () => {
  it('asks for the password, ends the sessions there and nowhere else, and gives the seat back; twice is once', async () => {
    const guest = await member()
    const { away, anna } = guest
    const { body: there } = await enter(guest)
    expect(await leave(guest, 'wrong')).toMatchObject({ status: 422, code: 'OldPasswordWrong' })
    expect(await leave(guest, null)).toMatchObject({ status: 422, code: 'OldPasswordWrong' })
    expect((await portal.call(getCart, there.Token, {})).status).toBe(200)
    expect(
      (await Promise.all([leave(guest), leave(guest), leave(guest)])).map(({ status }) => status),
    ).toEqual([200, 200, 200])
    expect(await portal.call(getCart, there.Token, {})).toMatchObject({ status: 401 })
    expect((await portal.call(getCart, anna.token, {})).status).toBe(200)
    expect(await enter(guest)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    expect(await look(away, guest.id)).toMatchObject({ state: 'Passive', invitation: { state: 'Declined' } })
    expect((await log(guest)).filter(([operation]) => operation === 'user.left')).toEqual([
      ['user.left', anna.name],
    ])
  })

  it('is possible from that company itself, which signs out', async () => {
    const guest = await member()
    const { body: there } = await enter(guest)
    expect((await leave(guest, password, there.Token)).status).toBe(200)
    expect(await portal.call(getCart, there.Token, {})).toMatchObject({ status: 401 })
  })

  it('is not for the company that brought the person in, nor for what was never agreed to', async () => {
    const guest = await invited()
    expect(
      await portal.call(leaveCompany, guest.anna.token, { companyIntCode: guest.home.company.id, password }),
    ).toMatchObject({ status: 422, code: 'HomeCompany' })
    expect(await leave(guest)).toMatchObject({ status: 409, code: 'InvitationNotPending' })
  })

  it('needs no password of who has none', async () => {
    const guest = await member()
    await portal.owner.query('update identity set password_hash = null where id = $1', [
      guest.anna.identityId,
    ])
    expect((await list(guest.anna.token)).hasPassword).toBe(false)
    expect((await leave(guest, null)).status).toBe(200)
  })

  it('leaves somebody who administers: of two who go at once one stays', async () => {
    for (let round = 0; round < 3; round++) {
      const away = await openOffice(portal)
      const [one, two] = [await member({ away }), await member({ away })]
      await inDatabase(
        away,
        `update membership set state = 'Passive' where company_id = $1 and id = $2`,
        away.boss.id,
      )
      const answers = await Promise.all([leave(one), leave(two)])
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['LastAdministrator', null].toSorted())
      const states = await inDatabase(
        away,
        `select invitation from membership where company_id = $1 and invitation is not null order by invitation`,
      )
      expect(states).toEqual([{ invitation: 'Accepted' }, { invitation: 'Declined' }])
    }
  })
})
