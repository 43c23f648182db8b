import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldUsername, NewUsername } from './username.ts'

const local = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,10}[a-z0-9]$/).filter((text) => !text.includes('..'))
const username = fc
  .tuple(local, fc.stringMatching(/^[a-z]{1,8}\.(test|example)$/))
  .map(([name, host]) => `${name}@${host}`)
/** Letters that look like an ASCII letter or fall to one under some folding, beside the i that is allowed to. */
const lookAlike: Record<string, readonly string[]> = {
  a: ['ａ', 'а', 'á', 'a\u0301'],
  e: ['ｅ', 'е', 'é', 'e\u0301'],
  i: ['ｉ', 'і', 'i\u0307', 'I\u0307', 'í'],
  k: ['\u212a', 'ｋ', 'к'],
  o: ['ｏ', 'о', 'ö', 'o\u0308', 'º'],
  s: ['ｓ', 'ſ', 'ş', 's\u0327', 'ß'],
  '.': ['．', '。'],
  '@': ['＠'],
  '1': ['１', '¹'],
}

describe('a user name', () => {
  it.each([
    ['ILKNUR.ISIK@EXAMPLE.TEST', 'ilknur.isik@example.test'],
    ['İlknur.Isık@example.test', 'ilknur.isik@example.test'],
    [' ilknur@example.test ', 'ilknur@example.test'],
    ['ÖZGE@example.test', 'özge@example.test'],
    ['\u212aerem@example.test', '\u212aerem@example.test'],
    ['ａdmin@example.test', 'ａdmin@example.test'],
    ['i\u0307lknur@example.test', 'i\u0307lknur@example.test'],
  ])('%s is looked up as %s', (typed, folded) => {
    expect(foldUsername(typed)).toBe(folded)
  })

  it('[USR-002] is found whatever the case and the dots of the i, and folding twice is folding once', () => {
    fc.assert(
      fc.property(username, fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), (name, choices) => {
        const spelt = Array.from(name, (letter, at) => {
          const choice = choices[at] ?? 0
          return letter === 'i' ? ['i', 'I', 'ı', 'İ'][choice] : choice % 2 ? letter.toUpperCase() : letter
        }).join('')
        expect(foldUsername(spelt)).toBe(name)
        expect(foldUsername(foldUsername(spelt))).toBe(foldUsername(spelt))
      }),
    )
  })

  it('of somebody else is never reached by full-width letters, combining marks or letters of other alphabets', () => {
    fc.assert(
      fc.property(username, fc.nat(), fc.nat(), (name, at, which) => {
        const open = Array.from(name).flatMap((letter, index) => (lookAlike[letter] ? [index] : []))
        fc.pre(open.length > 0)
        const index = open[at % open.length]!
        const letters = Array.from(name)
        const others = lookAlike[letters[index]!]!
        letters[index] = others[which % others.length]!
        expect(foldUsername(letters.join(''))).not.toBe(name)
        expect(NewUsername.safeParse(letters.join('')).success).toBe(false)
      }),
    )
  })

  it('that is new is an address in ASCII, and two new ones are the same only when case alone tells them apart', () => {
    fc.assert(
      fc.property(username, username, (one, other) => {
        expect(NewUsername.safeParse(one).success).toBe(true)
        expect(foldUsername(one) === foldUsername(other)).toBe(one.toLowerCase() === other.toLowerCase())
      }),
    )
    for (const wrong of [
      '',
      'a',
      'a@b',
      'a b@c.test',
      'a@c..test',
      '.a@c.test',
      'a.@c.test',
      'a..b@c.test',
      `${'a'.repeat(250)}@c.test`,
      'özge@c.test',
      'a@ç.test',
      'a\r\nb@c.test',
      '"a"@c.test',
    ])
      expect([wrong, NewUsername.safeParse(wrong).success]).toEqual([wrong, false])
  })
})
