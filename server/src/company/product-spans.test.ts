import { describe, expect, it } from 'vitest'
import { spansOf } from './product-spans.ts'

describe('[PRD-001] values of a product in time', () => {
  it.each([
    ['nothing changed', [], ['A 01-']],
    ['one change', [['05', 'B']], ['A 01-05', 'B 05-']],
    [
      'points in any order',
      [
        ['07', 'C'],
        ['05', 'B'],
      ],
      ['A 01-05', 'B 05-07', 'C 07-'],
    ],
    [
      'the last of a day counts',
      [
        ['05', 'B'],
        ['05', 'C'],
      ],
      ['A 01-05', 'C 05-'],
    ],
    [
      'there and back on one day is no change',
      [
        ['05', 'B'],
        ['05', 'A'],
      ],
      ['A 01-'],
    ],
    [
      'the same value is no change',
      [
        ['05', 'A'],
        ['06', 'B'],
        ['09', 'B'],
      ],
      ['A 01-06', 'B 06-'],
    ],
    ['on the first day', [['01', 'B']], ['B 01-']],
  ] as const)('%s', (_, points, expected) => {
    const spans = spansOf(
      '01',
      'A',
      points.map(([day, value]) => ({ day, value })),
    )
    expect(spans.map(({ value, from, to }) => `${value} ${from}-${to ?? ''}`)).toEqual(expected)
  })
})
