// Values in time, out of the days on which they changed: pure.

export type Span = { value: string | null; from: string; to: string | null }
export type Point = { day: string; value: string | null }

/**
 * The spans of a value that is `first` from the day `since` and changes at points. Days as `YYYY-MM-DD`; of several
 * points on one day the last counts, and a change to the same value is none. What lies before `since` moves it there.
 */
export function spansOf(since: string, first: string | null, points: readonly Point[]): Span[] {
  const spans: Span[] = [{ value: first, from: since, to: null }]
  for (const { day, value } of points.toSorted((a, b) => a.day.localeCompare(b.day))) {
    const last = spans.at(-1)!
    if (last.value === value) continue
    if (day <= last.from) {
      last.value = value
      const before = spans.at(-2)
      if (before && before.value === value) {
        spans.pop()
        before.to = null
      }
      continue
    }
    last.to = day
    spans.push({ value, from: day, to: null })
  }
  return spans
}
