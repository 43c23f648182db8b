import { expect, test } from 'vitest'
import { provinces } from '../../demo/provinces.ts'
import { districtsOf, regionOf } from './districts.ts'

test('[DAT-001] the 81 provinces have 973 districts in seven regions', () => {
  const all = provinces.map(({ plate }) => districtsOf(plate))
  expect(all.flat()).toHaveLength(973)
  expect(all.every((one) => new Set(one).size === one.length)).toBe(true)
  expect(new Set(provinces.map(({ plate }) => regionOf(plate)))).toEqual(
    new Set(['MARMARA', 'EGE', 'AKDENIZ', 'IC-ANADOLU', 'KARADENIZ', 'DOGU-ANADOLU', 'GUNEYDOGU']),
  )
  expect([districtsOf(34).length, districtsOf(42).length, districtsOf(69).length]).toEqual([39, 31, 3])
})

test('where demo locations lie is a district of its province', () => {
  expect(
    provinces.flatMap(({ name, plate, districts }) =>
      districts.filter((district) => !districtsOf(plate).includes(district)).map((one) => `${name}: ${one}`),
    ),
  ).toEqual([])
})
