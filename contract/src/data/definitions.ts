import { masterData } from '../kit/master-data.ts'
import { field, propertyTypes } from '../kit/master-fields.ts'

// What a company adds to its locations and products, and the values that may be chosen (DAT-001).

export const definitionTargets = ['Location', 'Product'] as const

export const propertyDefinitionKind = masterData('propertyDefinition', {
  group: 'DataManagement',
  one: 'PropertyDefinition',
  many: 'PropertyDefinitions',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true }),
    definitionFor: field.choice(definitionTargets, { words: 'definitionTarget', fixed: true }),
    valueType: field.choice(propertyTypes, { words: 'propertyType' }),
    valueList: field.code({ max: 40, optional: true }),
    required: field.flag(),
    orderIndex: field.integer({ max: 9_999, optional: true, list: 'hidden' }),
  },
})

/** The values of a list that a property of the type Choice offers. */
export const predefinedValueKind = masterData('predefinedValue', {
  group: 'DataManagement',
  one: 'PredefinedValue',
  many: 'PredefinedValues',
  name: 'name',
  fields: {
    valueList: field.code({ key: true, max: 40 }),
    code: field.code({ key: true, max: 60 }),
    name: field.text({ max: 160, searched: true }),
    orderIndex: field.integer({ max: 9_999, optional: true, list: 'hidden' }),
  },
})
