import fc from 'fast-check'
import { expect, test } from 'vitest'
import { general, numberFormat, plainDecimal, readCell, serialToIso, type TextLocale } from './cell.ts'

const formatted = (code: string) => numberFormat(200, new Map([[200, code]]))
const show = (raw: string, code: string, locale: TextLocale = 'en', date1904 = false) =>
  readCell({ type: 'n', raw, formula: undefined, format: formatted(code) }, { locale, date1904 })

test.each([
  [0.1 + 0.2, '0.3'],
  [1.1 * 3, '3.3'],
  [1234.5, '1234.5'],
  [-0, '0'],
  [4006381333931, '4006381333931'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-2.5e-9, '-0.0000000025'],
  [123456789012345680, '123456789012346000'],
  [0.07 * 100, '7'],
])('the double %d is printed as %s', (number, printed) => expect(plainDecimal(number)).toBe(printed))

test('a decimal of up to 15 digits comes back as it was written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999_999_999 }),
      fc.integer({ min: 0, max: 9 }),
      (digits, places) => {
        const padded = String(digits).padStart(places + 1, '0')
        const text =
          places === 0 ? padded : `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, '')
        expect(plainDecimal(Number(text))).toBe(text)
      },
    ),
  )
})

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [60, false, undefined],
  [61, false, '1900-03-01'],
  [46356, false, '2026-11-30'],
  [46356.5, false, '2026-11-30T12:00:00'],
  [46356.604166666664, false, '2026-11-30T14:30:00'],
  [46356.999999999, false, '2026-12-01'],
  [2958465, false, '9999-12-31'],
  [2958466, false, undefined],
  [-1, false, undefined],
  [0.5, false, undefined],
  [0, true, '1904-01-01'],
  [1, true, '1904-01-02'],
  [44894, true, '2026-11-30'],
  [1e300, true, undefined],
] as const)('day %d (1904: %s) is %s', (serial, date1904, iso) =>
  expect(serialToIso(serial, date1904)).toBe(iso),
)

test.each([
  ['1234.5', '#,##0.00', 'tr', 'number', '1234.5', '1.234,50'],
  ['1234.5', '#,##0.00', 'en', 'number', '1234.5', '1,234.50'],
  ['1234.5', 'General', 'de', 'number', '1234.5', '1234,5'],
  ['42', '00000', 'tr', 'number', '42', '00042'],
  ['1234.5', '#,##0.00\\ "TL"', 'tr', 'number', '1234.5', '1.234,50 TL'],
  ['5', '#,##0 "day"', 'en', 'number', '5', '5 day'],
  ['46356', 'dd\\.mm\\.yyyy', 'tr', 'date', '2026-11-30', '30.11.2026'],
  ['46356', '[$-41F]d/mm/yyyy;@', 'tr', 'date', '2026-11-30', '30/11/2026'],
  ['1.5', '[h]:mm', 'en', 'number', '1.5', '36:00'],
  ['0.5', 'h:mm', 'en', 'number', '0.5', '12:00'],
  ['-3', 'dd.mm.yyyy', 'en', 'number', '-3', undefined],
] as const)('%s shown as %s (%s)', (raw, code, locale, kind, value, text) => {
  expect(show(raw, code, locale)).toMatchObject(text === undefined ? { kind, value } : { kind, value, text })
})

test.each([
  ['n', '1e999', undefined, { kind: 'error', value: '#NUM!' }],
  ['n', 'abc', undefined, { kind: 'text', value: 'abc' }],
  ['n', '', undefined, null],
  ['n', undefined, undefined, null],
  ['b', '1', undefined, { kind: 'boolean', value: 'true', text: 'TRUE' }],
  ['e', '#N/A', undefined, { kind: 'error', value: '#N/A' }],
  ['d', '2026-11-30', undefined, { kind: 'date', value: '2026-11-30' }],
  ['d', '2026-11-30T00:00:00Z', undefined, { kind: 'date', value: '2026-11-30' }],
  ['d', '2026-11-30T08:30', undefined, { kind: 'date', value: '2026-11-30T08:30:00' }],
  ['n', undefined, 'B2*2', { kind: 'error', value: 'NotCalculated', text: '=B2*2' }],
  ['n', '', 'B2*2', { kind: 'error', value: 'NotCalculated', text: '=B2*2' }],
  ['str', '', 'IF(A1="","","x")', null],
  ['n', '24', 'B2*2', { kind: 'number', value: '24' }],
] as const)('type %s with %j and formula %j', (type, raw, formula, expected) => {
  const cell = readCell({ type, raw, formula, format: general }, { locale: 'en', date1904: false })
  expect({ cell }).toMatchObject({ cell: expected })
})

test('a hostile number format costs no more than a moment', () => {
  const start = process.threadCpuUsage()
  for (const code of [
    '['.repeat(255),
    '"'.repeat(255),
    'h'.repeat(255),
    '#,'.repeat(127),
    '[h'.repeat(127),
    '_*'.repeat(127),
    '0;'.repeat(127),
    '?/'.repeat(127),
    'y'.repeat(1_000_000),
  ]) {
    expect(show('46356.5', code)).toMatchObject({ value: expect.any(String) })
  }
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1_000).toBeLessThan(500)
})
