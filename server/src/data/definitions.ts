import { predefinedValueKind, propertyDefinitionKind } from '@kervan/contract/data/definitions'
import { serveMasterData } from '../kit/master/serve-master-data.ts'

/** What a company adds to its locations and products, and the values that may be chosen (DAT-001). */
export const propertyDefinitions = serveMasterData(propertyDefinitionKind, {
  table: 'property_definition',
  recordType: 'propertyDefinition',
  rules: (_, rows) => {
    for (const { after, say } of rows)
      if (after?.['valueType'] === 'Choice' && !after['valueList']) say('valueList', 'Required')
  },
})

export const predefinedValues = serveMasterData(predefinedValueKind, {
  table: 'predefined_value',
  recordType: 'predefinedValue',
})
