// Text that has been changed and still knows where each of its characters stood before, so that a fault can be shown
// where it was typed.

/** `places` is null where every character still stands where it stood. */
export type Marked = { text: string; places: readonly number[] | null }

export const marked = (text: string): Marked => ({ text, places: null })

/** Where a character stood in what was typed; behind the end, the place after the last one. */
export function placeOf({ places }: Marked, at: number): number {
  return places === null ? at : (places[at] ?? (places.at(-1) ?? -1) + 1)
}

/** As `String.replaceAll`; what takes the place of a match stands where the match began. */
export function replaced(before: Marked, pattern: RegExp, by: string): Marked {
  const { text } = before
  if (text.search(pattern) < 0) return before
  let made = ''
  const places: number[] = []
  let last = 0
  const keep = (end: number) => {
    made += text.slice(last, end)
    for (let at = last; at < end; at++) places.push(placeOf(before, at))
  }
  for (const match of text.matchAll(pattern)) {
    keep(match.index)
    made += by
    for (let count = 0; count < by.length; count++) places.push(placeOf(before, match.index))
    last = match.index + match[0].length
  }
  keep(text.length)
  return { text: made, places }
}

/** Each character that the pattern finds by itself; the same number of characters comes out. */
export function mapped(before: Marked, pattern: RegExp, by: (character: string) => string): Marked {
  if (before.text.search(pattern) < 0) return before
  return { text: before.text.replace(pattern, (character) => by(character)), places: before.places }
}

/** As `String.slice`. */
export function cut(before: Marked, begin: number, end: number): Marked {
  const { text } = before
  if (begin === 0 && end === text.length) return before
  return {
    text: text.slice(begin, end),
    places: Array.from({ length: end - begin }, (_, at) => placeOf(before, begin + at)),
  }
}
