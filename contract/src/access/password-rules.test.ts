import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenRules, commonCores, passwordRules, passwordStrength } from './password-rules.ts'

const nobody: string[] = []

describe('[ACC-011] a new password', () => {
  it.each([
    ['Correct-Horse-7!', []],
    ['Kırmızı-Elma-7', []],
    ['short-A1', ['length']],
    [`${'Aa1!'.repeat(12)}bc`, []],
    [`${'Aa1!'.repeat(12)}bcd`, ['length']],
    ['correct-horse-7!', ['upper']],
    ['CORRECT-HORSE-7!', ['lower']],
    ['Correct-Horse-!!', ['digit']],
    ['CorrectHorse777', ['special']],
    [' Correct Horse 7', []],
    ['', ['length', 'digit', 'upper', 'lower', 'special']],
    // Twelve code points, not twelve units: the astral ones count as one.
    ['Aa1!😀😀😀😀😀😀😀😀', []],
    ['Aa1!😀😀😀😀', ['length']],
  ])('%j breaks %j', (password, broken) => {
    expect(brokenRules(password, nobody)).toEqual(broken)
  })

  it.each([
    ['Ilknur-Blossom-7!', true],
    ['xx-ISPARTALI-77-a', true],
    ['My-selvi-World-42', true],
    ['Elif-in-Wonder-42', true],
    ['Kara-Kartal-4242!', false],
    ['Correct-Horse-7!', false],
  ])('%s contains own names: %s', (password, does) => {
    expect(
      brokenRules(password, [
        'İlknur',
        'Ispartalı',
        'elif.karaca@selvi.example',
        'Selvi İlaç A.Ş.',
        'Ka',
      ]).includes('personal'),
    ).toBe(does)
  })

  it('holds exactly when each of its parts does, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (password) => {
        const broken = brokenRules(password, nobody)
        const points = Array.from(password).length
        expect(broken.includes('length')).toBe(points < 12 || points > 50)
        expect(passwordRules.filter((rule) => broken.includes(rule))).toEqual(broken)
        expect(passwordStrength(password, nobody)).toBeGreaterThanOrEqual(0)
        expect(passwordStrength(password, nobody)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('gains nothing by blanks: nothing is trimmed', () => {
    fc.assert(
      fc.property(fc.nat(6), (blanks) => {
        expect(brokenRules(`Aa1!bcde${' '.repeat(blanks)}`, nobody).includes('length')).toBe(blanks < 4)
      }),
    )
  })

  it.each([
    ['Password2026!', 'password'],
    ['!!P@ssw0rd!!', 'password'],
    ['Qwerty123456!', 'qwerty'],
    ['ŞİFRE-1234567', 'sifre'],
  ])('%s stands on %s', (password, core) => {
    expect(commonCores(password)).toContain(core)
  })
})
