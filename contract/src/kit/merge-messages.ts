export type MessageTree = { [key: string]: string | MessageTree }

/**
 * The messages of all areas as one tree. Each area's file holds its own branch and its share of the common ones
 * (`column`, `state`, `refusal`, `permission`, `event`, `mail`, `screen`); no key stands in two files, which the
 * check of the messages sees to.
 */
export function mergeMessages(areas: readonly MessageTree[]): MessageTree {
  const merged: MessageTree = {}
  for (const area of areas)
    for (const [key, value] of Object.entries(area)) {
      const known = merged[key]
      merged[key] =
        typeof known === 'object' && typeof value === 'object' ? mergeMessages([known, value]) : value
    }
  return merged
}
