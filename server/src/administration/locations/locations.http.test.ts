import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allocateLocations,
  removeAllocations,
  setUserLocations,
  userLocations,
} from '@kervan/contract/administration/user-locations'
import { getUser } from '@kervan/contract/administration/users'
import {
  closedOrders,
  countOrders,
  getManagedOrder,
  pendingOrders,
  rejectedOrder,
} from '@kervan/contract/order/order-management'
import { myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { setCartQuantities } from '@kervan/contract/order/cart'
import { readWorkbook } from '../../kit/excel/read-workbook.ts'
import { newId } from '../../kit/database/uuid.ts'
import {
  deliveryTo,
  fillCart,
  look,
  openShop,
  page,
  place as placeCart,
  windowAround,
} from '../../../test/ordering.ts'
import { startPortal, type Company, type Location, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Office = { company: Company; boss: User; locations: Location[]; one: User; two: User }
async function openOffice(): Promise<Office> {
  const company = await portal.company()
  const customer = await company.customer()
  const locations = [
    await company.location(customer),
    await company.location(customer),
    await company.location(customer),
  ]
  return {
    company,
    boss: await company.user(),
    locations,
    one: await company.user({ signIn: false }),
    two: await company.user({ signIn: false }),
  }
}
const listed = async ({ boss }: Office, membershipId: string | null = null) =>
  (await portal.call(userLocations.page, boss.token, { ...page, membershipId })).body.rows
    .map((row) => `${row.username} ${row.locationCode}`)
    .toSorted()
const pairs = (...all: [User, Location][]) =>
  all.map(([user, location]) => `${user.username} ${location.code}`).toSorted()
const setFor = ({ boss }: Office, user: User, version: number, add: Location[], remove: Location[] = []) =>
  portal.call(setUserLocations, boss.token, {
    membershipId: user.id,
    version,
    add: add.map(({ id }) => id),
    remove: remove.map(({ id }) => id),
  })

describe('[USR-006] locations of users', () => {
  it('are given and taken one user at a time, under the version', async () => {
    const office = await openOffice()
    const [a, b, c] = office.locations as [Location, Location, Location]
    expect(await setFor(office, office.one, 1, [a, b, a])).toMatchObject({
      status: 200,
      body: { version: 2, locationCount: 2 },
    })
    expect(await setFor(office, office.one, 1, [c])).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
      refused: { Facts: { changedBy: office.boss.name } },
    })
    expect(await setFor(office, office.one, 2, [c], [a])).toMatchObject({
      body: { version: 3, locationCount: 2 },
    })
    expect(await listed(office)).toEqual(pairs([office.one, b], [office.one, c]))
    expect(await setFor(office, office.boss, 1, [a])).toMatchObject({ status: 422, code: 'OwnRights' })
    const elsewhere = await openOffice()
    expect(await setFor(office, office.one, 3, elsewhere.locations.slice(0, 1))).toMatchObject({
      status: 404,
      code: 'LocationNotFound',
    })
    expect(await setFor(elsewhere, office.one, 3, elsewhere.locations.slice(0, 1))).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
    expect(await listed(elsewhere)).toEqual([])
  })

  it('are given to many after a dryRun, and taken away from the list', async () => {
    const office = await openOffice()
    const [a, b] = office.locations as [Location, Location, Location]
    await setFor(office, office.one, 1, [a])
    const give = (dryRun: boolean, users = [office.one, office.two, office.boss]) =>
      portal.call(allocateLocations, office.boss.token, {
        selection: { mode: 'ids', ids: users.map(({ id }) => id) },
        add: [a.id, b.id],
        remove: [],
        dryRun,
      })
    expect((await give(true)).body).toMatchObject({
      done: 2,
      refused: 1,
      results: [{ refusal: 'OwnRights' }, {}, {}],
    })
    expect(await listed(office)).toEqual(pairs([office.one, a]))
    expect((await give(false)).body).toMatchObject({ done: 2, refused: 1 })
    expect(await listed(office, office.two.id)).toEqual(pairs([office.two, a], [office.two, b]))
    expect((await give(false, [office.one])).body).toMatchObject({
      done: 0,
      results: [{ refusal: 'NothingToChange' }],
    })
    const all = (await portal.call(userLocations.page, office.boss.token, { ...page, membershipId: null }))
      .body.rows
    const chosen = all.filter((row) => row.locationCode === b.code).map((row) => row.id)
    const take = (dryRun: boolean) =>
      portal.call(removeAllocations, office.boss.token, {
        selection: { mode: 'ids', ids: [...chosen, newId()] },
        dryRun,
      })
    expect((await take(true)).body).toMatchObject({ done: 2, refused: 1 })
    expect(
      (await take(false)).body.results
        .filter(({ ok }) => ok)
        .map(({ code }) => code)
        .toSorted(),
    ).toEqual([`${office.one.username} · ${b.code}`, `${office.two.username} · ${b.code}`].toSorted())
    expect(await listed(office)).toEqual(pairs([office.one, a], [office.two, a]))
    const query = {
      mode: 'query' as const,
      query: { sort: [], filters: {}, search: office.one.username, membershipId: null },
      exclude: [],
      asOf: new Date().toISOString(),
    }
    expect(
      (await portal.call(removeAllocations, office.boss.token, { selection: query, dryRun: false })).body,
    ).toMatchObject({ done: 1, refused: 0 })
    expect(await listed(office)).toEqual(pairs([office.two, a]))
  })

  it('given twice at once are there once', async () => {
    const office = await openOffice()
    const give = () =>
      portal.call(allocateLocations, office.boss.token, {
        selection: { mode: 'ids', ids: [office.one.id] },
        add: office.locations.map(({ id }) => id),
        remove: [],
        dryRun: false,
      })
    const answers = await Promise.all([give(), give(), give()])
    expect(answers.map(({ body }) => body.done).toSorted()).toEqual([0, 0, 1])
    expect(await listed(office)).toHaveLength(3)
  })
})

describe('[USR-006] [USR-007] who sees allocated locations only', () => {
  type Sight = {
    pending: number
    counted: number | null
    closed: number
    exported: number
    mine: number
    past: number
    locations: number
  }
  const window = windowAround()

  async function sightOf(user: User): Promise<Sight> {
    const list = async (call: { page: unknown }) =>
      (await portal.call(call.page as typeof closedOrders.page, user.token, { ...page, ...window })).body
        .total
    const file = await portal.call(pendingOrders.excel, user.token, {
      columns: ['orderCode'],
      sort: [],
      filters: {},
      search: '',
      ...window,
    })
    const { writeFile, rm } = await import('node:fs/promises')
    const path = `/tmp/orders-${newId()}.xlsx`
    await writeFile(path, file.body as unknown as Buffer)
    let exported = -1
    await readWorkbook(path, { onRows: (rows) => void (exported += rows.length) }).finally(() => rm(path))
    const options = await portal.call(getOrderOptions, user.token, {})
    return {
      pending: await list(pendingOrders),
      counted: (await portal.call(countOrders, user.token, window)).body.toDecide?.orders ?? null,
      closed: await list(closedOrders),
      exported,
      mine: await list(myPendingOrders),
      past: await list(myPastOrders),
      locations: options.body.locations?.length ?? 0,
    }
  }

  it('sees the orders, totals, counts, exports and locations of exactly those, from the next call after a change', async () => {
    const shop = await openShop(portal)
    const there = await shop.company.location(shop.customer)
    for (const [where, rejected] of [
      [shop.location, false],
      [there, false],
      [there, true],
    ] as const) {
      const cart = await fillCart(shop, [12], { location: where })
      const [code] = await placeCart(shop, cart.version)
      const order = await look(shop, code as string)
      if (rejected)
        await portal.call(rejectedOrder, shop.boss.token, {
          orderCode: order.orderCode,
          version: order.version,
          lineIds: order.lines.map(({ id }) => id),
          reason: 'OutOfStock',
        })
    }
    const seller = await shop.company.user({
      customer: shop.customer,
      pointOfSale: shop.location,
      locations: [shop.location],
    })
    const version = async () =>
      (await portal.call(getUser, shop.boss.token, { membershipId: seller.id })).body.version
    const change = async (add: Location[], remove: Location[]) =>
      portal.call(setUserLocations, shop.boss.token, {
        membershipId: seller.id,
        version: await version(),
        add: add.map(({ id }) => id),
        remove: remove.map(({ id }) => id),
      })
    const hidden = (
      await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...window })
    ).body.rows.find((row) => row.deliveryLocationCode === there.code)!

    expect(await sightOf(seller)).toEqual({
      pending: 1,
      counted: 1,
      closed: 0,
      exported: 1,
      mine: 1,
      past: 0,
      locations: 1,
    })
    expect(await portal.call(getManagedOrder, seller.token, { orderCode: hidden.orderCode })).toMatchObject({
      status: 404,
      code: 'OrderNotFound',
    })
    expect(
      (await portal.call(pendingOrders.page, seller.token, { ...page, ...window, search: hidden.orderCode }))
        .body.total,
    ).toBe(0)
    expect(
      await portal.call(setCartQuantities, seller.token, {
        delivery: deliveryTo(there),
        quantities: [{ variantId: shop.product.variants[0]!.id, quantity: 12 }],
      }),
    ).toMatchObject({ code: 'LocationNotAllowed' })

    await change([there], [])
    expect(await sightOf(seller)).toEqual({
      pending: 2,
      counted: 2,
      closed: 1,
      exported: 2,
      mine: 2,
      past: 1,
      locations: 2,
    })
    await change([], [shop.location])
    expect(await sightOf(seller)).toEqual({
      pending: 1,
      counted: 1,
      closed: 1,
      exported: 1,
      mine: 1,
      past: 1,
      locations: 1,
    })
    await change([], [there])
    expect(await sightOf(seller)).toMatchObject({
      pending: 0,
      counted: 0,
      closed: 0,
      exported: 0,
      mine: 0,
      past: 0,
      locations: 0,
    })
    expect(await portal.call(getOrderOptions, seller.token, {})).toMatchObject({ code: 'NoLocationDefined' })
  })

  it('[USR-007] of a third party sees its location and nothing else, whatever is allocated', async () => {
    const shop = await openShop(portal)
    const there = await shop.company.location(shop.customer)
    for (const where of [shop.location, there])
      await placeCart(shop, (await fillCart(shop, [12], { location: where })).version)
    const guest = await shop.company.user({
      type: 'ThirdPartyUser',
      customer: shop.customer,
      thirdPartyLocation: there,
      pointOfSale: there,
      locations: [shop.location, there],
    })
    expect(await sightOf(guest)).toEqual({
      pending: 1,
      counted: 1,
      closed: 0,
      exported: 1,
      mine: 1,
      past: 0,
      locations: 1,
    })
    expect(
      await portal.call(setUserLocations, shop.boss.token, {
        membershipId: guest.id,
        version: 1,
        add: [],
        remove: [shop.location.id],
      }),
    ).toMatchObject({ status: 422, code: 'LocationsFixed' })
  })
})
