import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createThirdPartyUser,
  getThirdPartyLocation,
  getThirdPartyOptions,
  thirdPartyLocations,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/administration/third-party-users'
import { getUser } from '@kervan/contract/administration/users'
import { newId } from '../../kit/database/uuid.ts'
import { page } from '../../../test/ordering.ts'
import { password, startPortal, type Location, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function openOffice() {
  const company = await portal.company()
  const customer = await company.customer({ name: 'Toros' })
  return {
    company,
    boss: await company.user(),
    customer,
    shop: await company.location(customer, { name: 'Toros Merkez' }),
    other: await company.location(customer),
    foreign: await company.location(await company.customer()),
  }
}
const list = async (user: User, shop: Location) =>
  portal.call(thirdPartyUsers.page, user.token, { ...page, locationUniqueCode: shop.code })
let number = 0
const create = (user: User, shop: Location, over: object = {}) =>
  portal.call(createThirdPartyUser, user.token, {
    locationUniqueCode: shop.code,
    username: `guest${++number}@toros.example`,
    firstName: 'Nur',
    lastName: 'Ak',
    roleIds: [],
    pointOfSaleId: shop.id,
    language: 'tr',
    ...over,
  })

describe('[USR-007] the third-party users of a location', () => {
  it('are created there, tied to it, and edited there', async () => {
    const { boss, shop, other, customer } = await openOffice()
    expect(
      (await portal.call(getThirdPartyLocation, boss.token, { locationUniqueCode: shop.code })).body,
    ).toMatchObject({ id: shop.id, name: 'Toros Merkez', partnerName: 'Toros' })
    const { body: made } = await create(boss, shop)
    expect(made).toMatchObject({ linked: false, temporaryPassword: expect.any(String) })
    const user = (await portal.call(getUser, boss.token, { membershipId: made.membershipId })).body
    expect(user).toMatchObject({
      userType: 'ThirdPartyUser',
      partner: { id: customer.id },
      pointOfSale: { id: shop.id },
      thirdPartyLocation: { id: shop.id },
      locationScoped: true,
      locationCount: 1,
    })
    expect((await list(boss, shop)).body).toMatchObject({
      total: 1,
      rows: [{ username: user.username, isHome: true, blocked: null, pointOfSaleId: shop.id }],
    })
    expect((await list(boss, other)).body.total).toBe(0)
    const change = {
      locationUniqueCode: shop.code,
      membershipId: made.membershipId,
      version: 1,
      firstName: 'Nuray',
      roleIds: [boss.roleId],
      pointOfSaleId: other.id,
      language: 'de' as const,
      proof: { password },
    }
    expect((await portal.call(updateThirdPartyUser, boss.token, change)).body).toEqual({ version: 2 })
    expect(await portal.call(updateThirdPartyUser, boss.token, change)).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
    })
    expect((await list(boss, shop)).body.rows).toMatchObject([
      { firstName: 'Nuray', language: 'de', roleList: [{ id: boss.roleId }], pointOfSaleId: other.id },
    ])
  })

  it('are reached through their location only, and the location through its company', async () => {
    const [office, elsewhere] = [await openOffice(), await openOffice()]
    const { body: made } = await create(office.boss, office.shop)
    const change = {
      membershipId: made.membershipId,
      version: 1,
      roleIds: [],
      pointOfSaleId: office.shop.id,
      language: 'tr' as const,
    }
    expect(
      await portal.call(updateThirdPartyUser, office.boss.token, {
        ...change,
        locationUniqueCode: office.other.code,
      }),
    ).toMatchObject({ status: 404, code: 'UserNotFound' })
    expect(
      await portal.call(updateThirdPartyUser, office.boss.token, {
        ...change,
        membershipId: newId(),
        locationUniqueCode: office.shop.code,
      }),
    ).toMatchObject({ status: 404, code: 'UserNotFound' })
    expect(await list(elsewhere.boss, office.shop)).toMatchObject({ status: 404, code: 'LocationNotFound' })
    expect(await create(elsewhere.boss, office.shop)).toMatchObject({ status: 404, code: 'LocationNotFound' })
    expect(await create(office.boss, office.shop, { pointOfSaleId: office.foreign.id })).toMatchObject({
      status: 404,
      code: 'LocationNotFound',
    })
    const guest = await office.company.user({
      type: 'ThirdPartyUser',
      customer: office.customer,
      thirdPartyLocation: office.shop,
    })
    expect(await list(guest, office.other)).toMatchObject({ status: 404, code: 'LocationNotFound' })
    expect((await list(guest, office.shop)).body.total).toBe(2)
  })

  it('are found without knowing a code: the locations the caller looks after, those with users first, and no others', async () => {
    const { boss, company, customer, shop, other, foreign } = await openOffice()
    await create(boss, shop)
    const locations = async (user: User, over: object = {}) =>
      (await portal.call(thirdPartyLocations.page, user.token, { ...page, ...over })).body
    const first = await locations(boss)
    expect(first.rows[0]).toMatchObject({
      id: shop.id,
      locationCode: shop.code,
      locationName: 'Toros Merkez',
      partnerName: 'Toros',
      userCount: 1,
    })
    expect(first.rows.map(({ id }) => id).toSorted()).toEqual([shop.id, other.id, foreign.id].toSorted())
    expect((await locations(boss, { search: 'toros mer' })).rows.map(({ id }) => id)).toEqual([shop.id])
    expect((await locations(boss, { search: shop.code.toUpperCase() })).rows.map(({ id }) => id)).toContain(
      shop.id,
    )
    const manager = await company.user({ type: 'ThirdPartyUser', customer, thirdPartyLocation: shop })
    expect(await locations(manager)).toMatchObject({ total: 1, rows: [{ id: shop.id, userCount: 2 }] })
    const narrow = await company.user({ locations: [other] })
    expect(await locations(narrow)).toMatchObject({ total: 1, rows: [{ id: other.id, userCount: 0 }] })
    expect((await locations((await openOffice()).boss)).rows.map(({ id }) => id)).not.toContain(shop.id)
  })

  it('need a point of sale, and no more rights than the one who creates them', async () => {
    const { boss, company, shop } = await openOffice()
    expect(await create(boss, shop, { pointOfSaleId: undefined })).toMatchObject({
      status: 422,
      code: 'InvalidInput',
      refused: { Facts: { issues: [{ path: 'pointOfSaleId' }] } },
    })
    const clerk = await company.user({
      permissions: [
        'ThirdPartyUserManagement',
        createThirdPartyUser.permission ?? '',
        getThirdPartyOptions.permission ?? '',
      ],
    })
    expect(await create(clerk, shop, { roleIds: [boss.roleId] })).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
    })
    const options = (kind: 'role' | 'pointOfSale') =>
      portal.call(getThirdPartyOptions, clerk.token, { locationUniqueCode: shop.code, kind, search: '' })
    expect((await options('pointOfSale')).body.options).toHaveLength(2)
    expect((await options('role')).body.options.find(({ id }) => id === boss.roleId)?.blocked).toEqual(
      expect.any(String),
    )
    expect(await create(clerk, shop, { roleIds: [clerk.roleId] })).toMatchObject({ status: 200 })
  })
})
