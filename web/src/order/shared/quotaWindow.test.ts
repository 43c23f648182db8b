import { describe, expect, it } from 'vitest'
import { formats } from '../../kit/values/format.ts'
import { nextWindow, windowEnd, windowStart } from './quotaWindow.ts'

// Without a session the company's clock is the browser's; moments are made by the same clock.
const local = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month, day, hour).toISOString()

describe('[QTA-003] windows of quotas', () => {
  it.each([
    [
      'a month ends with its last day',
      local(2026, 0, 1, 0),
      local(2026, 1, 1, 0),
      ['1/1/2026', '1/31/2026', '2/1/2026'],
    ],
    [
      'an hour ends at its hour',
      local(2026, 0, 1, 8),
      local(2026, 0, 1, 9),
      ['1/1/2026 08:00', '1/1/2026 09:00', '1/1/2026 09:00'],
    ],
    [
      'the last hour of a day ends with it',
      local(2026, 0, 1, 23),
      local(2026, 0, 2, 0),
      ['1/1/2026 23:00', '1/1/2026', '1/2/2026'],
    ],
  ] as const)('%s', (_, start, end, words) => {
    const window = { from: start, to: end }
    const format = {
      ...formats(),
      date: (iso: string | null) => (iso ?? '').replace(/(\d+)-0?(\d+)-0?(\d+)/, '$2/$3/$1'),
    }
    expect([windowStart(format, window), windowEnd(format, window), nextWindow(format, window)]).toEqual(
      words,
    )
  })
})
