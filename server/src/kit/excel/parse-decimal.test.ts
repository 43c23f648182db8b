import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal, type DecimalOptions } from './parse-decimal.ts'

/** `value`, `value or other` when ambiguous, or the name of the refusal. */
function read(text: string, decimal: DecimalOptions['decimal']): string {
  const reading = parseDecimal(text, { decimal })
  if (reading.refused !== null) return reading.refused
  return reading.ambiguous ? `${reading.value} or ${reading.other}` : reading.value
}

test.each([
  // text, nobody knows, decimal comma, decimal point
  ['1.234,56', '1234.56', '1234.56', 'MisplacedSeparator'],
  ['1,234.56', '1234.56', 'MisplacedSeparator', '1234.56'],
  ['1.200', '1200 or 1.2', '1200', '1.2'],
  ['1,200', '1200 or 1.2', '1.2', '1200'],
  ['-1.200 TL', '-1200 or -1.2', '-1200', '-1.2'],
  ['0.200', '0.2', 'MisplacedSeparator', '0.2'],
  ['1234.567', '1234.567', 'MisplacedSeparator', '1234.567'],
  ['1.234.567', '1234567', '1234567', 'MisplacedSeparator'],
  ['1.234.567,80', '1234567.8', '1234567.8', 'MisplacedSeparator'],
  ['1 234,5', '1234.5', '1234.5', 'MisplacedSeparator'],
  ['1\u00A0234,5', '1234.5', '1234.5', 'MisplacedSeparator'],
  ['1\u202F234\u202F567', '1234567', '1234567', '1234567'],
  ["1'234.50", '1234.5', 'MisplacedSeparator', '1234.5'],
  ['.5', '0.5', 'MisplacedSeparator', '0.5'],
  ['00042', '42', '42', '42'],
])('%j is read by who wrote it', (text, auto, comma, point) => {
  expect([read(text, 'auto'), read(text, ','), read(text, '.')]).toEqual([auto, comma, point])
})

test.each([
  ['₺1.234,50', '1234.5'],
  ['1.234,50 ₺', '1234.5'],
  ['1.234,50\u00A0TL', '1234.5'],
  ['12,5 €', '12.5'],
  ['$ 12', '12'],
  ['tl 3', '3'],
  ['-5', '-5'],
  ['5-', '-5'],
  ['−5', '-5'],
  ['₺-5', '-5'],
  ['-5 TL', '-5'],
  ['5 TL-', '-5'],
  ['(5)', '-5'],
  ['+7', '7'],
  ['-0', '0'],
  ['-0,00', '0'],
])('%j keeps its sign and drops its currency', (text, value) => expect(read(text, ',')).toBe(value))

test.each([
  ['', 'Empty'],
  [' \u00A0 ', 'Empty'],
  ['abc', 'NotANumber'],
  ['TL', 'NotANumber'],
  ['12 %', 'NotANumber'],
  ['1e5', 'NotANumber'],
  ['--5', 'NotANumber'],
  ['-5-', 'NotANumber'],
  ['(5', 'NotANumber'],
  ['(-5)', 'NotANumber'],
  ['12 adet', 'NotANumber'],
  ['=1+1', 'NotANumber'],
  ['٣', 'NotANumber'],
  ['1.23.4', 'MisplacedSeparator'],
  ['12 34', 'MisplacedSeparator'],
  ['1,2,3', 'MisplacedSeparator'],
  ['5,', 'MisplacedSeparator'],
  ['1.234.56', 'MisplacedSeparator'],
  ['0.123.456', 'MisplacedSeparator'],
  ['1'.repeat(31), 'TooLong'],
])('%j is refused: %s', (text, refused) => expect(read(text, 'auto')).toBe(refused))

test('a text of a million digits is refused without being looked at', () =>
  expect(read('1'.repeat(1_000_000), 'auto')).toBe('TooLong'))

const plain = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.stringMatching(/^\d{0,6}[1-9]$|^$/))
  .map(([minus, whole, fraction]) => {
    const value = fraction === '' ? String(whole) : `${whole}.${fraction}`
    return minus && !/^[0.]+$/.test(value) ? `-${value}` : value
  })
const write = (value: string, group: string, decimal: string) => {
  const [whole = '', fraction] = value.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? groups : `${groups}${decimal}${fraction}`
}

test('what is written the Turkish, German or English way is read back to the last digit', () => {
  fc.assert(
    fc.property(
      plain,
      fc.constantFrom(['.', ','], ['\u00A0', ','], ['', ','], [',', '.'], ["'", '.']),
      (value, [group, decimal]) => {
        expect(read(write(value, group, decimal), decimal)).toBe(value)
      },
    ),
  )
})

test('without knowing the writer the true value is always among the readings', () => {
  fc.assert(
    fc.property(plain, fc.constantFrom(['.', ','], [',', '.']), (value, [group, decimal]) => {
      expect(read(write(value, group, decimal), 'auto').split(' or ')).toContain(value)
    }),
  )
})

test('nothing makes it throw, and what it accepts is a plain decimal', () => {
  const odd = fc.string({
    unit: fc.constantFrom(
      '0',
      '1',
      '7',
      '.',
      ',',
      ' ',
      '-',
      '+',
      '(',
      ')',
      '₺',
      'T',
      'L',
      "'",
      '\u00A0',
      'x',
    ),
    maxLength: 14,
  })
  fc.assert(
    fc.property(
      fc.oneof(odd, fc.string()),
      fc.constantFrom('auto' as const, ',' as const, '.' as const),
      (text, decimal) => {
        for (const reading of read(text, decimal).split(' or '))
          expect(reading).toMatch(
            /^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?|Empty|NotANumber|MisplacedSeparator|TooLong)$/,
          )
      },
    ),
    { numRuns: 2_000 },
  )
})
