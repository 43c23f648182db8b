import { z } from 'zod'
import { serviceProducts } from '../access/words.ts'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Done, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, text } from '../kit/values.ts'
import { Principle } from './principles.ts'
import { strategyActions } from './states.ts'
import { projectDomains, strategySegments, strategyStates } from './words.ts'

// Strategies of the advisor services (SVC-003): principles for the services of a project, compiled to a plan.

export const strategies = pageList('ServiceStrategy/GetStrategies', {
  columns: {
    strategyCode: column.code(),
    strategyName: column.text(),
    strategyState: column.choice(strategyStates, { words: 'strategyState' }),
    strategySegment: column.choice(strategySegments, { words: 'strategySegment' }),
    projectName: column.text(),
    serviceProduct: column.choice(serviceProducts, { words: 'serviceProduct' }),
    projectDomain: column.choice(projectDomains, { words: 'projectDomain' }),
    principleCount: column.integer(),
    pendingPrinciples: column.integer(),
    expiredPrinciples: column.integer(),
    nextServiceDate: column.date({ nullable: true }),
    planNo: column.integer({ nullable: true }),
    changedAt: column.instant(),
    changedBy: column.text(),
    projectCode: column.code(),
  },
  extra: { id: Uuid, version: z.int(), actions: actionsField(strategyActions) },
  defaultSort: [{ column: 'changedAt', direction: 'desc' }],
  search: true,
})

/** Why a strategy could not be compiled; `principle` is the code of the one that is at fault. */
export const CompileError = z.strictObject({ principle: z.string().nullable(), message: z.string() })

export const StrategyRecord = z.strictObject({
  id: Uuid,
  version: z.int(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  projectCode: z.string(),
  projectName: z.string(),
  service: z.enum(serviceProducts),
  projectDomain: z.enum(projectDomains),
  state: z.enum(strategyStates),
  segment: z.enum(strategySegments),
  derivedFrom: z.string().nullable(),
  planNo: z.int().nullable(),
  planHash: z.string().nullable(),
  compiledAt: Instant.nullable(),
  compiledBy: z.string().nullable(),
  errors: z.array(CompileError),
  /** Service dates whose frozen period has begun: until each has run, nothing of the strategy is changed. */
  frozen: z.array(z.strictObject({ day: DateOnly, since: Instant, until: Instant })),
  /** The next service date that is not frozen yet, and the last moment at which it may be changed. */
  next: z.strictObject({ day: DateOnly, changeableUntil: Instant }).nullable(),
  principles: z.array(Principle),
  actions: actionsField(strategyActions),
})
export type StrategyRecord = z.infer<typeof StrategyRecord>

export const getStrategy = call('ServiceStrategy/GetStrategy', {
  sharesPermission: 'GetStrategies',
  reads: true,
  polled: true,
  input: z.strictObject({ strategyId: Uuid }),
  output: StrategyRecord,
  refusals: ['NotFound'],
})

/** What forms offer: projects, filters and entities that a principle may name. */
export const getStrategySetup = call('ServiceStrategy/GetStrategySetup', {
  sharesPermission: 'GetStrategies',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    projects: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        service: z.enum(serviceProducts),
        projectDomain: z.enum(projectDomains),
      }),
    ),
    filters: z.array(z.strictObject({ id: Uuid, name: z.string() })),
    entities: z.array(z.strictObject({ id: Uuid, name: z.string() })),
    properties: z.array(z.strictObject({ id: Uuid, name: z.string() })),
    locationGroups: z.array(z.string()),
    productGroups: z.array(z.strictObject({ code: z.string(), name: z.string() })),
    today: DateOnly,
  }),
  refusals: [],
})

/** Places or products by code or name, for principles. */
export const findForPrinciple = call('ServiceStrategy/FindForPrinciple', {
  sharesPermission: 'GetStrategies',
  reads: true,
  input: z.strictObject({ of: z.enum(['Location', 'Product']), search: text(80, 0) }),
  output: z.strictObject({
    options: z.array(z.strictObject({ code: z.string(), name: z.string() })),
    hasMore: z.boolean(),
  }),
  refusals: [],
})

const named = { strategyName: text(120), description: text(1_000, 0).nullable() }
const changes = [
  'NotFound',
  'StrategyFrozen',
  'BaseStrategy',
  'StrategyState',
  'VariantMissing',
  'WholeCompanyNeeded',
] as const

export const addStrategy = call('ServiceStrategy/AddStrategy', {
  input: z.strictObject({ ...named, projectCode: text(60) }),
  output: z.strictObject({ strategyId: Uuid }),
  refusals: ['ProjectNotFound', 'VariantMissing', 'WholeCompanyNeeded'],
})

/** Makes a strategy of one's own with the principles of another one. */
export const deriveStrategy = call('ServiceStrategy/DeriveStrategy', {
  input: z.strictObject({ strategyId: Uuid, strategyName: text(120) }),
  output: z.strictObject({ strategyId: Uuid }),
  refusals: ['NotFound', 'VariantMissing', 'WholeCompanyNeeded'],
})

export const updateStrategy = call('ServiceStrategy/UpdateStrategy', {
  input: z.strictObject({ strategyId: Uuid, version: Version, ...named }),
  output: Done,
  refusals: changes,
})

const one = { input: z.strictObject({ strategyId: Uuid }), output: Done } as const
/** Compiles the strategy; the plan takes the place of the last one when it is done. */
export const activateStrategy = call('ServiceStrategy/ActivateStrategy', {
  ...one,
  refusals: [...changes, 'PrinciplesPending', 'NoPrinciples', 'NoActiveSubscription'],
})
export const deactivateStrategy = call('ServiceStrategy/DeactivateStrategy', { ...one, refusals: changes })
/** Back to what the last compiled plan was made of. */
export const revertStrategy = call('ServiceStrategy/RevertStrategy', {
  ...one,
  refusals: [...changes, 'NothingToRevert'],
})
export const deleteStrategy = call('ServiceStrategy/DeleteStrategy', {
  ...one,
  refusals: [...changes, 'StrategyInUse'],
})

/** One compiled rule: what it says in the reader's language, and how it differs from the plan before. */
const PlanLine = z.strictObject({
  principle: z.string(),
  type: z.string(),
  sentence: z.string(),
  change: z.enum(['Same', 'Added', 'Removed', 'Changed']),
})
/** A compiled plan as a sheet: the last one, one by its number, or the one that held on a past day. */
export const getStrategyPlan = call('ServiceStrategy/GetStrategyPlan', {
  sharesPermission: 'GetStrategies',
  reads: true,
  input: z.strictObject({
    strategyId: Uuid,
    no: z.int().min(1).max(1_000_000).nullable(),
    day: DateOnly.nullable(),
  }),
  output: z.strictObject({
    no: z.int(),
    hash: z.string(),
    compiledAt: Instant,
    compiledBy: z.string(),
    comparedWith: z.int().nullable(),
    lines: z.array(PlanLine),
    json: z.string(),
    numbers: z.array(z.int()),
  }),
  refusals: ['NotFound', 'NoPlan'],
})

export const downloadStrategyPlan = call('ServiceStrategy/DownloadStrategyPlan', {
  sharesPermission: 'GetStrategies',
  kind: 'download',
  reads: true,
  input: z.strictObject({ strategyId: Uuid, no: z.int().min(1).max(1_000_000) }),
  output: Binary,
  refusals: ['NotFound'],
})
