import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getLocationOverview,
  getLocationPoints,
  locationReport,
  locationRestrictions,
  locationUsers,
  missingGroupReport,
} from '@kervan/contract/company/location-parts'
import {
  getSupplyNetwork,
  getSupplyPairs,
  setSupplyStrategy,
  supplyRelationKind,
} from '@kervan/contract/company/network'
import { locationKind } from '@kervan/contract/company/locations'
import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { shippingBlockKind } from '@kervan/contract/company/restrictions'
import { dayIn } from '../kit/clock.ts'
import { newId } from '../kit/database/uuid.ts'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { watch } from '../../test/watch.ts'
import { openShop, orderOf, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

// The network of locations, the map, the parts of a location and its reports, on a real database.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Made = { id: string; code: string }
async function location(
  { company }: Shop,
  code: string,
  type: string,
  over: { group?: string | null; at?: [number, number] | null; status?: string } = {},
): Promise<Made> {
  const id = newId()
  const [latitude, longitude] = over.at ?? [null, null]
  await portal.owner.query(
    `insert into location (company_id, id, code, name, name_folded, type, city, district, group_type, latitude, longitude, status)
     values ($1, $2, $3, $3, fold($3), $4, 'İstanbul', 'Tuzla', $5, $6, $7, $8)`,
    [company.id, id, code, type, over.group ?? null, latitude, longitude, over.status ?? 'Active'],
  )
  return { id, code }
}
const warehouse = 'PrimaryCompanyDistributionCenter'
const store = 'PrimaryPointOfSales'

async function network(shop: Shop) {
  const [w, a, b, c] = [
    await location(shop, 'W', warehouse, { group: 'Type1000', at: [40.9, 29.3] }),
    await location(shop, 'A', store, { group: 'Type500', at: [39.9, 32.8] }),
    await location(shop, 'B', store, { group: 'Type275' }),
    await location(shop, 'C', store, { group: 'Type275', at: [38.4, 27.1] }),
  ]
  return { w, a, b, c }
}
const relate = (shop: Shop, supplier: string, receiver: string, over: object = {}) =>
  portal.call(supplyRelationKind.save, shop.boss.token, {
    id: null,
    version: null,
    values: { supplier, receiver, leadTimeDays: 2, priority: 1, active: true, note: null, ...over },
    confirmed: true,
  })
const issues = (...found: object[]) => ({ code: 'RecordInvalid', refused: { Facts: { issues: found } } })
const plain = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
const whole = { sort: [], filters: {}, search: '', day: null }

describe('[LOC-004] relations of the network', () => {
  it('refuse a location that supplies itself, and one that is neither warehouse nor store', async () => {
    const shop = await openShop(portal)
    await network(shop)
    await location(shop, 'V', 'AdvisorVirtualLocation')
    expect(await relate(shop, 'A', 'A')).toMatchObject(issues({ field: 'receiver', code: 'SuppliesItself' }))
    expect(await relate(shop, 'V', 'A')).toMatchObject(issues({ field: 'supplier', code: 'NotASupplier' }))
  })

  it('refuse what closes a circle, naming the way around, and allow it out of use', async () => {
    const shop = await openShop(portal)
    await network(shop)
    for (const [from, to] of ['WA', 'AB', 'BC']) expect((await relate(shop, from!, to!)).status).toBe(200)
    const refused = await relate(shop, 'C', 'A')
    expect(refused).toMatchObject(issues({ field: 'receiver', code: 'SupplyCycle' }))
    expect(JSON.stringify(refused.refused)).toContain('C → A → B → C')
    expect((await relate(shop, 'C', 'A', { active: false })).status).toBe(200)
  })

  it('are judged after the whole change: each relation of a circle in one delivery is named', async () => {
    const shop = await openShop(portal)
    await network(shop)
    const row = (supplier: string, receiver: string) => ({ supplier, receiver })
    const { body } = await portal.call(supplyRelationKind.deliver, shop.boss.token, {
      rows: [row('W', 'A'), row('A', 'B'), row('B', 'C'), row('C', 'A')],
    })
    expect(body.rows.map(({ action, issues }) => [action, issues[0]?.code])).toEqual([
      ['Added', undefined],
      ['Faulty', 'SupplyCycle'],
      ['Faulty', 'SupplyCycle'],
      ['Faulty', 'SupplyCycle'],
    ])
  })

  it('replaces the whole network by a file that would close a circle with what it removes', async () => {
    const shop = await openShop(portal)
    await network(shop)
    for (const [from, to] of ['WA', 'AB', 'BC']) await relate(shop, from!, to!)
    const file = async (lines: string[]) => {
      const sent = await portal.upload(supplyRelationKind.upload, shop.boss.token, { mode: 'Replace' }, [
        { name: 'network.csv', body: Buffer.from(['Supplier;Receiver', ...lines].join('\n')) },
      ])
      const { id, jobId } = sent.body as ChangeView
      await watch(portal, shop.boss.token, jobId as string)
      return (await portal.call(supplyRelationKind.getChange, shop.boss.token, { changeId: id })).body
    }
    expect(await file(['C;B', 'B;C'])).toMatchObject({ state: 'ValidationFailed', counts: { faulty: 1 } })
    const turned = await file(['W;C', 'C;B', 'B;A'])
    expect(turned).toMatchObject({ state: 'Succeeded', counts: { added: 3, removed: 3, faulty: 0 } })
    const done = await portal.call(supplyRelationKind.activate, shop.boss.token, {
      changeId: turned.id,
      confirmed: true,
    })
    expect(done.body).toMatchObject({ state: 'Active' })
  })

  it('two people at once close no circle together', async () => {
    const shop = await openShop(portal)
    await network(shop)
    const answers = await Promise.all([relate(shop, 'A', 'B'), relate(shop, 'B', 'A')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('that waited close no circle with what took effect meanwhile', async () => {
    const shop = await openShop(portal)
    await network(shop)
    await portal.owner.query(
      `insert into master_approval (company_id, kind, steps) values ($1, 'supplyRelation', 'Approver')`,
      [shop.company.id],
    )
    const waits = (await relate(shop, 'A', 'B')).body
    const other = (await relate(shop, 'B', 'A')).body
    expect([waits.waits, other.waits]).toEqual([true, true])
    const second = await shop.company.user()
    const approve = (changeId: string | null) =>
      portal.call(supplyRelationKind.decide, second.token, {
        changeId: changeId ?? '',
        decision: 'Approve',
        comment: '',
        confirmed: true,
      })
    expect((await approve(waits.changeId)).status).toBe(200)
    expect(await approve(other.changeId)).toMatchObject({ code: 'ChangeFaulty' })
  })

  it('keep a location from being deleted', async () => {
    const shop = await openShop(portal)
    const { a } = await network(shop)
    await relate(shop, 'W', 'A')
    const { locationKind } = await import('@kervan/contract/company/locations')
    const { body } = await portal.call(locationKind.remove, shop.boss.token, {
      selection: { mode: 'ids', ids: [a.id] },
      dryRun: false,
    })
    expect(body).toMatchObject({ done: 0, refused: 1, reasons: [{ refusal: 'RecordsInUse' }] })
  })
})

describe('[LOC-004] the network whole', () => {
  it('tells how far each location is from a warehouse, and what is wrong', async () => {
    const shop = await openShop(portal)
    const { b, c } = await network(shop)
    for (const [from, to] of ['WA', 'AB']) await relate(shop, from!, to!)
    const { body } = await portal.call(getSupplyNetwork, shop.boss.token, { locationId: null })
    expect(body.locations.map(({ code, level }) => [code, level])).toEqual([
      ['A', 1],
      ['B', 2],
      ['W', 0],
    ])
    expect(body).toMatchObject({ strategy: 'WarehousesAndStores', warnings: [], warningCount: 0 })
    const part = await portal.call(getSupplyNetwork, shop.boss.token, { locationId: b.id })
    expect(part.body.relations).toHaveLength(1)
    expect(
      (await portal.call(getSupplyNetwork, shop.boss.token, { locationId: c.id })).body.relations,
    ).toEqual([])
    expect(await portal.call(getSupplyNetwork, shop.boss.token, { locationId: newId() })).toMatchObject({
      code: 'NotFound',
    })
  })

  it('warns of stores that supply, once only warehouses do; the audit log knows who said so', async () => {
    const shop = await openShop(portal)
    await network(shop)
    for (const [from, to] of ['WA', 'AB']) await relate(shop, from!, to!)
    const set = () => portal.call(setSupplyStrategy, shop.boss.token, { strategy: 'WarehousesOnly' })
    expect((await Promise.all([set(), set()])).map(({ status }) => status)).toEqual([200, 200])
    const { body } = await portal.call(getSupplyNetwork, shop.boss.token, { locationId: null })
    expect(body.warnings.map(({ warning }) => warning)).toEqual(['StoreNotAllowed'])
    const { rows } = await portal.owner.query(
      `select before, after from audit_entry where company_id = $1 and operation = 'network.strategyChanged'`,
      [shop.company.id],
    )
    expect(rows).toEqual([
      { before: { supplyStrategy: 'WarehousesAndStores' }, after: { supplyStrategy: 'WarehousesOnly' } },
    ])
    const scoped = await shop.company.user({ locations: [shop.location] })
    expect(await portal.call(setSupplyStrategy, scoped.token, { strategy: 'WarehousesOnly' })).toMatchObject({
      code: 'WholeCompanyNeeded',
    })
  })

  it('says who can supply whom, and why others cannot', async () => {
    const shop = await openShop(portal)
    await network(shop)
    await relate(shop, 'W', 'B')
    const ask = (supplierGroup: 'Type1000' | 'Type500' | null, receiverGroup: 'Type275' | 'Type1000') =>
      portal.call(getSupplyPairs, shop.boss.token, { supplierGroup, receiverGroup })
    expect((await ask('Type1000', 'Type275')).body).toMatchObject({
      relatedCount: 1,
      unrelatedCount: 1,
      related: [{ supplier: { code: 'W' }, receiver: { code: 'B' } }],
      unrelated: [{ supplier: { code: 'W' }, receiver: { code: 'C' }, obstacle: 'NoRelation' }],
    })
    expect((await ask('Type1000', 'Type1000')).body).toMatchObject({ relatedCount: 0, unrelatedCount: 0 })
    await portal.call(setSupplyStrategy, shop.boss.token, { strategy: 'WarehousesOnly' })
    expect((await ask('Type500', 'Type275')).body.unrelated[0]?.obstacle).toBe('StoreNotAllowed')
  })
})

describe('[LOC-002] the map', () => {
  it('shows the locations of the list, with its filters, and counts those without coordinates', async () => {
    const shop = await openShop(portal)
    await network(shop)
    const codes = async (over: object = {}) => {
      const { status, body } = await portal.call(getLocationPoints, shop.boss.token, { ...whole, ...over })
      expect(status).toBe(200)
      return { codes: body.points.map(({ code }) => code), without: body.withoutCoordinates }
    }
    const all = await codes()
    expect(all.codes).toEqual(expect.arrayContaining(['W', 'A', 'C']))
    expect(all.codes).not.toContain('B')
    expect(await codes({ filters: { groupType: { in: ['Type275'] } } })).toEqual({ codes: ['C'], without: 1 })
  })

  it('shows on a past day where the locations were then', async () => {
    const shop = await openShop(portal)
    const { c } = await network(shop)
    const { body } = await portal.call(locationKind.get, shop.boss.token, { id: c.id })
    const saved = await portal.call(locationKind.save, shop.boss.token, {
      id: c.id,
      version: body.version,
      values: { ...body.values, latitude: '37.5', longitude: '36.25', name: 'Moved' },
      confirmed: true,
    })
    expect(saved.status).toBe(200)
    const placeOn = async (day: string | null) => {
      const asked = await portal.call(getLocationPoints, shop.boss.token, { ...whole, day })
      const { name, latitude, longitude } = existing(asked.body.points.find(({ code }) => code === 'C'))
      return [name, latitude, longitude]
    }
    const before = addDays(dayIn('UTC', new Date()), -2)
    expect([await placeOn(null), await placeOn(before)]).toEqual([
      ['Moved', 37.5, 36.25],
      ['C', 38.4, 27.1],
    ])
  })

  it('shows who sees one location that one alone', async () => {
    const shop = await openShop(portal)
    const { a } = await network(shop)
    const scoped = await shop.company.user({ locations: [a] as never })
    const { body } = await portal.call(getLocationPoints, scoped.token, whole)
    expect(body.points.map(({ code }) => code)).toEqual(['A'])
  })

  it('answers 10,000 locations', async () => {
    const shop = await openShop(portal)
    await portal.owner.query(
      `insert into location (company_id, id, code, name, name_folded, type, city, district, latitude, longitude)
       select $1, gen_random_uuid(), 'M' || n, 'Shop ' || n, 'shop ' || n, 'PrimaryPointOfSales', 'Ankara', 'Sincan', 36 + (n % 600) / 100.0, 26 + (n % 1800) / 100.0
       from generate_series(1, 10000) n`,
      [shop.company.id],
    )
    const { body } = await portal.call(getLocationPoints, shop.boss.token, whole)
    expect(body.points.length).toBeGreaterThanOrEqual(10_000)
    expect(body.isComplete).toBe(true)
  })
})

describe('[LOC-001] the parts of a location', () => {
  it('tell at a glance what depends on it', async () => {
    const shop = await openShop(portal)
    await orderOf(shop)
    const { body } = await portal.call(getLocationOverview, shop.boss.token, { locationId: shop.location.id })
    expect(body).toMatchObject({ orders: 1, suppliers: 0, receivers: 0, breakdownState: 'AutoActive' })
    expect(body.lastOrderAt).not.toBeNull()
  })

  it('list its restrictions, which are records of their own', async () => {
    const shop = await openShop(portal)
    const values = { location: shop.location.code, product: 'nothing', note: 'No cold store' }
    const save = (product: string) =>
      portal.call(shippingBlockKind.save, shop.boss.token, {
        id: null,
        version: null,
        values: { ...values, product },
        confirmed: false,
      })
    expect(await save('nothing')).toMatchObject(issues({ field: 'product', code: 'ReferenceUnknown' }))
    const { rows } = await portal.owner.query('select code from product where company_id = $1 limit 1', [
      shop.company.id,
    ])
    expect((await save(rows[0].code)).status).toBe(200)
    expect(await save(rows[0].code)).toMatchObject({ code: 'RecordInvalid' })
    const list = await portal.call(locationRestrictions.page, shop.boss.token, {
      ...plain,
      locationId: shop.location.id,
    })
    expect(list.body.rows).toMatchObject([{ product: rows[0].code, note: 'No cold store' }])
  })

  it('list its users, and nobody of a location that one does not see', async () => {
    const shop = await openShop(portal)
    const { a } = await network(shop)
    const holder = await shop.company.user({ locations: [shop.location] })
    const users = (token: string, locationId: string) =>
      portal.call(locationUsers.page, token, { ...plain, locationId })
    const { body } = await users(shop.boss.token, shop.location.id)
    expect(body.rows.map(({ username }) => username)).toContain(holder.username)
    expect(await users(holder.token, a.id)).toMatchObject({ code: 'NotFound' })
  })

  it('offer the properties that the company has defined, with their values', async () => {
    const shop = await openShop(portal)
    await portal.owner.query(
      `insert into property_definition (company_id, id, code, name, definition_for, value_type, value_list) values
         ($1, gen_random_uuid(), 'COLD', 'Cold store', 'Location', 'Choice', 'YESNO'), ($1, gen_random_uuid(), 'X', 'Other', 'Product', 'Text', null)`,
      [shop.company.id],
    )
    await portal.owner.query(
      `insert into predefined_value (company_id, id, value_list, code, name) values ($1, gen_random_uuid(), 'YesNo', 'Y', 'Yes')`,
      [shop.company.id],
    )
    const { body } = await portal.call(existing(locationKind.properties), shop.boss.token, {})
    expect(body.properties).toEqual([
      {
        code: 'COLD',
        name: 'Cold store',
        type: 'Choice',
        required: false,
        values: [{ code: 'Y', name: 'Yes' }],
      },
    ])
  })
})

describe('[LOC-001] reports', () => {
  it('name the locations without size group', async () => {
    const shop = await openShop(portal)
    await network(shop)
    await location(shop, 'N', store)
    const { body } = await portal.call(missingGroupReport.page, shop.boss.token, plain)
    const codes = body.rows.map(({ code }) => code)
    expect(codes).toContain('N')
    expect(codes).not.toContain('A')
  })

  it('show the network, the users and the orders of every location', async () => {
    const shop = await openShop(portal)
    await network(shop)
    await relate(shop, 'W', 'A')
    await orderOf(shop)
    const { body } = await portal.call(locationReport.page, shop.boss.token, plain)
    const row = (wanted: string) => body.rows.find(({ code }) => code === wanted)
    expect(row('W')).toMatchObject({ suppliers: 0, receivers: 1, orders: 0 })
    expect(row('A')).toMatchObject({ suppliers: 1, receivers: 0 })
    expect(row(shop.location.code)).toMatchObject({ orders: 1 })
  })
})
