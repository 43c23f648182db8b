import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { answerOwnInvitation } from '@kervan/contract/access/invitation'
import { activity } from '@kervan/contract/administration/activity'
import { notificationContactKind } from '@kervan/contract/administration/notification-contacts'
import { inDatabase, invite, look, openOffice, type Guest, type Office } from '../../../test/office.ts'
import { page, windowAround } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { notifyContacts } from '../administration.api.ts'
import { verifyAudit } from '../../kit/records/audit.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { notifyOwnCompanies } from '../../access/notify-own-companies.ts'
import { countFailure, networkOf, type Attempt } from '../../access/throttle.ts'

// An account that is blocked at one company's door is blocked at all of them: each company whose user the person is hears
// of it once, and not at whose door it was.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const nowhere = 2_000_000_000
let networks = 0
const newAddress = () => `198.51.${++networks}.7`
const before = (at: Portal, key: string, failures: number) =>
  at.owner.query(
    `insert into login_throttle (key, failures, window_started_at) values ($1, $2, now()) on conflict (key) do update set failures = $2, window_started_at = now(), blocked_until = null`,
    [key, failures],
  )
/** The failure that reaches the limit of one network, at this door. */
async function blockAt(companyId: number, username: string, address = newAddress()): Promise<string> {
  await before(portal, `account ${username} from ${networkOf(address)}`, 9)
  expect(
    await countFailure(portal.app.services, {
      usernameFolded: username,
      address,
      companyId,
      knownDevice: null,
    }),
  ).toBe(true)
  return address
}
const sent = async (username: string) =>
  (
    await portal.owner.query<{ data: QueuePayloads['signIn.blocked'] }>(
      `select data from pgboss.job where name = 'signIn.blocked' and data ->> 'usernameFolded' = $1 order by created_on`,
      [username],
    )
  ).rows.map(({ data }) => data)
/** What a worker does with all that was sent of this account. */
const work = async (username: string) => notifyOwnCompanies(portal.app.services)(await sent(username))
const entries = (office: Office) =>
  inDatabase(
    office,
    `select actor_id, actor_name, record_type, record_id, record_code, before, after from audit_entry where company_id = $1 and operation = 'security.signInBlocked' order by seq`,
  )
const told = (address: string, id: string, username: string) => ({
  actor_id: null,
  actor_name: address,
  record_type: 'membership',
  record_id: id,
  record_code: username,
  before: null,
  after: { blocked: 'Network', failures: 10, elsewhere: true },
})

/** Anna of one company, who is a user of another as well. */
async function guest(): Promise<Guest> {
  const found = await invite(portal)
  const { version } = await look(found.away, found.id)
  expect(
    (
      await portal.call(answerOwnInvitation, found.anna.token, {
        companyIntCode: found.away.company.id,
        version,
        answer: 'Accepted',
      })
    ).status,
  ).toBe(200)
  return found
}

describe('[ACC-005] [USR-010] an account that is blocked at another company’s door', () => {
  it('is told to each company whose user the person is, without a word of the door, which keeps what it had', async () => {
    const [{ home, away, anna, id }, door] = [await guest(), await openOffice(portal)]
    const address = await blockAt(door.company.id, anna.username)
    await work(anna.username)
    expect(await entries(home)).toEqual([told(address, anna.id, anna.username)])
    expect(await entries(away)).toEqual([told(address, id, anna.username)])
    expect(await entries(door)).toMatchObject([
      { record_id: null, record_code: null, after: { blocked: 'Network', failures: 10 } },
    ])
    const { body } = await portal.call(
      activity.page,
      home.boss.token,
      { ...page, ...windowAround(), filters: { operation: { in: ['security.signInBlocked'] } } },
      { language: 'de' },
    )
    expect(body.rows).toMatchObject([
      {
        recordCode: anna.username,
        whatChanged:
          'Gesperrt: Dieses Konto aus einem Netz; Fehlversuche: 10; Außerhalb dieses Unternehmens: Ja',
      },
    ])
    expect(JSON.stringify(body.rows)).not.toMatch(
      new RegExp(`Company ${door.company.id}|C${door.company.id}`, 'i'),
    )
    for (const { company } of [home, away])
      expect(
        await portal.app.services.db.withCompany(company.id, (tx) => verifyAudit(tx, company.id)),
      ).toMatchObject({ firstBroken: null })
  })

  it('is written down once where the door is one of their own, and told to the other', async () => {
    const { home, away, anna, id } = await guest()
    const address = await blockAt(home.company.id, anna.username)
    await work(anna.username)
    expect(await entries(home)).toEqual([
      { ...told(address, anna.id, anna.username), after: { blocked: 'Network', failures: 10 } },
    ])
    expect(await entries(away)).toEqual([told(address, id, anna.username)])
  })

  it('is told as well where the door is nobody’s, so that there is no quiet way to try', async () => {
    const { home, away, anna } = await guest()
    await blockAt(nowhere, anna.username)
    await work(anna.username)
    for (const office of [home, away]) expect(await entries(office)).toHaveLength(1)
  })

  it('is told once a block, however often and by how many workers it is taken up, and again with the next block', async () => {
    const { home, away, anna } = await guest()
    await blockAt(nowhere, anna.username)
    await Promise.all([work(anna.username), work(anna.username), work(anna.username)])
    await work(anna.username)
    for (const office of [home, away]) expect(await entries(office)).toHaveLength(1)
    await blockAt(nowhere, anna.username)
    await work(anna.username)
    for (const office of [home, away]) expect(await entries(office)).toHaveLength(2)
  })

  it.each([
    ['passive', `state = 'Passive'`],
    ['blocked', `state = 'Blocked'`],
    ['only invited', `invitation = 'Pending'`],
    ['gone', `invitation = 'Declined', state = 'Passive'`],
  ])('is not told where the person is %s', async (_, change) => {
    const { home, away, anna, id } = await guest()
    await inDatabase(away, `update membership set ${change} where company_id = $1 and id = $2`, id)
    await blockAt(nowhere, anna.username)
    await work(anna.username)
    expect(await entries(away)).toEqual([])
    expect(await entries(home)).toHaveLength(1)
  })

  it('is told to the others while one company’s log cannot be written, and to that one later', async () => {
    const { home, away, anna } = await guest()
    await inDatabase(
      home,
      `insert into audit_entry (company_id, seq, at, actor_name, operation, record_type, hash) select $1, coalesce((select seq from audit_head where company_id = $1), 0) + 1, now(), 'x', 'x', 'x', '\\x00'`,
    )
    await blockAt(nowhere, anna.username)
    await expect(work(anna.username)).rejects.toThrow(/audit_entry/)
    expect([await entries(home), (await entries(away)).length]).toEqual([[], 1])
    await inDatabase(home, `delete from audit_entry where company_id = $1 and operation = 'x'`)
    await work(anna.username)
    for (const office of [home, away]) expect(await entries(office)).toHaveLength(1)
  })

  it('is not sent when its own entry cannot be written', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const address = newAddress()
    await before(portal, `account ${user.username} from ${networkOf(address)}`, 9)
    await inDatabase(
      office,
      `insert into audit_entry (company_id, seq, at, actor_name, operation, record_type, hash) select $1, coalesce((select seq from audit_head where company_id = $1), 0) + 1, now(), 'x', 'x', 'x', '\\x00'`,
    )
    await expect(
      countFailure(portal.app.services, {
        usernameFolded: user.username,
        address,
        companyId: office.company.id,
        knownDevice: null,
      }),
    ).rejects.toThrow(/audit_entry/)
    expect(await sent(user.username)).toEqual([])
  })

  it.each([
    ['an account', 'Account', 49, true, (name: string) => `account ${name}`, {}],
    [
      'a known device',
      'Device',
      9,
      true,
      (name: string) => `account ${name} on laptop`,
      { knownDevice: 'laptop' },
    ],
    [
      'a session',
      'Session',
      9,
      false,
      (name: string) => `account ${name} on session`,
      { knownDevice: 'session', inSession: true },
    ],
    ['an address', 'Address', 99, false, (_: string, one: Attempt) => `address ${one.address}`, {}],
    ['a company', 'Company', 999, false, (_: string, one: Attempt) => `company ${one.companyId}`, {}],
  ] as const)(
    'is sent on for what holds it back everywhere: %s',
    async (_, block, failures, isSent, keyOf, over) => {
      const { home, away, anna } = await guest()
      const one: Attempt = {
        usernameFolded: anna.username,
        address: newAddress(),
        companyId: home.company.id,
        knownDevice: null,
        ...over,
      }
      await before(portal, keyOf(anna.username, one), failures)
      await countFailure(portal.app.services, one)
      expect((await sent(anna.username)).map(({ blocks }) => blocks)).toEqual(
        isSent ? [[{ block, failures: failures + 1 }]] : [],
      )
      await work(anna.username)
      expect((await entries(away)).map(({ after }) => after)).toEqual(
        isSent ? [{ blocked: block, failures: failures + 1, elsewhere: true }] : [],
      )
    },
  )

  it('says nothing of who exists: the request answers and sends the same for every name, and looks nobody up', async () => {
    const [{ anna }, door] = [await guest(), await openOffice(portal)]
    const answers = []
    for (const username of [anna.username, 'nobody@nowhere.example']) {
      await before(portal, `account ${username} from 127.0.0`, 9)
      const { status, code, refused } = await portal.call(login, null, {
        username,
        password: 'Wrong-Password-1',
        companyIntCode: door.company.id,
      })
      answers.push({
        status,
        code,
        message: refused?.Message,
        sent: (await sent(username)).map(({ usernameFolded, at, ...rest }) => ({
          ...rest,
          name: usernameFolded === username,
          at: typeof at,
        })),
      })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 422,
      code: 'LoginFailed',
      sent: [{ companyId: door.company.id, name: true }],
    })
    await work('nobody@nowhere.example')
  })
})

describe('[USR-011] contacts for security of a person’s own company', () => {
  it('are mailed of it by a worker, with account and address', async () => {
    const running = await startPortal()
    const [office, door] = [await openOffice(running), await openOffice(running)]
    const user = await office.company.user({ signIn: false })
    await running.call(notificationContactKind.save, office.boss.token, {
      id: null,
      version: null,
      values: { email: 'guard@office.example', name: null, language: 'en', notificationTypes: ['Security'] },
      confirmed: false,
    })
    await notifyContacts(running.app.services)
    const address = newAddress()
    await before(running, `account ${user.username} from ${networkOf(address)}`, 9)
    await countFailure(running.app.services, {
      usernameFolded: user.username,
      address,
      companyId: door.company.id,
      knownDevice: null,
    })
    await vi.waitFor(async () => expect(await entries(office)).toHaveLength(1), {
      timeout: 60_000,
      interval: 200,
    })
    await notifyContacts(running.app.services)
    const [mail] = await inDatabase(
      office,
      `select payload -> 'facts' ->> 'lines' as lines from outbox where company_id = $1 and payload ->> 'to' = 'guard@office.example' order by id desc limit 1`,
    )
    expect(mail?.['lines']).toContain(user.username)
    expect(mail?.['lines']).toContain(address)
    expect(mail?.['lines']).not.toContain(`Company ${door.company.id}`)
    await running.close()
  }, 120_000)
})
