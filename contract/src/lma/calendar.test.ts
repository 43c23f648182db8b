import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addDays, isWeekend } from '../kit/days.ts'
import {
  averages,
  effectiveDay,
  firstBusinessDay,
  isEnglishHoliday,
  isQuoteDay,
  isTurkishBusinessDay,
} from './calendar.ts'
import { exact } from './exact.ts'

const list = join(import.meta.dirname, '../../../../shared/data/fuel/tr-holidays-2018-2026.json')
const Holidays = z.array(z.looseObject({ date: z.iso.date(), part: z.enum(['full', 'half']) }))

describe('calendars', () => {
  // Where the list of holidays is not on the machine.
  it.skipIf(!existsSync(list))(
    'knows the Turkish holidays of 2018 to 2026, half days as business days',
    () => {
      const holidays = new Set(
        Holidays.parse(JSON.parse(readFileSync(list, 'utf8')))
          .filter(({ part }) => part === 'full')
          .map(({ date }) => date),
      )
      for (let day = '2018-01-01'; day <= '2026-12-31'; day = addDays(day, 1))
        expect([day, isTurkishBusinessDay(day)]).toEqual([day, !isWeekend(day) && !holidays.has(day)])
    },
  )

  it.each([
    '2024-01-02',
    '2024-05-02',
    '2025-01-02',
    '2025-04-02',
    '2025-05-02',
    '2026-01-02',
    '2026-05-04',
    '2027-01-04',
  ])('finds the first business day %s [LMA-003]', (day) => {
    expect(firstBusinessDay(day.slice(0, 7))).toBe(day)
  })

  it('lets a company add a holiday and take one away', () => {
    const own = new Map([
      ['2026-06-01', true],
      ['2026-05-01', false],
    ])
    expect(firstBusinessDay('2026-06', own)).toBe('2026-06-02')
    expect(firstBusinessDay('2026-05', own)).toBe('2026-05-01')
  })

  it('has no quotes on bank holidays of England', () => {
    const of2027 = [
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-03',
      '2027-05-31',
      '2027-08-30',
      '2027-12-27',
      '2027-12-28',
    ]
    const found: string[] = []
    for (let day = '2027-01-01'; day <= '2027-12-31'; day = addDays(day, 1))
      if (isEnglishHoliday(day)) found.push(day)
    expect(found).toEqual(of2027)
    expect(isQuoteDay('2026-04-06')).toBe(false)
    expect(isQuoteDay('2026-04-07')).toBe(true)
  })

  it('has a decision of Friday in force on Saturday', () => {
    expect(effectiveDay('2026-11-27')).toBe('2026-11-28')
  })

  it('averages published days alone and says what is not over yet [LMA-004]', () => {
    const values = [
      { day: '2026-06-29', value: exact('700') },
      { day: '2026-06-30', value: exact('710') },
      { day: '2026-07-01', value: exact('721') },
    ]
    const of = (period: 'Weekly' | 'Monthly' | 'Yearly') =>
      averages(values, period, '2026-07-02').map(({ from, value, days, partial }) => [
        from,
        value.toFixed(3),
        days,
        partial,
      ])
    expect(of('Weekly')).toEqual([['2026-06-29', '710.333', 3, true]])
    expect(of('Monthly')).toEqual([
      ['2026-06-01', '705.000', 2, false],
      ['2026-07-01', '721.000', 1, true],
    ])
    expect(of('Yearly')).toEqual([['2026-01-01', '710.333', 3, true]])
  })
})
