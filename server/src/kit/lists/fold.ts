import { sql, type RawBuilder } from 'kysely'

const special: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', đ: 'd', ł: 'l', æ: 'ae', œ: 'oe', ς: 'σ' }

/**
 * A text as it is searched: without case, diacritics and the difference of dotted and dotless i, so that `ISPARTA`,
 * `Isparta` and `ısparta` are one word (architecture section 6). Spaces are made single. The database has the same
 * function under the same name (migration 0030).
 */
export function fold(text: string): string {
  return text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ıßøđłæœς]/g, (letter) => special[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** `fold` in a query, for texts that are not stored folded. */
export function folded(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`fold(${text})`
}

/** The folded text as a LIKE pattern that finds it anywhere. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, String.raw`\$&`)}%`
}
