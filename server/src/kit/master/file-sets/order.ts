import { fieldOf, servedByKey } from '../kind.ts'

// Which kind has to be there before which, by what their fields refer to.

/** The kinds that records of a kind refer to, those that they refer to included; the kind itself is not among them. */
export function needsOf(key: string): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (one: string): void => {
    const fields = servedByKey.get(one)?.kind.fields ?? {}
    for (const name of Object.keys(fields)) {
      const { to } = fieldOf({ fields }, name)
      if (to === null || to === key || found.has(to)) continue
      found.add(to)
      follow(to)
    }
  }
  follow(key)
  return found
}

/** These kinds, each behind those that it needs; what needs nothing keeps its place. */
export function inOrder(keys: readonly string[]): string[] {
  const placed: string[] = []
  const place = (key: string): void => {
    if (placed.includes(key)) return
    const needs = needsOf(key)
    // Where two kinds need each other, the first one given comes first.
    for (const other of keys)
      if (other !== key && needs.has(other) && !needsOf(other).has(key) && !placed.includes(other))
        place(other)
    placed.push(key)
  }
  for (const key of keys) place(key)
  return placed
}
