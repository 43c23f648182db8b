import { expect, test } from 'vitest'
import { keyOfMany, keyOfOne } from './master-words.ts'

test.each([
  ['LocationType', 'LocationTypes', 'locationType'],
  ['City', 'Cities', 'city'],
  ['Country', 'Countries', 'country'],
  ['Address', 'Addresses', 'address'],
  ['Box', 'Boxes', 'box'],
  ['PriceChange', 'PriceChanges', 'priceChange'],
  ['FuelPrice', 'FuelPrices', 'fuelPrice'],
  ['Branch', 'Branches', 'branch'],
])('%s and %s are kept under %s', (one, many, key) => {
  expect([keyOfOne(one), keyOfMany(many)]).toEqual([key, key])
})
