import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

test.each([
  ['30.11.2026', '2026-11-30'],
  ['30/11/2026', '2026-11-30'],
  ['30-11-2026', '2026-11-30'],
  ['2026-11-30', '2026-11-30'],
  ['2026/11/30', '2026-11-30'],
  ['1.2.2026', '2026-02-01'],
  [' 01.02.2026 ', '2026-02-01'],
  ['29.02.2024', '2024-02-29'],
  ['30.11.2026 00:00', '2026-11-30'],
  ['2026-11-30T00:00:00.000Z', '2026-11-30'],
])('%j is %s', (text, value) => expect(parseDate(text)).toEqual({ refused: null, value }))

test.each([
  ['', 'Empty'],
  ['yarın', 'NotADate'],
  ['30.11/2026', 'NotADate'],
  ['46356', 'NotADate'],
  ['30.11.2026 akşam', 'NotADate'],
  ['2026-11', 'NotADate'],
  ['31.11.2026', 'DoesNotExist'],
  ['29.02.2026', 'DoesNotExist'],
  ['11/30/2026', 'DoesNotExist'],
  ['2026-13-01', 'DoesNotExist'],
  ['00.01.2026', 'DoesNotExist'],
  ['30.11.26', 'TwoDigitYear'],
  ['30.11.0026', 'YearOutOfRange'],
  ['30.11.2026 08:30', 'HasTime'],
])('%j is refused: %s', (text, refused) => expect(parseDate(text)).toEqual({ refused }))

test('every day there is can be written in each order and read back', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        const value = date.toISOString().slice(0, 10)
        const [year, month, day] = value.split('-')
        for (const text of [value, `${day}.${month}.${year}`, `${day}/${month}/${year}`])
          expect(parseDate(text)).toEqual({ refused: null, value })
      },
    ),
  )
})
