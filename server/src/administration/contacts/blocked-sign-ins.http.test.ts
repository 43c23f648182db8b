import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { startSecondFactor } from '@kervan/contract/access/own-security'
import { activity, getRecordHistory } from '@kervan/contract/administration/activity'
import { notificationContactKind } from '@kervan/contract/administration/notification-contacts'
import { inDatabase, openOffice, type Office } from '../../../test/office.ts'
import { page, windowAround } from '../../../test/ordering.ts'
import { password, startPortal, type Portal } from '../../../test/portal.ts'
import { notifyContacts } from '../administration.api.ts'
import { verifyAudit } from '../../kit/records/audit.ts'
import { countFailure, networkOf, unlockSignIn, type Attempt } from '../../access/throttle.ts'

// What was blocked after failed tries stands in the company's audit log, once a block, and contacts are told.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const tryLogin = (office: Office, username: string, secret = 'Wrong-Password-1', device?: string) =>
  portal.call(login, null, {
    username,
    password: secret,
    companyIntCode: office.company.id,
    ...(device ? { device } : {}),
  })
const entries = (office: Office) =>
  inDatabase(
    office,
    `select actor_id, actor_name, record_type, record_id, record_code, after from audit_entry where company_id = $1 and operation = 'security.signInBlocked' order by seq`,
  )
/** The wait is over as far as the database is concerned. */
const waited = (username: string) =>
  portal.owner.query(`update login_throttle set blocked_until = now() where key like $1`, [
    `account ${username} from%`,
  ])
/** So many failures before, from where nobody else of these tests comes. */
let networks = 0
const before = (key: string, failures: number) =>
  portal.owner.query(
    `insert into login_throttle (key, failures, window_started_at) values ($1, $2, now()) on conflict (key) do update set failures = $2, window_started_at = now(), blocked_until = null`,
    [key, failures],
  )
const attempt = (office: Office, usernameFolded: string, over: Partial<Attempt> = {}): Attempt => ({
  usernameFolded,
  address: `203.0.${++networks}.7`,
  companyId: office.company.id,
  knownDevice: null,
  ...over,
})
const fail = (one: Attempt) => countFailure(portal.app.services, one)

describe('[ACC-005] [USR-010] a sign-in that is blocked', () => {
  it('is written down once, with the account and from where, and shown in its history; a right password then changes nothing', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    for (let n = 0; n < 9; n++) {
      expect((await tryLogin(office, user.username)).code).toBe('LoginFailed')
      await waited(user.username)
    }
    expect(await entries(office)).toEqual([])
    expect((await tryLogin(office, user.username)).code).toBe('LoginFailed')
    for (let n = 0; n < 5; n++)
      expect((await tryLogin(office, user.username, password)).code).toBe('TooManyRequests')
    const written = await entries(office)
    expect(written).toEqual([
      {
        actor_id: null,
        actor_name: expect.stringContaining('127.0.0.1'),
        record_type: 'membership',
        record_id: user.id,
        record_code: user.username,
        after: { blocked: 'Network', failures: 10 },
      },
    ])
    expect(JSON.stringify(written)).not.toContain('Wrong-Password-1')
    const { body } = await portal.call(
      activity.page,
      office.boss.token,
      { ...page, ...windowAround(), filters: { operation: { in: ['security.signInBlocked'] } } },
      { language: 'de' },
    )
    expect(body.rows).toMatchObject([
      { recordCode: user.username, whatChanged: 'Gesperrt: Dieses Konto aus einem Netz; Fehlversuche: 10' },
    ])
    expect(
      (
        await portal.call(getRecordHistory, office.boss.token, {
          recordType: 'membership',
          recordId: user.id,
        })
      ).body.entries.map(({ operation }) => operation),
    ).toContain('security.signInBlocked')
    expect(
      await portal.app.services.db.withCompany(office.company.id, (tx) => verifyAudit(tx, office.company.id)),
    ).toMatchObject({ firstBroken: null })
  })

  it('by twenty tries at the same moment is written down once, and stays blocked until its window ends', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const one = attempt(office, user.username)
    const key = `account ${user.username} from ${networkOf(one.address)}`
    await before(key, 9)
    expect(await Promise.all(Array.from({ length: 20 }, () => fail(one)))).toEqual(
      Array.from({ length: 20 }, () => true),
    )
    expect((await entries(office)).map((entry) => entry['after'])).toEqual([
      { blocked: 'Network', failures: 10 },
    ])
    const { rows } = await portal.owner.query(
      `select failures, blocked_until = window_started_at + interval '15 minutes' as held from login_throttle where key = $1`,
      [key],
    )
    expect(rows).toEqual([{ failures: 29, held: true }])
  })

  it('again after its window, or after it was unlocked, is another block', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const one = attempt(office, user.username)
    const key = `account ${user.username} from ${networkOf(one.address)}`
    await before(key, 9)
    await fail(one)
    await portal.owner.query(
      `update login_throttle set window_started_at = now() - interval '16 minutes', blocked_until = now() - interval '1 minute' where key = $1`,
      [key],
    )
    expect(await fail(one)).toBe(false)
    expect(await entries(office)).toHaveLength(1)
    await before(key, 9)
    await fail(one)
    expect(await entries(office)).toHaveLength(2)
    await portal.app.services.db.withCompany(office.company.id, (tx) => unlockSignIn(tx, user.username))
    await before(key, 9)
    await fail(one)
    expect(await entries(office)).toHaveLength(3)
  })

  it('is neither blocked nor written down when the one cannot be done, and both with the next try', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const one = attempt(office, user.username)
    const key = `account ${user.username} from ${networkOf(one.address)}`
    await before(key, 9)
    // An entry with the next number stands there already, as after a fault nobody thought of.
    await inDatabase(
      office,
      `insert into audit_entry (company_id, seq, at, actor_name, operation, record_type, hash) select $1, coalesce((select seq from audit_head where company_id = $1), 0) + 1, now(), 'x', 'x', 'x', '\\x00'`,
    )
    await expect(fail(one)).rejects.toThrow(/audit_entry/)
    const held = async () =>
      (
        await portal.owner.query(
          `select failures, blocked_until is not null as held from login_throttle where key = $1`,
          [key],
        )
      ).rows
    expect(await held()).toEqual([{ failures: 10, held: false }])
    await portal.owner.query(`delete from audit_entry where company_id = $1 and operation = 'x'`, [
      office.company.id,
    ])
    expect(await fail(one)).toBe(true)
    expect(await held()).toEqual([{ failures: 11, held: true }])
    expect(await entries(office)).toHaveLength(1)
  })

  it('of an account that is not the company’s is written down without the name somebody typed', async () => {
    const [office, other] = [await openOffice(portal), await openOffice(portal)]
    const stranger = await other.company.user({ signIn: false })
    for (const name of ['visit http://evil.example now', stranger.username]) {
      const one = attempt(office, name)
      await before(`account ${name} from ${networkOf(one.address)}`, 9)
      await fail(one)
    }
    expect(await entries(office)).toMatchObject([
      { record_id: null, record_code: null },
      { record_id: null, record_code: null },
    ])
    expect(JSON.stringify(await entries(office))).not.toMatch(/evil/)
    expect(await entries(other)).toEqual([])
  })

  it.each([
    ['an account', 'Account', 49, (name: string) => `account ${name}`],
    ['an address', 'Address', 99, (_: string, one: Attempt) => `address ${one.address}`],
    ['a company', 'Company', 999, (_: string, one: Attempt) => `company ${one.companyId}`],
    ['a known device', 'Device', 9, (name: string) => `account ${name} on laptop`],
  ] as const)('tells which limit it was: %s', async (_, block, failures, keyOf) => {
    const office = await openOffice(portal)
    const user = await office.company.user({ signIn: false })
    const one = attempt(office, user.username, block === 'Device' ? { knownDevice: 'laptop' } : {})
    await before(keyOf(user.username, one), failures - 1)
    expect(await fail(one)).toBe(false)
    expect(await entries(office)).toEqual([])
    expect(await fail(one)).toBe(true)
    const ofAccount = block === 'Account' || block === 'Device'
    expect(await entries(office)).toMatchObject([
      {
        record_type: ofAccount ? 'membership' : 'company',
        record_code: ofAccount ? user.username : null,
        after: { blocked: block, failures: failures + 1 },
      },
    ])
    // So many more are no further entry.
    await Promise.all(Array.from({ length: 10 }, () => fail(one)))
    expect(
      (await entries(office)).filter(({ after }) => (after as { blocked: string }).blocked === block),
    ).toHaveLength(1)
  })

  it('at the door of no company blocks as everywhere, and there is no log to write into', async () => {
    const office = await openOffice(portal)
    const one = attempt(office, 'ghost@nowhere.example', { companyId: 2_000_000_000 })
    const key = `account ghost@nowhere.example from ${networkOf(one.address)}`
    await before(key, 9)
    expect(await fail(one)).toBe(true)
    expect(
      (
        await portal.owner.query('select blocked_until > now() as held from login_throttle where key = $1', [
          key,
        ])
      ).rows,
    ).toEqual([{ held: true }])
  })

  it('is told as well where somebody tries out the password in an open session', async () => {
    const office = await openOffice(portal)
    const user = await office.company.user()
    const key = `account ${user.username} on session of ${user.id}`
    await before(key, 9)
    await portal.call(startSecondFactor, user.token, { password: 'Wrong-Password-1' })
    expect(await entries(office)).toMatchObject([
      { record_code: user.username, after: { blocked: 'Session' } },
    ])
  })

  it('[USR-011] is mailed to who is told of security, one line for all from one address', async () => {
    const office = await openOffice(portal)
    await portal.call(notificationContactKind.save, office.boss.token, {
      id: null,
      version: null,
      values: { email: 'guard@office.example', name: null, language: 'de', notificationTypes: ['Security'] },
      confirmed: false,
    })
    await notifyContacts(portal.app.services)
    const [one, two] = [
      await office.company.user({ signIn: false }),
      await office.company.user({ signIn: false }),
    ]
    const address = `203.0.${++networks}.7`
    for (const { username } of [one, two]) {
      await before(`account ${username} from ${networkOf(address)}`, 9)
      await fail(attempt(office, username, { address }))
    }
    await notifyContacts(portal.app.services)
    const rows = await inDatabase(
      office,
      `select payload -> 'facts' ->> 'lines' as lines from outbox where company_id = $1 and payload ->> 'to' = 'guard@office.example' order by id desc limit 1`,
    )
    expect(rows[0]?.['lines']).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}Anmeldung nach Fehlversuchen gesperrt: [^\n]+$/,
    )
    for (const part of [one.username, two.username, address]) expect(rows[0]?.['lines']).toContain(part)
  })
})
