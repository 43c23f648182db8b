import { passwordLength } from './words.ts'

// What a password must have (ACC-011, D19). The browser ticks the rules off while somebody types, the server asks them
// again; whether a password is one of the widely known ones only the server can tell.

export const passwordRules = ['length', 'digit', 'upper', 'lower', 'special', 'personal'] as const
export type PasswordRule = (typeof passwordRules)[number]
/** Words a password must not contain: the person's names, user name and company. */
export type PasswordContext = readonly string[]

/** The rules this password breaks, in the order in which they are shown. Nothing is trimmed or cut. */
export function brokenRules(password: string, context: PasswordContext): PasswordRule[] {
  const length = Array.from(password).length
  const kept: Record<PasswordRule, boolean> = {
    length: length >= passwordLength.minimum && length <= passwordLength.maximum,
    digit: /\p{Nd}/u.test(password),
    upper: /\p{Lu}/u.test(password),
    lower: /\p{Ll}/u.test(password),
    special: /[^\p{L}\p{Nd}]/u.test(password),
    personal: !contains(password, context),
  }
  return passwordRules.filter((rule) => !kept[rule])
}

const shortestWord = 4

function contains(password: string, context: PasswordContext): boolean {
  const folded = plain(password)
  return wordsOf(context).some((word) => folded.includes(word))
}

/** Names as words of four letters and more: shorter ones stand in too many other words. */
function wordsOf(context: PasswordContext): string[] {
  const words = context.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words.map(plain))].filter((word) => Array.from(word).length >= shortestWord)
}

/** Without case, accents and the difference of dotted and dotless i, so that `İLKNUR` is found in `ilknur`. */
function plain(text: string): string {
  return text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** How much of the way is gone, from 0 to 1, for the bar under the field. */
export function passwordStrength(password: string, context: PasswordContext): number {
  if (password === '') return 0
  const variety = new Set(password).size
  const kept = 1 - brokenRules(password, context).length / passwordRules.length
  return Math.min(kept, 0.4 + 0.6 * Math.min(1, variety / 14))
}

/**
 * The common words this password stands on: the whole, and what is left without the digits and signs around it, since
 * `Password2026!` is no better than `password`.
 */
export function commonCores(password: string): string[] {
  const folded = plain(password)
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const words = [folded, core, unleet(core)]
  return [...new Set(words)].filter((word) => word.length >= shortestWord)
}

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function unleet(text: string): string {
  return Array.from(text, (letter) => leet[letter] ?? letter).join('')
}
