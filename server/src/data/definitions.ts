import { sql } from 'kysely'
import { propertyField } from '@kervan/contract/company/ui-filters'
import { predefinedValueKind, propertyDefinitionKind } from '@kervan/contract/data/definitions'
import { isUnusableKey, plainText } from '@kervan/contract/kit/typed'
import { serveMasterData } from '../kit/master/serve-master-data.ts'

/** What a company adds to its locations and products, and the values that may be chosen (DAT-001). */
export const propertyDefinitions = serveMasterData(propertyDefinitionKind, {
  table: 'property_definition',
  recordType: 'propertyDefinition',
  rules: (_, rows) => {
    for (const { after, addIssue } of rows) {
      if (after?.['valueType'] === 'Choice' && !after['valueList']) addIssue('valueList', 'Required')
      if (isUnusableKey(plainText(after?.['code']))) addIssue('code', 'NameUnusable')
    }
  },
  usedBy: [
    {
      // The operators of a condition are those of the property's type, its values those of the list.
      by: 'uiFilters',
      locks: ['valueType', 'valueList'],
      find: (company, ids) =>
        sql`select d.id, f.name from property_definition d
            join ui_filter f on f.company_id = ${company} and f.source = 'Conditions' and f.type = d.definition_for
              and f.definition @> jsonb_build_object('conditions', jsonb_build_array(jsonb_build_object('field', ${propertyField('')} || d.code)))
          where d.company_id = ${company} and d.id = any(${ids}::uuid[])`,
    },
  ],
})

export const predefinedValues = serveMasterData(predefinedValueKind, {
  table: 'predefined_value',
  recordType: 'predefinedValue',
})
