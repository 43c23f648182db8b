// What the standard library answers more loosely than the code knows it.

/** The keys of a record that has no others than its type says. */
export function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in record) keys.push(key)
  return keys
}

/** Keys and values of a record that has no others than its type says. */
export function entriesOf<T extends object>(record: T) {
  return keysOf(record).map((key) => [key, record[key]] as const)
}

/** What of a record stands under keys that pass. */
export function filterKeys<T extends object>(
  record: T,
  passes: (key: Extract<keyof T, string>) => boolean,
): Partial<T> {
  const kept: Partial<T> = {}
  for (const key of keysOf(record)) if (passes(key)) kept[key] = record[key]
  return kept
}

/** Whether a record has this key. */
export const isKeyOf = <T extends object>(record: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(record, key)

/** An empty record for keys from outside: `constructor` and its like are keys as others, and nothing changes what all objects have. */
export const emptyRecord = <T>(): Record<string, T> => Object.create(null) as Record<string, T>

/** What a record itself has under a key from outside. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The one key that JSON, forms and schemas leave out of a record: nothing that names values is called so. */
export const isUnusableKey = (key: string): boolean => key === '__proto__'

/** A record of all these keys. */
export function recordOf<K extends string, T>(keys: readonly K[], of: (key: K) => T): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, T>
}

/** What is there whatever happens: the row that a statement always answers with, the last of some that are not none. */
export function existing<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('what had to be there is missing')
  return value
}

/** A plain value as text; empty for nothing and for what has no plain text. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
