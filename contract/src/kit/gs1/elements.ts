import { checkValue, type ContentFault } from './content.ts'
import { identifierAt, lengthOf, type Identifier } from './identifiers.ts'
import { placeOf, type Marked } from './marked.ts'

// Element strings as GS1 defines them: identifiers with their values, one after another, a separator after those whose
// length is not known. Strict: what is not exactly so has a fault.

/** What stands after a value whose length is not known (FNC1, sent as the ASCII group separator). */
export const separator = '\u001d'

export const elementFaults = ['UnknownIdentifier', 'Repeated', 'Bracket', 'Link'] as const
export type ElementFault = ContentFault | (typeof elementFaults)[number]
/** `at`: the place in what was typed, counted from 0. `ai`: of which element, where one is known. */
export type Gs1Fault = { code: ElementFault; at: number; ai: string | null }

export type Element = { ai: string; value: string; at: number }
export type Elements = {
  elements: readonly Element[]
  faults: readonly Gs1Fault[]
  /** Some value is of a list that nobody has looked into (`checkValue`). */
  isUnchecked: boolean
}

/** The elements of what a scanner sends, without the separator at the front; stops at what is no identifier. */
export function readElementString(marked: Marked, thisYear: number): Elements {
  const { text } = marked
  const found = collect(marked, thisYear)
  let at = 0
  while (at < text.length) {
    const identifier = identifierAt(text, at)
    if (!identifier) {
      found.fail({ code: 'UnknownIdentifier', at, ai: null })
      break
    }
    const begin = at + identifier.ai.length
    const next = text.indexOf(separator, begin)
    const end = next < 0 ? text.length : next
    const fixed = begin + lengthOf(identifier)
    at = identifier.isPredefined ? Math.min(fixed, end) : end
    found.add(identifier, begin, text.slice(begin, at))
    if (text[at] === separator) at++
  }
  return found.elements()
}

/**
 * The elements of a code as it is printed below the symbol, `(01)…(21)…`. Blanks around elements say nothing; a bracket
 * inside of a value has a backslash before it.
 */
export function readBracketed(marked: Marked, thisYear: number): Elements {
  const { text } = marked
  const found = collect(marked, thisYear)
  const pattern = /\s*\((\d{2,4})\)\s*((?:\\[()\\]|[^(\\])*)/y
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const match = pattern.exec(text)
    const identifier = match && identifierAt(match[1] ?? '', 0)
    if (!match || !identifier || identifier.ai !== match[1]) {
      const isBracket = match === null
      found.fail({ code: isBracket ? 'Bracket' : 'UnknownIdentifier', at, ai: match?.[1] ?? null })
      break
    }
    const value = (match[2] ?? '').replace(/\\([()\\])/g, '$1').trimEnd()
    found.add(identifier, pattern.lastIndex - (match[2] ?? '').length, value)
  }
  return found.elements()
}

export const isBracketed = (text: string): boolean => /^\s*\(\d{2,4}\)/.test(text)

/** Takes elements as they are found, and looks at each. */
export function collect(from: Marked, thisYear: number) {
  const elements: Element[] = []
  const faults: Gs1Fault[] = []
  let isUnchecked = false
  const place = (at: number) => placeOf(from, at)
  return {
    fail: (fault: Gs1Fault) => void faults.push({ ...fault, at: place(fault.at) }),
    /** `at`: where the value begins. */
    add(identifier: Identifier, at: number, value: string): void {
      const { ai } = identifier
      const checked = checkValue(identifier, value, thisYear)
      isUnchecked ||= checked.isUnchecked
      for (const problem of checked.problems)
        faults.push({ code: problem.code, at: place(at + problem.at), ai })
      if (elements.some((one) => one.ai === ai && one.value !== value))
        faults.push({ code: 'Repeated', at: place(at), ai })
      elements.push({ ai, value, at: place(at) })
    },
    elements: (): Elements => ({ elements, faults, isUnchecked }),
  }
}

/** The elements as a symbol carries them, with the separators that are needed and no more; `lead` stands for FNC1. */
export function elementStringOf(
  elements: readonly Pick<Element, 'ai' | 'value'>[],
  lead = separator,
): string {
  return elements.reduce((text, { ai, value }, index) => {
    const isLast = index === elements.length - 1
    const isKnown = identifierAt(ai, 0)?.isPredefined ?? false
    return `${text}${ai}${value}${isLast || isKnown ? '' : lead}`
  }, lead)
}
