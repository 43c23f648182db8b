/** A value of a row as text: what has no text of its own is shown as nothing. */
export function asText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}
