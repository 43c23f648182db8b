import { describe, expect, test } from 'vitest'
import { makeFormats, writePattern } from './format.ts'

describe('[SHL-015] dates and figures as the reader writes them', () => {
  test.each([
    ['en', '20 Nov 2026'],
    ['tr', '20 Kas 2026'],
    ['de', '20. Nov. 2026'],
  ] as const)('a day in %s', (language, written) => {
    expect(makeFormats(language).date('2026-11-20')).toBe(written)
  })
  test.each([
    ['en', '1,284,610.4'],
    ['tr', '1.284.610,4'],
    ['de', '1.284.610,4'],
  ] as const)('a number in %s', (language, written) => {
    expect(makeFormats(language).number('1284610.4')).toBe(written)
  })

  test('a day without time is the same day in every time zone', () => {
    expect(makeFormats('en').date('2026-01-01')).toBe('1 Jan 2026')
    expect(writePattern('YYYY-MM-DD', new Date('2026-01-01T00:00:00Z'), true, 'en')).toBe('2026-01-01')
  })

  test('the patterns of the server are followed', () => {
    const format = makeFormats('de', {
      patterns: { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:mm', dateTimeSeconds: 'YYYY-MM-DD HH:mm:ss' },
      longDate: 'dddd, D. MMMM YYYY',
    })
    expect(format.longDate('2026-11-05')).toBe('Donnerstag, 5. November 2026')
    expect(format.date('2026-11-05')).toBe('2026-11-05')
    expect(format.dateTimeSeconds(new Date(2026, 10, 5, 9, 7, 3).toISOString())).toBe('2026-11-05 09:07:03')
  })

  test('(D38) moments are written by the clock that a person has chosen, days by none', () => {
    const at = '2026-11-20T22:30:00.000Z'
    const inTokyo = makeFormats('en', { timeZone: 'Asia/Tokyo' })
    expect(inTokyo.dateTime(at)).toBe('21 Nov 2026 07:30')
    expect(inTokyo.date('2026-11-20')).toBe('20 Nov 2026')
    const patterns = {
      date: 'DD.MM.YYYY',
      dateTime: 'DD.MM.YYYY HH:mm',
      dateTimeSeconds: 'DD.MM.YYYY HH:mm:ss',
    }
    expect(makeFormats('tr', { patterns, timeZone: 'America/New_York' }).dateTimeSeconds(at)).toBe(
      '20.11.2026 17:30:00',
    )
  })

  test('money is exact beyond what a double holds', () => {
    expect(makeFormats('en').money('9007199254740993.25', 'TRY')).toBe('₺9,007,199,254,740,993.25')
    expect(makeFormats('de').money('0.10', 'EUR')).toBe('0,10\u00a0€')
    expect(makeFormats('en').money(null, 'EUR')).toBe('')
  })

  test('a moment ago, in words', () => {
    const now = Date.parse('2026-11-20T10:00:00Z')
    expect(makeFormats('en').relative('2026-11-20T09:54:00Z', now)).toBe('6 min. ago')
    expect(makeFormats('de').relative('2026-11-19T09:00:00Z', now)).toBe('gestern')
  })

  test('what is no date is shown as it came', () => expect(makeFormats('en').date('soon')).toBe('soon'))
})
