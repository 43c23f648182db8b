import { checkValue } from './content.ts'
import type { Element } from './elements.ts'
import { identifierOf, lengthOf } from './identifiers.ts'
import { placeOf, type Marked } from './marked.ts'

// Separators that a keyboard has swallowed. A pack carries the GTIN first and then serial, last day and lot in some order
// (ITS), so a text without separators is read in every way in which it is just these four.

const rest = ['21', '17', '10'] as const

/** Every way to read the text as the four elements of a pack without separators. */
export function recovered(marked: Marked, thisYear: number): Element[][] {
  const { text } = marked
  const read = (at: number, left: readonly string[]): Element[][] => {
    if (left.length === 0) return [[]]
    return left.flatMap((ai) => {
      if (!text.startsWith(ai, at)) return []
      const begin = at + ai.length
      const others = left.filter((one) => one !== ai)
      const ends = endsOf(ai, begin, text.length).filter((end) =>
        others.length === 0 ? end === text.length : others.some((other) => text.startsWith(other, end)),
      )
      return ends.flatMap((end) => {
        const value = text.slice(begin, end)
        if (!isLawful(ai, value, thisYear)) return []
        const element = { ai, value, at: placeOf(marked, begin) }
        return read(end, others).map((after) => [element, ...after])
      })
    })
  }
  const gtin = text.slice(2, 16)
  if (!text.startsWith('01') || !isLawful('01', gtin, thisYear)) return []
  return read(16, rest).map((after) => [{ ai: '01', value: gtin, at: placeOf(marked, 2) }, ...after])
}

/** Where the value can end. */
function endsOf(ai: string, begin: number, length: number): number[] {
  const identifier = identifierOf(ai)
  if (!identifier) return []
  const longest = lengthOf(identifier)
  if (identifier.isPredefined) return begin + longest <= length ? [begin + longest] : []
  return Array.from({ length: Math.min(longest, length - begin) }, (_, index) => begin + index + 1)
}

function isLawful(ai: string, value: string, thisYear: number): boolean {
  const identifier = identifierOf(ai)
  return identifier !== null && checkValue(identifier, value, thisYear).problems.length === 0
}
