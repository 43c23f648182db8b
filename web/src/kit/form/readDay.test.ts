import { expect, test } from 'vitest'
import { readDay } from './readDay.ts'

const today = '2026-11-29'

test.each([
  ['2026-12-01', 'en', '2026-12-01'],
  ['1.12.2026', 'de', '2026-12-01'],
  ['1/12/26', 'en', '2026-12-01'],
  ['01122026', 'tr', '2026-12-01'],
  ['011226', 'tr', '2026-12-01'],
  ['20261201', 'en', '2026-12-01'],
  ['1 Dec 2026', 'en', '2026-12-01'],
  ['1. Dez. 2026', 'de', '2026-12-01'],
  ['3 März 2027', 'de', '2027-03-03'],
  ['1 Ara 2026', 'tr', '2026-12-01'],
  ['14 Şubat 2027', 'tr', '2027-02-14'],
  ['1.12', 'de', '2026-12-01'],
  ['5.1', 'de', '2027-01-05'],
  ['28.11.', 'de', '2026-11-28'],
  ['+30', 'en', '2026-12-29'],
  [' 29.02.2028 ', 'de', '2028-02-29'],
  ['29.02.2027', 'de', null],
  ['31.06.2026', 'de', null],
  ['12', 'de', null],
  ['tomorrow', 'en', null],
  ['1.13.2026', 'de', null],
  ['', 'en', null],
] as const)('“%s” in %s is %s', (text, language, day) => {
  expect(readDay(text, { language, today })).toBe(day)
})

test('who writes the month first is read so', () => {
  expect(readDay('12/1/2026', { language: 'en', today, monthFirst: true })).toBe('2026-12-01')
  expect(readDay('1 Dec 2026', { language: 'en', today, monthFirst: true })).toBe('2026-12-01')
})

test('what the portal shows is read back', () => {
  for (const language of ['en', 'de', 'tr'] as const) {
    const write = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    for (let month = 0; month < 12; month += 1) {
      const time = Date.UTC(2027, month, 9)
      expect(readDay(write.format(time), { language, today })).toBe(new Date(time).toISOString().slice(0, 10))
    }
  }
})
