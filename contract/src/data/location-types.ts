import { locationTypes } from '../kit/location-types.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'

/** What a company calls its own types of location, and which of the specification's types each stands for (DAT-001, LOC-002). */
export const locationTypeKind = masterData('locationType', {
  group: 'DataManagement',
  one: 'LocationType',
  many: 'LocationTypes',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true }),
    standsFor: field.choice(locationTypes, { words: 'locationType' }),
    pointOfSale: field.flag(),
    orderIndex: field.integer({ max: 9_999, optional: true }),
    description: field.text({ max: 500, lines: 3, optional: true, list: 'hidden' }),
  },
})
