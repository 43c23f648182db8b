import { isGtin } from './check-digits.ts'
import { isBracketed, readBracketed, readElementString, type Elements } from './elements.ts'
import { isLink, readLink } from './link.ts'
import { placeOf, type Marked } from './marked.ts'

// A GS1 code in the form it has: what a scanner sends, what is printed below the symbol, or a web address.

export const formNotes = ['Bracketed', 'GtinPadded', 'Link'] as const
export type FormNote = (typeof formNotes)[number]

export function readForm(
  marked: Marked,
  thisYear: number,
): { elements: Elements; notes: readonly FormNote[] } {
  if (isLink(marked.text)) return { elements: readLink(marked.text, thisYear), notes: ['Link'] }
  if (!isBracketed(marked.text)) return { elements: readElementString(marked, thisYear), notes: [] }
  const padded = padGtin(marked)
  return {
    elements: readBracketed(padded, thisYear),
    notes: padded === marked ? ['Bracketed'] : ['Bracketed', 'GtinPadded'],
  }
}

/** A person who types the code below the symbol leaves out the zero that the symbol has before 13 digits. */
function padGtin(marked: Marked): Marked {
  const [whole, digits = ''] = /^\s*\(01\)\s*(\d{8}|\d{12,13})(?!\d)/.exec(marked.text) ?? []
  if (!whole || !isGtin(digits)) return marked
  const at = whole.length - digits.length
  const zeros = '0'.repeat(14 - digits.length)
  const places = Array.from({ length: marked.text.length }, (_, index) => placeOf(marked, index))
  return {
    text: marked.text.slice(0, at) + zeros + marked.text.slice(at),
    places: [...places.slice(0, at), ...Array.from(zeros, () => placeOf(marked, at)), ...places.slice(at)],
  }
}
