import { describe, expect, test } from 'vitest'
import { differences } from './differences.ts'

const drawn = (before: string, after: string) =>
  differences(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  )

describe('[KNB-001] differences of two versions', () => {
  test('are the lines that one of them has alone', () => {
    expect(drawn('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
    expect(drawn('', 'a')).toEqual(['-', '+a'])
    expect(drawn('a\nb', 'a\nb')).toEqual([' a', ' b'])
    expect(drawn('a\na\nb', 'a\nb')).toEqual([' a', '-a', ' b'])
  })
})
