import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  login,
  logout,
  refreshSession,
  getDateFormats,
  Session,
} from '@kervan/contract/access/authentication'
import { getAppVersion, getCompanyDomains, findCompanyDomain } from '@kervan/contract/access/sign-in-page'
import { getServerTimeZone } from '@kervan/contract/access/web-resources'
import { getSessions } from '@kervan/contract/access/own-security'
import { setOwnFormats } from '@kervan/contract/account/profile'
import { getCart } from '@kervan/contract/order/cart'
import { password, signIn, startPortal, type Company, type Portal } from '../../test/portal.ts'
import { patient } from '../../test/patient.ts'
import { prolongWait } from '../../test/throttle.ts'

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company({ name: 'Selvi Test' })
})
afterAll(() => portal.close())

const tryLogin = (username: string, secret = password, companyIntCode = company.id, language = 'en') =>
  portal.call(login, null, { username, password: secret, companyIntCode }, { language })
const attempts = async (username: string) =>
  (
    await portal.owner.query<{ state: string; reason: string; address: string; agent: string; at: Date }>(
      'select state, reason, address, agent, at from login_attempt where username_folded = $1 order by at',
      [username],
    )
  ).rows

describe('signing in', () => {
  it('[ACC-007] answers the session object with exactly its fields', async () => {
    const customer = await company.customer()
    const user = await company.user({
      customer,
      signIn: false,
      permissions: ['NewOrder', 'orderNew-getCart'],
      name: ['Elif', 'Karaca'],
    })
    const { status, body } = await tryLogin(user.username)
    expect(status).toBe(200)
    expect(Session.strict().parse(body)).toMatchObject({
      CompanyIntCode: company.id,
      CompanyName: 'Selvi Test',
      CompanyRelationType: 'Manufacturer',
      UserCompanyRelationType: 'Customer',
      UserName: user.username,
      FirstName: 'Elif',
      LastName: 'Karaca',
      UserType: 'Customer',
      IsProd: false,
      OMPSettings: { PriceManagementType: 'ListPrice', OMPRoundingStrategy: 'Up', OMPQuotaActive: false },
      PasswordChangeText: '',
      UserAcknowledgement: false,
      UserAcknowledgementInfos: [],
      PermissionsUI: ['NewOrder', 'orderNew-getCart'],
    })
    expect(body.UserCompanyIntCode).not.toBe(company.id)
    expect(body.Token).toMatch(/^[\w-]{43}$/)
    const listed =
      'Token CompanyIntCode UserCompanyIntCode UserCompanyRelationType CompanyRelationType UserName FirstName LastName ' +
      'CompanyName UserType IsProd OMPSettings PasswordChangeText PermissionsUI UserAcknowledgement UserAcknowledgementInfos'
    // No mail leaves a portal of the tests.
    expect(body).toMatchObject({ Language: 'en', MailsKept: 'Shown' })
    const further = ['ExactUserType', 'TimeZone', 'Currency', 'SeesPart', 'Language', 'MailsKept']
    expect(Object.keys(body).toSorted()).toEqual([...listed.split(' '), ...further].toSorted())
  })

  it.each([
    ['InternalUser', 'InternalUser'],
    ['Customer', 'Customer'],
    ['ThirdPartyUser', 'ThirdPartyUser'],
    ['PharmaSalesExecutive', 'ThirdPartyUser'],
    ['APIUser', 'InternalUser'],
    ['GBREPluginUser', 'InternalUser'],
  ] as const)('[ACC-007] tells %s as UserType %s, and exactly in a further field', async (type, told) => {
    const customer = await company.customer()
    const pointOfSale = await company.location(customer)
    const user = await company.user({
      type,
      signIn: false,
      ...(type === 'Customer' && { customer }),
      ...(type === 'PharmaSalesExecutive' && { pointOfSale, locations: [pointOfSale] }),
    })
    const { status, body } = await tryLogin(user.username)
    expect({ status, body }).toMatchObject({ status: 200, body: { UserType: told, ExactUserType: type } })
  })

  it('[API-002] takes exactly username, password and companyIntCode', async () => {
    const answer = await portal.post('/api/Authentication/Login', {
      userName: 'a',
      password: 'b',
      companyIntCode: 1,
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { Facts: { issues: [{ path: 'username' }, { path: 'userName' }] } },
    })
  })

  it('[ACC-002] says the same to a wrong password, an unknown user and an unknown company', async () => {
    const user = await company.user({ signIn: false })
    const answers = [
      await tryLogin(user.username, 'Wrong-Password-1'),
      await tryLogin('nobody@example.test'),
      await tryLogin(user.username, password, 2_000_000_000),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 422,
        code: 'LoginFailed',
        refused: { Message: 'Email or password is incorrect' },
      })
    expect((await tryLogin('nobody2@example.test', 'x', company.id, 'tr')).refused?.Message).toBe(
      'E-posta veya parola hatalı',
    )
    expect((await tryLogin('nobody3@example.test', 'x', company.id, 'de')).refused?.Message).toBe(
      'E-Mail oder Passwort ist falsch',
    )
  })

  it('[ACC-002] does the same work whether or not the user exists', async () => {
    // Of the processor, which is what the hashes take: the clock on the wall also counts what a busy machine does beside.
    const time = async (username: string) => {
      const begun = process.cpuUsage()
      await tryLogin(username, 'Wrong-Password-1')
      const { user, system } = process.cpuUsage(begun)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    // Each pair has a user of its own: tries at one account would be slowed down by the throttle.
    for (let n = 0; n < 12; n++) {
      const user = await company.user({ signIn: false })
      known.push(await time(user.username))
      unknown.push(await time(`ghost${n}@example.test`))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length / 2] as number
    // A dummy hash that is left out makes the unknown user several times faster; noise does not.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.6)
    expect(median(unknown) / median(known)).toBeLessThan(1.7)
  })

  it('[ACC-003] tells who has proved the password that this company is not theirs', async () => {
    const user = await company.user({ signIn: false })
    const other = await portal.company()
    expect(await tryLogin(user.username, password, other.id)).toMatchObject({
      status: 422,
      code: 'NotAuthorizedForCompany',
      refused: { Message: 'You are not authorized for selected manufacturer!' },
    })
    const passive = await company.user({ state: 'Passive' })
    expect(await tryLogin(passive.username)).toMatchObject({ code: 'NotAuthorizedForCompany' })
    const blocked = await company.user({ state: 'Blocked' })
    expect(await tryLogin(blocked.username)).toMatchObject({ code: 'LoginFailed' })
  })

  it('[ACC-012] says at the door that no location is allocated', async () => {
    const customer = await company.customer()
    const shop = await company.location(customer, { type: 'PrimaryPointOfSales' })
    const lost = await company.user({ customer, pointOfSale: shop, signIn: false })
    expect(await tryLogin(lost.username)).toMatchObject({
      code: 'NoLocationDefined',
      refused: {
        Message: 'There is no location defined for your user. Please contact the system administrator.',
      },
    })
    const found = await company.user({ customer, pointOfSale: shop, locations: [shop], signIn: false })
    expect((await tryLogin(found.username)).status).toBe(200)
  })

  it('finds the same person whatever the case and the dots of the i', async () => {
    await company.user({ username: 'ilknur.isik@example.test', signIn: false })
    for (const typed of [
      'ILKNUR.ISIK@EXAMPLE.TEST',
      'İlknur.Işık@example.test'.replace('ş', 's'),
      ' ilknur.isik@example.test ',
    ])
      expect((await tryLogin(typed)).status).toBe(200)
    expect((await tryLogin('ilknur.isik@example.tést1')).status).toBe(422)
  })
})

describe('[ACC-005] every try', () => {
  it('is recorded with state, time, address and agent, and without the password', async () => {
    const user = await company.user({ signIn: false })
    await tryLogin(user.username, 'Wrong-Password-1')
    await tryLogin(user.username)
    const recorded = await attempts(user.username)
    expect(recorded.map((row) => row.state)).toEqual(['Failed', 'Succces'])
    expect(recorded[0]).toMatchObject({
      reason: 'credentials',
      address: expect.stringMatching(/127\.0\.0\.1/),
      agent: 'Kervan tests',
    })
    expect(JSON.stringify(recorded)).not.toContain('Wrong-Password-1')
  })

  it('has to wait longer after each further failure, until the account is blocked for a while', async () => {
    const user = await company.user({ signIn: false })
    for (let n = 0; n < 2; n++)
      expect((await tryLogin(user.username, 'Wrong-Password-1')).code).toBe('LoginFailed')
    // Between which seconds the wait lies: when exactly the failure was counted, nobody outside knows.
    const waits: { least: number; most: number }[] = []
    for (let n = 0; n < 8; n++) {
      const {
        rows: [before],
      } = await portal.owner.query<{ at: string }>('select clock_timestamp()::text as at')
      await tryLogin(user.username, 'Wrong-Password-1')
      const {
        rows: [wait],
      } = await portal.owner.query<{ least: number; most: number }>(
        'select extract(epoch from blocked_until - clock_timestamp())::float as least, extract(epoch from blocked_until - $2::timestamptz)::float as most from login_throttle where starts_with(key, $1)',
        [`account ${user.username} from `, before?.at],
      )
      waits.push(wait!)
      await prolongWait(portal, user)
      const held = await tryLogin(user.username)
      expect(held).toMatchObject({ status: 429, code: 'TooManyRequests' })
      expect(held.headers.get('retry-after')).toBe(String(held.refused?.Facts?.['seconds']))
      // The wait is over as far as the database is concerned.
      await portal.owner.query(`update login_throttle set blocked_until = now() where key like $1`, [
        `account ${user.username}%`,
      ])
    }
    for (const [at, seconds] of [1, 2, 4, 8].entries()) {
      expect(waits[at]?.least).toBeLessThanOrEqual(seconds)
      expect(waits[at]?.most).toBeGreaterThanOrEqual(seconds)
    }
    expect(waits.at(-1)?.least).toBeGreaterThan(600)
    expect((await attempts(user.username)).map((row) => row.state)).toContain('Blocked')
  })

  it('[USR-009] is held back after as many failures and for as long as the company says', async () => {
    const strict = await portal.company()
    await portal.owner.query(
      'update company_policy set lock_out_after = 3, lock_out_minutes = 45 where company_id = $1',
      [strict.id],
    )
    const user = await strict.user({ signIn: false })
    const attempt = (password: string) =>
      portal.call(login, null, { username: user.username, password, companyIntCode: strict.id })
    for (let n = 0; n < 3; n++) expect((await attempt('Wrong-Password-1')).code).toBe('LoginFailed')
    const held = await attempt(password)
    expect(held).toMatchObject({ status: 429, code: 'TooManyRequests' })
    expect(held.refused?.Facts?.['seconds']).toBeGreaterThan(44 * 60)
    expect(held.refused?.Facts?.['seconds']).toBeLessThanOrEqual(45 * 60)
    const other = await company.user({ signIn: false })
    for (let n = 0; n < 2; n++) await tryLogin(other.username, 'Wrong-Password-1')
    expect((await tryLogin(other.username)).status).toBe(200)
  })

  it('counts the same for an account that does not exist', async () => {
    for (let n = 0; n < 3; n++) await tryLogin('phantom@example.test', 'x')
    await prolongWait(portal, { username: 'phantom@example.test' })
    expect(await tryLogin('phantom@example.test', 'x')).toMatchObject({
      status: 429,
      code: 'TooManyRequests',
    })
  })

  it('of many at once is counted, none is lost', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => patient(() => tryLogin('storm@example.test', 'x'))),
    )
    expect(results.every((answer) => ['LoginFailed', 'TooManyRequests'].includes(answer.code ?? ''))).toBe(
      true,
    )
    const failed = results.filter((answer) => answer.code === 'LoginFailed').length
    const { rows } = await portal.owner.query<{ failures: number }>(
      `select failures from login_throttle where key = 'account storm@example.test'`,
    )
    expect(rows[0]?.failures).toBe(failed)
  })
})

describe('[ACC-008] a session', () => {
  const letTimePass = () =>
    portal.owner.query(
      `update session set replaced_at = now() - interval '31 seconds' where replaced_at is not null`,
    )

  it('is dead at once after signing out, for every token that came from it', async () => {
    const user = await company.user()
    const { body: renewed } = await portal.call(refreshSession, user.token, {})
    expect((await portal.call(logout, renewed.Token, {})).status).toBe(200)
    for (const token of [user.token, renewed.Token])
      expect(await portal.call(getCart, token, {})).toMatchObject({
        status: 401,
        code: 'SessionExpired',
        refused: { Message: 'Session Expired!' },
      })
  })

  it('is renewed under a new token with the permissions of now; the old one answers for a short while only', async () => {
    const user = await company.user()
    await portal.owner.query(`delete from role_permission where role_id = $1 and permission = 'MyOrders'`, [
      user.roleId,
    ])
    await portal.owner.query('update role set version = version + 1 where id = $1', [user.roleId])
    const { body: renewed } = await portal.call(refreshSession, user.token, {})
    expect(renewed.Token).not.toBe(user.token)
    expect(renewed.PermissionsUI).not.toContain('MyOrders')
    expect((await portal.call(getCart, renewed.Token, {})).status).toBe(200)
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    await letTimePass()
    expect((await portal.call(getCart, user.token, {})).status).toBe(401)
    // Somebody used a token that was replaced long ago: the whole family ends.
    expect((await portal.call(getCart, renewed.Token, {})).status).toBe(401)
  })

  it('outlives a renewal whose answer was lost: the old token is good until a new one was used', async () => {
    const user = await company.user()
    const renew = async () => (await portal.call(refreshSession, user.token, {})).body.Token
    const lost = await renew()
    await letTimePass()
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    const arrived = await renew()
    expect((await portal.call(getSessions, user.token, {})).body.sessions).toHaveLength(1)
    // At once, as the calls of a page are.
    const first = await Promise.all([1, 2, 3].map(() => portal.call(getCart, arrived, {})))
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
    await letTimePass()
    expect((await portal.call(getCart, arrived, {})).status).toBe(200)
    // The one that never arrived is no way back for the one that was replaced.
    expect((await portal.call(getCart, user.token, {})).status).toBe(401)
    expect((await portal.call(getCart, lost, {})).status).toBe(401)
  })

  it.each([
    ['30 minutes without use', `last_seen_at = now() - interval '31 minutes'`],
    ['12 hours', `expires_at = now()`],
  ])('ends after %s', async (_, change) => {
    const user = await company.user()
    await portal.owner.query(`update session set ${change} where identity_id = $1`, [user.identityId])
    expect((await portal.call(getCart, user.token, {})).status).toBe(401)
  })

  it('ends when its user is no longer active', async () => {
    const user = await company.user()
    await portal.owner.query(`update membership set state = 'Passive' where id = $1`, [user.id])
    expect((await portal.call(getCart, user.token, {})).status).toBe(401)
  })

  it('is kept as a hash; token and password are in no log and no table', async () => {
    const user = await company.user({ signIn: false })
    const token = await signIn(portal, company.id, user.username)
    await portal.post('/api/OrderNew/GetCart', { Token: token, nonsense: token })
    await portal.post('/api/Authentication/Login', {
      username: user.username,
      password,
      companyIntCode: 'x',
      more: password,
    })
    const { rows } = await portal.owner.query<{ all: string }>(
      `select string_agg(s::text, ' ') as all from session s`,
    )
    expect(rows[0]?.all).not.toContain(token)
    const logged = portal.logLines.join('\n')
    expect(logged).not.toContain(token)
    expect(logged).not.toContain(password)
  })
})

describe('around signing in', () => {
  it('[ACC-001] the companies that agreed are listed, another is found by its domain only', async () => {
    const hidden = await portal.company({ name: 'Quiet Company' })
    await portal.owner.query('update company set is_public = false where id = $1', [hidden.id])
    const { body } = await portal.call(getCompanyDomains, null, {})
    expect(body.domains.map((domain) => domain.companyIntCode)).toContain(company.id)
    expect(body.domains.map((domain) => domain.companyIntCode)).not.toContain(hidden.id)
    expect(
      (await portal.call(findCompanyDomain, null, { domain: `C${hidden.id}.EXAMPLE` })).body,
    ).toMatchObject({ companyIntCode: hidden.id })
    expect(await portal.call(findCompanyDomain, null, { domain: 'nowhere.example' })).toMatchObject({
      status: 404,
      code: 'CompanyUnknown',
    })
  })

  it('[API-001, API-003, SHL-015] version by GET in `data`, date formats and time zone for the signed in', async () => {
    const version = await (await fetch(`${portal.url}${getAppVersion.path}`)).json()
    expect(version).toEqual({
      data: { appVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/), mailsKept: 'Shown' },
    })
    const user = await company.user()
    expect((await portal.call(getDateFormats, user.token, {}, { language: 'de' })).body).toEqual({
      date: 'YYYY-MM-DD',
      dateTime: 'YYYY-MM-DD HH:mm',
      dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss',
      longDate: 'dddd, D. MMMM YYYY',
      choices: [
        {
          dateFormat: 'Iso',
          date: 'YYYY-MM-DD',
          dateTime: 'YYYY-MM-DD HH:mm',
          dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss',
        },
        {
          dateFormat: 'Dots',
          date: 'DD.MM.YYYY',
          dateTime: 'DD.MM.YYYY HH:mm',
          dateTimeSeconds: 'DD.MM.YYYY HH:mm:ss',
        },
        {
          dateFormat: 'Slashes',
          date: 'DD/MM/YYYY',
          dateTime: 'DD/MM/YYYY HH:mm',
          dateTimeSeconds: 'DD/MM/YYYY HH:mm:ss',
        },
      ],
      dateFormat: null,
      timeZone: null,
    })
    const own = { dateFormat: 'Dots', timeZone: 'Asia/Tokyo' } as const
    expect((await portal.call(setOwnFormats, user.token, own)).status).toBe(200)
    expect((await portal.call(getDateFormats, user.token, {})).body).toMatchObject(own)
    expect((await portal.call(getDateFormats, (await company.user()).token, {})).body.dateFormat).toBeNull()
    expect((await portal.call(setOwnFormats, user.token, { ...own, timeZone: 'Mars/Olympus' })).status).toBe(
      422,
    )
    expect((await portal.call(getServerTimeZone, user.token, {})).body).toMatchObject({
      timeZone: 'Europe/Istanbul',
      utcOffsetMinutes: 180,
    })
  })
})
