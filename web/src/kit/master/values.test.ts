import { field } from '@kervan/contract/kit/master-fields'
import { describe, expect, test } from 'vitest'
import { fieldSchema, valuesOn } from './values.ts'

const dayOf = (at: string) => at.slice(0, 10)
const version = (at: string, action: string, before: Record<string, unknown>) => ({
  at: `${at}T10:00:00.000Z`,
  action,
  fields: Object.entries(before).map(([name, was]) => ({ field: name, before: was })),
})
const added = version('2026-11-02', 'Added', { code: null, name: null })
const renamed = version('2026-11-10', 'Changed', { name: 'Depot' })
const moved = version('2026-11-18', 'Changed', { city: 'Ankara' })
const removed = version('2026-11-20', 'Removed', { code: 'D', name: 'Store', city: 'Adana' })
const now = { code: 'D', name: 'Store', city: 'Adana' }

describe('the values of a record at the end of a day', () => {
  test.each([
    ['are those of now where nothing came later', [moved, renamed, added], '2026-11-18', now, now],
    [
      'are those before what came later',
      [moved, renamed, added],
      '2026-11-17',
      now,
      { ...now, city: 'Ankara' },
    ],
    [
      'go back through several changes',
      [moved, renamed, added],
      '2026-11-09',
      now,
      { code: 'D', name: 'Depot', city: 'Ankara' },
    ],
    ['are none before the record was added', [moved, renamed, added], '2026-11-01', now, null],
    [
      'are known of a record that was there before its first change',
      [renamed],
      '2026-11-01',
      now,
      { code: 'D', name: 'Depot', city: 'Adana' },
    ],
    ['are known of a record that is gone', [removed, moved], '2026-11-19', null, now],
    ['are none of a record that was gone by then', [removed, moved], '2026-11-20', null, null],
  ])('%s', (_, versions, day, current, expected) => {
    expect(valuesOn(versions, day, dayOf, current)).toEqual(expected)
  })
})

describe('what is typed into a field', () => {
  test.each([
    ['a text without the blanks around it', field.text({ max: 5 }), ' ab ', 'ab'],
    ['nothing, where it may be empty', field.text({ max: 5, optional: true }), '  ', null],
    ['no number, where it may be empty', field.integer({ optional: true }), undefined, null],
    ['a decimal as text', field.decimal({ scale: 2 }), '7.25', '7.25'],
    ['no choice', field.choice(['A'], { words: 'x', optional: true }), '', null],
    ['a flag', field.flag(), false, false],
    ['several codes', field.references('city'), ['A', 'B'], ['A', 'B']],
  ])('is taken as %s', (_, declared, typed, taken) => {
    expect(fieldSchema(declared).parse(typed)).toEqual(taken)
  })

  test.each([
    ['an empty text', field.text({ max: 5 }), ' '],
    ['an empty decimal', field.decimal({ scale: 2 }), null],
    ['too many places', field.decimal({ scale: 2 }), '7.255'],
    ['too long a code', field.code({ max: 3 }), 'ABCD'],
    ['no date', field.date(), ''],
    ['a choice that is none', field.choice(['A'], { words: 'x' }), 'B'],
  ])('is refused: %s', (_, declared, typed) => {
    expect(fieldSchema(declared).safeParse(typed).success).toBe(false)
  })
})
