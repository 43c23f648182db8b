import type { CustomProperty } from '@kervan/contract/kit/master-data'
import type { FieldValue, Values } from '@kervan/contract/kit/master-fields'
import { plainText } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../context.ts'
import { sayAmount, sayDay, translate } from '../messages.ts'
import type { ServedKind } from './kind.ts'
import { filesOf } from './named-files.ts'
import { findTargets } from './names.ts'

// What codes in the values of records are called, so that a history, a difference and a past record read as lists do.

/**
 * By field: what each code is called. Of custom properties `COLD` is what the property is called, and `COLD=Y` what its
 * value is.
 */
export type ValueNames = Record<string, Record<string, string>>

/** What is called in any of these values, in the reader's language. */
export async function valueNames(
  context: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  served: ServedKind,
  values: readonly Partial<Values>[],
): Promise<ValueNames> {
  const { tx, actor, language } = context
  const names: ValueNames = {}
  for (const [name, field] of served.fields) {
    const held = values.flatMap((one): FieldValue[] => (one[name] == null ? [] : [one[name]]))
    if (held.length === 0) continue
    if (field.type === 'properties')
      names[name] = propertyNames(language, await customProperties(context, served), held)
    if (field.type === 'file')
      names[name] = Object.fromEntries(
        (await filesOf(context, held.map(plainText))).map((one) => [one.id, one.name]),
      )
    if (field.to === null) continue
    const codes = [...new Set(held.flatMap((value) => (Array.isArray(value) ? value : [plainText(value)])))]
    const found = await findTargets(tx, served, actor.company.id, name, codes, language)
    names[name] = Object.fromEntries([...found.values()].map(({ code, name: called }) => [code, called]))
  }
  return names
}

/** The custom properties that the company has defined for a kind; none where it has no such field. */
export const customProperties = async (
  context: Pick<SessionContext, 'tx' | 'actor'>,
  { options }: ServedKind,
): Promise<CustomProperty[]> => (await options.properties?.(context)) ?? []

/** What the properties in these values are called, and what their values say. */
export function propertyNames(
  language: Language,
  properties: readonly CustomProperty[],
  held: readonly FieldValue[],
): Record<string, string> {
  const known = new Map(properties.map((one) => [one.code, one]))
  return Object.fromEntries(
    held
      .flatMap((value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [],
      )
      .flatMap(([code, value]) => {
        const property = known.get(code)
        if (!property) return []
        return [
          [code, property.name],
          [`${code}=${value}`, saidProperty(language, property, value)],
        ]
      }),
  )
}

function saidProperty(language: Language, { type, values }: CustomProperty, value: string): string {
  switch (type) {
    case 'Flag':
      if (value !== 'true' && value !== 'false') return value
      return translate(language, value === 'true' ? 'kit.yes' : 'kit.no')
    case 'Date':
      return sayDay(language, value)
    case 'Number':
      return sayAmount(language, value)
    case 'Choice':
      return values.find(({ code }) => code === value)?.name ?? value
    case 'Text':
      return value
  }
}
