import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  addDays,
  addMonths,
  businessDaysBetween,
  easterSunday,
  holidayName,
  isBusinessDay,
  isWeekend,
  startOfWeek,
} from './days.ts'

const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const country = fc.constantFrom('TR' as const, 'DE' as const)

describe('[SHL-015] business days', () => {
  test('the week begins on Monday, and its last two days are the weekend', () => {
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16')
    expect(startOfWeek('2026-11-16')).toBe('2026-11-16')
    expect([isWeekend('2026-11-20'), isWeekend('2026-11-21'), isWeekend('2026-11-22')]).toEqual([
      false,
      true,
      true,
    ])
  })

  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('Easter of %i is %s', (year, easter) => {
    expect(easterSunday(year)).toBe(easter)
  })

  test.each([
    ['2026-04-03', 'goodFriday'],
    ['2026-04-06', 'easterMonday'],
    ['2026-05-14', 'ascension'],
    ['2026-05-25', 'whitMonday'],
    ['2026-10-03', 'germanUnity'],
    ['2026-04-23', null],
  ])('in Germany %s is %s', (date, name) => expect(holidayName(date, 'DE')).toBe(name))

  // As announced by the Presidency of Religious Affairs.
  test.each([
    ['2025-03-30', 'ramadanFeast'],
    ['2026-03-20', 'ramadanFeast'],
    ['2026-03-22', 'ramadanFeast'],
    ['2026-03-23', null],
    ['2025-06-06', 'sacrificeFeast'],
    ['2026-05-27', 'sacrificeFeast'],
    ['2026-05-30', 'sacrificeFeast'],
    ['2026-10-29', 'republicDay'],
    ['2026-12-25', null],
  ])('in Türkiye %s is %s', (date, name) => expect(holidayName(date, 'TR')).toBe(name))

  test('a delivery promised in three business days steps over weekend and feast', () => {
    expect(addBusinessDays('2026-05-26', 1, 'TR')).toBe('2026-06-01')
    expect(addBusinessDays('2026-11-20', 3, 'DE')).toBe('2026-11-25')
    expect(addBusinessDays('2026-11-23', -1, 'DE')).toBe('2026-11-20')
  })

  test('the end of a month does not overflow into the next but one', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('going forward lands on a business day, exactly that many business days away', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), country, (from, count, where) => {
        const to = addBusinessDays(from, count, where)
        expect(isBusinessDay(to, where)).toBe(true)
        expect(businessDaysBetween(from, to, where)).toBe(count)
      }),
      { numRuns: 60 },
    )
  })

  test('no day is lost or doubled, whatever the clocks do', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), (from, count) => {
        expect(addDays(addDays(from, count), -count)).toBe(from)
      }),
    )
  })
})
