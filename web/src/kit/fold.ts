const special: Record<string, string> = { ı: 'i', ß: 'ss', ø: 'o', đ: 'd', ł: 'l', æ: 'ae', œ: 'oe' }

/** As the server folds what is searched: case, diacritics and the dot of the i make no difference. */
export function fold(text: string): string {
  return text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ıßøđłæœ]/g, (letter) => special[letter] ?? letter)
}

/** Every word of the query stands somewhere in the text. */
export function matches(query: string, text: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
