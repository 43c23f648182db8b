import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getUserAcknowledgementDefinitions } from '@kervan/contract/access/acknowledgement'
import { login, refreshSession } from '@kervan/contract/access/authentication'
import { answerInvitation, getInvitation } from '@kervan/contract/access/invitation'
import { forgotPassword } from '@kervan/contract/access/own-security'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { getRecordHistory } from '@kervan/contract/administration/activity'
import { setUserLocations } from '@kervan/contract/administration/user-locations'
import { getUserCounts } from '@kervan/contract/administration/users'
import { withdrawInvitation } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { getCart } from '@kervan/contract/order/cart'
import { asEdited, create, inDatabase, look, openOffice, type Office } from '../../test/office.ts'
import { password, startPortal, type Portal, type User } from '../../test/portal.ts'
import { loadActor } from '../kit/http/actor.ts'
import { issueTemporaryPassword } from './access.api.ts'

// Somebody of another company joins with their own word and not before, whichever way they come.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Guest = {
  home: Office
  away: Office
  anna: User
  membershipId: string
  signIn: (as?: string) => ReturnType<typeof enter>
}
const enter = (username: string, companyIntCode: number, secret = password) =>
  portal.call(login, null, { username, password: secret, companyIntCode })

/** Anna of one company, invited by another. */
async function invited(over: Parameters<typeof create>[1] = {}): Promise<Guest> {
  const [home, away] = [await openOffice(portal), await openOffice(portal)]
  const anna = await home.company.user({ name: ['Anna', 'Berg'] })
  const { body, status } = await create(away, {
    username: anna.username,
    roleIds: [away.boss.roleId],
    ...over,
  })
  expect(status).toBe(200)
  return {
    home,
    away,
    anna,
    membershipId: body.membershipId,
    signIn: (secret) => enter(anna.username, away.company.id, secret),
  }
}
const versionOf = async ({ away, membershipId }: Guest) => (await look(away, membershipId)).version
const answer = async (guest: Guest, token: string, said: 'Accepted' | 'Declined', version?: number) =>
  portal.call(answerInvitation, token, { version: version ?? (await versionOf(guest)), answer: said })
const stored = async ({ away, membershipId }: Guest) =>
  (
    await inDatabase(
      away,
      'select state, invitation from membership where company_id = $1 and id = $2',
      membershipId,
    )
  )[0]

describe('[USR-004] an invitation', () => {
  it('waits: nothing is open and nothing is told of rights until it is accepted, and then everything is', async () => {
    const guest = await invited()
    const { away, anna, membershipId } = guest
    const { status, body: session } = await guest.signIn()
    expect(status).toBe(200)
    expect(session).toMatchObject({ InvitationPending: true, PermissionsUI: [] })
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({
      status: 403,
      code: 'InvitationPending',
    })
    const {
      body: { invitation },
    } = await portal.call(getInvitation, session.Token, {})
    expect(invitation).toMatchObject({
      companyName: `Company ${away.company.id}`,
      invitedBy: away.boss.name,
      userType: 'InternalUser',
      roles: [expect.stringContaining('Role')],
      partner: null,
      locations: null,
    })
    expect((await answer(guest, session.Token, 'Accepted', invitation?.version)).body).toEqual({
      closed: null,
    })
    expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
    expect((await portal.call(getInvitation, session.Token, {})).body).toEqual({ invitation: null })
    const { body: fresh } = await portal.call(refreshSession, session.Token, {})
    expect([fresh.InvitationPending, fresh.PermissionsUI.length > 0]).toEqual([undefined, true])
    expect((await look(away, membershipId)).invitation).toMatchObject({
      state: 'Accepted',
      invitedBy: away.boss.name,
      answeredAt: expect.any(String),
    })
    const {
      body: { entries },
    } = await portal.call(getRecordHistory, away.boss.token, {
      recordType: 'membership',
      recordId: membershipId,
    })
    expect(entries.map(({ operation, actorName }) => [operation, actorName])).toEqual([
      ['user.invitationAccepted', anna.name],
      ['user.linked', away.boss.name],
    ])
  })

  it('that is declined ends every session there, gives the seat back, and leads to the door of somebody who is no member', async () => {
    const guest = await invited()
    const { home, away, anna } = guest
    const [one, two] = [await guest.signIn(), await guest.signIn()]
    expect((await portal.call(getUserCounts, away.boss.token, {})).body).toMatchObject({ active: 2 })
    expect((await answer(guest, one.body.Token, 'Declined')).status).toBe(200)
    for (const { body } of [one, two])
      expect(await portal.call(getInvitation, body.Token, {})).toMatchObject({ status: 401 })
    expect(await guest.signIn()).toMatchObject({ status: 422, code: 'NotAuthorizedForCompany' })
    expect(await stored(guest)).toEqual({ state: 'Passive', invitation: 'Declined' })
    expect((await portal.call(getUserCounts, away.boss.token, {})).body).toMatchObject({ active: 1 })
    expect((await portal.call(getCart, anna.token, {})).status).toBe(200)
    expect((await enter(anna.username, home.company.id)).status).toBe(200)
  })

  it('is asked for by a mail that says nothing has happened yet, in the language chosen for the person', async () => {
    const guest = await invited({ language: 'de' })
    const rows = await inDatabase(
      guest.away,
      `select payload from outbox where company_id = $1 and payload ->> 'to' = $2`,
      guest.anna.username,
    )
    expect(rows).toMatchObject([
      {
        payload: {
          template: 'userInvited',
          language: 'de',
          facts: { company: `Company ${guest.away.company.id}`, by: guest.away.boss.name },
        },
      },
    ])
  })

  it('says roles and locations in the reader’s language, the first of many locations and how many there are', async () => {
    const guest = await invited({ locationScoped: true, roleIds: [] })
    const { away, membershipId } = guest
    await inDatabase(
      away,
      `update role set ready_made = true, code = 'orderManager' where company_id = $1 and id = $2`,
      away.boss.roleId,
    )
    await portal.call(updateUser, away.boss.token, {
      ...asEdited(await look(away, membershipId)),
      roleIds: [away.boss.roleId],
    })
    const locations = await Promise.all(
      Array.from({ length: 21 }, (_, at) =>
        away.company.location(null, { name: `Location ${String(at).padStart(2, '0')}` }),
      ),
    )
    await portal.call(setUserLocations, away.boss.token, {
      membershipId,
      version: await versionOf(guest),
      add: locations.map(({ id }) => id),
      remove: [],
    })
    const {
      body: { Token },
    } = await guest.signIn()
    const {
      body: { invitation },
    } = await portal.call(getInvitation, Token, {}, { language: 'de' })
    expect(invitation).toMatchObject({
      roles: ['Bestellmanagement'],
      locationCount: 21,
      locations: locations.slice(0, 20).map(({ name }) => name),
    })
  })
})

describe('an invitation and what else the door asks', () => {
  it('[ACC-012] without a location can be declined, and accepted: the door then says what is missing', async () => {
    const guest = await invited({ locationScoped: true })
    const { away, membershipId } = guest
    const {
      body: { Token },
    } = await guest.signIn()
    expect((await portal.call(getInvitation, Token, {})).body.invitation).toMatchObject({
      locations: [],
      locationCount: 0,
    })
    expect((await answer(guest, Token, 'Accepted')).body).toEqual({
      closed: 'There is no location defined for your user. Please contact the system administrator.',
    })
    expect(await portal.call(getCart, Token, {})).toMatchObject({ status: 401 })
    expect(await stored(guest)).toEqual({ state: 'Active', invitation: 'Accepted' })
    expect(await guest.signIn()).toMatchObject({ code: 'NoLocationDefined' })
    const location = await away.company.location(null)
    await portal.call(setUserLocations, away.boss.token, {
      membershipId,
      version: await versionOf(guest),
      add: [location.id],
      remove: [],
    })
    expect((await guest.signIn()).status).toBe(200)
    const other = await invited({ locationScoped: true })
    expect((await answer(other, (await other.signIn()).body.Token, 'Declined')).body).toEqual({
      closed: null,
    })
  })

  it('[ACC-006] does not ask for a younger password before the yes, and does so in the same session after it', async () => {
    const guest = await invited()
    await inDatabase(guest.away, 'update company_policy set password_max_age_days = 30 where company_id = $1')
    await portal.owner.query(
      `update identity set password_changed_at = now() - interval '31 days' where id = $1`,
      [guest.anna.identityId],
    )
    const { body: session } = await guest.signIn()
    expect(session).toMatchObject({ PasswordChangeText: '', InvitationPending: true })
    expect((await answer(guest, session.Token, 'Accepted')).body).toEqual({ closed: null })
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({ code: 'PasswordChangeRequired' })
    const other = await invited({ roleIds: [] })
    await inDatabase(other.away, 'update company_policy set password_max_age_days = 30 where company_id = $1')
    await portal.owner.query(
      `update identity set password_changed_at = now() - interval '31 days' where id = $1`,
      [other.anna.identityId],
    )
    const {
      body: { Token },
    } = await other.signIn()
    expect((await answer(other, Token, 'Accepted')).body).toEqual({
      closed: expect.stringContaining('has expired'),
    })
    expect(await portal.call(getCart, Token, {})).toMatchObject({ status: 401 })
  })

  it('[ACC-010] stands after a temporary password and before acknowledgement and second factor', async () => {
    const guest = await invited()
    const { away, anna } = guest
    const temporary = await portal.app.services.db.withCompany(away.company.id, (tx) =>
      issueTemporaryPassword(tx, {
        identityId: anna.identityId,
        companyId: away.company.id,
        origin: 'Administrator',
      }),
    )
    const { body: limited } = await guest.signIn(temporary.temporaryPassword)
    expect(await portal.call(getInvitation, limited.Token, {})).toMatchObject({
      code: 'PasswordChangeRequired',
    })
    expect(await answer(guest, limited.Token, 'Accepted')).toMatchObject({ code: 'PasswordChangeRequired' })
    await inDatabase(
      away,
      `insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', '{"title":{},"text":{},"changes":{}}', now())`,
    )
    await inDatabase(away, 'update role set second_factor_required = true where company_id = $1')
    const { body: session } = await guest.signIn()
    expect(await portal.call(getUserAcknowledgementDefinitions, session.Token, {})).toMatchObject({
      code: 'InvitationPending',
    })
    const read = (await portal.call(getInvitation, session.Token, {})).body.invitation
    await answer(guest, session.Token, 'Accepted', read?.version)
    expect(await portal.call(getCart, session.Token, {})).toMatchObject({ code: 'AcknowledgementPending' })
  })

  it('[USR-009] holds up keys as well, and what works without a request', async () => {
    const guest = await invited()
    const { away, membershipId } = guest
    const seen = await look(away, membershipId)
    expect(
      (await portal.call(updateUser, away.boss.token, { ...asEdited(seen), userType: 'APIUser' })).status,
    ).toBe(200)
    const expiresOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const { body } = await portal.call(createApiKey, away.boss.token, {
      membershipId,
      name: 'ERP',
      scope: [getCart.permission ?? ''],
      expiresOn,
    })
    const key = body.key ?? ''
    expect(await portal.call(getCart, key, {})).toMatchObject({ status: 403, code: 'InvitationPending' })
    expect(await answer(guest, key, 'Accepted')).toMatchObject({ status: 403, code: 'SignInExpected' })
    await expect(
      portal.app.services.db.withCompany(away.company.id, (tx) =>
        loadActor(tx, away.company.id, membershipId),
      ),
    ).rejects.toMatchObject({ code: 'InvitationPending' })
    await answer(guest, (await guest.signIn()).body.Token, 'Accepted')
    expect((await portal.call(getCart, key, {})).status).toBe(200)
  })

  it('[ACC-009] brings no temporary password by mail', async () => {
    const guest = await invited()
    await portal.call(forgotPassword, null, {
      username: guest.anna.username,
      companyIntCode: guest.away.company.id,
    })
    await expect
      .poll(
        async () =>
          (await inDatabase(guest.away, 'select 1 from outbox where company_id = $1 and done_at is null'))
            .length,
      )
      .toBe(0)
    expect(
      (
        await portal.owner.query('select 1 from temporary_password where identity_id = $1', [
          guest.anna.identityId,
        ])
      ).rows,
    ).toEqual([])
  })
})

describe('answers to an invitation', () => {
  it('hold once: the same again is nothing new, the other one is refused', async () => {
    const guest = await invited()
    const {
      body: { Token },
    } = await guest.signIn()
    const version = await versionOf(guest)
    expect(
      (await Promise.all(Array.from({ length: 4 }, () => answer(guest, Token, 'Accepted', version)))).map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200, 200, 200])
    expect((await answer(guest, Token, 'Accepted', version)).status).toBe(200)
    expect(await answer(guest, Token, 'Declined')).toMatchObject({
      status: 409,
      code: 'InvitationNotPending',
    })
    expect(await stored(guest)).toEqual({ state: 'Active', invitation: 'Accepted' })
    expect(
      await inDatabase(
        guest.away,
        `select 1 from audit_entry where company_id = $1 and operation = 'user.invitationAccepted'`,
      ),
    ).toHaveLength(1)
    const other = await invited()
    const { body } = await other.signIn()
    const first = await versionOf(other)
    for (const { status } of await Promise.all(
      Array.from({ length: 4 }, () => answer(other, body.Token, 'Declined', first)),
    ))
      expect([200, 401]).toContain(status)
    expect(
      await inDatabase(
        other.away,
        `select 1 from audit_entry where company_id = $1 and operation = 'user.invitationDeclined'`,
      ),
    ).toHaveLength(1)
  })

  it('yes is to what was read: a role given meanwhile is read first', async () => {
    const guest = await invited({ roleIds: [] })
    const { away, membershipId } = guest
    const {
      body: { Token },
    } = await guest.signIn()
    const read = (await portal.call(getInvitation, Token, {})).body.invitation
    await portal.call(updateUser, away.boss.token, {
      ...asEdited(await look(away, membershipId)),
      roleIds: [away.boss.roleId],
    })
    expect(await answer(guest, Token, 'Accepted', read?.version)).toMatchObject({
      status: 409,
      code: 'InvitationChanged',
    })
    expect(await stored(guest)).toEqual({ state: 'Active', invitation: 'Pending' })
    const again = (await portal.call(getInvitation, Token, {})).body.invitation
    expect((await answer(guest, Token, 'Accepted', again?.version)).status).toBe(200)
  })

  it('no is a no, whatever was changed since', async () => {
    const guest = await invited()
    const {
      body: { Token },
    } = await guest.signIn()
    await portal.call(updateUser, guest.away.boss.token, {
      ...asEdited(await look(guest.away, guest.membershipId)),
      language: 'tr',
    })
    expect((await answer(guest, Token, 'Declined', 1)).status).toBe(200)
  })

  it('yes and no at once: one of them holds, and the one who was answered 200 is it', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await invited()
      const [one, two] = [(await guest.signIn()).body.Token, (await guest.signIn()).body.Token]
      const version = await versionOf(guest)
      const [yes, no] = await Promise.all([
        answer(guest, one, 'Accepted', version),
        answer(guest, two, 'Declined', version),
      ])
      expect([yes.status, no.status].filter((status) => status === 200)).toHaveLength(1)
      const accepted = yes.status === 200
      expect(await stored(guest)).toEqual(
        accepted ? { state: 'Active', invitation: 'Accepted' } : { state: 'Passive', invitation: 'Declined' },
      )
      expect((await portal.call(getCart, one, {})).status).toBe(accepted ? 200 : 401)
    }
  })

  it('yes and its withdrawal at once: one of them holds', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await invited()
      const {
        body: { Token },
      } = await guest.signIn()
      const version = await versionOf(guest)
      const [yes, back] = await Promise.all([
        answer(guest, Token, 'Accepted', version),
        portal.call(withdrawInvitation, guest.away.boss.token, { membershipId: guest.membershipId }),
      ])
      expect([yes.status, back.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await stored(guest)).toEqual(
        yes.status === 200
          ? { state: 'Active', invitation: 'Accepted' }
          : { state: 'Passive', invitation: 'Pending' },
      )
      expect((await portal.call(getCart, Token, {})).status).toBe(yes.status === 200 ? 200 : 401)
    }
  })
})
