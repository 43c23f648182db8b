import { expect, test } from 'vitest'
import { rhythmOf } from './rhythm.ts'

test.each([
  ['0 9 * * 1', { every: 'weekly', weekdays: [1], time: '09:00' }],
  ['30 7 * * 1,4,7', { every: 'weekly', weekdays: [1, 4, 0], time: '07:30' }],
  ['0 8 * * 1-5', { every: 'workingDays', time: '08:00' }],
  ['5 18 * * *', { every: 'daily', time: '18:05' }],
  ['0 6 1 * *', { every: 'monthly', day: 1, time: '06:00' }],
])('[DAT-001] %s is said in words', (expression, rhythm) => {
  expect(rhythmOf(expression)).toEqual(rhythm)
})

test.each(['*/15 * * * *', '0 8 1 1 *', '0 8 1 * 1', '0 8 * * 1-3', 'x', ''])(
  '%s is shown as written',
  (expression) => {
    expect(rhythmOf(expression)).toBeNull()
  },
)
