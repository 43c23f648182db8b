import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Done, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, decimal, Instant, text } from '../kit/values.ts'
import { languages } from '../kit/values.ts'
import { settingNames } from './settings.ts'
import { principleActions } from './states.ts'
import {
  askedWorkOrderTypes,
  constraintBounds,
  constraintMeasures,
  constraintTargets,
  dataSources,
  principleSegments,
  principleStates,
  principleTypes,
  shipmentFlows,
} from './words.ts'

// Principles of strategies (SVC-004): what planners decide, each authorised or rejected by a second person.

const codes = z.array(z.string().min(1).max(64)).max(500)
/** Places by code, and groups of places by name; empty stands for all. */
export const PlaceSet = z.strictObject({ locations: codes, groups: codes })
export type PlaceSet = z.infer<typeof PlaceSet>
/** Products by code, and product groups by code; empty stands for all. */
export const ProductSet = z.strictObject({ products: codes, groups: codes })
export type ProductSet = z.infer<typeof ProductSet>

const settingValue = z.string().regex(/^-?\d{1,9}(\.\d{1,6})?$/, 'services.principle.notANumber')

/** What a principle says, by its type. */
export const PrincipleContent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('Setting'),
    setting: z.enum(settingNames),
    value: settingValue,
    places: PlaceSet,
    products: ProductSet,
  }),
  z.strictObject({
    type: z.literal('Restriction'),
    senders: PlaceSet,
    recipients: PlaceSet,
    products: ProductSet,
  }),
  z.strictObject({
    type: z.literal('Constraint'),
    measure: z.enum(constraintMeasures),
    bound: z.enum(constraintBounds),
    target: z.enum(constraintTargets),
    limit: decimal(2),
    places: PlaceSet,
    products: ProductSet,
  }),
  z.strictObject({ type: z.literal('ServiceSettings'), setting: z.enum(settingNames), value: settingValue }),
  z.strictObject({ type: z.literal('Filter'), filterId: Uuid }),
  z.strictObject({ type: z.literal('CustomData'), entityId: Uuid, setting: z.enum(settingNames) }),
  z.strictObject({
    type: z.literal('WorkOrderTypes'),
    types: z
      .array(z.enum(askedWorkOrderTypes))
      .min(1, 'services.principle.chooseOne')
      .max(askedWorkOrderTypes.length),
  }),
  z.strictObject({
    type: z.literal('PSTShipmentType'),
    flows: z.array(z.enum(shipmentFlows)).min(1, 'services.principle.chooseOne').max(shipmentFlows.length),
  }),
])
export type PrincipleContent = z.infer<typeof PrincipleContent>

/** What is said of a principle beside its content. */
export const principleShape = {
  displayName: text(120),
  memo: text(2_000),
  language: z.enum(languages),
  keywords: z.array(text(40)).max(20),
  startDate: DateOnly,
  endDate: DateOnly.nullable(),
  defaultValue: text(200).nullable(),
  fieldNames: z.array(text(60)).max(20),
  propertyDefinitionId: Uuid.nullable(),
  dataSource: z.enum(dataSources),
  benchmarkHorizon: z.int().min(1).max(730).nullable(),
}

export const principleFileBytes = 30 * 1024 * 1024

export const Principle = z.strictObject({
  id: Uuid,
  version: z.int(),
  code: z.string(),
  referenceCode: z.string().nullable(),
  type: z.enum(principleTypes),
  state: z.enum(principleStates),
  segment: z.enum(principleSegments),
  ...principleShape,
  content: PrincipleContent,
  /** What it says, as a sentence in the reader's language. */
  sentence: z.string(),
  statusNote: z.string().nullable(),
  authorName: z.string(),
  approvedBy: z.string().nullable(),
  approvedAt: Instant.nullable(),
  /** Its end has passed: it is shown and ignored. */
  expired: z.boolean(),
  propertyDefinitionName: z.string().nullable(),
  /** The strategies that use it, by code. */
  usedBy: z.array(z.string()),
  files: z.array(
    z.strictObject({ id: Uuid, name: z.string(), bytes: z.int(), addedBy: z.string(), addedAt: Instant }),
  ),
  actions: actionsField(principleActions),
})
export type Principle = z.infer<typeof Principle>

const frozen = [
  'NotFound',
  'StrategyFrozen',
  'BaseStrategy',
  'StrategyState',
  'VariantMissing',
  'WholeCompanyNeeded',
] as const

/** Adds a principle to a strategy, or changes one. `scope` says for whom, where several strategies use it. */
export const savePrinciple = call('ServiceStrategy/SavePrinciple', {
  input: z.strictObject({
    strategyId: Uuid,
    principleId: Uuid.nullable(),
    version: Version.nullable(),
    scope: z.enum(['All', 'ThisOnly']).nullable(),
    pool: z.boolean(),
    ...principleShape,
    content: PrincipleContent,
  }),
  output: z.strictObject({ principleId: Uuid }),
  refusals: [
    ...frozen,
    'PrincipleShared',
    'PrincipleEndsBeforeStart',
    'PrincipleWrong',
    'PrincipleTypeFixed',
  ],
})

/** Adds a principle of the pool to a strategy. */
export const addPoolPrinciple = call('ServiceStrategy/AddPoolPrinciple', {
  input: z.strictObject({ strategyId: Uuid, principleId: Uuid }),
  output: Done,
  refusals: [...frozen, 'NoPrincipleOnPool'],
})

/** Takes a principle off a strategy, and deletes it where nobody uses it; `kept` says why it could not be deleted. */
export const removePrinciple = call('ServiceStrategy/RemovePrinciple', {
  input: z.strictObject({ strategyId: Uuid, principleId: Uuid }),
  output: z.strictObject({ kept: z.string().nullable() }),
  refusals: frozen,
})

/**
 * Deletes a principle of the pool. One that strategies use asks: with `All` it is taken off all of them; for one strategy
 * only it is taken off by `RemovePrinciple`.
 */
export const deletePoolPrinciple = call('ServiceStrategy/DeletePoolPrinciple', {
  input: z.strictObject({ principleId: Uuid, version: Version, scope: z.enum(['All']).nullable() }),
  output: Done,
  refusals: [
    'NoPrincipleOnPool',
    'ChangedMeanwhile',
    'PrincipleShared',
    'StrategyFrozen',
    'StrategyState',
    'VariantMissing',
    'WholeCompanyNeeded',
  ],
})

const decide = {
  input: z.strictObject({
    strategyId: Uuid,
    principleId: Uuid,
    version: Version,
    note: text(500, 0).nullable(),
  }),
  output: Done,
  refusals: [...frozen, 'PrincipleState', 'OwnPrinciple', 'RejectNoteRequired'],
} as const
export const authorizePrinciple = call('ServiceStrategy/AuthorizePrinciple', decide)
export const rejectPrinciple = call('ServiceStrategy/RejectPrinciple', decide)

export const addPrincipleFile = call('ServiceStrategy/AddPrincipleFile', {
  kind: 'upload',
  upload: {
    maxFiles: 1,
    maxBytes: principleFileBytes,
    types: [
      'application/pdf',
      'image/png',
      'image/jpeg',
      'text/plain',
      'application/zip',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    keepsName: true,
  },
  input: z.strictObject({ strategyId: Uuid, principleId: Uuid }),
  output: z.strictObject({ fileId: Uuid }),
  refusals: [...frozen],
})

export const downloadPrincipleFile = call('ServiceStrategy/DownloadPrincipleFile', {
  sharesPermission: 'GetStrategies',
  kind: 'download',
  reads: true,
  input: z.strictObject({ principleFileId: Uuid }),
  output: Binary,
  refusals: ['NotFound'],
})

/** Principles that any strategy may use. */
export const poolPrinciples = pageList('ServiceStrategy/GetPoolPrinciples', {
  columns: {
    principleCode: column.code(),
    principleName: column.text(),
    principleType: column.choice(principleTypes, { words: 'principleType' }),
    principleState: column.choice(principleStates, { words: 'principleState' }),
    principleSays: column.text({ computed: true }),
    strategyCount: column.integer(),
    startDate: column.date(),
    endDate: column.date({ nullable: true }),
    authorName: column.text(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(['delete']) },
  defaultSort: [{ column: 'principleCode', direction: 'asc' }],
  search: true,
  sharesPermission: { page: 'GetStrategies', excel: 'ExportStrategies' },
})
