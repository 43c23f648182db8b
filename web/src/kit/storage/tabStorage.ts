import type { z } from 'zod'

// What one tab remembers through a reload and forgets with the tab. A browser that refuses to store keeps it until the page is left.

const unstored = new Map<string, string>()

/** As it stands, for `useSyncExternalStore`. */
export function tabText(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key) ?? unstored.get(key) ?? null
  } catch {
    return unstored.get(key) ?? null
  }
}

/** Null for nothing, and for what no longer has its shape. */
export function parseTabText<T>(schema: z.ZodType<T>, text: string | null): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export function readTab<T>(schema: z.ZodType<T>, key: string): T | null {
  return parseTabText(schema, tabText(key))
}

/** Null forgets it. */
export function writeTab(key: string, value: unknown): void {
  const text = value === null ? null : JSON.stringify(value)
  unstored.delete(key)
  try {
    if (text === null) window.sessionStorage.removeItem(key)
    else window.sessionStorage.setItem(key, text)
  } catch {
    if (text !== null) unstored.set(key, text)
  }
}
