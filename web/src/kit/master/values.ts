import type { MasterData } from '@kervan/contract/kit/master-data'
import type { Field } from '@kervan/contract/kit/master-fields'
import { z } from 'zod'
import { asText } from '../values/asText.ts'

// Between the values of a record as they travel and as a form holds them: there, what is left empty is an empty text,
// because nothing else can be typed into.

export type FormValues = Record<string, unknown>

/** The fields that a form of this kind has, in the order of their declaration. */
export function fieldsOf(kind: MasterData): [name: string, field: Field][] {
  return Object.entries(kind.fields)
}

/** What the form is filled from; without values it is that of a new record. */
export function toForm(kind: MasterData, values?: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    fieldsOf(kind).map(([name, field]) => [name, formValue(field, values ? values[name] : field.start)]),
  )
}

export const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const isTyped = ({ type }: Field) => type === 'text' || type === 'code'

function formValue(field: Field, value: unknown): unknown {
  return isTyped(field) ? asText(value) : (value ?? null)
}

/** A field of the form: checked as the call checks it, after blanks around it were taken away and emptiness became null. */
export function fieldSchema(field: Field): z.ZodType {
  return z.preprocess((value) => {
    const given = isTyped(field) && typeof value === 'string' ? value.trim() : value
    if (given !== '' && given !== undefined && given !== null) return given
    return field.optional ? null : isTyped(field) || field.type === 'decimal' ? '' : undefined
  }, field.value)
}

export function formSchema(kind: MasterData): z.ZodType<FormValues, FormValues> {
  return z.object(Object.fromEntries(fieldsOf(kind).map(([name, field]) => [name, fieldSchema(field)])))
}

type Version = {
  at: string
  action: string
  fields: readonly { field: string; before?: unknown }[]
}

/**
 * The values of a record at the end of a day: those of now, with everything taken back that came later; null where it
 * was not there. `current` is null for a record that is gone; `dayOf` says on which day of the company a moment falls.
 */
export function valuesOn(
  versions: readonly Version[],
  day: string,
  dayOf: (at: string) => string,
  current: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> | null {
  const later = versions
    .filter(({ at }) => dayOf(at) > day)
    .toSorted((one, other) => other.at.localeCompare(one.at))
  let values: Record<string, unknown> | null = current
  for (const { action, fields } of later) {
    const before = Object.fromEntries(fields.map(({ field, before: was }) => [field, was ?? null]))
    values = action === 'Added' ? null : action === 'Removed' ? before : { ...values, ...before }
  }
  return values
}
