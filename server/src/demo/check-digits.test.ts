import { expect, test } from 'vitest'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { glnOf } from './check-digits.ts'
import { Random } from './random.ts'

test('check digits are those of the GS1 specification', () => {
  expect(checkDigitOf('629104150021')).toBe(3)
  expect(checkDigitOf('0061414112345')).toBe(2)
  expect(glnOf(1, 7)).toMatch(/^868\d{10}$/)
})

test('chance repeats itself, and ids sort by their moment', () => {
  const [one, other] = [new Random(7), new Random(7)]
  expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()))
  expect(one.sample([1, 2, 3, 4], 9).toSorted()).toEqual([1, 2, 3, 4])
  const [early, late] = [one.id(1_700_000_000_000), one.id(1_700_000_000_001)]
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(early < late).toBe(true)
})
