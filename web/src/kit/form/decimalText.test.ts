import { expect, test } from 'vitest'
import { readDecimal, showDecimal, writeDecimal } from './decimalText.ts'

test.each([
  ['en', '1284.5', '1284.5'],
  ['en', '1,284.50', '1284.50'],
  ['en', '12,5', '12.5'],
  ['en', '0012', '12'],
  ['de', '1.284,50', '1284.50'],
  ['de', '1284,5', '1284.5'],
  ['de', '1.284', '1284'],
  ['de', '12.5', '12.5'],
  ['tr', '1 284,5', '1284.5'],
  ['tr', '-3,25', '-3.25'],
  ['tr', '3,', '3'],
  ['de', '1.284.5', '1.284.5'],
  ['de', 'zwölf', 'zwölf'],
  ['de', '', ''],
] as const)('in %s %s is read as %s', (language, typed, read) => {
  expect(readDecimal(typed, language)).toBe(read)
})

test('is written to be read in groups, exactly', () => {
  expect(showDecimal('1276227600.50', 'de')).toBe('1.276.227.600,50')
  expect(showDecimal('-1000', 'en')).toBe('-1,000')
  expect(showDecimal('999.1', 'tr')).toBe('999,1')
  expect(showDecimal('zwölf', 'de')).toBe('zwölf')
  expect(showDecimal('', 'de')).toBe('')
})

test('is written to be edited as the language has it', () => {
  expect(writeDecimal('1284.50', 'de')).toBe('1284,50')
  expect(writeDecimal('1284.50', 'en')).toBe('1284.50')
  expect(writeDecimal('zwölf', 'de')).toBe('zwölf')
})
