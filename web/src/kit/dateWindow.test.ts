import { describe, expect, test } from 'vitest'
import { addDays } from './businessDays.ts'
import { untilNow, windowChoices, windowFault, windowOf } from './dateWindow.ts'

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
    expect(windowOf({}, 3, '2026-11-20')).toEqual({ from: '2026-08-21', to: '2026-11-20' })
    expect(windowOf({ to: '2026-05-31' }, 3, '2026-11-20')).toEqual({ from: '2026-03-01', to: '2026-05-31' })
    expect(windowOf({ from: '2026-12-01' }, 3, '2026-11-20')).toEqual({ from: '2026-12-01', to: '2026-12-01' })
  })

  test('every ready choice is allowed', () => {
    for (let now = '2026-01-01'; now <= '2028-12-31'; now = addDays(now, 1)) {
      for (const months of [3, 6]) {
        const windows = [...windowChoices(months, now).map(({ window }) => window), windowOf({}, months, now), windowOf({ to: addDays(now, -40) }, months, now)]
        expect(windows.filter((window) => windowFault(window, months) !== null || windowFault(untilNow(window, months, now), months) !== null), now).toEqual([])
        expect(untilNow(windowOf({}, months, now), months, now).to).toBe(addDays(now, 1))
      }
    }
  })
})

describe('[USR-010] what is asked for a window of what has happened', () => {
  test.each([
    ['ends today: the company may be in tomorrow already', { from: '2026-11-01', to: '2026-11-21' }, { from: '2026-11-01', to: '2026-11-22' }],
    ['ends before today', { from: '2026-11-01', to: '2026-11-20' }, { from: '2026-11-01', to: '2026-11-20' }],
    ['is as wide as may be', { from: '2026-08-21', to: '2026-11-21' }, { from: '2026-08-21', to: '2026-11-21' }],
    ['would fit by a day', { from: '2026-08-22', to: '2026-11-21' }, { from: '2026-08-22', to: '2026-11-22' }],
  ])('%s', (_, shown, asked) => {
    expect(untilNow(shown, 3, '2026-11-21')).toEqual(asked)
  })
})
