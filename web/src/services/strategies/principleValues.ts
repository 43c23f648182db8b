import type { PlaceSet, Principle, PrincipleContent } from '@kervan/contract/services/principles'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import {
  askedWorkOrderTypes,
  constraintBounds,
  constraintMeasures,
  constraintTargets,
  dataSources,
  principleTypes,
  shipmentFlows,
} from '@kervan/contract/services/words'
import { languages } from '@kervan/contract/kit/values'
import { z } from 'zod'

const codes = z.array(z.string())

export const schema = z.object({
  type: z.enum(principleTypes),
  displayName: z.string().trim().min(1, 'services.principle.nameNeeded').max(120),
  memo: z.string().trim().min(1, 'services.principle.memoNeeded').max(2_000),
  language: z.enum(languages),
  keywords: z.string().max(400),
  startDate: z.iso.date(),
  endDate: z.iso.date().nullable(),
  defaultValue: z.string().max(200),
  fieldNames: z.string().max(400),
  propertyDefinitionId: z.string().nullable(),
  dataSource: z.enum(dataSources),
  benchmarkHorizon: z.int().min(1).max(730).optional(),
  pool: z.boolean(),
  setting: z.enum(settingNames),
  value: z.string().max(20),
  locations: codes,
  groups: codes,
  recipientLocations: codes,
  recipientGroups: codes,
  products: codes,
  productGroups: codes,
  measure: z.enum(constraintMeasures),
  bound: z.enum(constraintBounds),
  target: z.enum(constraintTargets),
  limit: z.string().max(20),
  filterId: z.string(),
  entityId: z.string(),
  types: z.array(z.enum(askedWorkOrderTypes)),
  flows: z.array(z.enum(shipmentFlows)),
})

export type Values = z.infer<typeof schema>

export const blank: Values = {
  type: 'Setting',
  displayName: '',
  memo: '',
  language: 'en',
  keywords: '',
  startDate: '',
  endDate: null,
  defaultValue: '',
  fieldNames: '',
  propertyDefinitionId: null,
  dataSource: 'None',
  benchmarkHorizon: undefined,
  pool: false,
  setting: 'retentionThreshold',
  value: declaredSettings.retentionThreshold.start,
  locations: [],
  groups: [],
  recipientLocations: [],
  recipientGroups: [],
  products: [],
  productGroups: [],
  measure: 'Units',
  bound: 'Maximum',
  target: 'Sender',
  limit: '',
  filterId: '',
  entityId: '',
  types: [],
  flows: [],
}

/** The form's values of a principle. */
export function valuesOf({ content, keywords, fieldNames, benchmarkHorizon, ...one }: Principle): Values {
  const places = (set: PlaceSet) => ({ locations: set.locations, groups: set.groups })
  return {
    ...blank,
    ...one,
    language: one.language,
    keywords: keywords.join(', '),
    fieldNames: fieldNames.join(', '),
    defaultValue: one.defaultValue ?? '',
    benchmarkHorizon: benchmarkHorizon ?? undefined,
    pool: one.segment === 'UDFPool',
    type: content.type,
    ...('setting' in content && { setting: content.setting }),
    ...('value' in content && { value: content.value }),
    ...('places' in content && places(content.places)),
    ...('senders' in content && {
      ...places(content.senders),
      recipientLocations: content.recipients.locations,
      recipientGroups: content.recipients.groups,
    }),
    ...('products' in content && {
      products: content.products.products,
      productGroups: content.products.groups,
    }),
    ...(content.type === 'Constraint' && {
      measure: content.measure,
      bound: content.bound,
      target: content.target,
      limit: content.limit,
    }),
    ...(content.type === 'Filter' && { filterId: content.filterId }),
    ...(content.type === 'CustomData' && { entityId: content.entityId }),
    ...(content.type === 'WorkOrderTypes' && { types: content.types }),
    ...(content.type === 'PSTShipmentType' && { flows: content.flows }),
  }
}

/** What the form says, as the type of principle says it. */
export function contentOf(values: Values): PrincipleContent {
  const places = { locations: values.locations, groups: values.groups }
  const products = { products: values.products, groups: values.productGroups }
  switch (values.type) {
    case 'Setting':
      return { type: 'Setting', setting: values.setting, value: values.value.trim(), places, products }
    case 'Restriction':
      return {
        type: 'Restriction',
        senders: places,
        recipients: { locations: values.recipientLocations, groups: values.recipientGroups },
        products,
      }
    case 'Constraint':
      return {
        type: 'Constraint',
        measure: values.measure,
        bound: values.bound,
        target: values.target,
        limit: values.limit.trim(),
        places,
        products,
      }
    case 'ServiceSettings':
      return { type: 'ServiceSettings', setting: values.setting, value: values.value.trim() }
    case 'Filter':
      return { type: 'Filter', filterId: values.filterId }
    case 'CustomData':
      return { type: 'CustomData', entityId: values.entityId, setting: values.setting }
    case 'WorkOrderTypes':
      return { type: 'WorkOrderTypes', types: values.types }
    case 'PSTShipmentType':
      return { type: 'PSTShipmentType', flows: values.flows }
  }
}
