import { characters82, firstForeign } from './characters.ts'
import { checkDigitOf } from './check-digits.ts'
import { dayIn, dayOf } from './dates.ts'
import type { Identifier, Part } from './identifiers.ts'

// What the value of an application identifier has to be: lengths, characters and the rules of the dictionary.

export const contentFaults = ['TooShort', 'TooLong', 'Character', 'CheckDigit', 'Date', 'Content'] as const
export type ContentFault = (typeof contentFaults)[number]
/** `at`: counted from the begin of the value. */
export type ContentProblem = { code: ContentFault; at: number }

export type Checked = {
  problems: readonly ContentProblem[]
  /** Names lists that are not at hand (countries, currencies, coupons), so nobody has looked whether it is among them. */
  isUnchecked: boolean
}

/** Looks at a value part by part; what is left over after the last part is too long. */
export function checkValue({ parts }: Identifier, value: string, thisYear: number): Checked {
  const problems: ContentProblem[] = []
  let isUnchecked = false
  let at = 0
  for (const part of parts) {
    if (part.optional && at === value.length) break
    const text = value.slice(at, at + part.max)
    const problem = checkPart(part, text, thisYear)
    if (problem) problems.push({ ...problem, at: at + problem.at })
    isUnchecked ||= part.rules.some((rule) => unchecked.has(rule))
    at += text.length
  }
  if (at < value.length) problems.push({ code: 'TooLong', at })
  return { problems, isUnchecked }
}

function checkPart({ type, min, rules }: Part, text: string, thisYear: number): ContentProblem | null {
  if (text.length < min) return { code: 'TooShort', at: text.length }
  const foreign = firstForeign(type, text)
  if (foreign >= 0) return { code: 'Character', at: foreign }
  for (const rule of rules) {
    const code = checks[rule]?.(text, thisYear)
    if (code) return { code, at: 0 }
  }
  return null
}

type Check = (text: string, thisYear: number) => ContentFault | null

/** Rules that compare with long lists, which a portal for packs does without; a value under one of them is doubtful. */
const unchecked: ReadonlySet<string> = new Set([
  'iso3166',
  'iso3166999',
  'iso3166alpha2',
  'iso4217',
  'packagetype',
  'couponcode',
  'couponposoffer',
])

const isTrue =
  (holds: (text: string) => boolean, fault: ContentFault = 'Content'): Check =>
  (text) =>
    holds(text) ? null : fault

const below = (limit: number) => (text: string) => Number(text) < limit
const isClock = (text: string) => below(24)(text.slice(0, 2)) && below(60)(text.slice(2))

const checks: Readonly<Record<string, Check>> = {
  csum: isTrue((text) => checkDigitOf(text.slice(0, -1)) === Number(text.at(-1)), 'CheckDigit'),
  csumalpha: isTrue(
    (text) => text.length > 2 && checkPairOf(text.slice(0, -2)) === text.slice(-2),
    'CheckDigit',
  ),
  iban: isTrue(isIban, 'CheckDigit'),
  yymmd0: (text, thisYear) => (dayOf(text, thisYear) ? null : 'Date'),
  yymmdd: (text, thisYear) => (dayOf(text, thisYear)?.isWholeMonth === false ? null : 'Date'),
  yyyymmdd: isTrue(
    (text) =>
      dayIn(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))?.isWholeMonth ===
      false,
    'Date',
  ),
  hh: isTrue(below(24)),
  mi: isTrue(below(60)),
  ss: isTrue(below(60)),
  hhmi: isTrue(isClock),
  zero: isTrue((text) => /^0+$/.test(text)),
  nonzero: isTrue((text) => !/^0+$/.test(text)),
  nozeroprefix: isTrue((text) => text === '0' || !text.startsWith('0')),
  yesno: isTrue((text) => /^[01]$/.test(text)),
  winding: isTrue((text) => /^[019]$/.test(text)),
  hyphen: isTrue((text) => /^-+$/.test(text)),
  iso5218: isTrue((text) => /^[0129]$/.test(text)),
  mediatype: isTrue((text) => /^(?:0[1-9]|10|[89]\d)$/.test(text)),
  hasnondigit: isTrue((text) => /\D/.test(text)),
  importeridx: isTrue((text) => /^[A-Za-z0-9_-]$/.test(text), 'Character'),
  pcenc: isTrue((text) => /^(?:[^%]|%[0-9A-Fa-f]{2})*$/.test(text)),
  latitude: isTrue((text) => Number(text) <= 1_800_000_000),
  longitude: isTrue((text) => Number(text) <= 3_600_000_000),
  pieceoftotal: isTrue((text) => isPiece(text.slice(0, text.length / 2), text.slice(text.length / 2))),
  posinseqslash: isTrue((text) => {
    const [, piece = '', total = ''] = /^([1-9])\/([1-9])$/.exec(text) ?? []
    return isPiece(piece, total)
  }),
}

const isPiece = (piece: string, total: string): boolean =>
  Number(piece) >= 1 && Number(total) >= 1 && Number(piece) <= Number(total)

/** The two characters that check a global model number: prime weights from the right, modulo 1021 (GS1 General Specifications 7.9.5). */
function checkPairOf(text: string): string {
  const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83]
  const sum = Array.from(text)
    .toReversed()
    .reduce((total, character, index) => total + characters82.indexOf(character) * (primes[index] ?? 0), 0)
  const pairLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const rest = sum % 1021
  return pairLetters.charAt(Math.floor(rest / 32)) + pairLetters.charAt(rest % 32)
}

/** ISO 13616: the first four characters moved to the end, letters as numbers, modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text)) return false
  const moved = text.slice(4) + text.slice(0, 4)
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
