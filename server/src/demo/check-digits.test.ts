import { expect, test } from 'vitest'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { glnOf, gtinOf } from './check-digits.ts'
import { largeProvinces, provinces } from './provinces.ts'
import { Random } from './random.ts'

test('check digits are those of the GS1 specification', () => {
  expect(checkDigitOf('629104150021')).toBe(3)
  expect(checkDigitOf('0061414112345')).toBe(2)
  expect(glnOf(1, 7)).toMatch(/^868\d{10}$/)
  expect(gtinOf(1, 7)).toMatch(/^0868\d{10}$/)
})

test('there are 81 provinces with different names, each with several districts, all of them within Türkiye', () => {
  expect(new Set(provinces.map(({ name }) => name)).size).toBe(81)
  expect(provinces[5]).toMatchObject({ plate: 6, name: 'Ankara' })
  expect(provinces[33]).toMatchObject({ plate: 34, name: 'İstanbul' })
  expect(provinces[80]).toMatchObject({ plate: 81, name: 'Düzce' })
  for (const { name, latitude, longitude, districts } of provinces) {
    const within = latitude > 35.8 && latitude < 42.1 && longitude > 25.6 && longitude < 44.9
    expect({
      name,
      different: new Set(districts).size === districts.length,
      several: districts.length >= 3,
      within,
    }).toEqual({ name, different: true, several: true, within: true })
  }
  expect(largeProvinces.filter((large) => !provinces.some(({ name }) => name === large))).toEqual([])
})

test('chance repeats itself, and ids sort by their moment', () => {
  const [one, other] = [new Random(7), new Random(7)]
  expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()))
  expect(one.sample([1, 2, 3, 4], 9).toSorted()).toEqual([1, 2, 3, 4])
  const [early, late] = [one.id(1_700_000_000_000), one.id(1_700_000_000_001)]
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
})
