import type { Language } from '@kervan/contract/kit/values'
import { fold } from '../../kit/lists/fold.ts'
import { cutOf, lowered, shortCutOf } from '../language.ts'

// A hit in its text: the part of a passage that holds most of the words, with these marked.

/** Characters of a passage that are shown. */
const shownLength = 260
/** Shorter words are marked where they stand alone. */
const shortest = 3

type Piece = { text: string; marked: boolean }

/** Whether a word of a text answers one of the words that were asked for, as the search would have it. */
export function answers(word: string, asked: readonly string[], language: Language): boolean {
  const folded = fold(lowered(word, language))
  return asked.some((one) => {
    const cut = cutOf(one)
    if (cut.length < shortest) return folded === cut
    const short = shortCutOf(one, language)
    if (short !== null && shortCutOf(word, language) === short) return true
    return folded.startsWith(cut) || (language === 'de' && cut.length === 5 && folded.includes(cut, 3))
  })
}

/** The passage in pieces, from the place where most of the words stand together. */
export function passageFor(text: string, asked: readonly string[], language: Language): Piece[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    marked: answers(match[0], asked, language),
  }))
  const marked = words.filter((word) => word.marked)
  const countFrom = (from: number) =>
    marked.filter((word) => word.from >= from && word.to <= from + shownLength).length
  const best = marked.reduce(
    (chosen, { from }) => (countFrom(from) > countFrom(chosen) ? from : chosen),
    marked[0]?.from ?? 0,
  )
  const start = beginOf(text, best)
  const end = text.length - start <= shownLength ? text.length : text.lastIndexOf(' ', start + shownLength)
  const pieces: Piece[] = []
  let at = start
  for (const { from, to } of marked.filter((word) => word.from >= start && word.to <= end)) {
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false })
    pieces.push({ text: text.slice(from, to), marked: true })
    at = to
  }
  if (at < end) pieces.push({ text: text.slice(at, end), marked: false })
  if (start > 0) pieces.unshift({ text: '… ', marked: false })
  if (end < text.length) pieces.push({ text: ' …', marked: false })
  return pieces
}

/** The beginning of the sentence, or of a word some way before. */
function beginOf(text: string, at: number): number {
  if (at < 60) return 0
  const sentence = Math.max(text.lastIndexOf('. ', at) + 2, text.lastIndexOf('\n', at) + 1)
  return at - sentence < 120 ? sentence : text.lastIndexOf(' ', at - 60) + 1
}
