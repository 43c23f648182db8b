import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'

// Mass customization interface (MCI): entities that a company defines itself, each with fields of its own (MCI-001, MCI-003).

/** Whose values count where both the user and the ERP give some (specification section 3). */
export const mciSources = ['ManageByMergedInputs', 'ManageByUserInput', 'ManageByERPInput'] as const
/** What an entity is for: a business rule, or data. */
export const mciPurposes = ['Policy', 'Data'] as const
export const mciValueTypes = ['Text', 'Integer', 'Decimal', 'Date', 'Flag', 'Location', 'Product'] as const
/** The fields of the base class that an entity's fields may stand for; each once in an entity. */
export const mciBaseFields = [
  'Location',
  'Product',
  'Value',
  'Quantity',
  'StartDate',
  'EndDate',
  'Priority',
  'Note',
] as const
/** What each purpose cannot do without. */
export const mandatoryBaseFields: Readonly<
  Record<(typeof mciPurposes)[number], readonly (typeof mciBaseFields)[number][]>
> = {
  Policy: ['Value'],
  Data: [],
}

export const mciEntityKind = masterData('mciEntity', {
  group: 'CustomerPolicyData',
  one: 'MciEntity',
  many: 'MciEntities',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true }),
    purpose: field.choice(mciPurposes, { words: 'mciPurpose' }),
    dataSource: field.choice(mciSources, { words: 'mciSource', start: 'ManageByUserInput' }),
    orderIndex: field.integer({ max: 9_999, start: 0 }),
    description: field.text({ max: 500, lines: 3, optional: true, list: 'hidden' }),
  },
})

export const mciFieldKind = masterData('mciField', {
  group: 'CustomerPolicyData',
  one: 'MciField',
  many: 'MciFields',
  name: 'name',
  fields: {
    entity: field.reference('mciEntity', { key: true, searched: true }),
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true, bulk: false }),
    mciType: field.choice(mciValueTypes, { words: 'mciType' }),
    baseField: field.choice(mciBaseFields, { words: 'mciBaseField', optional: true }),
    keyPart: field.flag(),
    mandatory: field.flag(),
    orderIndex: field.integer({ max: 9_999, start: 0 }),
  },
})
