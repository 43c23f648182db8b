// What has changed between two texts, line by line.

export type Line = { kind: 'same' | 'added' | 'removed'; text: string }

/** Cells of the table that is made at most; longer texts are compared from both ends only. */
const mostCells = 4_000_000

/** The lines of both texts in one order: what is in both once, what is in one of them marked. */
export function differences(before: string, after: string): Line[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ kind: 'same', text }))
  return [
    ...same(now.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(now.slice(now.length - end)),
  ]
}

/** By the longest sequence that both have in common. */
function between(old: readonly string[], now: readonly string[]): Line[] {
  const removed = (text: string): Line => ({ kind: 'removed', text })
  const added = (text: string): Line => ({ kind: 'added', text })
  if (old.length * now.length > mostCells) return [...old.map(removed), ...now.map(added)]
  const width = now.length + 1
  const longest = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: 'same', text: now[j] ?? '' })
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(removed(old[i++] ?? ''))
    else lines.push(added(now[j++] ?? ''))
  }
  return [...lines, ...old.slice(i).map(removed), ...now.slice(j).map(added)]
}
