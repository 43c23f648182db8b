import { expect, test } from 'vitest'
import { clockOf, momentOf } from './clock.ts'

test.each([
  ['Europe/Istanbul', '2026-11-22 10:42:17', '2026-11-22T07:42:17.000Z'],
  ['Europe/Berlin', '2026-07-01 00:00:00', '2026-06-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-12-31 23:59:59', '2026-12-31T22:59:59.000Z'],
  ['UTC', '2026-02-28 12:00:00', '2026-02-28T12:00:00.000Z'],
])('in %s %s is %s', (zone, clock, moment) => {
  expect(momentOf(clock, zone)).toBe(moment)
  expect(clockOf(moment, zone)).toBe(clock)
})

test('an hour that the change of the clock skips is the one after it', () => {
  expect(momentOf('2026-03-29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
})
