import { separator } from './elements.ts'
import { cut, mapped, marked, replaced, type Marked } from './marked.ts'

// What keyboards, scanners that type, and pasting do to a code, undone where it is certain. Where it is not, the texts
// that may have been meant: who reads them says which are lawful.

/** `symbol`: read by a camera or from a picture, so no keyboard lay between. `typed`: by a scanner that types, by hand or pasted. */
export type Source = 'symbol' | 'typed'

export const typingNotes = ['Trimmed', 'Punctuation', 'TurkishLayout', 'CapsLock', 'Folded'] as const
export type TypingNote = (typeof typingNotes)[number]

/** A text that may have been meant, without prefix, envelope and leading separators. */
export type Meant = { marked: Marked; notes: readonly TypingNote[] }

/** The texts that may have been meant. The first is what stands there; where a symbol's name proves what happened, the only one. */
export function meantBy(typed: string, source: Source): readonly [Meant, ...Meant[]] {
  const { marked: clean, notes } = cleaned(typed)
  const given = (text: Marked, ...more: readonly TypingNote[]): Meant => ({
    marked: withoutFrame(text),
    notes: [...notes, ...more],
  })
  const after = (steps: readonly Step[]): Meant => given(undone(clean, steps), ...steps)
  // A browser and a telephone write the scheme of an address small, so no Caps Lock was on.
  if (source === 'symbol' || /^https?:/.test(clean.text)) return [given(clean)]
  const proven = stepsProven(clean.text)
  if (proven) return [after(proven)]
  const mayBeInverted = /[a-zıİğüşöçĞÜŞÖÇ]/.test(clean.text)
  const others = [turkish, ...(mayBeInverted ? [capsLock, both] : [])]
  // Brackets that a Turkish keyboard has written.
  if (/^\)\d{2,4}=/.test(clean.text))
    return [after(turkish), ...others.filter((steps) => steps === both).map(after)]
  const folded = mapped(clean, /[ıİ]/g, () => 'I')
  const first = folded === clean ? given(clean) : given(folded, 'Folded')
  return [first, ...others.filter((steps) => undone(clean, steps) !== clean).map(after)]
}

/** What can mean nothing else: characters that stand for separators, invisible ones, blanks around, typographic signs. */
function cleaned(typed: string): { marked: Marked; notes: readonly TypingNote[] } {
  const whole = marked(typed)
  if (/^\]?[\u001d!-Z_a-z]*$/.test(typed) && !hasWords.test(typed)) return { marked: whole, notes: [] }
  const notes: TypingNote[] = []
  const noted = (note: TypingNote, before: Marked, after: Marked): Marked => {
    if (before !== after) notes.push(note)
    return after
  }
  const visible = replaced(whole, /[\uFEFF\u200B-\u200F\u2060\u00AD]/g, '')
  const trimmed = noted('Trimmed', whole, replaced(visible, /^\s+|\s+$/g, ''))
  const plain = punctuation.reduce((text, [pattern, by]) => replaced(text, pattern, by), trimmed)
  return {
    marked: controls.reduce(
      (text, [pattern, by]) => replaced(text, pattern, by),
      noted('Punctuation', trimmed, plain),
    ),
    notes,
  }
}

/** What a telephone makes of signs. */
const punctuation = [
  [/[\u2018\u2019\u2032]/g, "'"],
  [/[\u201C\u201D]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
] as const
const hasWords = /<(?:GS|FNC1|RS|EOT)>|%1D/i
/** Control characters in the ways in which programs write them; the first is the separator. */
const controls = [
  [/\u241D|<(?:GS|FNC1)>|\{(?:GS|FNC1)\}|\[(?:GS|FNC1)\]|\\x1d|\\u001d|\\035|%1D|\^\]/gi, separator],
  [/\u241E|<RS>|\{RS\}|\[RS\]/gi, '\u001e'],
  [/\u2404|<EOT>|\{EOT\}|\[EOT\]/gi, '\u0004'],
] as const

/** Kind of symbol (AIM), separators and the envelope of ISO 15434 format 06, which say nothing of the contents. */
function withoutFrame(text: Marked): Marked {
  const [before = ''] = frameBefore.exec(text.text) ?? []
  const [after = ''] = frameAfter.exec(text.text) ?? []
  return cut(text, before.length, Math.max(before.length, text.text.length - after.length))
}
const frameBefore =
  // oxlint-disable-next-line no-control-regex -- the envelope is made of control characters
  /^\u001d*(?:\](?:d[0-6]|C[01]|[eE][0-4]|Q[0-6]|J[01]))?\u001d*(?:\[\)>\u001e?06\u001d)?\u001d*/
// oxlint-disable-next-line no-control-regex -- the envelope is made of control characters
const frameAfter = /\u001e?\u0004?$/

type Step = 'TurkishLayout' | 'CapsLock'
const turkish: readonly Step[] = ['TurkishLayout']
const capsLock: readonly Step[] = ['CapsLock']
const both: readonly Step[] = ['CapsLock', 'TurkishLayout']

/**
 * What the name of the symbol, which scanners put first, proves: data matrix is `]d`, Code 128 `]C`, QR code `]Q` and dot
 * code `]J`. Null where there is none.
 */
function stepsProven(text: string): readonly Step[] | null {
  // oxlint-disable-next-line no-control-regex -- the separator may come first
  const [, bracket = '', letter] = /^\u001d*([\]üÜ])([dDcCqQjJ])[0-6]/.exec(text) ?? []
  if (letter === undefined) return null
  const isInverted = /[Dcqj]/.test(letter)
  if (bracket === ']') return isInverted ? capsLock : []
  return isInverted ? both : turkish
}

function undone(text: Marked, steps: readonly Step[]): Marked {
  if (steps === both)
    return mapped(mapped(text, /[A-Za-zıİğüşöçĞÜŞÖÇéÉ]/g, invertedTurkish), turkishSigns, ofTurkish)
  if (steps === turkish) return mapped(text, turkishSigns, ofTurkish)
  return steps === capsLock ? mapped(text, /[A-Za-zıİ]/g, inverted) : text
}

/** What a key of a US keyboard writes where the computer believes it to be Turkish-Q, and what it meant. */
const fromTurkish: Readonly<Record<string, string>> = {
  '*': '-',
  '-': '=',
  ğ: '[',
  ü: ']',
  ş: ';',
  i: "'",
  ö: ',',
  ç: '.',
  '.': '/',
  ',': '\\',
  ı: 'i',
  '"': '`',
  '?': '_',
  _: '+',
  Ğ: '{',
  Ü: '}',
  Ş: ':',
  İ: '"',
  Ö: '<',
  Ç: '>',
  ':': '?',
  ';': '|',
  é: '~',
  ')': '(',
  '=': ')',
  '(': '*',
  '/': '&',
  '&': '^',
  '+': '$',
  '^': '#',
  "'": '@',
}

const turkishSigns = new RegExp(
  `[${Object.keys(fromTurkish)
    .join('')
    .replace(/[-^]/g, String.raw`\$&`)}]`,
  'g',
)
const ofTurkish = (character: string): string => fromTurkish[character] ?? character

/** On a Turkish keyboard i and ı have capitals of their own. */
const invertedTurkish = (character: string): string =>
  ({ i: 'İ', İ: 'i', ı: 'I', I: 'ı' })[character] ?? inverted(character)

function inverted(character: string): string {
  const upper = character.toUpperCase()
  const other = character === upper ? character.toLowerCase() : upper
  return other.length === 1 ? other : character
}
