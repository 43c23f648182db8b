import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { locationKind } from '@kervan/contract/company/locations'
import { countryKind } from '@kervan/contract/data/geography'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { productKind, productVariantKind } from '@kervan/contract/company/products'
import { priceChangeKind } from '@kervan/contract/data/price-changes'
import { predefinedValueKind, propertyDefinitionKind } from '@kervan/contract/data/definitions'
import { openShop, orderOf, type Shop } from '../../test/ordering.ts'
import { dayIn } from '../kit/clock.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

// What company data says beyond its fields: who uses a record, which consequences a change has, which values fit. The
// mechanism itself is walked in master-data.http.test.ts.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

async function read<
  C extends typeof locationKind.get | typeof productKind.get | typeof businessRelationKind.get,
>(shop: Shop, call: C, id: string) {
  const answer = await portal.call(call as typeof locationKind.get, shop.boss.token, { id })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('[LOC-002] a location', () => {
  it('has the fields and the types of the specification', () => {
    expect(Object.keys(locationKind.fields)).toEqual(
      expect.arrayContaining([
        'name',
        'code',
        'country',
        'city',
        'district',
        'address',
        'latitude',
        'longitude',
        'area',
        'locationType',
        'groupType',
        'status',
        'blacklisted',
        'email',
        'phone',
        'actionRole',
      ]),
    )
    expect(locationKind.fields.locationType.values).toEqual([
      'AdvisorVirtualLocation',
      'BoutiquePointOfSales',
      'CustomLocation',
      'IncubatingPrimaryPointOfSales',
      'IncubatingSecondaryPointOfSales',
      'OnlineStore',
      'PrimaryCompanyDistributionCenter',
      'PrimaryFranchisePointOfSales',
      'PrimaryPointOfSales',
      'SecondaryCompanyDistributionCenter',
      'SecondaryFranchisePointOfSales',
      'SecondaryPointOfSales',
      'VendorDistributionCenter',
      'WholesalePointOfSales',
      'ExternalDataVendor',
    ])
    expect(locationKind.fields.groupType.values).toEqual(['Type1000', 'Type500', 'Type275'])
    expect(locationKind.fields.actionRole.values).toEqual(['Donor', 'Recipient', 'Wildcard'])
  })

  it('takes both coordinates or none, a GLN with its check digit, and an email address that is one', async () => {
    const shop = await openShop(portal)
    const { values, version } = await read(shop, locationKind.get, shop.location.id)
    const save = (over: object) =>
      portal.call(locationKind.save, shop.boss.token, {
        id: shop.location.id,
        version,
        values: { ...values, ...over },
        confirmed: true,
      })
    expect(await save({ latitude: '41.0', longitude: null })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'longitude', code: 'CoordinatesIncomplete' }] } },
    })
    expect(await save({ gln: '8680001000013' })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'gln', code: 'CheckDigitWrong' }] } },
    })
    expect(await save({ email: 'shop at home' })).toMatchObject({
      status: 422,
      refused: { Facts: { issues: [{ path: 'values.email', code: 'invalid_format.email' }] } },
    })
    expect(
      (await save({ latitude: '41.012345', longitude: '29.1', email: 'shop@office.example' })).status,
    ).toBe(200)
  })

  it('shows the country that its code names, and a text that names none as it is', async () => {
    const shop = await openShop(portal)
    const country = { code: 'TR', name: 'Türkiye', active: true, nameGerman: 'Türkei' }
    const languages = { nameEnglish: null, nameTurkish: null }
    const made = await portal.call(countryKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: { ...country, ...languages },
      confirmed: false,
    })
    expect(made.status).toBe(200)
    const listed = async () => {
      const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '', day: null }
      const answer = await portal.call(locationKind.list.page, shop.boss.token, page)
      return answer.body.rows.find(({ id }) => id === shop.location.id)?.country
    }
    const { values, version, names } = await read(shop, locationKind.get, shop.location.id)
    expect([values.country, names['country']?.['TR'], await listed()]).toEqual(['TR', 'Türkiye', 'Türkiye'])
    const saved = await portal.call(locationKind.save, shop.boss.token, {
      id: shop.location.id,
      version,
      values: { ...values, country: 'Anywhere' },
      confirmed: true,
    })
    expect([saved.status, await listed()]).toEqual([200, 'Anywhere'])
  })

  it('[PRD-003] that is used cannot be deleted, and says by whom', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const selection = { mode: 'ids' as const, ids: [shop.location.id] }
    const { body } = await portal.call(locationKind.remove, shop.boss.token, { selection, dryRun: false })
    expect(body).toMatchObject({ done: 0, refused: 1, reasons: [{ refusal: 'RecordsInUse' }] })
    expect(body.results[0]?.message).toContain(
      'Locations could not be deleted! Please contact your account administrator.',
    )
    expect(body.results[0]?.message).toContain(order.orderCode)
  })

  it('[LOC-003] asks before another action role alters solution strategies', async () => {
    const shop = await openShop(portal)
    const { values, version } = await read(shop, locationKind.get, shop.location.id)
    const save = (confirmed: boolean) =>
      portal.call(locationKind.save, shop.boss.token, {
        id: shop.location.id,
        version,
        values: { ...values, actionRole: 'Donor', breakdownState: 'ManuelPassive' },
        confirmed,
      })
    expect(await save(false)).toMatchObject({
      status: 422,
      code: 'ConsequencesUnconfirmed',
      refused: { Facts: { consequences: [expect.stringContaining(shop.location.code)] } },
    })
    expect((await read(shop, locationKind.get, shop.location.id)).values.actionRole).toBeNull()
    expect((await save(true)).status).toBe(200)
    const history = await portal.call(locationKind.history, shop.boss.token, { id: shop.location.id })
    expect(history.body.versions[0]?.fields).toEqual(
      expect.arrayContaining([{ field: 'breakdownState', before: 'AutoActive', after: 'ManuelPassive' }]),
    )
  })

  it('[DAT-001] that was changed and changed back is no difference between two days', async () => {
    const shop = await openShop(portal)
    const { values, version } = await read(shop, locationKind.get, shop.location.id)
    const save = (phone: string | null, seen: number) =>
      portal.call(locationKind.save, shop.boss.token, {
        id: shop.location.id,
        version: seen,
        values: { ...values, phone },
        confirmed: true,
      })
    const today = dayIn('Europe/Istanbul', new Date())
    const differing = async () => {
      const asked = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
      const days = { from: addDays(today, -2), to: today }
      const { body } = await portal.call(locationKind.differences.page, shop.boss.token, {
        ...asked,
        ...days,
      })
      return body.rows.filter(({ id }) => id === shop.location.id).map(({ difference }) => difference)
    }
    const changed = await save('1', version)
    expect(await differing()).toEqual(['Phone: – → 1'])
    expect((await save(values.phone, changed.body.version)).status).toBe(200)
    expect(await differing()).toEqual([])
  })

  it('[LOC-003] says in the dry run of a bulk change what another action role leads to', async () => {
    const shop = await openShop(portal)
    const change = (dryRun: boolean) =>
      portal.call(locationKind.change, shop.boss.token, {
        selection: { mode: 'ids', ids: [shop.location.id] },
        dryRun,
        values: { actionRole: 'Recipient' },
      })
    expect((await change(true)).body).toMatchObject({
      done: 1,
      consequences: [expect.stringContaining(shop.location.code)],
    })
    const log = await portal.call(locationKind.changes.page, shop.boss.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
    })
    expect(log.body.total).toBe(0)
    expect((await change(false)).body).toMatchObject({ done: 1 })
  })

  it('[USR-006] is seen by those it is allocated to, in list, lookup and record', async () => {
    const shop = await openShop(portal)
    const other = await shop.company.location(shop.customer)
    const seller = await shop.company.user({ customer: shop.customer, locations: [shop.location] })
    const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '', day: null }
    const seen = await portal.call(locationKind.list.page, seller.token, page)
    expect(seen.body.rows.map(({ id }) => id)).toEqual([shop.location.id])
    expect((await portal.call(locationKind.get, seller.token, { id: other.id })).status).toBe(404)
    const found = await portal.call(locationKind.find, seller.token, { search: '', codes: [other.code] })
    expect(found.body.options).toEqual([])
  })

  it('[DAT-003] calls properties and references by their names in history, changes and differences', async () => {
    const shop = await openShop(portal)
    const { token } = shop.boss
    const asNew = { id: null, version: null, confirmed: true }
    const zone = { valueList: 'ZONES', code: 'A', name: 'Zone of the airport', orderIndex: null }
    expect((await portal.call(predefinedValueKind.save, token, { ...asNew, values: zone })).status).toBe(200)
    const define = (
      code: string,
      name: string,
      valueType: 'Choice' | 'Flag' | 'Date',
      valueList: string | null,
    ) =>
      portal.call(propertyDefinitionKind.save, token, {
        ...asNew,
        values: {
          code,
          name,
          definitionFor: 'Location',
          valueType,
          valueList,
          required: false,
          orderIndex: null,
        },
      })
    await define('ZONE', 'Delivery zone', 'Choice', 'ZONES')
    await define('RAMP', 'Loading ramp', 'Flag', null)
    await define('SINCE', 'Served since', 'Date', null)
    await portal.call(countryKind.save, token, {
      ...asNew,
      values: {
        code: 'DE',
        name: 'Almanya',
        active: true,
        nameEnglish: null,
        nameTurkish: null,
        nameGerman: null,
      },
    })
    const { values, version } = await read(shop, locationKind.get, shop.location.id)
    const properties = { ZONE: 'A', RAMP: 'true', SINCE: '2026-07-04', GONE: 'true' }
    // One that is defined no longer is called by its code.
    await define('GONE', 'Gone', 'Flag', null)
    const saved = await portal.call(locationKind.save, token, {
      id: shop.location.id,
      version,
      confirmed: true,
      values: { ...values, country: 'DE', properties },
    })
    expect(saved.status).toBe(200)
    await portal.owner.query("delete from property_definition where company_id = $1 and code = 'GONE'", [
      shop.company.id,
    ])
    const names = {
      country: { DE: 'Almanya' },
      properties: {
        ZONE: 'Delivery zone',
        'ZONE=A': 'Zone of the airport',
        RAMP: 'Loading ramp',
        'RAMP=true': 'Yes',
        SINCE: 'Served since',
      },
    }
    const history = await portal.call(locationKind.history, token, { id: shop.location.id })
    expect(history.body.names).toMatchObject(names)
    expect((await read(shop, locationKind.get, shop.location.id)).names).toMatchObject(names)
    const asked = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
    const said = /GONE: true, Loading ramp: Yes, Delivery zone: Zone of the airport, Served since: 4 Jul 2026/
    const rows = await portal.call(locationKind.changeRows.page, token, {
      ...asked,
      changeId: existing(saved.body.changeId),
    })
    const [{ difference } = { difference: '' }] = rows.body.rows
    for (const part of [/→ Almanya \(DE\)/, said]) expect(difference).toMatch(part)
    const today = dayIn('Europe/Istanbul', new Date())
    const between = await portal.call(locationKind.differences.page, token, {
      ...asked,
      from: addDays(today, -2),
      to: today,
    })
    const differing = between.body.rows.find(({ id }) => id === shop.location.id)
    for (const part of [/→ Almanya \(DE\)/, said]) expect(differing?.difference).toMatch(part)
  })

  it('has the custom properties that the company defines, with values of their type', async () => {
    const shop = await openShop(portal)
    const { values, version } = await read(shop, locationKind.get, shop.location.id)
    await portal.call(propertyDefinitionKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: {
        code: 'floors',
        name: 'Floors',
        definitionFor: 'Location',
        valueType: 'Number',
        valueList: null,
        required: false,
        orderIndex: null,
      },
      confirmed: true,
    })
    const save = (properties: Record<string, string>) =>
      portal.call(locationKind.save, shop.boss.token, {
        id: shop.location.id,
        version,
        values: { ...values, properties },
        confirmed: true,
      })
    expect(await save({ lifts: '2' })).toMatchObject({
      refused: { Facts: { issues: [{ field: 'properties', code: 'PropertyUnknown' }] } },
    })
    expect(await save({ floors: 'two' })).toMatchObject({
      refused: { Facts: { issues: [{ field: 'properties', code: 'PropertyWrong' }] } },
    })
    expect((await save({ floors: '2' })).status).toBe(200)
  })
})

describe('[PRD-002] a product', () => {
  it('shows no price to who may not see prices, and takes GTINs with their check digit', async () => {
    const shop = await openShop(portal, { visibility: 'HideForAll' })
    const record = await read(shop, productKind.get, shop.product.id)
    expect(record.values).toMatchObject({ listPrice: null })
    const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '', day: null }
    const variants = await portal.call(productVariantKind.list.page, shop.boss.token, page)
    const [variant] = variants.body.rows
    expect(variant).toMatchObject({ listPrice: null })
    const id = String(variant?.id)
    const got = await portal.call(productVariantKind.get, shop.boss.token, { id })
    const save = await portal.call(productVariantKind.save, shop.boss.token, {
      id,
      version: 1,
      values: { ...got.body.values, gtin: '8690000000002' },
      confirmed: true,
    })
    expect(save).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'gtin', code: 'CheckDigitWrong' }] } },
    })
  })

  it('[PRD-003] that is used cannot be deleted', async () => {
    const shop = await openShop(portal)
    const selection = { mode: 'ids' as const, ids: [shop.product.id] }
    const { body } = await portal.call(productKind.remove, shop.boss.token, { selection, dryRun: true })
    expect(body.results[0]?.message).toContain(
      'Products could not be deleted! Please contact your account administrator.',
    )
  })
})

describe('[ORD-022] a business relation', () => {
  it('asks before a change alters solution strategies, and needs to be opened by customer success', async () => {
    const shop = await openShop(portal)
    const { values, version } = await read(shop, businessRelationKind.get, shop.customer.id)
    const save = (over: object, confirmed: boolean) =>
      portal.call(businessRelationKind.save, shop.boss.token, {
        id: shop.customer.id,
        version,
        values: { ...values, ...over } as never,
        confirmed,
      })
    expect(await save({ related: false }, false)).toMatchObject({ code: 'ConsequencesUnconfirmed' })
    expect(await save({ minimumAmount: '10', maximumAmount: '5' }, true)).toMatchObject({
      refused: { Facts: { issues: [{ field: 'minimumAmount', code: 'AboveMaximum' }] } },
    })
    await portal.owner.query('update company set relations_active = false where id = $1', [shop.company.id])
    const closed = await save({ paymentTermDays: 60 }, true)
    expect(closed).toMatchObject({ status: 422, code: 'RelationsNotActive' })
    expect(closed.refused?.Message).toBe(
      'This CP is not active in your current setup. Please contact the Customer Success team to activate. (Part: business relations)',
    )
    await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
    expect((await save({ paymentTermDays: 60, shipToErpCode: 'S-1' }, true)).status).toBe(200)
  })
})

describe('[PCR-005] a price change', () => {
  it('has another price and an entitlement date that is not after it', async () => {
    const shop = await openShop(portal)
    const { values } = await read(shop, productKind.get, shop.product.id)
    const product = (values as unknown as { code: string }).code
    const save = (over: object) =>
      portal.call(priceChangeKind.save, shop.boss.token, {
        id: null,
        version: null,
        values: {
          product,
          changeDate: '2026-12-01',
          oldPrice: '10',
          newPrice: '12.5',
          entitlementDate: '2026-11-01',
          note: null,
          ...over,
        },
        confirmed: true,
      })
    expect(await save({ newPrice: '10.00' })).toMatchObject({
      refused: { Facts: { issues: [{ field: 'newPrice', code: 'SamePrice' }] } },
    })
    expect(await save({ entitlementDate: '2026-12-02' })).toMatchObject({
      refused: { Facts: { issues: [{ field: 'entitlementDate', code: 'AfterChange' }] } },
    })
    expect((await save({})).status).toBe(200)
  })

  it('of two who add the same one at once, one is told so and nothing is doubled', async () => {
    const shop = await openShop(portal)
    const { values } = await read(shop, productKind.get, shop.product.id)
    const product = (values as unknown as { code: string }).code
    const save = () =>
      portal.call(priceChangeKind.save, shop.boss.token, {
        id: null,
        version: null,
        values: {
          product,
          changeDate: '2026-12-01',
          oldPrice: '10',
          newPrice: '12.5',
          entitlementDate: '2026-11-01',
          note: null,
        },
        confirmed: true,
      })
    const answers = await Promise.all([save(), save(), save()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { code } of answers.filter(({ status }) => status !== 200))
      expect(['ChangeOutdated', 'RecordInvalid']).toContain(code)
    const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '', day: null }
    expect((await portal.call(priceChangeKind.list.page, shop.boss.token, page)).body.total).toBe(1)
  })
})
