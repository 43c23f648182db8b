import { expect, test } from 'vitest'
import { missingErpCodes } from './erp-codes.ts'

test.each([
  ['S-1', 'P-1', true, []],
  [null, 'P-1', true, ['shipToErpCode']],
  ['S-1', '  ', true, ['soldToErpCode']],
  [null, null, true, ['shipToErpCode', 'soldToErpCode']],
  [null, null, false, []],
] as const)('[ORD-021] of %s and %s, required %s, there lack %j', (ship, sold, requireErpCodes, lacking) => {
  expect(missingErpCodes({ shipToErpCode: ship, soldToErpCode: sold }, { requireErpCodes })).toEqual(lacking)
})
