import { describe, expect, it } from 'vitest'
import { meanByRule } from './calendar.ts'
import { exact } from './exact.ts'
import { seasonalIndex } from './seasons.ts'
import { replayPath } from './simulation.ts'

const inputs = {
  base: { price: exact('25126.92'), quote: exact('690'), rate: exact('42'), density: exact('0.845') },
  quote: exact('690'),
  rate: exact('42'),
  density: exact('0.845'),
  threshold: exact('0.03'),
}

describe('[LMA-004] days ahead', () => {
  it('change the price where the limit is reached, and the next day is compared with that change', () => {
    const day = (quote: string, rate: string) => ({ quote: exact(quote), rate: exact(rate) })
    const found = replayPath(inputs, [day('700', '42'), day('716.5', '42.18'), day('720', '42.18')])
    expect(found.map(({ changes, inForce }) => [changes, inForce.toFixed(2)])).toEqual([
      [false, '25126.92'],
      [true, '26179.12'],
      [false, '26179.12'],
    ])
    expect(found[2]?.move.toFixed(4)).toBe('0.0049')
  })
})

describe('[LMA-006] the mean of a period', () => {
  const values = [
    { day: '2026-10-30', value: exact('700') },
    { day: '2026-11-02', value: exact('710') },
    { day: '2026-11-05', value: exact('730') },
    { day: '2026-11-09', value: exact('800') },
  ]
  const week = { from: '2026-11-02', to: '2026-11-06' }
  it.each([
    // Published: 710 and 730. Carried: 710, 710, 710, 730, 730. Taken: 710, 730, 730, 730, 800.
    ['PublishedDays', '720.00'],
    ['CarryLast', '718.00'],
    ['TakeNext', '740.00'],
  ] as const)('goes by the rule of the contract: %s', (rule, mean) => {
    expect(meanByRule(values, week, rule)?.toFixed(2)).toBe(mean)
  })
  it('is none without a value', () => expect(meanByRule([], week, 'PublishedDays')).toBeNull())
})

describe('[LMA-004] seasons', () => {
  it('stand around a hundred, and are the months themselves where nothing else moves', () => {
    const year = [90, 92, 95, 98, 101, 104, 110, 108, 104, 101, 99, 98].map((value) => exact(String(value)))
    const found = seasonalIndex([...year, ...year, ...year], 1)
    expect(found.map((value) => value?.toFixed(2))).toEqual(year.map((value) => value.toFixed(2)))
    expect(seasonalIndex(year.slice(0, 6), 1).every((value) => value === null)).toBe(true)
  })
})
