import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { windowChoices, windowFault, windowOf } from './dateWindow.ts'

describe('a window of days', () => {
  test.each([
    ['three months to the day', '2026-08-20', '2026-11-20', null],
    ['a day more', '2026-08-19', '2026-11-20', 'tooWide'],
    ['from the last day of a long month into a short one', '2026-11-30', '2027-02-28', null],
    ['one day', '2026-11-20', '2026-11-20', null],
    ['the wrong way round', '2026-11-20', '2026-11-19', 'reversed'],
    ['without an end', '2026-11-20', null, 'missing'],
    ['without a start', undefined, '2026-11-20', 'missing'],
  ])('[ORD-025] %s', (_case, from, to, fault) => {
    expect(windowFault({ from, to }, 3)).toBe(fault)
  })

  test('[ORD-010] an address without a window means the widest one up to today', () => {
    expect(windowOf({}, 3, '2026-11-20')).toEqual({ from: '2026-08-20', to: '2026-11-20' })
    expect(windowOf({ to: '2026-05-31' }, 3, '2026-11-20')).toEqual({ from: '2026-03-01', to: '2026-05-31' })
    expect(windowOf({ from: '2026-12-01' }, 3, '2026-11-20')).toEqual({
      from: '2026-12-01',
      to: '2026-12-01',
    })
  })

  test('every ready choice is allowed, ends where it says, and the widest cannot begin a day earlier', () => {
    for (let now = '2026-01-01'; now <= '2028-12-31'; now = addDays(now, 1)) {
      for (const months of [3, 6]) {
        const windows = [
          ...windowChoices(months, now).map(({ window }) => window),
          windowOf({}, months, now),
          windowOf({ to: addDays(now, -40) }, months, now),
        ]
        expect(
          windows.filter((window) => windowFault(window, months) !== null),
          now,
        ).toEqual([])
        const widest = windowOf({}, months, now)
        expect(widest.to).toBe(now)
        expect(windowFault({ ...widest, from: addDays(widest.from, -1) }, months), now).toBe('tooWide')
      }
    }
  })

  test.each([
    ['2026-11-22', '2026-08-22'],
    ['2026-12-31', '2026-10-01'],
    ['2027-05-31', '2027-03-01'],
    ['2028-05-29', '2028-02-29'],
  ])('[ORD-025] of three months that ends today, %s, begins on %s', (now, from) => {
    expect(windowOf({}, 3, now)).toEqual({ from, to: now })
    expect(windowOf({ from }, 3, now)).toEqual({ from, to: now })
    expect(addMonths(from, 3) >= now).toBe(true)
  })
})
