// Guesses which field a column means by its heading, and which value a word means. Pure; texts are folded by the caller.

/** What may be meant, with all words that it goes by, folded. */
export type Meaning = { name: string; words: readonly string[] }

/** Letters and digits alone: `GLN-No.` and `gln no` are one word. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** How many letters have to be added, left out, changed or exchanged with their neighbour to get from one to the other; at most `limit` + 1. */
export function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return Math.min(row[other.length] ?? 0, limit + 1)
}

/** How well a heading fits a word: 100 for the same, 0 for what has nothing in common. */
export function likeness(heading: string, word: string): number {
  const [one, other] = [plain(heading), plain(word)]
  if (one === '' || other === '') return 0
  if (heading === word) return 100
  if (one === other) return 95
  const shorter = Math.min(one.length, other.length)
  const limit = shorter >= 8 ? 2 : shorter >= 5 ? 1 : 0
  const apart = limit > 0 ? distance(one, other, limit) : 1
  if (apart <= limit) return 90 - 10 * apart
  const [long, short] = one.length > other.length ? [heading, word] : [word, heading]
  const parts = wordsOf(long)
  const isPart = wordsOf(short).every((part) => parts.includes(part))
  const share = shorter / Math.max(one.length, other.length)
  // `Satış Fiyatı` is a `Fiyat` less surely than `Liste Fiyatı TL` is a `Liste Fiyatı`.
  return isPart && share >= 0.5 ? Math.round(40 + 30 * share) : 0
}

const least = 55

/** The field of each heading, each field once; the best fit first. Null where nothing fits. */
export function guessColumns(headings: readonly string[], fields: readonly Meaning[]): (string | null)[] {
  const fits = headings.flatMap((heading, column) =>
    fields.flatMap(({ name, words }, field) => {
      const fit = Math.max(0, ...words.map((word) => likeness(heading, word)))
      return fit >= least ? [{ column, name, field, fit }] : []
    }),
  )
  fits.sort((a, b) => b.fit - a.fit || a.column - b.column || a.field - b.field)
  const found: (string | null)[] = headings.map(() => null)
  const taken = new Set<string>()
  for (const { column, name } of fits) {
    if (found[column] !== null || taken.has(name)) continue
    found[column] = name
    taken.add(name)
  }
  return found
}

/** The value that a word means: by the same word, by its only beginning (`A` of `Aktif`), or nearly the same word. */
export function guessValue(word: string, known: readonly { word: string; value: string }[]): string | null {
  const only = (values: readonly string[]): string | null => {
    const [first, ...others] = new Set(values)
    return first !== undefined && others.length === 0 ? first : null
  }
  const fitting = (fits: (one: string) => boolean) =>
    only(known.flatMap((one) => (fits(one.word) ? [one.value] : [])))
  const one = plain(word)
  if (one === '') return null
  return (
    fitting((other) => plain(other) === one) ??
    fitting((other) => plain(other).startsWith(one)) ??
    fitting((other) => likeness(word, other) >= least)
  )
}
