/** Parts of a text, with keys to draw them by: a text that changes is drawn anew, so their places tell them apart. */
export const keyed = <T>(parts: readonly T[]): { key: string; part: T }[] =>
  parts.map((part, at) => ({ key: String(at), part }))
