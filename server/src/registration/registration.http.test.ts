import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOwnCompanies } from '@kervan/contract/access/invitation'
import { checkDigitOf, isGln } from '@kervan/contract/kit/gs1/check-digits'
import {
  approveRegistration,
  confirmAddress,
  findPointOfSale,
  register,
  registrationCodeTries,
  registrations,
  rejectRegistration,
} from '@kervan/contract/registration/registration'
import { page } from '../../test/ordering.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { newId } from '../kit/database/uuid.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

let numbers = 1_000
const glnOf = (digits: number) =>
  `868990${String(digits).padStart(6, '0')}`.replace(/^.*$/, (body) => body + checkDigitOf(body))

type Town = { company: Company; boss: User; gln: string; locationId: string }

/** A company that takes registrations, and one pharmacy of it. Floods are counted by address, so each test begins at none. */
async function town(policy: 'Closed' | 'Manager' | 'Automatic' = 'Manager'): Promise<Town> {
  const company = await portal.company()
  const gln = glnOf(++numbers)
  const location = await company.location(null, { name: 'Şifa Eczanesi', type: 'PharmacyPointOfSales' })
  await portal.owner.query('update location set gln = $1 where id = $2', [gln, location.id])
  await portal.owner.query('update company_policy set registration = $1 where company_id = $2', [
    policy,
    company.id,
  ])
  await portal.owner.query('delete from login_throttle')
  const boss = await company.user()
  // The role everybody registered begins with, as a company has it.
  const roleId = newId()
  await portal.owner.query(
    `insert into role (company_id, id, code, name, ready_made) values ($1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true)`,
    [company.id, roleId],
  )
  await portal.owner.query(
    `insert into role_permission (company_id, role_id, permission) values ($1, $2, 'HomePage')`,
    [company.id, roleId],
  )
  return { company, boss, gln, locationId: location.id }
}

const requested = ({ company, gln }: Town, over: object = {}) => ({
  companyIntCode: company.id,
  firstName: 'Ada',
  lastName: 'Ak',
  username: `ada${++numbers}@eczane.example`,
  city: 'Ankara',
  gln,
  language: 'tr' as const,
  ...over,
})

/** The newest mail to this address, as the local catch-all shows it. */
async function mailTo(address: string): Promise<string> {
  let found = ''
  await expect
    .poll(
      async () => {
        const text = await (await fetch(`${portal.url}/dev/mails`)).text()
        found = text.split('<article').find((one) => one.includes(address)) ?? ''
        return found
      },
      { interval: 100 },
    )
    .not.toBe('')
  return found
}

async function codeFor(address: string): Promise<string> {
  return /\b(\d{6})\b/.exec((await mailTo(address)).replaceAll(/ada\d+@/g, ''))?.[1] ?? ''
}

async function confirmed(location: Town, over: object = {}) {
  const asked = requested(location, over)
  const { body } = await portal.call(register, null, asked)
  const answer = await portal.call(confirmAddress, null, {
    companyIntCode: location.company.id,
    registrationId: body.registrationId,
    code: await codeFor(asked.username),
  })
  return { asked, registrationId: body.registrationId, answer }
}

const waiting = async (location: Town) =>
  (await portal.call(registrations.page, location.boss.token, { ...page, sort: [] })).body.rows

describe('[REG-001] a pharmacy asks for an account', () => {
  it('a GLN has 13 digits and a check digit that any single wrong digit breaks', () => {
    expect(isGln('8680000000008')).toBe(checkDigitOf('868000000000') === 8)
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{12}$/),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (body, at, by) => {
          const gln = `${body}${checkDigitOf(body)}`
          expect(isGln(gln)).toBe(true)
          const wrong = gln.slice(0, at) + String((Number(gln[at]) + by) % 10) + gln.slice(at + 1)
          expect(isGln(wrong)).toBe(false)
        },
      ),
    )
  })

  it('finds the point of sale by its GLN: name, city and district, nothing more', async () => {
    const location = await town()
    const find = (gln: string, companyIntCode = location.company.id) =>
      portal.call(findPointOfSale, null, { companyIntCode, gln })
    expect((await find(location.gln)).body).toEqual({
      name: 'Şifa Eczanesi',
      city: 'Ankara',
      district: 'Çankaya',
    })
    expect(await find(glnOf(999_999))).toMatchObject({
      status: 404,
      code: 'PointOfSaleNotFound',
      refused: { Message: 'Point of Sale Not Found!' },
    })
    expect(await find('8680000000001')).toMatchObject({ status: 422, code: 'InvalidInput' })
    expect((await find(location.gln, (await town('Closed')).company.id)).code).toBe('RegistrationClosed')
    expect((await find(location.gln, 999_999)).code).toBe('RegistrationClosed')
  })

  it('[LOC-002] is asked which one is meant where old data give two points of sale one GLN', async () => {
    const here = await town()
    const twin = await here.company.location(null, { name: 'Deva Eczanesi', type: 'PrimaryPointOfSales' })
    await portal.owner.query('update location set gln = $1 where id = $2', [here.gln, twin.id])
    const { body } = await portal.call(findPointOfSale, null, {
      companyIntCode: here.company.id,
      gln: here.gln,
    })
    expect(body.choices?.map(({ name }) => name).toSorted()).toEqual(['Deva Eczanesi', 'Şifa Eczanesi'])
    expect(await portal.call(register, null, requested(here))).toMatchObject({
      status: 422,
      code: 'PointOfSaleUnclear',
    })
    const stranger = await portal.call(register, null, requested(here, { pointOfSaleId: newId() }))
    expect(stranger.code).toBe('PointOfSaleUnclear')
    const asked = await portal.call(register, null, requested(here, { pointOfSaleId: twin.id }))
    expect(asked.status).toBe(200)
    const { rows } = await portal.owner.query('select location_id from registration where id = $1', [
      asked.body.registrationId,
    ])
    expect(rows).toEqual([{ location_id: twin.id }])
  })

  it('needs every field, an address in plain letters and no line breaks', async () => {
    const location = await town()
    for (const over of [
      { firstName: '' },
      { lastName: '' },
      { city: '' },
      { username: 'no address' },
      { username: 'ada@eczane.example\r\nBcc: eve@example.test' },
      { firstName: 'Ada\u0000' },
      { gln: '123' },
    ]) {
      expect((await portal.call(register, null, requested(location, over))).status).toBe(422)
    }
  })

  it('is limited: five requests an hour from one address', async () => {
    const location = await town()
    for (let n = 0; n < 5; n++)
      expect((await portal.call(register, null, requested(location))).status).toBe(200)
    expect(await portal.call(register, null, requested(location))).toMatchObject({
      status: 429,
      code: 'TooManyRequests',
    })
  })
})

describe('[REG-002] the request', () => {
  it('waits for a manager once the address is proved, and nobody sees it before', async () => {
    const location = await town()
    const asked = requested(location)
    const { body } = await portal.call(register, null, asked)
    expect(await waiting(location)).toEqual([])
    const confirm = (code: string) =>
      portal.call(confirmAddress, null, {
        companyIntCode: location.company.id,
        registrationId: body.registrationId,
        code,
      })
    const code = await codeFor(asked.username)
    expect((await confirm(code === '000000' ? '000001' : '000000')).code).toBe('RegistrationCodeWrong')
    const both = await Promise.all([confirm(code), confirm(code)])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 422])
    expect(both.find((answer) => answer.status === 200)?.body).toEqual({ state: 'Waiting' })
    expect(await waiting(location)).toMatchObject([
      {
        username: asked.username,
        pointOfSale: 'Şifa Eczanesi',
        registrationState: 'Waiting',
        knownUsers: 0,
        otherCity: null,
        actions: { approve: null, reject: null },
      },
    ])
  })

  it('has a code that can be tried five times', async () => {
    const location = await town()
    const asked = requested(location)
    const { body } = await portal.call(register, null, asked)
    const code = await codeFor(asked.username)
    const confirm = (typed: string) =>
      portal.call(confirmAddress, null, {
        companyIntCode: location.company.id,
        registrationId: body.registrationId,
        code: typed,
      })
    for (let n = 0; n < registrationCodeTries; n++)
      expect((await confirm(String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'))).status).toBe(422)
    expect((await confirm(code)).code).toBe('RegistrationCodeWrong')
  })

  it('that is repeated stays one request', async () => {
    const location = await town()
    const asked = requested(location)
    const first = await portal.call(register, null, asked)
    const again = await portal.call(register, null, { ...asked, firstName: 'Adalet' })
    expect(again.body.registrationId).toBe(first.body.registrationId)
    const { rows } = await portal.owner.query('select first_name from registration where company_id = $1', [
      location.company.id,
    ])
    expect(rows).toEqual([{ first_name: 'Adalet' }])
  })

  it('makes a user of the pharmacy when it is approved, once, who signs in with the mailed password', async () => {
    const location = await town()
    const { asked } = await confirmed(location)
    const [row] = await waiting(location)
    const approve = () =>
      portal.call(approveRegistration, location.boss.token, {
        registrationId: row!.id,
        version: row!.version,
      })
    const both = await Promise.all([approve(), approve()])
    expect(both.map((answer) => answer.code ?? 'done').toSorted()).toEqual(['RegistrationDecided', 'done'])
    const { rows } = await portal.owner.query(
      'select m.user_type, m.location_scoped, m.point_of_sale_id from membership m join identity i on i.id = m.identity_id where m.company_id = $1 and i.username = $2',
      [location.company.id, asked.username],
    )
    expect(rows).toEqual([
      { user_type: 'PharmaSalesExecutive', location_scoped: true, point_of_sale_id: location.locationId },
    ])
    const password = () => mailTo(asked.username).then((mail) => /^[\w\-+=?%#*]{20}$/m.exec(mail)?.[0] ?? '')
    await expect.poll(password).not.toBe('')
    const login = {
      username: asked.username,
      password: await password(),
      companyIntCode: location.company.id,
    }
    expect(await portal.post('/api/Authentication/Login', login)).toMatchObject({
      status: 200,
      body: {
        UserType: 'ThirdPartyUser',
        ExactUserType: 'PharmaSalesExecutive',
        PasswordChangeText: expect.stringMatching(/./),
      },
    })
    expect((await waiting(location))[0]).toMatchObject({
      registrationState: 'Approved',
      decidedBy: location.boss.name,
      knownUsers: 1,
      actions: { approve: expect.stringContaining('already'), reject: expect.stringContaining('already') },
    })
  })

  it('is rejected with a reason, which the applicant reads', async () => {
    const location = await town()
    const { asked } = await confirmed(location)
    const [row] = await waiting(location)
    expect(
      (
        await portal.call(rejectRegistration, location.boss.token, {
          registrationId: row!.id,
          version: row!.version,
          reason: '',
        })
      ).status,
    ).toBe(422)
    expect(
      (
        await portal.call(rejectRegistration, location.boss.token, {
          registrationId: row!.id,
          version: row!.version,
          reason: 'No contract yet',
        })
      ).status,
    ).toBe(200)
    await expect.poll(async () => (await mailTo(asked.username)).includes('No contract yet')).toBe(true)
    expect(
      (
        await portal.call(approveRegistration, location.boss.token, {
          registrationId: row!.id,
          version: row!.version + 1,
        })
      ).code,
    ).toBe('RegistrationDecided')
  })

  it('tells nobody who is known: the same answer, and the mail says it to whoever reads that address', async () => {
    const location = await town()
    const known = await location.company.user({ username: `ada${++numbers}@eczane.example` })
    const fresh = await portal.call(register, null, requested(location))
    const asked = requested(location, { username: known.username })
    const again = await portal.call(register, null, asked)
    expect(Object.keys(again.body)).toEqual(Object.keys(fresh.body))
    expect(again.status).toBe(fresh.status)
    expect(await mailTo(known.username)).toMatch(/zaten/)
  })

  it('[USR-004] of somebody another company knows is their own yes: nothing waits at the door', async () => {
    const location = await town()
    const home = await portal.company()
    const known = await home.user({ username: `ada${++numbers}@eczane.example`, signIn: false })
    await confirmed(location, { username: known.username })
    const [row] = await waiting(location)
    await portal.call(approveRegistration, location.boss.token, {
      registrationId: row!.id,
      version: row!.version,
    })
    const { body: session } = await portal.post('/api/Authentication/Login', {
      username: known.username,
      password,
      companyIntCode: location.company.id,
    })
    expect(session).toMatchObject({
      UserType: 'ThirdPartyUser',
      ExactUserType: 'PharmaSalesExecutive',
      PermissionsUI: ['HomePage'],
    })
    expect(session).not.toHaveProperty('InvitationPending')
    const { companies } = (await portal.call(getOwnCompanies, (session as { Token: string }).Token, {})).body
    expect(companies).toMatchObject([
      { companyIntCode: home.id, home: true },
      { companyIntCode: location.company.id, standing: 'Active', mayLeave: true },
    ])
  })

  it('is accepted by rule where the company says so and nothing speaks against it', async () => {
    const location = await town('Automatic')
    expect((await confirmed(location)).answer.body).toEqual({ state: 'Approved' })
    // The pharmacy has somebody now: the next one waits to be looked at.
    expect((await confirmed(location)).answer.body).toEqual({ state: 'Waiting' })
    expect((await waiting(location)).map((row) => [row.registrationState, row.knownUsers])).toEqual(
      expect.arrayContaining([['Waiting', 1]]),
    )
    const full = await town('Automatic')
    await portal.owner.query('update company_policy set maximum_users = 1 where company_id = $1', [
      full.company.id,
    ])
    expect((await confirmed(full)).answer.body).toEqual({ state: 'Waiting' })
    const [row] = await waiting(full)
    expect(
      (
        await portal.call(approveRegistration, full.boss.token, {
          registrationId: row!.id,
          version: row!.version,
        })
      ).code,
    ).toBe('UserLimitReached')
  })

  it('is decided on by who may, of the own company, holding what the new user will hold', async () => {
    const location = await town()
    await confirmed(location)
    const [row] = await waiting(location)
    const decide = { registrationId: row!.id, version: row!.version }
    const stranger = await (await portal.company()).user()
    expect((await portal.call(approveRegistration, stranger.token, decide)).code).toBe('NotFound')
    const clerk = await location.company.user({ without: ['registration-approveRegistration'] })
    expect((await portal.call(approveRegistration, clerk.token, decide)).code).toBe('PermissionMissing')
    const poor = await location.company.user({ without: ['HomePage'] })
    expect((await portal.call(approveRegistration, poor.token, decide)).code).toBe('RightsExceedOwn')
  })
})
