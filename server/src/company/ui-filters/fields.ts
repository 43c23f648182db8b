import { sql } from 'kysely'
import {
  getUIFilterFields,
  propertyField,
  type ConditionType,
  type UIFilterType,
} from '@kervan/contract/company/ui-filters'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import type { Field, FieldType } from '@kervan/contract/kit/master-fields'
import { existing } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { servedByKey, type ServedKind, type Sql } from '../../kit/master/kind.ts'
import { plainSql } from '../../kit/master/values-sql.ts'
import { sayField } from '../../kit/master/words.ts'
import { translate } from '../../kit/messages.ts'
import { propertiesOf } from '../properties.ts'
import type { ConditionField } from './conditions.ts'

// What conditions may speak of: the declared fields of locations and products, and the properties that the company has
// defined for them (DAT-001). Prices are left out: who sees a filter's records would learn them.

const kindOf: Record<UIFilterType, string> = { Location: 'location', Product: 'product' }

/** The kind of master data that a filter of this type narrows. */
export const servedOf = (type: UIFilterType): ServedKind => existing(servedByKey.get(kindOf[type]))

const typeOf: Partial<Record<FieldType, ConditionType>> = {
  text: 'text',
  code: 'text',
  reference: 'text',
  choice: 'choice',
  integer: 'number',
  decimal: 'number',
  date: 'date',
  flag: 'flag',
}

/** A field with its name and the names of its values in the reader's language. */
type Named = ConditionField & { name: string; named: { value: string; name: string }[] }

/** Everything that a condition of this type of filter may speak of; `t` is the table of the records. */
export async function conditionFields(
  context: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  type: UIFilterType,
): Promise<Named[]> {
  const { actor, language } = context
  const company = actor.company.id
  const served = servedOf(type)
  const declared = served.fields.flatMap(([field, one]): Named[] => {
    const conditionType = typeOf[one.type]
    if (!conditionType || one.price) return []
    return [
      {
        field,
        type: conditionType,
        column: plainSql(served, company, field),
        values: one.values,
        name: sayField(language, served.kind, field),
        named: wordsOf(language, one),
      },
    ]
  })
  const own = (await propertiesOf(context, type)).map((property): Named => {
    const conditionType = typeOfProperty[property.type]
    return {
      field: propertyField(property.code),
      type: conditionType,
      column: propertySql(property.code, conditionType),
      values: conditionType === 'choice' ? property.values.map(({ code }) => code) : null,
      name: property.name,
      named: property.values.map(({ code, name }) => ({ value: code, name })),
    }
  })
  return [...declared, ...own]
}

const wordsOf = (language: Language, { values, words }: Field) =>
  (values ?? []).map((value) => ({ value, name: translate(language, `state.${words}.${value}`) }))

const typeOfProperty: Record<CustomProperty['type'], ConditionType> = {
  Text: 'text',
  Number: 'number',
  Date: 'date',
  Flag: 'flag',
  Choice: 'choice',
}

/** Properties are texts; one that is not of its type, because the definition came later, is empty. */
function propertySql(code: string, type: ConditionType): Sql {
  const value = sql`(t.properties ->> ${code})`
  if (type === 'number')
    return sql`(case when ${value} ~ '^-?[0-9]+([.,][0-9]+)?$' then replace(${value}, ',', '.')::numeric end)`
  if (type === 'date')
    return sql`(case when ${value} ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$|^[0-9]{4}-(0[13-9]|1[0-2])-(29|30)$|^[0-9]{4}-(0[13578]|1[02])-31$|^[0-9]{2}([02468][048]|[13579][26])-02-29$' then ${value}::date end)`
  return type === 'flag' ? sql`(${value} = 'true')` : value
}

export const getUIFilterFieldsHandler = handle(getUIFilterFields, async (context) => {
  const { tx, actor, input } = context
  const company = actor.company.id
  const fields = await conditionFields(context, input.type)
  const { rows: entities } = await sql<{
    id: string
    name: string
    fields: { value: string; name: string }[]
  }>`
    select e.id, e.name, jsonb_agg(jsonb_build_object('value', f.code, 'name', f.name) order by f.key_part desc, f.order_index, f.code) as fields
    from mci_entity e join mci_field f on f.company_id = ${company} and f.entity_id = e.id and f.mci_type = ${input.type}
    where e.company_id = ${company} group by e.id, e.name, e.order_index order by e.order_index, e.name`.execute(
    tx,
  )
  return {
    fields: fields.map(({ field, name, type, named }) => ({ field, name, type, values: named })),
    entities,
  }
})
