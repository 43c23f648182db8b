import type { FieldValue, Values } from '@kervan/contract/kit/master-fields'
import type { ServedKind } from './kind.ts'

// How two states of a record differ: of a change, in the history, and between two days.

/** Whether two values say the same; lists in any order. */
export function sameValue(one: FieldValue, other: FieldValue): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.toSorted().every((item, at) => item === other.toSorted()[at])
  if (isRecord(one) && isRecord(other))
    return (
      Object.keys(one).length === Object.keys(other).length &&
      Object.entries(one).every(([key, value]) => other[key] === value)
    )
  return one === other
}

const isRecord = (value: FieldValue): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields in which two states of a record differ. */
export function differences(
  served: Pick<ServedKind, 'fields'>,
  before: Values | null,
  after: Values | null,
): { field: string; before: FieldValue; after: FieldValue }[] {
  return served.fields.flatMap(([field]) => {
    const [one, other] = [before?.[field] ?? null, after?.[field] ?? null]
    const empty = (value: FieldValue) =>
      value === null ||
      (Array.isArray(value) && value.length === 0) ||
      (isRecord(value) && Object.keys(value).length === 0)
    if (sameValue(one, other) || (empty(one) && empty(other))) return []
    return [{ field, before: one, after: other }]
  })
}
