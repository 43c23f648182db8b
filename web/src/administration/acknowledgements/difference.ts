// What is different between two texts, word by word: for people who have to judge it before others agree to it.

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Past so many comparisons whole paragraphs are compared instead of words. */
const comparisonLimit = 4_000_000

/** The pieces in reading order: same and added make the new text, same and removed the old one. */
export function differenceOf(before: string, after: string): Piece[] {
  const words = [wordsOf(before), wordsOf(after)] as const
  const pieces =
    words[0].length * words[1].length <= comparisonLimit
      ? compare(...words)
      : compare(paragraphsOf(before), paragraphsOf(after))
  return joined(pieces)
}

/** Words, and what stands between them, so that nothing is lost. */
const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? []
const paragraphsOf = (text: string) => text.match(/\n+|[^\n]+/g) ?? []

function compare(before: readonly string[], after: readonly string[]): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const same = (parts: readonly string[]): Piece[] => parts.map((text) => ({ kind: 'same', text }))
  return [
    ...same(before.slice(0, start)),
    ...walk(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** The longest common run of words, by the table everybody knows; what is not in it was removed or added. */
function walk(before: readonly string[], after: readonly string[]): Piece[] {
  const width = after.length + 1
  const longest = new Uint32Array((before.length + 1) * width)
  const at = (x: number, y: number) => longest[x * width + y] ?? 0
  for (let x = before.length - 1; x >= 0; x--) {
    for (let y = after.length - 1; y >= 0; y--)
      longest[x * width + y] =
        before[x] === after[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1))
  }
  const pieces: Piece[] = []
  let [x, y] = [0, 0]
  while (x < before.length || y < after.length) {
    const [old, fresh] = [before[x], after[y]]
    if (old !== undefined && old === fresh) {
      pieces.push({ kind: 'same', text: old })
      x++
      y++
    } else if (old !== undefined && (fresh === undefined || at(x + 1, y) >= at(x, y + 1))) {
      pieces.push({ kind: 'removed', text: old })
      x++
    } else {
      pieces.push({ kind: 'added', text: fresh ?? '' })
      y++
    }
  }
  return pieces
}

/** Neighbours of one kind are one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind) last.text += piece.text
    else result.push({ ...piece })
  }
  return result
}
