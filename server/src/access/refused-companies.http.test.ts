import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import {
  answerInvitation,
  answerOwnInvitation,
  getOwnCompanies,
  leaveCompany,
  setCompanyRefused,
} from '@kervan/contract/access/invitation'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { activity } from '@kervan/contract/administration/activity'
import { getUserCounts, users } from '@kervan/contract/administration/users'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import { getCart } from '@kervan/contract/order/cart'
import {
  create,
  inDatabase,
  invite,
  look,
  openOffice,
  proof,
  type Guest,
  type Office,
} from '../../test/office.ts'
import { page, windowAround } from '../../test/ordering.ts'
import { readCaught } from '../kit/work/mail.ts'
import { password, startPortal, type Portal } from '../../test/portal.ts'

// Hearing nothing more of a company, which never learns of it.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function invited(over: { away?: Office } = {}): Promise<Guest> {
  const guest = await invite(portal, over.away)
  // Otherwise a refusal may be quicker than the first mail.
  expect(await mailsTo(guest)).toBe(1)
  return guest
}
const say = ({ anna, away }: Guest, answer: 'Accepted' | 'Declined' | 'Refused', version = 1) =>
  portal.call(answerOwnInvitation, anna.token, { companyIntCode: away.company.id, version, answer })
const refuse = ({ anna, away }: Guest, refused: boolean, token = anna.token) =>
  portal.call(setCompanyRefused, token, { companyIntCode: away.company.id, refused })
const again = ({ away, id }: Guest) => portal.call(inviteAgain, away.boss.token, { membershipId: id, proof })
const enter = ({ anna, away }: Guest) =>
  portal.call(login, null, { username: anna.username, password, companyIntCode: away.company.id })
const line = async ({ anna, away }: Guest) =>
  (await portal.call(getOwnCompanies, anna.token, {})).body.companies.find(
    ({ companyIntCode }) => companyIntCode === away.company.id,
  )
/** As if mail and answer were ten days ago. */
const later = (guest: Guest) =>
  inDatabase(
    guest.away,
    `update membership set invited_at = now() - interval '10 days', invitation_answered_at = invitation_answered_at - interval '10 days' where company_id = $1 and id = $2`,
    guest.id,
  )
const promised = ({ away, anna }: Guest) =>
  inDatabase(
    away,
    `select kind, payload, done_at is not null as done from outbox where company_id = $1 and payload ->> 'to' = $2 order by id`,
    anna.username,
  )
async function mailsTo(guest: Guest): Promise<number> {
  await expect.poll(async () => (await promised(guest)).every(({ done }) => done)).toBe(true)
  const mails = await readCaught(join(portal.app.services.config.dataDir, 'mails'))
  return mails.filter(({ to }) => to === guest.anna.username).length
}

describe('[USR-009] declining for good', () => {
  it('ends the mails and the questions; the company sees an invitation that nobody has answered', async () => {
    const away = await openOffice(portal)
    const [deaf, plain] = [await invited({ away }), await invited({ away })]
    expect((await say(deaf, 'Refused')).status).toBe(200)
    expect((await say(plain, 'Declined')).status).toBe(200)
    expect(await line(deaf)).toMatchObject({
      standing: 'Refused',
      since: expect.any(String),
      invitation: null,
      mayLeave: false,
      mayRefuse: false,
    })
    expect(await line(plain)).toMatchObject({ standing: 'Declined', mayRefuse: true })
    for (const guest of [deaf, plain]) await later(guest)
    /** What somebody reads, without what is of this person alone. */
    const bare = (value: unknown, { anna, id }: Guest) =>
      JSON.parse(
        JSON.stringify(value)
          .replaceAll(anna.username, 'them')
          .replaceAll(id, 'id')
          .replaceAll(anna.identityId, 'identity')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
      ) as unknown
    const seen = async (guest: Guest) => {
      const answered = await again(guest)
      const { rows } = (
        await portal.call(users.page, away.boss.token, { ...page, sort: [], search: guest.anna.username })
      ).body
      const log = (
        await portal.call(activity.page, away.boss.token, {
          ...page,
          ...windowAround(),
          search: guest.anna.username,
        })
      ).body.rows.map((row) => [row.operation, row.actorName])
      const outbox = (await promised(guest)).map(({ kind, payload }) => [kind, payload])
      return bare([answered.status, answered.body, rows, log, outbox, await look(away, guest.id)], guest)
    }
    expect(await seen(deaf)).toEqual(await seen(plain))
    expect((await look(away, deaf.id)).invitation).toMatchObject({ state: 'Pending', answeredAt: null })
    expect((await portal.call(getUserCounts, away.boss.token, {})).body).toMatchObject({ active: 3 })
    expect([await mailsTo(deaf), await mailsTo(plain)]).toEqual([1, 2])
    expect((await line(deaf))?.standing).toBe('Refused')
    expect((await line(plain))?.standing).toBe('Invited')
    // Neither does it wait any less long for the next.
    expect(await again(deaf)).toMatchObject({ code: 'InvitedRecently' })
  })

  it('is possible at the company’s door, which ends the session; its door stays the way back', async () => {
    const guest = await invited()
    const { body: door } = await enter(guest)
    expect((await portal.call(answerInvitation, door.Token, { version: 1, answer: 'Refused' })).status).toBe(
      200,
    )
    expect(await portal.call(getCart, door.Token, {})).toMatchObject({ status: 401 })
    expect(await enter(guest)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    await later(guest)
    expect((await again(guest)).status).toBe(200)
    // Who signs in there asks for it; a yes is a yes, and takes back what was refused.
    const { body: back } = await enter(guest)
    expect(back).toMatchObject({ InvitationPending: true })
    const { version } = await look(guest.away, guest.id)
    expect((await portal.call(answerInvitation, back.Token, { version, answer: 'Accepted' })).status).toBe(
      200,
    )
    expect(await line(guest)).toMatchObject({ standing: 'Active', mayRefuse: false })
    expect(
      await portal.owner.query('select 1 from refused_company where identity_id = $1', [
        guest.anna.identityId,
      ]),
    ).toMatchObject({ rows: [] })
  })

  it('can be said later and taken back, each twice; what waits then can be answered', async () => {
    const guest = await invited()
    await say(guest, 'Declined')
    for (let times = 0; times < 2; times++) expect((await refuse(guest, true)).status).toBe(200)
    await later(guest)
    await again(guest)
    expect(await mailsTo(guest)).toBe(1)
    expect((await line(guest))?.standing).toBe('Refused')
    for (let times = 0; times < 2; times++) expect((await refuse(guest, false)).status).toBe(200)
    expect(await line(guest)).toMatchObject({
      standing: 'Invited',
      invitation: { invitedBy: guest.away.boss.name },
    })
    expect((await say(guest, 'Accepted', (await line(guest))?.invitation?.version)).status).toBe(200)
    // Who leaves is asked again like everybody, until they say otherwise.
    expect(
      (await portal.call(leaveCompany, guest.anna.token, { companyIntCode: guest.away.company.id, password }))
        .status,
    ).toBe(200)
    expect(await line(guest)).toMatchObject({ standing: 'Declined', mayRefuse: true })
    await later(guest)
    await again(guest)
    expect(await mailsTo(guest)).toBe(2)
  })

  it('stands for one company and one person', async () => {
    const away = await openOffice(portal)
    const [one, two] = [await invited({ away }), await invited({ away })]
    const other = { ...one, away: await openOffice(portal) }
    const { body } = await create(other.away, { username: one.anna.username })
    await say(one, 'Refused')
    expect((await line(two))?.standing).toBe('Invited')
    expect((await line({ ...other, id: body.membershipId }))?.standing).toBe('Invited')
  })

  it('is not for who is a user there, nor a program’s, nor of a company that does not know the person', async () => {
    const guest = await invited()
    const ownCompany = { companyIntCode: guest.home.company.id, refused: true }
    expect(await portal.call(setCompanyRefused, guest.anna.token, ownCompany)).toMatchObject({
      status: 409,
      code: 'InvitationNotPending',
    })
    await say(guest, 'Accepted')
    expect(await refuse(guest, true)).toMatchObject({ status: 409, code: 'InvitationNotPending' })
    expect(await say(guest, 'Refused')).toMatchObject({ status: 409, code: 'InvitationNotPending' })
    expect((await line(guest))?.standing).toBe('Active')
    const stranger = await openOffice(portal)
    for (const refused of [true, false])
      expect(await refuse(guest, refused, stranger.boss.token)).toMatchObject({
        status: 404,
        code: 'NotFound',
      })
    expect(
      await portal.call(setCompanyRefused, guest.anna.token, {
        companyIntCode: 2_147_483_647,
        refused: true,
      }),
    ).toMatchObject({ status: 404, code: 'NotFound' })
    const robot = await stranger.company.user({ type: 'APIUser' })
    const { body } = await portal.call(createApiKey, stranger.boss.token, {
      membershipId: robot.id,
      name: 'ERP',
      scope: [getCart.permission ?? ''],
      expiresOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    })
    expect(await refuse(guest, true, body.key ?? '')).toMatchObject({ status: 403, code: 'SignInExpected' })
  })

  it(
    'at the same moment as a new invitation holds: it waits unseen, or was never made',
    { timeout: 120_000 },
    async () => {
      const away = await openOffice(portal)
      for (let round = 0; round < 2; round++) {
        const guest = await invited({ away })
        await say(guest, 'Declined')
        await later(guest)
        const [refused, asked] = await Promise.all([say(guest, 'Refused'), again(guest)])
        expect([refused.status, asked.status]).toEqual([200, 200])
        // A no that came after the new invitation answers it; one that came before leaves it waiting.
        expect(['Pending', 'Declined']).toContain((await look(away, guest.id)).invitation?.state)
        expect((await line(guest))?.standing).toBe('Refused')
        // A mail that had left by then has left; none follows.
        const before = await mailsTo(guest)
        await later(guest)
        await again(guest)
        expect(await mailsTo(guest)).toBe(before)
      }
    },
  )
})
