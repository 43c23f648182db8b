const ladder = ['XXXXS', 'XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', 'XXXXL', 'XXXXXL']

/** The order in which the trade reads sizes: the ladder XXS…5XL, then numbers, then words. For `toSorted`. */
export function bySize(one: string, other: string): number {
  const [group, rank] = rankOf(one)
  const [otherGroup, otherRank] = rankOf(other)
  return group - otherGroup || rank - otherRank || one.localeCompare(other, 'tr', { numeric: true })
}

/** Whether a text is a size, such as XL, 38 or 38/32; "28 tablets" is a pack. */
export function isSize(text: string): boolean {
  return rankOf(text)[0] === 0 || /^\d+(?:[.,/-]\d+)?$/.test(text.trim())
}

function rankOf(size: string): [group: number, rank: number] {
  const name = size.trim().toUpperCase()
  // 3XL and XXXL are one size.
  const letters = name.replace(/^(\d)X(?=[SL]$)/, (_, times: string) => 'X'.repeat(Number(times)))
  const rung = ladder.indexOf(letters)
  if (rung >= 0) return [0, rung]
  const number = /^\d+(?:[.,]\d+)?/.exec(name)
  return number ? [1, Number(number[0].replace(',', '.'))] : [2, 0]
}
