import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { differenceOf, type Piece } from './difference.ts'

const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ kind, text }) => ({ same: text, added: `+[${text}]`, removed: `-[${text}]` })[kind]).join('')
const without = (pieces: readonly Piece[], kind: Piece['kind']) =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('')

describe('[ACC-010] the difference between two versions', () => {
  it.each([
    ['', '', ''],
    ['one', 'one', 'one'],
    ['', 'one', '+[one]'],
    ['one', '', '-[one]'],
    ['kept for ten years', 'kept for five years', 'kept for -[ten]+[five] years'],
    ['Be kind.', 'Be kind.\n\nBe quick.', 'Be kind.+[\n\nBe quick.]'],
    ['a b c', 'b c', '-[a ]b c'],
    ['Kısa. Uzun.', 'Kısa. Çok uzun.', 'Kısa. -[Uzun.]+[Çok uzun.]'],
  ])('%j to %j', (before, after, expected) => {
    expect(shown(differenceOf(before, after))).toBe(expected)
  })

  const text = fc.array(fc.constantFrom('a', 'b', 'ç', ' ', '\n', '\n\n', '.')).map((parts) => parts.join(''))
  it('loses nothing: with what was added it is the new text, with what was removed the old one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = differenceOf(before, after)
        expect([without(pieces, 'added'), without(pieces, 'removed')]).toEqual([before, after])
      }),
    )
  })

  test('compares paragraphs where words would take too long', () => {
    const many = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ')
    const pieces = differenceOf(`${many('a')}\nsame`, `${many('b')}\nsame`)
    expect(pieces.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same'])
  })
})
