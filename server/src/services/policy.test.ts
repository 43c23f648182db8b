import { describe, expect, it } from 'vitest'
import { endOfDay, frozenFrom, isFrozen, lastFrozenDay, momentOf } from './policy.ts'

const zone = 'Europe/Berlin'
const policy = { frozenDays: 1, cutOffTime: '18:00' }

describe('[SVC-007] [SVC-008] times of services when clocks change', () => {
  it.each([
    ['the day before clocks go forward', '2026-03-28', '06:00', '2026-03-28T05:00:00.000Z'],
    ['on the day they go forward', '2026-03-29', '06:00', '2026-03-29T04:00:00.000Z'],
    [
      'a time that the day leaves out is when it continues',
      '2026-03-29',
      '02:30',
      '2026-03-29T01:30:00.000Z',
    ],
    ['on the day they go back', '2026-10-25', '06:00', '2026-10-25T05:00:00.000Z'],
  ])('%s', (_, day, time, moment) => {
    expect(momentOf(zone, day, time).toISOString()).toBe(moment)
  })

  it('the frozen period begins at the cut-off of the company’s clock, an hour more or less before the date', () => {
    expect(frozenFrom(zone, '2026-03-29', policy).toISOString()).toBe('2026-03-28T17:00:00.000Z')
    expect(frozenFrom(zone, '2026-03-30', policy).toISOString()).toBe('2026-03-29T16:00:00.000Z')
    expect(isFrozen(zone, '2026-03-30', policy, new Date('2026-03-29T15:59:59Z'))).toBe(false)
    expect(isFrozen(zone, '2026-03-30', policy, new Date('2026-03-29T16:00:00Z'))).toBe(true)
    expect(lastFrozenDay(zone, policy, new Date('2026-03-29T16:00:00Z'))).toBe('2026-03-30')
  })

  it('a day of 23 or 25 hours ends at its midnight', () => {
    const hours = (day: string) =>
      (endOfDay(zone, day).getTime() - momentOf(zone, day, '00:00').getTime()) / 3_600_000
    expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hours)).toEqual([24, 23, 25])
  })

  it('a clock that is set back an hour gives the same moments: they follow from the day alone', () => {
    const before = momentOf(zone, '2026-11-27', '06:00').getTime()
    expect(isFrozen(zone, '2026-11-27', policy, new Date(before - 3_600_000))).toBe(true)
    expect(momentOf(zone, '2026-11-27', '06:00').getTime()).toBe(before)
  })
})
