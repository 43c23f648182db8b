import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { stateTable } from '../kit/state-table.ts'
import { Instant, text } from '../kit/values.ts'

// UI filters (UIF-001): which locations or products a company shows. While a filter is active, every list, lookup, total,
// file and report of locations or products is narrowed by it, for everybody of the company.

/** What a filter narrows (specification section 3). */
export const uiFilterTypes = ['Product', 'Location'] as const
export type UIFilterType = (typeof uiFilterTypes)[number]
export const uiFilterSources = ['Conditions', 'Codes', 'MciEntity'] as const
export const uiFilterStates = ['Passive', 'PreparingData', 'ReadyToUse', 'PreparationFailed'] as const
export type UIFilterState = (typeof uiFilterStates)[number]

/** A filter that is being prepared anew narrows as it did, until the new records are ready. */
export const uiFilterTable = stateTable({
  name: 'UI filter',
  states: uiFilterStates,
  initial: 'Passive',
  final: [],
  moves: {
    activate: { from: ['Passive', 'PreparationFailed'], to: 'PreparingData', who: ['user'] },
    update: { from: ['ReadyToUse', 'PreparationFailed'], to: 'PreparingData', who: ['user', 'portal'] },
    finish: { from: ['PreparingData'], to: 'ReadyToUse', who: ['portal'] },
    fail: { from: ['PreparingData'], to: 'PreparationFailed', who: ['portal'] },
    deactivate: {
      from: ['PreparingData', 'ReadyToUse', 'PreparationFailed'],
      to: 'Passive',
      who: ['user'],
    },
  },
})

export const conditionTypes = ['text', 'choice', 'number', 'date', 'flag'] as const
export type ConditionType = (typeof conditionTypes)[number]
export const conditionOperators = [
  'AnyOf',
  'NoneOf',
  'Contains',
  'NotContains',
  'AtLeast',
  'AtMost',
  'Yes',
  'No',
  'Empty',
  'NotEmpty',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]
/** How many values an operator takes. */
export const operandsOf: Readonly<Record<ConditionOperator, 'none' | 'one' | 'many'>> = {
  AnyOf: 'many',
  NoneOf: 'many',
  Contains: 'one',
  NotContains: 'one',
  AtLeast: 'one',
  AtMost: 'one',
  Yes: 'none',
  No: 'none',
  Empty: 'none',
  NotEmpty: 'none',
}
export const operatorsOf: Readonly<Record<ConditionType, readonly ConditionOperator[]>> = {
  text: ['AnyOf', 'NoneOf', 'Contains', 'NotContains', 'Empty', 'NotEmpty'],
  choice: ['AnyOf', 'NoneOf', 'Empty', 'NotEmpty'],
  number: ['AtLeast', 'AtMost', 'Empty', 'NotEmpty'],
  date: ['AtLeast', 'AtMost', 'Empty', 'NotEmpty'],
  flag: ['Yes', 'No'],
}

/** A custom property as the field of a condition. */
export const propertyField = (code: string): string => `property:${code}`

export const conditionLimit = 20
/** A body of that many codes. */
const maxBody = 2 * 1024 * 1024
export const codeLimit = 20_000
export const UIFilterCondition = z.strictObject({
  field: text(120),
  operator: z.enum(conditionOperators),
  values: z.array(text(200)).max(200),
})
export type UIFilterCondition = z.infer<typeof UIFilterCondition>

export const UIFilterDefinition = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('Conditions'),
    /** Whether a record has to meet all conditions or one of them. */
    match: z.enum(['All', 'Any']),
    conditions: z.array(UIFilterCondition).min(1).max(conditionLimit),
  }),
  z.strictObject({ source: z.literal('Codes'), codes: z.array(text(64)).min(1).max(codeLimit) }),
  z.strictObject({ source: z.literal('MciEntity'), entityId: Uuid, field: text(40) }),
])
export type UIFilterDefinition = z.infer<typeof UIFilterDefinition>

export const uiFilterActs = ['edit', 'activate', 'deactivate', 'remove'] as const
export type UIFilterAct = (typeof uiFilterActs)[number]

/** The filters of the company, in the order in which they are named. */
export const uiFilters = pageList('UIFilterManagement/GetUIFilters', {
  columns: {
    orderIndex: column.integer(),
    customerPolicyId: column.integer(),
    customerPolicyName: column.text(),
    uiFilterType: column.choice(uiFilterTypes, { words: 'uiFilterType' }),
    uiFilterSource: column.choice(uiFilterSources, { words: 'uiFilterSource' }),
    state: column.choice(uiFilterStates, { words: 'uiFilterState' }),
    ready: column.flag(),
    active: column.flag(),
    records: column.integer({ nullable: true }),
    preparedAt: column.instant({ nullable: true }),
    changedBy: column.text(),
    changedAt: column.instant(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(uiFilterActs) },
  defaultSort: [{ column: 'orderIndex', direction: 'asc' }],
  search: true,
})

export const UIFilterView = z.strictObject({
  id: Uuid,
  version: z.int(),
  customerPolicyId: z.int(),
  customerPolicyName: z.string(),
  type: z.enum(uiFilterTypes),
  orderIndex: z.int(),
  state: z.enum(uiFilterStates),
  ready: z.boolean(),
  active: z.boolean(),
  definition: UIFilterDefinition,
  /** Records that it keeps while it is active. */
  records: z.int().nullable(),
  preparedAt: Instant.nullable(),
  jobId: Uuid.nullable(),
  /** Why its records could not be prepared, in the reader's language. */
  message: z.string().nullable(),
  actions: actionsField(uiFilterActs),
})
export type UIFilterView = z.infer<typeof UIFilterView>

export const getUIFilter = call('UIFilterManagement/GetUIFilter', {
  reads: true,
  sharesPermission: 'GetUIFilters',
  input: z.strictObject({ uiFilterId: Uuid }),
  output: UIFilterView,
  refusals: ['NotFound'],
})

const named = z.strictObject({ value: z.string(), name: z.string() })

/** What a filter of this type may be made from: fields with their values, and MCI entities with the fields that name such records. */
export const getUIFilterFields = call('UIFilterManagement/GetUIFilterFields', {
  reads: true,
  sharesPermission: 'GetUIFilters',
  input: z.strictObject({ type: z.enum(uiFilterTypes) }),
  output: z.strictObject({
    fields: z.array(
      z.strictObject({
        field: z.string(),
        name: z.string(),
        type: z.enum(conditionTypes),
        values: z.array(named),
      }),
    ),
    entities: z.array(z.strictObject({ id: Uuid, name: z.string(), fields: z.array(named) })),
  }),
  refusals: [],
})

const definedAs = { type: z.enum(uiFilterTypes), definition: UIFilterDefinition }

/** Makes a filter, which is passive until it is activated, or changes one; an active one is prepared anew. */
export const saveUIFilter = call('UIFilterManagement/SaveUIFilter', {
  input: z.strictObject({
    id: Uuid.nullable(),
    version: Version.nullable(),
    customerPolicyName: text(120),
    orderIndex: z.int().min(0).max(9_999),
    ...definedAs,
    confirmed: z.boolean(),
  }),
  maxBody,
  output: UIFilterView,
  refusals: [
    'NotFound',
    'WholeCompanyNeeded',
    'ChangedMeanwhile',
    'RecordInvalid',
    'NoChangesFound',
    'UIFilterPreparing',
    'UIFilterNameTaken',
    'UIFilterEmpty',
    'UIFilterTypeFixed',
    'ConsequencesUnconfirmed',
  ],
})

/** How many records a definition keeps, before it is saved. Codes that name nothing are told, the first of them by name. */
export const countUIFilter = call('UIFilterManagement/CountUIFilter', {
  reads: true,
  sharesPermission: 'SaveUIFilter',
  input: z.strictObject(definedAs),
  maxBody,
  output: z.strictObject({
    records: z.int(),
    total: z.int(),
    unknownCount: z.int(),
    unknown: z.array(z.string()),
  }),
  refusals: ['NotFound', 'RecordInvalid', 'WholeCompanyNeeded'],
})
/** So many unknown codes are told by name. */
export const unknownShown = 20

const onFilter = z.strictObject({ uiFilterId: Uuid, version: Version })

/** Queues the preparation of its records; it narrows from the moment in which they are ready. */
export const activateUIFilter = call('UIFilterManagement/ActivateUIFilter', {
  input: onFilter,
  output: UIFilterView,
  refusals: [
    'NotFound',
    'WholeCompanyNeeded',
    'ChangedMeanwhile',
    'UIFilterStateWrong',
    'UIFilterPreparing',
    'UIFilterEmpty',
  ],
})
export const deactivateUIFilter = call('UIFilterManagement/DeactivateUIFilter', {
  input: onFilter,
  output: UIFilterView,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'ChangedMeanwhile', 'UIFilterStateWrong'],
})
export const removeUIFilter = call('UIFilterManagement/RemoveUIFilter', {
  input: onFilter,
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'ChangedMeanwhile', 'UIFilterPreparing', 'UIFilterInUse'],
})

/** What narrows the lists of everybody in the company, and what is being prepared to. */
export const getActiveUIFilters = call('UIFilterManagement/GetActiveUIFilters', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    filters: z.array(
      z.strictObject({
        id: Uuid,
        name: z.string(),
        type: z.enum(uiFilterTypes),
        preparing: z.boolean(),
        narrows: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})
