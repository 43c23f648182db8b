/**
 * How many letters have to be added, taken out or exchanged to make one text of the other (Levenshtein). Beyond `most`
 * the answer is `most + 1`. Pure.
 */
export function editDistance(from: string, to: string, most = Infinity): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let down = 1; down <= from.length; down += 1) {
    const next = [down]
    for (let at = 1; at <= to.length; at += 1)
      next.push(
        Math.min(next[at - 1]! + 1, row[at]! + 1, row[at - 1]! + (from[down - 1] === to[at - 1] ? 0 : 1)),
      )
    row = next
  }
  return Math.min(row[to.length]!, most + 1)
}
