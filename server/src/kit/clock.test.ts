import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, isWeekend } from '@kervan/contract/kit/days'
import { dayIn, startOfDay, utcOffsetMinutes } from './clock.ts'

describe('[SHL-015] days in a time zone', () => {
  it.each([
    ['Europe/Istanbul', '2026-11-20T20:59:59Z', '2026-11-20'],
    ['Europe/Istanbul', '2026-11-20T21:00:00Z', '2026-11-21'],
    ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
  ])('in %s at %s it is %s', (zone, moment, day) => {
    expect(dayIn(zone, new Date(moment))).toBe(day)
  })

  it.each([
    ['Europe/Istanbul', '2026-11-20', '2026-11-19T21:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('in %s the day %s begins at %s', (zone, day, moment) => {
    expect(startOfDay(zone, day).toISOString()).toBe(moment)
  })

  it('a day begins on that day, and a millisecond earlier it was the day before', () => {
    const zones = fc.constantFrom('Europe/Istanbul', 'Europe/Berlin', 'UTC', 'America/New_York')
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 2_000 }), (zone, days) => {
        const day = addDays('2024-01-01', days)
        const start = startOfDay(zone, day)
        expect(dayIn(zone, start)).toBe(day)
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1))
      }),
    )
  })

  it('months end where they end', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-11-21', -3)).toBe('2026-08-21')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map(isWeekend)).toEqual([false, true, true])
    expect(utcOffsetMinutes('America/New_York', new Date('2026-11-20T00:00:00Z'))).toBe(-300)
  })
})
