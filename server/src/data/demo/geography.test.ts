import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTable } from '../../kit/master/import-csv.ts'

const table = (...path: string[]) => readTable(join(import.meta.dirname, ...path))

test('[DAT-001] the 81 provinces have 973 districts in seven regions', async () => {
  const [cities, districts, regions] = await Promise.all([
    table('..', 'geography-files', 'cities.csv'),
    table('..', 'geography-files', 'districts.csv'),
    table('region-codes.csv'),
  ])
  expect(cities.map(({ code }) => code)).toEqual(
    Array.from({ length: 81 }, (_, at) => `TR-${String(at + 1).padStart(2, '0')}`),
  )
  expect(new Set(cities.map(({ name }) => name)).size).toBe(81)
  expect(cities[33]).toMatchObject({ code: 'TR-34', name: 'İstanbul' })
  expect(new Set(districts.map(({ cityCode, name }) => `${cityCode} ${name}`)).size).toBe(973)
  const count = (city: string) => districts.filter(({ cityCode }) => cityCode === city).length
  expect([count('TR-34'), count('TR-42'), count('TR-69')]).toEqual([39, 31, 3])
  const cityName = new Map(cities.map(({ code, name }) => [code, name]))
  expect(regions.map(({ subdivision, district }) => `${subdivision} ${district}`)).toEqual(
    districts.map(({ cityCode = '', name }) => `${cityName.get(cityCode)} ${name}`),
  )
  expect(new Set(regions.map(({ regionCode }) => regionCode))).toEqual(
    new Set(['MARMARA', 'EGE', 'AKDENIZ', 'IC-ANADOLU', 'KARADENIZ', 'DOGU-ANADOLU', 'GUNEYDOGU']),
  )
})

test.each(['pharma', 'fashion', 'fuel'])(
  'where %s locations lie is a district of its province',
  async (trade) => {
    const regions = await table('region-codes.csv')
    const known = new Set(regions.map(({ subdivision, district }) => `${subdivision} ${district}`))
    const locations = await table('..', '..', 'company', 'demo', trade, 'locations.csv')
    expect(locations.length).toBeGreaterThan(100)
    expect(locations.filter(({ city, district }) => !known.has(`${city} ${district}`))).toEqual([])
    const inside = ({ latitude, longitude }: Record<string, string>) =>
      Number(latitude) > 35.8 &&
      Number(latitude) < 42.1 &&
      Number(longitude) > 25.6 &&
      Number(longitude) < 44.9
    expect(locations.filter((one) => !inside(one))).toEqual([])
  },
)
