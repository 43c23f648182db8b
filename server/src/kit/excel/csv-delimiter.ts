import type { TextLocale } from './cell.ts'

/** What separates the cells of a row. */
export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

const LOOKED_AT = 20

/**
 * Tells what separates the cells, from the beginning of a text file: the sign that divides most of the first rows into the
 * same number of cells, outside quotes. A sign that the first row lacks has to divide the others at least twice, lest the
 * comma of a decimal be taken for it; between equals the one decides that programs of this language write.
 */
export function detectDelimiter(start: string, locale: TextLocale): Delimiter {
  const usual: Delimiter[] = locale === 'en' ? [',', ';', '\t', '|'] : [';', ',', '\t', '|']
  const rows = countSigns(start, usual)
  let best = usual[0] ?? ';'
  let bestRows = 0
  let bestCount = 0
  for (const [at, sign] of usual.entries()) {
    const counts = rows.map((row) => row[at] ?? 0)
    const [count, alike] = mostFrequent(counts.filter((one) => one > 0))
    if (counts[0] === 0 && count < 2) continue
    if (alike < bestRows || (alike === bestRows && count <= bestCount)) continue
    best = sign
    bestRows = alike
    bestCount = count
  }
  return best
}

/** How often each sign stands outside quotes, row by row; rows without any text are left out. */
function countSigns(start: string, signs: readonly string[]): number[][] {
  const rows: number[][] = []
  let row = signs.map(() => 0)
  let filled = false
  let quoted = false
  for (let at = 0; at < start.length && rows.length < LOOKED_AT; at++) {
    const character = start.charAt(at)
    const before = start.charAt(at - 1)
    if (quoted) {
      if (character === '"') quoted = false
    } else if (character === '"' && (/^[\r\n"]?$/.test(before) || signs.includes(before))) {
      quoted = true
    } else if (character === '\n' || character === '\r') {
      if (filled) rows.push(row)
      row = signs.map(() => 0)
      filled = false
    } else {
      filled = true
      const sign = signs.indexOf(character)
      if (sign >= 0) row[sign] = (row[sign] ?? 0) + 1
    }
  }
  // The last row may be cut off; it counts where there is no other.
  if (filled && rows.length === 0) rows.push(row)
  return rows
}

function mostFrequent(counts: readonly number[]): [count: number, times: number] {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
}
