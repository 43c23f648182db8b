import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { getSetup, setUpCompany } from '@kervan/contract/access/setup'
import type { InputOf } from '@kervan/contract/kit/call'
import { createDatabase } from '../../test/cluster.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { verifyAudit } from '../kit/records/audit.ts'
import { fitsSetupCode } from '../kit/setup-code.ts'

const password = 'Kestane-Rengi-Deniz-7!'
const requested = (
  portal: Portal,
  over: Partial<InputOf<typeof setUpCompany>> = {},
): InputOf<typeof setUpCompany> => ({
  code: portal.app.services.setup?.code ?? 'none',
  companyName: 'Selvi İlaç',
  domain: 'selvi.example',
  relation: 'Manufacturer',
  currency: 'TRY',
  timeZone: 'Europe/Istanbul',
  firstName: 'Ada',
  lastName: 'Ak',
  username: 'ada@selvi.example',
  password,
  language: 'tr',
  ...over,
})
const setUp = (portal: Portal, over: Partial<InputOf<typeof setUpCompany>> = {}) =>
  portal.call(setUpCompany, null, requested(portal, over))
const isOpen = async (portal: Portal) => (await portal.call(getSetup, null, {})).body.open
const companies = async (portal: Portal) =>
  (await portal.owner.query<{ count: number }>('select count(*)::int as count from company')).rows[0]?.count

async function fresh<T>(
  work: (portal: Portal) => Promise<T>,
  options: Parameters<typeof startPortal>[0] = {},
): Promise<T> {
  const portal = await startPortal({ setup: true, worker: false, ...options })
  try {
    return await work(portal)
  } finally {
    await portal.close()
  }
}

// A story that is told in this order.
describe('[D48] a new installation', { shuffle: false }, () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await startPortal({ setup: true, worker: false })
  })
  afterAll(() => portal.close())

  it('is open until it is set up, and gives the code to nobody who asks', async () => {
    expect((await portal.call(getSetup, null, {})).body).toEqual({ open: true })
    expect(portal.app.services.setup?.code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    expect(portal.logLines.join('')).not.toContain(portal.app.services.setup?.code)
  })

  it('is not set up with a wrong code, a weak password, or what is no company', async () => {
    const { code = '' } = portal.app.services.setup ?? {}
    expect(
      await setUp(portal, { code: code.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')) }),
    ).toMatchObject({ status: 422, code: 'SetupCodeWrong' })
    expect(await setUp(portal, { password: 'selvi' })).toMatchObject({
      status: 422,
      code: 'PasswordBreaksRules',
    })
    expect(await setUp(portal, { password: 'Selvi-Parola-12!' })).toMatchObject({
      code: 'PasswordBreaksRules',
    })
    for (const wrong of [
      { domain: 'selvi' },
      { domain: 'Selvi.example' },
      { timeZone: 'Mars/Olympus' },
      { currency: 'XYZ1' },
      { username: 'ada' },
      { companyName: '' },
    ]) {
      expect((await portal.post(setUpCompany.path, requested(portal, wrong))).status).toBe(422)
    }
    expect([await companies(portal), await isOpen(portal)]).toEqual([0, true])
  })

  it('is set up by whoever has the code: they sign in, administer, and are in the audit log', async () => {
    const { code = '' } = portal.app.services.setup ?? {}
    expect(await setUp(portal, { code: ` ${code.replaceAll('-', ' ').toLowerCase()} ` })).toMatchObject({
      status: 200,
      body: { companyIntCode: 1, companyName: 'Selvi İlaç', domain: 'selvi.example' },
    })
    const { body: session } = await portal.call(login, null, {
      username: 'ada@selvi.example',
      password,
      companyIntCode: 1,
    })
    expect(session).toMatchObject({
      FirstName: 'Ada',
      UserType: 'InternalUser',
      CompanyName: 'Selvi İlaç',
      CompanyRelationType: 'Manufacturer',
      PasswordChangeText: '',
      RunsInstallation: true,
      PermissionsUI: expect.arrayContaining(['UserManagement']),
    })
    const { rows } = await portal.owner.query(
      `select operation, actor_name, record_code from audit_entry where company_id = 1 and operation in ('company.created', 'user.madeAdministrator') order by seq`,
    )
    expect(rows).toEqual([
      { operation: 'company.created', actor_name: 'Ada Ak', record_code: 'SELVI' },
      { operation: 'user.madeAdministrator', actor_name: 'Ada Ak', record_code: 'ada@selvi.example' },
    ])
    expect((await portal.app.services.db.withCompany(1, (tx) => verifyAudit(tx, 1))).firstBroken).toBeNull()
  })

  it('[DAT-001] begins with the 81 provinces of Türkiye and their 973 districts', async () => {
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from city where company_id = 1) as cities, (select count(*)::int from district where company_id = 1) as districts,
        (select array_agg(kind || ' ' || made_by_name order by kind) from master_change where company_id = 1) as changes`,
    )
    expect(rows).toEqual([
      { cities: 81, districts: 973, changes: ['city Ada Ak', 'country Ada Ak', 'district Ada Ak'] },
    ])
  })

  it('is closed from then on, also with the right code and after a start', async () => {
    expect(await isOpen(portal)).toBe(false)
    expect(await setUp(portal, { domain: 'other.example', username: 'eve@other.example' })).toMatchObject({
      status: 409,
      code: 'SetupClosed',
    })
    expect(await companies(portal)).toBe(1)
  })
})

it('[D48] of two who set up at once one does, whoever is second finds the door closed', () =>
  fresh(async (portal) => {
    const answers = await Promise.all([
      setUp(portal),
      setUp(portal, { username: 'bora@selvi.example', firstName: 'Bora' }),
      setUp(portal, { domain: 'other.example' }),
    ])
    expect(answers.map(({ code }) => code ?? 'made').toSorted()).toEqual([
      'SetupClosed',
      'SetupClosed',
      'made',
    ])
    const { rows } = await portal.owner.query(
      'select (select count(*)::int from company) as companies, (select count(*)::int from identity) as people, (select count(*)::int from membership) as members',
    )
    expect(rows).toEqual([{ companies: 1, people: 1, members: 1 }])
  }))

it('[D48] guessing is limited: ten tries a quarter of an hour, then also the right code has to wait', () =>
  fresh(async (portal) => {
    for (let tried = 0; tried < 10; tried++)
      expect(await setUp(portal, { code: `AAAA-AAAA-AAAA-AAA${tried}` })).toMatchObject({
        code: 'SetupCodeWrong',
      })
    expect(await setUp(portal)).toMatchObject({
      status: 429,
      code: 'TooManyRequests',
      refused: { Facts: { seconds: expect.any(Number) } },
    })
    expect(await companies(portal)).toBe(0)
    await portal.owner.query(`update login_throttle set window_started_at = now() - interval '16 minutes'`)
    expect((await setUp(portal)).status).toBe(200)
  }))

it('[D48] every process and every start of an installation has the same code, another database another', () =>
  fresh(async (one) => {
    const env = { PORTAL_DATA_DIR: one.app.services.config.dataDir }
    const ownerUrl = (one.owner.options as { connectionString: string }).connectionString
    const { code } = one.app.services.setup ?? {}
    await fresh(async (again) => expect(again.app.services.setup?.code).toBe(code), {
      env,
      database: { ownerUrl, drop: async () => {} },
    })
    const database = await createDatabase()
    // Databases of tests are copies of one; a real one is made at a moment of its own.
    const owner = new pg.Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query(`update kysely_migration set timestamp = '2031-01-01T00:00:00.000Z'`)
    await owner.end()
    await fresh(async (other) => expect(other.app.services.setup?.code).not.toBe(code), { env, database })
  }))

it('[D48] an installation that has a company opens no way to another', () =>
  fresh(async (portal) => {
    await portal.company()
    await fresh(
      async (again) => {
        expect([again.app.services.setup, await isOpen(again)]).toEqual([null, false])
        expect(await setUp(again)).toMatchObject({ status: 409, code: 'SetupClosed' })
      },
      {
        database: {
          ownerUrl: (portal.owner.options as { connectionString: string }).connectionString,
          drop: async () => {},
        },
      },
    )
  }))

it.each([
  ['ABCD-EFGH', 'ABCD-EFGH', true],
  ['abcd efgh', 'ABCD-EFGH', true],
  ['ABCDEFGH', 'ABCD-EFGH', true],
  ['ABCD-EFGJ', 'ABCD-EFGH', false],
  ['ABCD-EFG', 'ABCD-EFGH', false],
  ['', 'ABCD-EFGH', false],
  ['ÄBCDEFGH', 'ABCD-EFGH', false],
])('the code %j against %j', (typed, code, fits) => expect(fitsSetupCode(typed, code)).toBe(fits))
