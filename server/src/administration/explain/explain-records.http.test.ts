import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  explainAccess,
  explainLookups,
  getExplainTargets,
  type ExplainLookup,
  type ExplainTarget,
} from '@kervan/contract/administration/explain'
import { thirdPartyUsers } from '@kervan/contract/administration/third-party-users'
import { getUser, getUserOptions, users } from '@kervan/contract/administration/users'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { registrations } from '@kervan/contract/registration/registration'
import { newId } from '../../kit/database/uuid.ts'
import { inDatabase } from '../../../test/office.ts'
import { page } from '../../../test/ordering.ts'
import {
  startPortal,
  type Company,
  type Customer,
  type Location,
  type Portal,
  type User,
} from '../../../test/portal.ts'

// What is explained of a record must be what the user is answered who looks for it, whoever they are.

let portal: Portal
let company: Company
let boss: User
let customer: Customer
let near: Location
let far: Location
const subjects: Record<string, User> = {}
const records: Record<ExplainLookup, string[]> = { user: [], location: [], registration: [] }
let unproved: string
const filterId = newId()

/** One of each way to see a record, all of them, and none. */
const rights: Record<string, readonly string[] | undefined> = {
  everything: undefined,
  nothing: [],
  users: [getUser.permission!],
  userList: [users.page.permission!],
  thirdParty: [thirdPartyUsers.page.permission!],
  ordering: [getOrderOptions.permission!],
  choosing: [getUserOptions.permission!],
  registrations: [registrations.page.permission!],
}

beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
  customer = await company.customer()
  const other = await company.customer()
  near = await company.location(customer, { type: 'PrimaryPointOfSales' })
  far = await company.location(other, { type: 'PrimaryPointOfSales' })
  const closed = await company.location(customer)
  const barred = await company.location(customer)
  await inDatabase(
    { portal, company, boss },
    `update location set status = 'Passive' where company_id = $1 and id = $2`,
    closed.id,
  )
  await inDatabase(
    { portal, company, boss },
    'update location set blacklisted = true where company_id = $1 and id = $2',
    barred.id,
  )
  const own = await company.location(null)
  const kinds = {
    internal: {},
    customer: { customer },
    other: { customer: other },
    here: { locations: [near] },
    there: { locations: [far] },
    guest: {
      type: 'ThirdPartyUser' as const,
      customer,
      thirdPartyLocation: near,
      pointOfSale: near,
      locations: [near],
    },
  }
  for (const [kind, location] of Object.entries(kinds))
    for (const [right, permissions] of Object.entries(rights))
      subjects[`${kind}, ${right}`] = await company.user({ ...location, ...(permissions && { permissions }) })
  records.user = [
    boss,
    ...['internal', 'customer', 'other', 'here', 'there', 'guest'].map(
      (kind) => subjects[`${kind}, nothing`],
    ),
  ].map((user) => user!.id)
  records.location = [near, far, closed, barred, own].map(({ id }) => id)
  records.registration = [await register(near, 'Waiting'), await register(far, 'Rejected')]
  unproved = await register(near, 'Unconfirmed')
}, 180_000)
afterAll(() => portal.close())

async function register(location: Location, state: string): Promise<string> {
  const id = newId()
  await inDatabase(
    { portal, company, boss },
    `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, confirmed_at, search_text)
    values ($1, $2, $3, 'Ayla', 'Own', $4, $4, 'Ankara', $5, '8680000000006', 'en', '127.0.0.1', 5, now() + interval '1 hour', now(), now(), 'ayla')`,
    id,
    state,
    `${id}@pharmacy.example`,
    location.id,
  )
  return id
}

function targetOf(kind: ExplainLookup, id: string): ExplainTarget {
  return {
    user: { kind: 'user', membershipId: id } as const,
    location: { kind: 'location', locationId: id } as const,
    registration: { kind: 'registration', registrationId: id } as const,
  }[kind]
}
const explain = (user: User, kind: ExplainLookup, id: string, by = boss) =>
  portal.call(explainAccess, by.token, { membershipId: user.id, target: targetOf(kind, id) })
const idsOf = (answer: { status: number; body: { rows: { id: string }[] } }) =>
  answer.status === 200 ? answer.body.rows.map(({ id }) => id) : []

/** What of the records the user finds, by asking for them in every way there is. */
const found: Record<ExplainLookup, (user: User) => Promise<string[]>> = {
  async user({ token }) {
    const all = { ...page, pageSize: 200 as const }
    const single = await Promise.all(
      records.user.map(async (membershipId) =>
        (await portal.call(getUser, token, { membershipId })).status === 200 ? [membershipId] : [],
      ),
    )
    const guests = await Promise.all(
      [near, far].map(({ code }) =>
        portal.call(thirdPartyUsers.page, token, { ...all, locationUniqueCode: code }),
      ),
    )
    return [...single.flat(), ...idsOf(await portal.call(users.page, token, all)), ...guests.flatMap(idsOf)]
  },
  async location({ token }) {
    const [ordering, choosing] = [
      await portal.call(getOrderOptions, token, {}),
      await portal.call(getUserOptions, token, { kind: 'location', search: '' }),
    ]
    return [
      ...(ordering.status === 200 ? ordering.body.locations : []),
      ...(choosing.status === 200 ? choosing.body.options : []),
    ].map(({ id }) => id)
  },
  registration: async ({ token }) => idsOf(await portal.call(registrations.page, token, page)),
}

describe('“Why can’t this user see this?” of a record', () => {
  it.each(explainLookups)('agrees with what the user is answered: %s', async (kind) => {
    let seen = 0
    for (const [name, subject] of Object.entries(subjects)) {
      const real = new Set(await found[kind](subject))
      for (const id of records[kind]) {
        const { body } = await explain(subject, kind, id)
        expect({ name, id, allowed: body.allowed }).toEqual({ name, id, allowed: real.has(id) })
        if (body.allowed) seen++
      }
    }
    expect(seen).toBeGreaterThan(3)
    expect(seen).toBeLessThan(Object.keys(subjects).length * records[kind].length)
  })

  it('says which link it is: the right, whose it is, or that nothing is delivered there', async () => {
    const blocking = async (subject: string, kind: ExplainLookup, id: string | undefined) =>
      (await explain(subjects[subject]!, kind, id!)).body.steps
        .filter((step) => !step.ok && step.blocks)
        .map(({ step }) => step)
    const [here, there, closed, barred] = records.location
    expect(await blocking('internal, nothing', 'location', here)).toEqual(['permission'])
    expect(await blocking('customer, ordering', 'location', there)).toEqual(['scope'])
    expect(await blocking('customer, ordering', 'location', closed)).toEqual(['deliverable'])
    expect(await blocking('customer, ordering', 'location', barred)).toEqual(['deliverable'])
    expect(await blocking('customer, everything', 'location', closed)).toEqual([])
    expect(await blocking('there, nothing', 'registration', records.registration[0])).toEqual([
      'permission',
      'scope',
    ])
    const { body } = await explain(subjects['internal, nothing']!, 'user', boss.id)
    expect(body.steps.map(({ step }) => step)).toEqual([
      'member',
      'invitation',
      'locations',
      'acknowledgement',
      'secondFactor',
      'permission',
      'scope',
    ])
    expect(body.steps.find(({ step }) => step === 'permission')).toMatchObject({
      permission: 'userManagement-getUser',
      through: [],
      wouldGive: expect.arrayContaining([{ id: boss.roleId, name: expect.any(String) as string }]),
    })
  })

  it('[SHL-025] tells who asks nothing of a record they do not see themselves, or may not read', async () => {
    const asks = [explainAccess.permission!, getExplainTargets.permission!]
    const local = subjects['here, everything']!
    const bare = await company.user({ permissions: asks })
    const missing = { user: 'UserNotFound', location: 'LocationNotFound', registration: 'NotFound' }
    for (const kind of explainLookups) {
      const outside = records[kind].find((id) => ![near.id, local.id].includes(id))
      const hidden =
        kind === 'registration' ? records.registration[1]! : kind === 'location' ? far.id : outside!
      const nothing = await explain(local, kind, newId(), local)
      expect(nothing).toMatchObject({ status: 404, code: missing[kind] })
      const answer = await explain(local, kind, hidden, local)
      expect([answer.status, answer.code, answer.refused?.Message]).toEqual([
        nothing.status,
        nothing.code,
        nothing.refused?.Message,
      ])
      expect(await explain(boss, kind, records[kind][0]!, bare)).toMatchObject({
        status: 404,
        code: missing[kind],
      })
      expect((await portal.call(getExplainTargets, bare.token, { kind, search: '' })).body).toEqual({
        targets: [],
        hasMore: false,
      })
    }
    expect(await explain(boss, 'registration', unproved)).toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('[UIF-001] names the active UI filter that hides it from everybody, and still finds it to be asked about', async () => {
    await inDatabase(
      { portal, company, boss },
      `insert into ui_filter (company_id, id, number, name, type, source, state, definition, generation, active_generation, changed_at, changed_by)
       values ($1, $2, 1, 'Only near', 'Location', 'Codes', 'ReadyToUse', '{}', 1, 1, now(), 'Test')`,
      filterId,
    )
    await inDatabase(
      { portal, company, boss },
      'insert into ui_filter_member (company_id, filter_id, generation, record_id) values ($1, $2, 1, $3)',
      filterId,
      near.id,
    )
    const subject = subjects['internal, everything']!
    expect(await found.location(subject)).not.toContain(far.id)
    for (const [kind, hidden, kept] of [
      ['location', far.id, near.id],
      ['registration', records.registration[1], records.registration[0]],
    ] as const) {
      const { body } = await explain(subject, kind, hidden ?? '')
      expect(body.allowed).toBe(false)
      expect(body.steps.filter(({ ok }) => !ok)).toMatchObject([
        { step: 'filters', blocks: true, hiddenBy: ['Only near'] },
      ])
      expect((await explain(subject, kind, kept ?? '')).body.allowed).toBe(true)
    }
    const asked = { kind: 'location' as const, search: far.code }
    expect((await portal.call(getExplainTargets, boss.token, asked)).body.targets).toMatchObject([
      { id: far.id },
    ])
    await inDatabase(
      { portal, company, boss },
      'delete from ui_filter where company_id = $1 and id = $2',
      filterId,
    )
  })

  it('finds what can be asked about by code and name: all that the asker sees, and nothing else', async () => {
    const look = async (by: User, kind: ExplainLookup, search = '') =>
      (await portal.call(getExplainTargets, by.token, { kind, search })).body.targets.map(({ id }) => id)
    for (const kind of explainLookups)
      for (const name of [
        'internal, everything',
        'customer, everything',
        'here, everything',
        'guest, everything',
      ]) {
        const subject = subjects[name]!
        const real = new Set(await found[kind](subject))
        // More people are there than a field shows, so those who are asked for are looked for one by one.
        const listed = kind === 'user' ? [] : await look(subject, kind)
        if (kind === 'user')
          for (const id of records.user)
            listed.push(
              ...(
                await look(
                  subject,
                  kind,
                  [boss, ...Object.values(subjects)].find((one) => one.id === id)!.username,
                )
              ).filter((one) => one === id),
            )
        expect({ kind, name, listed: listed.toSorted() }).toEqual({
          kind,
          name,
          listed: records[kind].filter((id) => real.has(id)).toSorted(),
        })
      }
    expect(await look(boss, 'location', near.code)).toEqual([near.id])
    expect(await look(boss, 'registration', 'AYLA')).toHaveLength(2)
    expect(await look(boss, 'registration', '%')).toEqual([])
    const stranger = await (await portal.company()).user()
    expect([
      await look(stranger, 'user'),
      await look(stranger, 'location'),
      await look(stranger, 'registration'),
    ]).toEqual([[stranger.id], [], []])
  })

  it('offers fifty at once and says when there are more', async () => {
    const large = await portal.company()
    const asker = await large.user()
    const customers = await large.customer()
    for (let made = 0; made < 50; made++) await large.location(customers)
    const look = async () =>
      (await portal.call(getExplainTargets, asker.token, { kind: 'location', search: '' })).body
    expect(await look()).toMatchObject({
      hasMore: false,
      targets: expect.objectContaining({ length: 50 }) as unknown,
    })
    await large.location(customers)
    expect(await look()).toMatchObject({
      hasMore: true,
      targets: expect.objectContaining({ length: 50 }) as unknown,
    })
  })
})
