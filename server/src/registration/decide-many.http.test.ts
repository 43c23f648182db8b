import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '@kervan/contract/administration/activity'
import {
  approveRegistration,
  approveRegistrations,
  registrations,
  rejectRegistrations,
} from '@kervan/contract/registration/registration'
import { newId } from '../kit/database/uuid.ts'
import { inDatabase, limit, type Office } from '../../test/office.ts'
import { page, windowAround } from '../../test/ordering.ts'
import { startPortal, type Location, type Portal, type User } from '../../test/portal.ts'

// Many registrations decided at once; what leads to one is in registration.http.test.ts.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

type Town = Office & { location: Location }
let numbers = 0

async function town(): Promise<Town> {
  const company = await portal.company()
  const location = await company.location(null, { name: 'Şifa Eczanesi', type: 'PharmacyPointOfSales' })
  const office = { portal, company, boss: await company.user(), location }
  const roleId = newId()
  await inDatabase(
    office,
    `insert into role (company_id, id, code, name, ready_made) values ($1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true)`,
    roleId,
  )
  await inDatabase(
    office,
    `insert into role_permission (company_id, role_id, permission) values ($1, $2, 'HomePage')`,
    roleId,
  )
  return office
}

/** A request whose address is proved. */
async function waiting(
  office: Town,
  over: { username?: string; location?: Location; state?: string } = {},
): Promise<{ id: string; username: string }> {
  const id = newId()
  const username = over.username ?? `many${++numbers}@eczane.example`
  await inDatabase(
    office,
    `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, confirmed_at, search_text)
     values ($1, $2, $3, 'Ada', 'Ak', $4, $4, 'Ankara', $5, '8689901000832', 'tr', '127.0.0.1', 5, now(), now(), now(), $4)`,
    id,
    over.state ?? 'Waiting',
    username,
    (over.location ?? office.location).id,
  )
  return { id, username }
}

const of = (...all: { id: string }[]) => ({
  selection: { mode: 'ids' as const, ids: all.map(({ id }) => id) },
})
const approve = (
  { boss }: Town,
  all: { id: string }[],
  over: { dryRun?: boolean; by?: User; requestKey?: string } = {},
) =>
  portal.call(approveRegistrations, (over.by ?? boss).token, {
    ...of(...all),
    dryRun: over.dryRun ?? false,
    ...(over.requestKey && { requestKey: over.requestKey }),
  })
const reject = ({ boss }: Town, all: { id: string }[], dryRun = false) =>
  portal.call(rejectRegistrations, boss.token, { ...of(...all), dryRun, reason: ' No contract yet ' })
const states = async (office: Town) =>
  Object.fromEntries(
    (await inDatabase(office, 'select id, state from registration where company_id = $1')).map((row) => [
      row['id'],
      row['state'],
    ]),
  )
const members = async (office: Town, username: string) =>
  (
    await inDatabase(
      office,
      'select m.id from membership m join identity i on i.id = m.identity_id where m.company_id = $1 and i.username = $2',
      username,
    )
  ).length
const outcomes = (answer: { body: { results: { id: string; refusal: string | null }[] } }) =>
  Object.fromEntries(answer.body.results.map((result) => [result.id, result.refusal]))

describe('[REG-002] many registrations', () => {
  it('are approved after a dryRun that says which would pass, which not and why', async () => {
    const office = await town()
    const known = await office.company.user({ signIn: false })
    const [one, two, decided, member] = [
      await waiting(office),
      await waiting(office),
      await waiting(office, { state: 'Rejected' }),
      await waiting(office, { username: known.username }),
    ]
    const unconfirmed = await waiting(office, { state: 'Unconfirmed' })
    const twin = await waiting(office, {
      username: two.username,
      location: await office.company.location(null, { type: 'PharmacyPointOfSales' }),
    })
    const [first, second] = [two, twin].toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
      typeof two,
      typeof twin,
    ]
    const all = [one, two, decided, member, unconfirmed, twin]
    const expected = {
      [one.id]: null,
      [first.id]: null,
      [second.id]: 'UsernameTaken',
      [decided.id]: 'RegistrationDecided',
      [member.id]: 'UsernameTaken',
      [unconfirmed.id]: 'NotFound',
    }
    const before = await states(office)
    const dryRunResult = await approve(office, all, { dryRun: true })
    expect(dryRunResult.body).toMatchObject({ done: 2, refused: 4, jobId: null })
    expect(outcomes(dryRunResult)).toEqual(expected)
    expect(await states(office)).toEqual(before)
    expect(await members(office, one.username)).toBe(0)
    const done = await approve(office, all)
    expect([done.body.done, outcomes(done)]).toEqual([2, expected])
    expect(await states(office)).toEqual({ ...before, [one.id]: 'Approved', [first.id]: 'Approved' })
    expect([await members(office, one.username), await members(office, two.username)]).toEqual([1, 1])
    const { body: log } = await portal.call(activity.page, office.boss.token, {
      ...page,
      ...windowAround(),
      filters: { operation: { in: ['registration.approved', 'user.created'] } },
    })
    expect(log.rows.map((row) => [row.operation, row.actorName]).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => ['registration.approved', office.boss.name]),
      ...Array.from({ length: 2 }, () => ['user.created', office.boss.name]),
    ])
    const promised = await inDatabase(
      office,
      `select kind from outbox where company_id = $1 and kind = 'registrationAccepted'`,
    )
    expect(promised).toHaveLength(2)
  })

  it('are approved up to the maximum of users, the rest are told', async () => {
    const office = await town()
    const all = [await waiting(office), await waiting(office), await waiting(office)]
    await limit(office, 3)
    expect((await approve(office, all)).body).toMatchObject({
      done: 2,
      refused: 1,
      results: [{ refusal: 'UserLimitReached', message: expect.stringContaining('3') }, {}, {}],
    })
    await limit(office, 4)
    expect((await approve(office, all)).body).toMatchObject({ done: 1, refused: 2 })
  })

  it('are rejected with one reason, which each applicant is mailed; what is decided is told', async () => {
    const office = await town()
    const [one, two, decided] = [
      await waiting(office),
      await waiting(office),
      await waiting(office, { state: 'Approved' }),
    ]
    expect((await reject(office, [one, two, decided], true)).body).toMatchObject({ done: 2, refused: 1 })
    expect((await states(office))[one.id]).toBe('Waiting')
    const answer = await reject(office, [one, two, decided])
    expect(outcomes(answer)).toEqual({ [one.id]: null, [two.id]: null, [decided.id]: 'RegistrationDecided' })
    const { body } = await portal.call(registrations.page, office.boss.token, {
      ...page,
      filters: { registrationState: { in: ['Rejected'] } },
    })
    expect(body.rows.map((row) => [row.reason, row.decidedBy])).toEqual([
      ['No contract yet', office.boss.name],
      ['No contract yet', office.boss.name],
    ])
    expect(
      await inDatabase(
        office,
        `select payload from outbox where company_id = $1 and payload::text like '%No contract yet%'`,
      ),
    ).toHaveLength(2)
    expect(
      (await portal.call(rejectRegistrations, office.boss.token, { ...of(one), dryRun: true, reason: '' }))
        .status,
    ).toBe(422)
  })

  it('are all that match but the excepted, as they were when somebody looked', async () => {
    const office = await town()
    const [one, two, excepted] = [await waiting(office), await waiting(office), await waiting(office)]
    const asOf = new Date(Date.now() + 1_000).toISOString()
    const query = { sort: [], filters: { registrationState: { in: ['Waiting' as const] } }, search: '' }
    const { body } = await portal.call(approveRegistrations, office.boss.token, {
      selection: { mode: 'query', query, exclude: [excepted.id], asOf },
      dryRun: false,
    })
    expect(body).toMatchObject({ done: 2, refused: 0 })
    expect(await states(office)).toEqual({
      [one.id]: 'Approved',
      [two.id]: 'Approved',
      [excepted.id]: 'Waiting',
    })
  })

  it('are made users once, by many who press at the same time, and by a request that is repeated', async () => {
    const office = await town()
    const second = await office.company.user()
    const all = [await waiting(office), await waiting(office)]
    const answers = await Promise.all([
      approve(office, all),
      approve(office, all, { by: second }),
      portal.call(approveRegistration, second.token, { registrationId: all[0]!.id, version: 1 }),
      reject(office, all),
    ])
    for (const { code } of answers) expect([null, 'RegistrationDecided', 'ChangedMeanwhile']).toContain(code)
    const decided = await states(office)
    for (const { id, username } of all)
      expect(await members(office, username)).toBe(decided[id] === 'Approved' ? 1 : 0)
    const again = await waiting(office)
    const both = await Promise.all([1, 2].map(() => approve(office, [again], { requestKey: 'approve-once' })))
    expect(
      both.filter(({ status, body }) => status === 200 && body.done === 1).length,
    ).toBeGreaterThanOrEqual(1)
    expect(await members(office, again.username)).toBe(1)
  })

  it('are decided on by who holds what the new users will hold, and no more than 500 at once', async () => {
    const office = await town()
    const one = await waiting(office)
    expect(
      await approve(office, [one], {
        by: await office.company.user({ without: ['HomePage'] }),
        dryRun: true,
      }),
    ).toMatchObject({ status: 422, code: 'RightsExceedOwn' })
    expect(
      await approve(office, [one], {
        by: await office.company.user({ without: ['registration-approveRegistrations'] }),
      }),
    ).toMatchObject({ status: 403, code: 'PermissionMissing' })
    const many = Array.from({ length: 501 }, () => ({ id: newId() }))
    expect(await approve(office, many, { dryRun: true })).toMatchObject({
      status: 422,
      code: 'SelectionTooLarge',
      refused: { Facts: { limit: 500 } },
    })
    expect((await approve(office, many.slice(1), { dryRun: true })).body).toMatchObject({
      done: 0,
      refused: 500,
    })
  })
})
