import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['istanbul', 'istanbul', 0],
  ['istambul', 'istanbul', 1],
  ['kadiky', 'kadikoy', 1],
  ['', 'van', 3],
  ['ankara', 'antalya', 3],
])('from %s to %s are %i letters', (from, to, letters) => {
  expect(editDistance(from, to)).toBe(letters)
  expect(editDistance(to, from)).toBe(letters)
})

test('is not counted beyond what is asked', () => {
  expect(editDistance('ankara', 'antalya', 2)).toBe(3)
  expect(editDistance('van', 'kahramanmaras', 2)).toBe(3)
})
