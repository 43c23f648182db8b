import { expect, test } from 'vitest'
import { checkDigitOf } from './check-digits.ts'
import { dayOf } from './dates.ts'
import { elementStringOf, separator } from './elements.ts'
import { readPack, type Pack } from './pack.ts'

// 100,000 codes of packs, each damaged by chance in the ways of scanners, keyboards, Caps Lock and pasting. Left out is
// what leaves no trace: a letter that somebody mistypes, a lot of small letters alone that Caps Lock has made large, and
// elements beside the four of a pack where every separator is lost.

const runs = 100_000
const thisYear = 2026

let state = 20_261
/** A number from 0 to below the limit, the same in every run (mulberry32). */
function chance(limit: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
}
const oneOf = <T>(choices: readonly T[]): T => choices[chance(choices.length)] as T
const some = (letters: string, shortest: number, longest: number): string =>
  Array.from({ length: shortest + chance(longest - shortest + 1) }, () => oneOf(Array.from(letters))).join('')
const often = (percent: number): boolean => chance(100) < percent

const digits = '0123456789'
const capitals = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
type Parts = readonly { ai: string; value: string }[]

function newPack(): { parts: Parts; pack: Pack } {
  const body = `0869${some(digits, 9, 9)}`
  const gtin = body + String(checkDigitOf(body))
  const serial = oneOf([
    () => some(digits, 10, 13),
    () => some(capitals, 8, 16),
    () => some(capitals, 1, 20),
    () => some('0127', 6, 20),
    () => oneOf(['21', '17', '10']) + some(digits, 6, 12),
  ])()
  const lot = oneOf([
    () => some(capitals, 3, 10),
    () => some(capitals, 3, 10),
    () => some(digits, 4, 8),
    () => `${some(capitals, 1, 4)}${oneOf(['B', 'N', 'I'])}${some('abciknuv', 1, 3)}${some(digits, 1, 3)}`,
    () => `${some(capitals, 1, 4)}${oneOf(['-', '/', '.', '_'])}${some(capitals, 1, 4)}`,
  ])()
  const month = String(1 + chance(12)).padStart(2, '0')
  const day = often(20) ? '00' : String(1 + chance(28)).padStart(2, '0')
  const date = `${25 + chance(8)}${month}${day}`
  const order = oneOf([...Array.from({ length: 8 }, () => '21,17,10'), '17,10,21', '10,17,21'])
  const values: Record<string, string> = { '21': serial, '17': date, '10': lot }
  const parts = ['01', ...order.split(',')].map((ai) => ({ ai, value: values[ai] ?? gtin }))
  const expiry = dayOf(date, thisYear)?.date ?? ''
  return { parts, pack: { gtin, serial, expiry, lot, others: [] } }
}

/** What a scanner of a US keyboard makes of a key where the computer has a Turkish-Q keyboard. */
const turkishKeys: Readonly<Record<string, string>> = {
  '-': '*',
  '/': '.',
  '.': 'ç',
  _: '?',
  i: 'ı',
  ']': 'ü',
  '(': ')',
  ')': '=',
}
const asTurkish = (text: string) =>
  Array.from(text, (character) => turkishKeys[character] ?? character).join('')
const swapped = (text: string, locale: 'tr' | 'en') =>
  Array.from(text, (character) => {
    const upper = character.toLocaleUpperCase(locale)
    return character === upper ? character.toLocaleLowerCase(locale) : upper
  }).join('')

const named = [
  '<GS>',
  '{GS}',
  '<gs>',
  '[FNC1]',
  '<FNC1>',
  String.raw`\x1d`,
  String.raw`\u001d`,
  '^]',
  '␝',
  '%1D',
]
const invisible = ['\uFEFF', '\u200B', '\u00A0', ' ', '\t', '\r\n', '\n', '\u2060']

/** One damaged form of a code. */
function damaged(parts: Parts): string {
  const string = elementStringOf(parts).slice(1)
  const withoutGs = string.replaceAll(separator, '')
  const prefix = oneOf(['', '', ']d2', `]d2${separator}`, ']C1', ']Q3'])
  const isCapital = !/[a-z]/.test(string)
  const form = oneOf<() => string>([
    () => prefix + string,
    () => prefix + withoutGs,
    () => prefix.replace(separator, '') + withoutGs,
    () => prefix + string.replaceAll(separator, oneOf(named)),
    () => asTurkish(prefix + withoutGs).replaceAll(separator, ''),
    () => asTurkish(prefix + string),
    () => swapped(prefix + oneOf([string, withoutGs]), 'en'),
    () => swapped(asTurkish(prefix + oneOf([string, withoutGs])), 'tr'),
    () => oneOf([asTurkish, (text: string) => text])(bracketed(parts)),
    () => bracketed(parts).replaceAll('-', '–'),
    () => `[)>\u001e06${separator}${string}\u001e\u0004`,
    () => linkOf(parts),
    () => inside(prefix + oneOf([string, withoutGs])),
    () => (isCapital ? string.replaceAll('I', oneOf(['ı', 'İ'])) : string),
    () => (isCapital ? oneOf([string, withoutGs]).toLocaleLowerCase('tr') : withoutGs),
  ])()
  const around = () => Array.from({ length: chance(3) }, () => oneOf(invisible)).join('')
  return often(30) ? around() + form + around() : form
}

/** A character that nobody sees, or a blank, somewhere in the code. */
function inside(text: string): string {
  const at = chance(text.length)
  return text.slice(0, at) + oneOf(['\u200B', '\uFEFF', '\u00AD', '\u00A0']) + text.slice(at)
}

const bracketed = (parts: Parts): string =>
  parts.map(({ ai, value }) => `(${ai})${often(30) ? ' ' : ''}${value}`).join(oneOf(['', ' ', '\r\n']))

function linkOf(parts: Parts): string {
  const value = (ai: string) => encodeURIComponent(parts.find((one) => one.ai === ai)?.value ?? '')
  return `https://id.example.com/01/${value('01')}/10/${value('10')}/21/${value('21')}?17=${value('17')}`
}

test('[DSC-007] 100,000 codes damaged at random: none is read as another pack', { timeout: 120_000 }, () => {
  const counts = { repaired: 0, 'asked about': 0, 'asked about without the right one': 0, refused: 0 }
  const wrong: unknown[] = []
  for (let run = 0; run < runs; run++) {
    const { parts, pack } = newPack()
    const whole = elementStringOf(parts).slice(1)
    let typed = whole
    while (typed === whole) typed = damaged(parts)
    const found = readPack(typed, { thisYear })
    const isRight = (one: Pack) => JSON.stringify(one) === JSON.stringify(pack)
    if (found.kind === 'refused') counts.refused++
    else if (found.kind === 'doubtful')
      counts[
        found.candidates.some((one) => isRight(one.pack))
          ? 'asked about'
          : 'asked about without the right one'
      ]++
    else if (isRight(found.pack)) counts.repaired++
    else wrong.push({ typed, read: found, meant: pack })
  }
  const shares = Object.entries(counts).map(
    ([what, count]) => `${what} ${((100 * count) / runs).toFixed(1)} %`,
  )
  console.info(`${runs.toLocaleString('en')} damaged codes: ${shares.join(', ')}, wrong ${wrong.length}`)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(counts['asked about without the right one']).toBe(0)
  expect(counts.repaired / runs).toBeGreaterThan(0.75)
})
