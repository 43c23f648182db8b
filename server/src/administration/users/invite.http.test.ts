import { administrators } from '../../access/access.api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { answerInvitation } from '@kervan/contract/access/invitation'
import {
  acknowledgementVersions,
  getAcknowledgementReach,
  publishAcknowledgement,
} from '@kervan/contract/administration/acknowledgement-versions'
import { activity, loginLog } from '@kervan/contract/administration/activity'
import { explainAccess } from '@kervan/contract/administration/explain'
import { getRole } from '@kervan/contract/administration/roles'
import { changeUserStates, getUserCounts, getUserOptions, users } from '@kervan/contract/administration/users'
import { withdrawInvitation } from '@kervan/contract/administration/user-acts'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import type { OrderView } from '@kervan/contract/order/order-view'
import {
  asEdited,
  create,
  ids,
  inDatabase,
  limit,
  look,
  openOffice,
  proof,
  type Office,
} from '../../../test/office.ts'
import { approve, openShop, orderOf, page, windowAround } from '../../../test/ordering.ts'
import { password, startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

type Guest = { away: Office; anna: User; id: string }
async function invited(away: Office): Promise<Guest> {
  const anna = await (await portal.company()).user({ signIn: false })
  const { body } = await create(away, { username: anna.username, roleIds: [away.boss.roleId] })
  return { away, anna, id: body.membershipId }
}
const enter = ({ anna, away }: Guest) =>
  portal.call(login, null, { username: anna.username, password, companyIntCode: away.company.id })
const say = async (guest: Guest, answer: 'Accepted' | 'Declined') => {
  const { body } = await enter(guest)
  return portal.call(answerInvitation, body.Token, {
    version: (await look(guest.away, guest.id)).version,
    answer,
  })
}
const again = ({ away, id }: Guest) => portal.call(inviteAgain, away.boss.token, { membershipId: id, proof })
const withdraw = ({ away, id }: Guest) =>
  portal.call(withdrawInvitation, away.boss.token, { membershipId: id })
const mails = async ({ away, anna }: Guest) =>
  (
    await inDatabase(
      away,
      `select 1 from outbox where company_id = $1 and payload ->> 'template' = 'userInvited' and payload ->> 'to' = $2`,
      anna.username,
    )
  ).length
/** As if the last mail and the answer were so long ago. */
const past = (guest: Guest, mailed: string, answered = '0 s') =>
  inDatabase(
    guest.away,
    'update membership set invited_at = now() - $3::interval, invitation_answered_at = invitation_answered_at - $4::interval where company_id = $1 and id = $2',
    guest.id,
    mailed,
    answered,
  )
const stateTo = (guest: Guest, state: 'Active' | 'Passive' | 'Blocked') =>
  portal.call(changeUserStates, guest.away.boss.token, {
    ...ids({ id: guest.id }),
    state,
    dryRun: false,
    proof,
  })

describe('[USR-003] [USR-004] people of other companies in user management', () => {
  it('are told apart: invited, accepted, declined, withdrawn, and filtered by it', async () => {
    const away = await openOffice(portal)
    const [waiting, yes, no, back] = [
      await invited(away),
      await invited(away),
      await invited(away),
      await invited(away),
    ]
    await say(yes, 'Accepted')
    await say(no, 'Declined')
    expect((await withdraw(back)).body).toMatchObject({
      state: 'Passive',
      invitation: {
        state: 'Withdrawn',
        invitedBy: away.boss.name,
        invitedAt: expect.any(String),
        answeredAt: null,
      },
    })
    const listed = async (filters: object) =>
      (await portal.call(users.page, away.boss.token, { ...page, sort: [], filters: filters as never })).body
        .rows
    const of = (rows: Awaited<ReturnType<typeof listed>>) =>
      Object.fromEntries(rows.map((row) => [row.username, row.invitation]))
    expect(of(await listed({}))).toEqual({
      [away.boss.username]: null,
      [waiting.anna.username]: 'Pending',
      [yes.anna.username]: 'Accepted',
      [no.anna.username]: 'Declined',
      [back.anna.username]: 'Withdrawn',
    })
    expect(of(await listed({ invitation: { in: ['Declined', 'Withdrawn'] } }))).toEqual({
      [no.anna.username]: 'Declined',
      [back.anna.username]: 'Withdrawn',
    })
    expect((await portal.call(getUserCounts, away.boss.token, {})).body).toMatchObject({
      active: 3,
      passive: 2,
    })
    expect((await look(away, away.boss.id)).invitation).toBeNull()
  })

  it('are known by the name they were invited under until they say yes, wherever users are named and searched', async () => {
    const away = await openOffice(portal)
    const anna = await (await portal.company()).user({ name: ['Wanda', 'Zirkel'], signIn: false })
    await portal.owner.query(
      'insert into second_factor (identity_id, sealed_seed, confirmed_at) values ($1, $2, now())',
      [anna.identityId, Buffer.from('sealed')],
    )
    const { body } = await create(away, {
      username: anna.username,
      firstName: ' Anna ',
      lastName: 'Guest',
      roleIds: [away.boss.roleId],
    })
    const guest = { away, anna, id: body.membershipId }
    const seen = async () => {
      const found = async (search: string) =>
        (await portal.call(users.page, away.boss.token, { ...page, search })).body.rows.map(
          (row) => `${row.firstName} ${row.lastName}${row.secondFactor ? ' +' : ''}`,
        )
      const user = await look(away, guest.id)
      const role = await portal.call(getRole, away.boss.token, { roleId: away.boss.roleId })
      const choice = await portal.call(getUserOptions, away.boss.token, { kind: 'user', search: 'guest' })
      return {
        drawer: `${user.firstName} ${user.lastName}${user.secondFactor ? ' +' : ''}`,
        wanda: await found('wanda zirkel'),
        anna: await found('anna guest'),
        holders: JSON.stringify(role.body).includes('Wanda'),
        chosen: JSON.stringify(choice.body).includes('Anna Guest'),
      }
    }
    const before = { drawer: 'Anna Guest', wanda: [], anna: ['Anna Guest'], holders: false, chosen: true }
    expect(await seen()).toEqual(before)
    await portal.owner.query('delete from second_factor where identity_id = $1', [anna.identityId])
    await say(guest, 'Accepted')
    expect(await seen()).toEqual({
      drawer: 'Wanda Zirkel',
      wanda: ['Wanda Zirkel'],
      anna: [],
      holders: true,
      chosen: false,
    })
  })

  it('stay that in the log when they say no', async () => {
    const away = await openOffice(portal)
    const anna = await (await portal.company()).user({ name: ['Wanda', 'Zirkel'], signIn: false })
    const { body } = await create(away, {
      username: anna.username,
      firstName: 'Anna',
      lastName: 'Guest',
      roleIds: [away.boss.roleId],
    })
    expect(await say({ away, anna, id: body.membershipId }, 'Declined')).toMatchObject({ status: 200 })
    const written = await inDatabase(
      away,
      `select actor_name from audit_entry where company_id = $1 and operation = 'user.invitationDeclined'`,
    )
    expect(written).toEqual([{ actor_name: 'Anna Guest' }])
    const everything = await Promise.all([
      portal.call(activity.page, away.boss.token, { ...page, ...windowAround() }),
      portal.call(loginLog.page, away.boss.token, { ...page, ...windowAround() }),
      portal.call(users.page, away.boss.token, page),
    ])
    expect(JSON.stringify(everything.map((answer) => answer.body))).not.toMatch(/Wanda|Zirkel/)
  })

  it('keep their seat while they wait, and give it back with a no and with a withdrawal', async () => {
    const away = await openOffice(portal)
    await limit(away, 2)
    const guest = await invited(away)
    expect(await create(away)).toMatchObject({ code: 'UserLimitReached' })
    await say(guest, 'Declined')
    expect((await create(away)).status).toBe(200)
    await past(guest, '2 days', '8 days')
    expect(await again(guest)).toMatchObject({
      status: 422,
      code: 'UserLimitReached',
      refused: { Facts: { maximum: 2 } },
    })
    await limit(away, 3)
    expect((await again(guest)).body).toMatchObject({
      state: 'Active',
      invitation: { state: 'Pending', answeredAt: null },
    })
    expect((await withdraw(guest)).status).toBe(200)
    expect((await portal.call(getUserCounts, away.boss.token, {})).body).toMatchObject({ active: 2 })
  })

  it('are no administrator who remains, meet no acknowledgement yet, and are explained', async () => {
    const away = await openOffice(portal)
    const guest = await invited(away)
    const remaining = () =>
      portal.app.services.db.withCompany(away.company.id, (tx) => administrators(tx, away.company.id, 10))
    expect(await remaining()).toEqual([away.boss.id])
    expect((await portal.call(getAcknowledgementReach, away.boss.token, {})).body).toMatchObject({ users: 1 })
    const words = { en: 'x', tr: 'x', de: 'x' }
    const target = { kind: 'screen' as const, path: '/order/new-order' }
    const { body } = await portal.call(explainAccess, away.boss.token, { membershipId: guest.id, target })
    expect([body.allowed, body.steps.filter(({ ok }) => !ok).map(({ step }) => step)]).toEqual([
      false,
      ['invitation'],
    ])
    await say(guest, 'Accepted')
    expect((await remaining()).toSorted()).toEqual([away.boss.id, guest.id].toSorted())
    expect(
      (await portal.call(explainAccess, away.boss.token, { membershipId: guest.id, target })).body.allowed,
    ).toBe(true)
    const other = await invited(away)
    await portal.call(publishAcknowledgement, away.boss.token, {
      intCode: null,
      version: 0,
      draft: null,
      kind: 'User',
      title: words,
      text: words,
      changes: words,
    })
    await portal.owner.query(`update acknowledgement set kind = 'PortaMate' where company_id = $1`, [
      away.company.id,
    ])
    expect(
      (await portal.call(acknowledgementVersions.page, away.boss.token, { ...page, sort: [] })).body.rows,
    ).toMatchObject([{ waiting: 2 }])
    expect((await look(away, other.id)).invitation?.state).toBe('Pending')
  })

  it('get no mail about their orders of before once they have left, also while they are asked again', async () => {
    const shop = await openShop(portal)
    const told = async () =>
      (
        await shop.portal.owner.query(
          `select 1 from outbox where company_id = $1 and payload ->> 'template' = 'ordersApproved'`,
          [shop.company.id],
        )
      ).rows.length
    const stands = (state: string, invitation: string | null) =>
      shop.portal.owner.query('update membership set state = $1, invitation = $2 where id = $3', [
        state,
        invitation,
        shop.buyer.id,
      ])
    const orders = [await orderOf(shop), await orderOf(shop), await orderOf(shop)]
    for (const [at, [state, invitation, mails]] of (
      [
        ['Passive', 'Declined', 0],
        ['Active', 'Pending', 0],
        ['Active', 'Accepted', 1],
      ] as const
    ).entries()) {
      await stands(state, invitation)
      expect((await approve(shop, orders[at] as OrderView)).status).toBe(200)
      expect(await told()).toBe(mails)
    }
  })

  it('cannot be an API user, which has nobody who could say yes', async () => {
    const away = await openOffice(portal)
    const anna = await (await portal.company()).user({ signIn: false })
    expect(await create(away, { username: anna.username, userType: 'APIUser' })).toMatchObject({
      status: 422,
      code: 'ApiUserElsewhere',
      refused: { Facts: { username: anna.username } },
    })
    expect((await create(away, { userType: 'APIUser' })).body).toMatchObject({ linked: false })
  })

  it('who declined become users by no state and no unblocking', async () => {
    const away = await openOffice(portal)
    const guest = await invited(away)
    await say(guest, 'Declined')
    for (const state of ['Active', 'Passive', 'Blocked'] as const)
      expect((await stateTo(guest, state)).body.results).toMatchObject([{ refusal: 'InvitationDeclined' }])
    await inDatabase(
      away,
      `update membership set state = 'Blocked' where company_id = $1 and id = $2`,
      guest.id,
    )
    expect(await again(guest)).toMatchObject({ code: 'UserBlocked' })
    expect(
      (await portal.call(unlockUser, away.boss.token, { membershipId: guest.id, proof })).body,
    ).toMatchObject({ state: 'Passive', invitation: { state: 'Declined' } })
    expect(await enter(guest)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    const activated = portal.app.services.db.withCompany(away.company.id, (tx) =>
      tx
        .updateTable('membership')
        .set({ state: 'Active' })
        .where('company_id', '=', away.company.id)
        .where('id', '=', guest.id)
        .execute(),
    )
    await expect(activated).rejects.toThrow(/membership_declined/)
  })

  it('who are made passive and active again still wait', async () => {
    const away = await openOffice(portal)
    const guest = await invited(away)
    await stateTo(guest, 'Passive')
    expect(await enter(guest)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    await stateTo(guest, 'Active')
    expect((await enter(guest)).body).toMatchObject({ InvitationPending: true })
  })
})

describe('[USR-004] inviting again and withdrawing', () => {
  it('is for those who have not answered or said no, not for one’s own people nor for users', async () => {
    const away = await openOffice(portal)
    const own = await away.company.user({ signIn: false })
    const yes = await invited(away)
    await say(yes, 'Accepted')
    for (const membershipId of [own.id, yes.id]) {
      for (const call of [inviteAgain, withdrawInvitation])
        expect(await portal.call(call, away.boss.token, { membershipId })).toMatchObject({
          status: 409,
          code: 'InvitationNotPending',
        })
    }
    const stranger = await openOffice(portal)
    for (const call of [inviteAgain, withdrawInvitation])
      expect(await portal.call(call, stranger.boss.token, { membershipId: yes.id })).toMatchObject({
        status: 404,
        code: 'UserNotFound',
      })
  })

  it('waits a day after the last mail and a week after a no, and says until when', async () => {
    const away = await openOffice(portal)
    const guest = await invited(away)
    expect(await again(guest)).toMatchObject({
      status: 422,
      code: 'InvitedRecently',
      refused: { Facts: { until: expect.stringMatching(/Z$/) } },
    })
    await past(guest, '23 hours 59 minutes')
    expect(await again(guest)).toMatchObject({ code: 'InvitedRecently' })
    expect((await look(away, guest.id)).actions).toMatchObject({
      inviteAgain: expect.stringContaining('one day after the last invitation'),
      withdrawInvitation: null,
    })
    await past(guest, '24 hours 1 minute')
    expect((await again(guest)).status).toBe(200)
    await say(guest, 'Declined')
    await past(guest, '6 days 23 hours', '6 days 23 hours')
    expect(await again(guest)).toMatchObject({ code: 'InvitedRecently' })
    await past(guest, '7 days 1 hour', '2 hours')
    expect((await again(guest)).body).toMatchObject({ invitation: { state: 'Pending' } })
    expect(await mails(guest)).toBe(3)
    expect((await enter(guest)).body).toMatchObject({ InvitationPending: true })
  })

  it('five times at once sends one mail; taken back five times is taken back once, and signs out who was about to answer', async () => {
    const away = await openOffice(portal)
    const guest = await invited(away)
    await past(guest, '2 days')
    const {
      body: { Token },
    } = await enter(guest)
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(guest)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(
      ['InvitedRecently', 'InvitedRecently', 'InvitedRecently', 'InvitedRecently', null].toSorted(),
    )
    expect(await mails(guest)).toBe(2)
    const taken = await Promise.all(Array.from({ length: 5 }, () => withdraw(guest)))
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await portal.call(answerInvitation, Token, { version: 1, answer: 'Declined' })).toMatchObject({
      status: 401,
    })
    expect(await enter(guest)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    // Taking back and asking again sends no more mails than asking alone.
    expect(await again(guest)).toMatchObject({ code: 'InvitedRecently' })
  })

  it('is refused for oneself, and an edited guest keeps waiting', async () => {
    const away = await openOffice(portal)
    for (const call of [inviteAgain, withdrawInvitation])
      expect(await portal.call(call, away.boss.token, { membershipId: away.boss.id })).toMatchObject({
        code: 'OwnRights',
      })
    const guest = await invited(away)
    expect(
      (
        await portal.call(updateUser, away.boss.token, {
          ...asEdited(await look(away, guest.id)),
          userType: 'GBREPluginUser',
        })
      ).body,
    ).toMatchObject({ invitation: { state: 'Pending' } })
    expect((await enter(guest)).body).toMatchObject({ InvitationPending: true })
  })
})
