import type { ImportVariant } from './check-import-row.ts'

// What a code that somebody wrote means (ORD-001, ORD-004, ORD-023). Pure.

/** A variant that a code was found by: its own code, that of its product where it has no other variant, or its GTIN. */
export type Hit = { by: 'code' | 'product' | 'gtin'; variant: ImportVariant }

const surest = ['code', 'product', 'gtin'] as const

/** The variants that the surest hits mean, each once: of several nobody chooses by themselves. */
export function meantBy(hits: readonly Hit[]): ImportVariant[] {
  for (const by of surest) {
    const found = new Map(hits.flatMap((hit) => (hit.by === by ? [[hit.variant.id, hit.variant]] : [])))
    if (found.size > 0) return [...found.values()].toSorted((a, b) => a.code.localeCompare(b.code))
  }
  return []
}

/** The only one of some, or null. */
export const sole = <T>(some: readonly T[] | undefined): T | null =>
  some?.length === 1 ? (some[0] ?? null) : null
