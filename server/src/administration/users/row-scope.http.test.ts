import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAcknowledgementDraft } from '@kervan/contract/administration/acknowledgement-drafts'
import { publishAcknowledgement } from '@kervan/contract/administration/acknowledgement-versions'
import { linkEntra, saveEntraSetting } from '@kervan/contract/administration/microsoft'
import { login, refreshSession } from '@kervan/contract/access/authentication'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { notificationContactKind } from '@kervan/contract/administration/notification-contacts'
import { getPolicy, updatePolicy } from '@kervan/contract/administration/policy'
import { getRole, previewRole, updateRole } from '@kervan/contract/administration/roles'
import { setUserLocations } from '@kervan/contract/administration/user-locations'
import { getUser, getUserOptions, users } from '@kervan/contract/administration/users'
import {
  createUser,
  changeUsername,
  updateUser,
  resetPassword,
} from '@kervan/contract/administration/user-acts'
import type { InputOf } from '@kervan/contract/kit/call'
import { newId } from '../../kit/database/uuid.ts'
import { asEdited, person, proof } from '../../../test/office.ts'
import { page } from '../../../test/ordering.ts'
import {
  startPortal,
  type Company,
  type Customer,
  type Location,
  type Portal,
  type User,
} from '../../../test/portal.ts'

// Who administers for some locations only must not come to see others by way of somebody they make or sign in as.

let portal: Portal
let company: Company
let customer: Customer
let here: Location
let there: Location
let local: User
let boss: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  customer = await company.customer()
  here = await company.location(customer, { type: 'PrimaryPointOfSales' })
  there = await company.location(customer)
  local = await company.user({ locations: [here] })
  boss = await company.user()
})
afterAll(() => portal.close())

const member = (locations: Location[] | undefined, over: object = {}) =>
  company.user({ ...(locations && { locations }), permissions: ['HomePage'], signIn: false, ...over })
/** Sees everything of the company, and is known at this location as well. */
async function everywhere(): Promise<User> {
  const user = await member([here])
  await portal.owner.query('update membership set location_scoped = false where id = $1', [user.id])
  return user
}
const look = async (user: User, by = boss) =>
  (await portal.call(getUser, by.token, { membershipId: user.id })).body

describe('[USR-004] [USR-006] who sees some locations only', () => {
  it('makes nobody who sees all of them', async () => {
    const make = (over: Parameters<typeof person>[0], by = local) =>
      portal.call(createUser, by.token, person(over))
    expect(await make({ locationScoped: false })).toMatchObject({ status: 422, code: 'ScopeExceedsOwn' })
    expect(await make({ locationScoped: false, userType: 'Customer', partnerId: customer.id })).toMatchObject(
      { status: 422, code: 'ScopeExceedsOwn' },
    )
    expect((await make({ locationScoped: true })).status).toBe(200)
    expect(
      (await make({ locationScoped: false, userType: 'PharmaSalesExecutive', pointOfSaleId: here.id }))
        .status,
    ).toBe(200)
    expect((await make({ locationScoped: false }, boss)).status).toBe(200)
  })

  it('widens nobody; who sees all already may go on, and be changed otherwise', async () => {
    const seller = await member([here])
    expect(
      await portal.call(updateUser, local.token, { ...asEdited(await look(seller)), locationScoped: false }),
    ).toMatchObject({ status: 422, code: 'ScopeExceedsOwn' })
    expect((await look(seller)).locationScoped).toBe(true)
    const roamer = await everywhere()
    expect(
      (await portal.call(updateUser, local.token, { ...asEdited(await look(roamer)), language: 'de' })).body,
    ).toMatchObject({ language: 'de', locationScoped: false })
    expect(
      (await portal.call(updateUser, boss.token, { ...asEdited(await look(seller)), locationScoped: false }))
        .body.locationScoped,
    ).toBe(false)
  })

  it('gives customers only whose locations they see', async () => {
    const stranger = await company.customer()
    await company.location(stranger)
    const customers = async (by: User) =>
      (await portal.call(getUserOptions, by.token, { kind: 'partner', search: '' })).body.options.map(
        ({ id }) => id,
      )
    expect(await customers(local)).toEqual([customer.id])
    expect(await customers(boss)).toEqual(expect.arrayContaining([customer.id, stranger.id]))
    const make = (partnerId: string) =>
      portal.call(createUser, local.token, person({ userType: 'Customer', partnerId, locationScoped: true }))
    expect(await make(stranger.id)).toMatchObject({ status: 404, code: 'PartnerNotFound' })
    expect((await make(customer.id)).status).toBe(200)
  })

  it.each([
    ['all locations', everywhere, 'ScopeExceedsOwn'],
    ['one location more', () => member([here, there]), 'ScopeExceedsOwn'],
    ['the same location', () => member([here]), null],
  ] as const)('comes to sign in as nobody who sees more: of %s', async (_, make, code) => {
    const user = await make()
    const view = await look(user, local)
    const [row] = (
      await portal.call(users.page, local.token, { ...page, filters: { username: { in: [user.username] } } })
    ).body.rows
    for (const blocked of [view.actions, row!.actions])
      expect([blocked.resetPassword === null, blocked.changeUsername === null]).toEqual(
        code ? [false, false] : [true, true],
      )
    const tries = [
      await portal.call(linkEntra, local.token, {
        membershipId: user.id,
        tenantId: newId(),
        objectId: newId(),
        version: view.version,
      }),
      await portal.call(changeUsername, local.token, {
        membershipId: user.id,
        version: (await look(user)).version,
        username: `new-${user.username}`,
      }),
      await portal.call(resetPassword, local.token, { membershipId: user.id }),
    ]
    expect(tries.map((answer) => answer.code)).toEqual([code, code, code])
    expect((await portal.call(resetPassword, boss.token, { membershipId: user.id, proof })).status).toBe(200)
  })

  it('makes no key that sees more', async () => {
    const [wide, same] = [
      await member([here, there], { type: 'APIUser' }),
      await member([here], { type: 'APIUser' }),
    ]
    const key = (user: User, by = local) =>
      portal.call(createApiKey, by.token, {
        membershipId: user.id,
        name: 'ERP',
        scope: ['HomePage'],
        expiresOn: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
      })
    expect(await key(wide)).toMatchObject({ status: 422, code: 'ScopeExceedsOwn' })
    expect([(await key(same)).status, (await key(wide, boss)).status]).toEqual([200, 200])
  })

  it('so what they make sees nothing of another location, until who sees it gives it', async () => {
    const { body: made } = await portal.call(
      createUser,
      local.token,
      person({ locationScoped: true, roleIds: [local.roleId], username: 'local-admin@office.example' }),
    )
    expect(made).toMatchObject({ linked: false, temporaryPassword: expect.any(String) })
    const enter = () =>
      portal.call(login, null, {
        username: 'local-admin@office.example',
        password: made.temporaryPassword ?? '',
        companyIntCode: company.id,
      })
    const give = (location: Location, by: User) =>
      portal.call(setUserLocations, by.token, {
        membershipId: made.membershipId,
        version: 1,
        add: [location.id],
        remove: [],
      })
    expect(await give(there, local)).toMatchObject({ code: 'LocationNotFound' })
    // It begins with the locations of who made it, so both the way in and the way to it are open.
    expect((await portal.call(getUser, local.token, { membershipId: made.membershipId })).body).toMatchObject(
      { locationScoped: true, locationCount: 1 },
    )
    expect((await enter()).status).toBe(200)
    expect((await give(there, boss)).body.locationCount).toBe(2)
    // Now it sees more than who made it.
    expect(await portal.call(resetPassword, local.token, { membershipId: made.membershipId })).toMatchObject({
      code: 'ScopeExceedsOwn',
    })
  })

  it('and a point of sale they make begins with that location alone', async () => {
    const both = await company.user({ locations: [here, there] })
    const { body: made } = await portal.call(
      createUser,
      both.token,
      person({ userType: 'PharmaSalesExecutive', pointOfSaleId: here.id }),
    )
    expect((await portal.call(getUser, local.token, { membershipId: made.membershipId })).body).toMatchObject(
      { pointOfSale: { id: here.id }, locationCount: 1 },
    )
    const { body: free } = await portal.call(
      createUser,
      boss.token,
      person({ userType: 'PharmaSalesExecutive', pointOfSaleId: here.id }),
    )
    expect(
      (await portal.call(getUser, boss.token, { membershipId: free.membershipId })).body.locationCount,
    ).toBe(1)
  })
})

describe('[USR-004] [USR-009] [ACC-010] what holds for the whole company', () => {
  it('is changed by who sees all of it, and by nobody else, whatever permissions they hold', async () => {
    const guest = await company.user({ customer })
    const { body: policy } = await portal.call(getPolicy, boss.token, {})
    const rules = Object.fromEntries(
      Object.keys(updatePolicy.input.shape).map((field) => [field, policy[field as keyof typeof policy]]),
    ) as unknown as InputOf<typeof updatePolicy>
    const all = (said: string) => ({ en: said, tr: said, de: said })
    const text = {
      kind: 'PortaMate' as const,
      title: all('Reader'),
      text: all('It reads.'),
      changes: all(''),
    }
    const { body: role } = await portal.call(getRole, boss.token, { roleId: (await member([here])).roleId })
    const named = {
      roleId: role.id,
      version: role.version,
      name: role.name,
      permissions: [],
      secondFactorRequired: false,
    }
    const changes = (by: User) => [
      portal.call(updatePolicy, by.token, rules),
      portal.call(saveEntraSetting, by.token, {
        version: 0,
        tenantId: '7d3c1b6e-1f57-4a54-9c53-0a8e6e0f9a11',
        clientId: '5b8f3d0a-41c9-4f8a-8d43-2f1f7c1f3b22',
        enabled: false,
      }),
      portal.call(saveAcknowledgementDraft, by.token, { intCode: null, version: 0, revision: 0, ...text }),
      portal.call(publishAcknowledgement, by.token, { intCode: null, version: 0, draft: null, ...text }),
      portal.call(notificationContactKind.save, by.token, {
        id: null,
        version: null,
        values: { email: 'all@office.example', name: null, language: 'en', notificationTypes: ['Security'] },
        confirmed: false,
      }),
      portal.call(updateRole, by.token, named),
    ]
    const third = await company.user({ customer, thirdPartyLocation: there, type: 'ThirdPartyUser' })
    for (const by of [local, guest, third]) {
      // What their screens are told beforehand.
      expect((await portal.call(refreshSession, by.token, {})).body.SeesPart).toBe(true)
      const answers = await Promise.all(changes(by))
      expect(answers.map(({ status, code }) => [status, code])).toEqual(
        answers.map(() => [422, 'WholeCompanyNeeded']),
      )
    }
    const preview = await portal.call(previewRole, local.token, { roleId: role.id, permissions: [] })
    expect(preview.body.refusals).toMatchObject([{ code: 'WholeCompanyNeeded' }])
    expect((await portal.call(refreshSession, boss.token, {})).body).not.toHaveProperty('SeesPart')
    for (const answer of await Promise.all(changes(boss))) expect(answer.status).toBe(200)
  })
})

describe('[USR-004] [ACC-008] what a session says of the reach', () => {
  it('is what the server does, also when it changes in the middle of the session', async () => {
    const user = await company.user({ locations: [here] })
    let { token } = user
    const told = async () => {
      const { body } = await portal.call(refreshSession, token, {})
      token = body.Token
      const { body: policy } = await portal.call(getPolicy, token, {})
      // Nothing in it differs, so nothing is written where it is allowed.
      const rules = Object.fromEntries(
        Object.keys(updatePolicy.input.shape).map((field) => [field, policy[field as keyof typeof policy]]),
      ) as unknown as InputOf<typeof updatePolicy>
      return [body.SeesPart ?? false, (await portal.call(updatePolicy, token, rules)).code]
    }
    const see = (isPart: boolean) =>
      portal.owner.query('update membership set location_scoped = $2 where id = $1', [user.id, isPart])
    expect(await told()).toEqual([true, 'WholeCompanyNeeded'])
    await see(false)
    expect(await told()).toEqual([false, null])
    await see(true)
    expect(await told()).toEqual([true, 'WholeCompanyNeeded'])
  })
})
