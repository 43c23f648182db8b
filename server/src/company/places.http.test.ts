import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { locationKind } from '@kervan/contract/company/locations'
import { cityKind, countryKind, districtKind } from '@kervan/contract/data/geography'
import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Values } from '@kervan/contract/kit/master-fields'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'

// Provinces and districts of addresses are written as the company's lists write them (DAT-001, LOC-002).

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

async function shopWithPlaces(): Promise<Shop> {
  const shop = await openShop(portal)
  const save = async (kind: MasterData, values: Values) => {
    const answer = await portal.call(kind.save, shop.boss.token, {
      id: null,
      version: null,
      values,
      confirmed: true,
    })
    expect(answer).toMatchObject({ status: 200 })
  }
  await save(countryKind, { code: 'TR', name: 'Türkiye', active: true })
  for (const [code, name] of [
    ['TR-34', 'İstanbul'],
    ['TR-35', 'İzmir'],
  ] as const)
    await save(cityKind, { code, name, country: 'TR' })
  for (const [code, name, cityCode] of [
    ['TR-34-23', 'Kadıköy', 'TR-34'],
    ['TR-35-20', 'Konak', 'TR-35'],
  ] as const)
    await save(districtKind, { code, name, cityCode })
  return shop
}

/** Saves a new record like one that the shop has. */
async function saveLike(shop: Shop, kind: MasterData, table: 'location' | 'partner', over: Values) {
  const { rows } = await portal.owner.query<{ id: string }>(
    `select id from ${table} where company_id = $1 limit 1`,
    [shop.company.id],
  )
  const { body } = await portal.call(kind.get, shop.boss.token, { id: rows[0]?.id ?? '' })
  const values = { ...body.values, ...over }
  return portal.call(kind.save, shop.boss.token, { id: null, version: null, confirmed: true, values })
}

const place = (shop: Shop, code: string, city: string, district: string) =>
  saveLike(shop, locationKind, 'location', { code, name: code, gln: null, country: 'TR', city, district })

it('[LOC-002] are spelled as in the lists, whatever capitals and dots they are given with', async () => {
  const shop = await shopWithPlaces()
  const saved = await place(shop, 'P1', 'ISTANBUL', 'kadikoy')
  expect(saved.status).toBe(200)
  const { body } = await portal.call(locationKind.get, shop.boss.token, { id: saved.body.id })
  expect(body.values).toMatchObject({ city: 'İstanbul', district: 'Kadıköy' })
})

it('[LOC-002] are refused where a letter or two are wrong, with the place that is meant', async () => {
  const shop = await shopWithPlaces()
  expect(await place(shop, 'P1', 'Istambul', 'Kadikoy')).toMatchObject({
    code: 'RecordInvalid',
    refused: {
      Facts: {
        issues: [
          {
            field: 'city',
            message:
              '“Istambul” is not in your cities and districts. Did you mean İstanbul? If not, add it there first.',
          },
        ],
      },
    },
  })
  expect(await place(shop, 'P1', 'İstanbul', 'Kadiköj')).toMatchObject({
    code: 'RecordInvalid',
    refused: { Facts: { issues: [{ field: 'district' }] } },
  })
  // Nothing is near: a place that nobody has entered, and a district of another province.
  expect((await place(shop, 'P2', 'Lefkoşa', 'Gönyeli')).status).toBe(200)
  expect((await place(shop, 'P3', 'İzmir', 'Kadıköy')).status).toBe(200)
  await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
  expect(
    await saveLike(shop, businessRelationKind, 'partner', { code: 'C1', name: 'C1', city: 'Izmirr' }),
  ).toMatchObject({ code: 'RecordInvalid', refused: { Facts: { issues: [{ field: 'city' }] } } })
})
