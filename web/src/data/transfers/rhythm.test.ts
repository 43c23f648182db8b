import { expect, test } from 'vitest'
import { expressionOf, rhythmOf } from './rhythm.ts'

test.each([
  ['0 9 * * 1', { every: 'weekly', weekdays: [1], time: '09:00' }],
  ['30 7 * * 1,4,7', { every: 'weekly', weekdays: [1, 4, 0], time: '07:30' }],
  ['0 7 * * 1-6', { every: 'weekly', weekdays: [1, 2, 3, 4, 5, 6], time: '07:00' }],
  ['0 8 * * 1-5', { every: 'workingDays', time: '08:00' }],
  ['5 18 * * *', { every: 'daily', time: '18:05' }],
  ['0 6 1 * *', { every: 'monthly', day: 1, time: '06:00' }],
])('[DAT-001] %s is said in words', (expression, rhythm) => {
  expect(rhythmOf(expression)).toEqual(rhythm)
  const said = rhythmOf(expression)
  // What is chosen in the form means the same again.
  expect(said && rhythmOf(expressionOf(said))).toMatchObject({ every: said?.every, time: said?.time })
})

test.each(['*/15 * * * *', '0 8 1 1 *', '0 8 1 * 1', '0 8 * * 5-1', 'x', ''])(
  '%s is shown as written',
  (expression) => {
    expect(rhythmOf(expression)).toBeNull()
  },
)
