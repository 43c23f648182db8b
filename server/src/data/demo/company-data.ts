import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { districtsOf, regionOf } from './districts.ts'
import { provinces } from '../../demo/provinces.ts'
import type { Random } from '../../demo/random.ts'
import type { ProductRow } from '../../demo/world.ts'

// What data management holds at the beginning: geography, sales regions, own types and properties, price changes.

const countries = [
  ['TR', 'Türkiye', 'Türkiye', 'Türkei'],
  ['DE', 'Germany', 'Almanya', 'Deutschland'],
  ['GB', 'United Kingdom', 'Birleşik Krallık', 'Vereinigtes Königreich'],
  ['BG', 'Bulgaria', 'Bulgaristan', 'Bulgarien'],
  ['GR', 'Greece', 'Yunanistan', 'Griechenland'],
] as const

const ownTypes = {
  pharma: [
    ['ECZ', 'Eczane', 'PrimaryPointOfSales', true],
    ['DEPO', 'Ecza deposu', 'WholesalePointOfSales', true],
    ['HST', 'Hastane', 'CustomLocation', false],
  ],
  fashion: [
    ['MGZ', 'Mağaza', 'PrimaryPointOfSales', true],
    ['AVM', 'AVM mağazası', 'SecondaryPointOfSales', true],
    ['OUT', 'Outlet', 'BoutiquePointOfSales', true],
  ],
  fuel: [
    ['IST', 'İstasyon', 'PrimaryPointOfSales', true],
    ['TSS', 'Dolum tesisi', 'PrimaryCompanyDistributionCenter', false],
    ['FLO', 'Filo parkı', 'CustomLocation', false],
  ],
} as const

const values = ['A', 'B', 'C'] as const

export async function insertCompanyData(
  tx: Tx,
  company: DemoCompany,
  products: readonly ProductRow[],
  random: Random,
  now: Date,
): Promise<void> {
  const since = now.getTime() - 300 * dayLong
  const base = () => ({ company_id: company.id, id: random.id(since), created_at: new Date(since) })
  await insertMany(
    tx,
    'country',
    countries.map(([code, name, turkish, german]) => ({
      ...base(),
      code,
      name,
      name_english: name,
      name_turkish: turkish,
      name_german: german,
    })),
  )
  const cityCode = (plate: number) => `TR-${String(plate).padStart(2, '0')}`
  await insertMany(
    tx,
    'city',
    provinces.map(({ plate, name }) => ({ ...base(), code: cityCode(plate), name, country: 'TR' })),
  )
  await insertMany(
    tx,
    'district',
    provinces.flatMap(({ plate }) =>
      districtsOf(plate).map((name, at) => ({
        ...base(),
        code: `${cityCode(plate)}-${String(at + 1).padStart(2, '0')}`,
        name,
        city_code: cityCode(plate),
      })),
    ),
  )
  await insertMany(
    tx,
    'region_code',
    provinces.flatMap(({ plate, name }) =>
      districtsOf(plate).map((district) => ({
        ...base(),
        subdivision: name,
        district,
        region_code: regionOf(plate),
      })),
    ),
  )
  await insertMany(
    tx,
    'location_type',
    ownTypes[company.trade].map(([code, name, standsFor, sells], at) => ({
      ...base(),
      code,
      name,
      stands_for: standsFor,
      point_of_sale: sells,
      order_index: at + 1,
    })),
  )
  await insertMany(tx, 'property_definition', [
    {
      ...base(),
      code: 'segment',
      name: 'Segment',
      definition_for: 'Location',
      value_type: 'Choice',
      value_list: 'SEGMENT',
    },
    {
      ...base(),
      code: 'floors',
      name: 'Kat sayısı',
      definition_for: 'Location',
      value_type: 'Number',
      value_list: null,
    },
    {
      ...base(),
      code: 'origin',
      name: 'Menşe',
      definition_for: 'Product',
      value_type: 'Text',
      value_list: null,
    },
  ])
  await insertMany(
    tx,
    'predefined_value',
    values.map((code, at) => ({
      ...base(),
      value_list: 'SEGMENT',
      code,
      name: `Segment ${code}`,
      order_index: at + 1,
    })),
  )
  await insertMany(tx, 'price_change', priceChanges(company, products, random, now, base))
}

type Base = () => { company_id: number; id: string; created_at: Date }

/** Announced price changes of the last half year and the next weeks; purchases of thirty days before entitle to a refund. */
function priceChanges(
  _company: DemoCompany,
  products: readonly ProductRow[],
  random: Random,
  now: Date,
  base: Base,
): Insertable<DB['price_change']>[] {
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  return random.sample(products, 24).map((product, at) => {
    const change = now.getTime() + (at - 20) * 9 * dayLong
    const old = Number(product.list_price)
    return {
      ...base(),
      product_id: product.id,
      change_date: day(change),
      old_price: old.toFixed(2),
      new_price: (old * random.between(0.82, 0.97)).toFixed(2),
      entitlement_date: day(change - 30 * dayLong),
    }
  })
}
