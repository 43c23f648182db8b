import { sql } from 'kysely'
import type { locationKind } from '@kervan/contract/company/locations'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import { ownValue } from '@kervan/contract/kit/typed'
import { fold } from '../kit/lists/fold.ts'
import type { MasterContext, RowOfKind } from '../kit/master/kind.ts'

/** What a custom property may be defined for. */
type Target = 'Location' | 'Product'

/** The custom properties that the company has defined for its locations or products, in their order (DAT-001). */
export async function propertiesOf(
  { tx, actor }: Pick<MasterContext, 'tx' | 'actor'>,
  target: Target,
): Promise<CustomProperty[]> {
  const company = actor.company.id
  const { rows } = await sql<CustomProperty>`
    select d.code, d.name, d.value_type as type, d.required,
      coalesce((select jsonb_agg(jsonb_build_object('code', v.code, 'name', v.name) order by v.order_index nulls last, v.code)
        from predefined_value v where v.company_id = ${company} and fold(v.value_list) = fold(d.value_list)), '[]') as values
    from property_definition d where d.company_id = ${company} and d.definition_for = ${target}
    order by d.order_index nulls last, d.code`.execute(tx)
  return rows
}

/** A row of a kind that has a field for custom properties. */
type Row = RowOfKind<{ fields: Pick<(typeof locationKind)['fields'], 'properties'> }>

/** Custom properties are those that the company has defined, with values of their type (DAT-001). */
export function propertyRules(target: Target) {
  return async (context: MasterContext, rows: readonly Row[]): Promise<void> => {
    const properties = await propertiesOf(context, target)
    const isGiven = rows.some(({ after }) => Object.keys(givenIn(after)).length > 0)
    if (properties.length === 0 && !isGiven) return
    const known = new Map(
      properties.map((one) => [
        one.code,
        { ...one, choices: new Set(one.values.map(({ code }) => fold(code))) },
      ]),
    )
    for (const row of rows) check(row, known)
  }
}

const givenIn = (values: Row['after']): Record<string, string> => {
  const properties = values?.['properties']
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
}

function check(
  { after, addIssue }: Row,
  known: ReadonlyMap<string, CustomProperty & { choices: ReadonlySet<string> }>,
): void {
  if (!after) return
  const given = givenIn(after)
  for (const code of Object.keys(given))
    if (!known.has(code)) addIssue('properties', 'PropertyUnknown', { property: code })
  for (const { code, name, type, choices, required } of known.values()) {
    const value = ownValue(given, code) ?? ''
    if (value === '') {
      if (required) addIssue('properties', 'PropertyRequired', { property: name })
      continue
    }
    const fits = {
      Text: true,
      Number: /^-?\d+([.,]\d+)?$/.test(value),
      Date: /^\d{4}-\d{2}-\d{2}$/.test(value),
      Flag: ['true', 'false'].includes(value),
      Choice: choices.has(fold(value)),
    }[type]
    if (!fits) addIssue('properties', 'PropertyWrong', { property: name, value })
  }
}
