import { existing } from '@kervan/contract/kit/typed'
import { addDays } from '@kervan/contract/kit/days'
import type { PrincipleContent } from '@kervan/contract/services/principles'
import {
  askedWorkOrderTypes,
  type PrincipleSegment,
  type PrincipleState,
  type ProjectDomain,
  type StrategySegment,
  type StrategyState,
} from '@kervan/contract/services/words'
import { nextCount } from '../../kit/database/counter.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { Service } from '../scope.ts'
import { compile, sourceOf } from '../strategies/compile.ts'
import { loadPrinciples } from '../strategies/load.ts'

// Strategies of the demo in every state that lasts (SVC-003), with principles of their own, of the pool and of Base
// strategies, some of them rejected, expired or not decided on yet (SVC-004).

export type Project = { code: string; service: Service; domain: ProjectDomain }
/** What a strategy is for: the first project of the company that has credit, or one of its further ones. */
export type ProjectRole = 'main' | 'second' | 'trial' | 'unsubscribed'

const nowhere = { locations: [], groups: [] }
const anything = { products: [], groups: [] }
const day = 86_400_000

type Principle = {
  name: string
  content: PrincipleContent
  state?: PrincipleState
  segment?: PrincipleSegment
  note?: string
  /** Days from now until it ends. */
  endsIn?: number
}

const setting = (
  name: Extract<PrincipleContent, { type: 'Setting' }>['setting'],
  value: string,
): PrincipleContent => ({ type: 'Setting', setting: name, value, places: nowhere, products: anything })
const mostUnits = (limit: string): PrincipleContent => ({
  type: 'Constraint',
  measure: 'Units',
  bound: 'Maximum',
  target: 'Recipient',
  limit,
  places: nowhere,
  products: anything,
})

const principles = {
  keepTwo: {
    name: 'Stores keep two units',
    content: setting('retentionThreshold', '2'),
    segment: 'UDFPool',
  },
  most200: { name: 'At most 200 units for a store', content: mostUnits('200'), segment: 'UDFPool' },
  franchise: {
    name: 'Franchises order for themselves',
    content: {
      type: 'Restriction',
      senders: nowhere,
      recipients: { locations: [], groups: ['Franchise'] },
      products: anything,
    },
  },
  three: {
    name: 'Three recommendations for a store',
    content: { type: 'ServiceSettings', setting: 'recommendedProducts', value: '3' },
  },
  allTypes: {
    name: 'All types of work orders',
    content: { type: 'WorkOrderTypes', types: [...askedWorkOrderTypes] },
  },
  baseKeep: {
    name: 'Stores keep one unit',
    content: setting('retentionThreshold', '1'),
    segment: 'Base',
  },
  baseTypes: {
    name: 'All types of work orders',
    content: { type: 'WorkOrderTypes', types: [...askedWorkOrderTypes] },
    segment: 'Base',
  },
  autumnHorizon: {
    name: 'Look ten weeks ahead',
    content: setting('forecastHorizon', '10'),
    state: 'Pending',
  },
  autumnTypes: {
    name: 'First allocations and listings',
    content: {
      type: 'WorkOrderTypes',
      types: ['FirstAllocation', 'ProductListingBasedReplenishment'],
    },
    state: 'Pending',
  },
  outletPrice: { name: 'Clearance at 40 percent', content: setting('endOfLifeClearance', '40') },
  outletTypes: {
    name: 'End of life only',
    content: { type: 'WorkOrderTypes', types: ['ProductEndOfLifeCycleConsolidation'] },
  },
  seasonTypes: {
    name: 'End of life and clean-up',
    content: {
      type: 'WorkOrderTypes',
      types: ['ProductEndOfLifeCycleConsolidation', 'CleanupRelatedReplenishment'],
    },
  },
  seasonRemnants: { name: 'Two units are a remnant', content: setting('remnantThreshold', '2') },
  seasonLast: {
    name: 'No more than 80 units in the last sale',
    content: mostUnits('80'),
    endsIn: -20,
  },
  refillTypes: {
    name: 'Refill by demand and display',
    content: {
      type: 'WorkOrderTypes',
      types: ['DemandRelatedReplenishment', 'AvailabilityRelatedReplenishment'],
    },
  },
  refillFlows: {
    name: 'From the warehouse to stores',
    content: { type: 'PSTShipmentType', flows: ['WarehouseToStore'] },
  },
  trialUnits: { name: 'At most 60 units for a store', content: mostUnits('60') },
  trialKeep: { name: 'Stores keep three units', content: setting('retentionThreshold', '3') },
  openingTypes: {
    name: 'First allocations only',
    content: { type: 'WorkOrderTypes', types: ['FirstAllocation'] },
  },
  openingHoldBack: {
    name: 'Hold nothing back',
    content: setting('firstAllocationHoldBack', '0'),
    state: 'Rejected',
    note: 'Keep at least 20 percent for the second week.',
  },
  springSlower: {
    name: 'Review every two weeks',
    content: setting('reviewDays', '14'),
    state: 'Pending',
  },
  giftsCover: {
    name: 'Ten days on display',
    content: setting('presentationCover', '10'),
    endsIn: -75,
  },
  replenishTypes: {
    name: 'Refill by demand',
    content: { type: 'WorkOrderTypes', types: ['DemandRelatedReplenishment'] },
  },
  boutiques: {
    name: 'Nothing leaves a boutique',
    content: {
      type: 'Restriction',
      senders: { locations: [], groups: ['Boutique'] },
      recipients: nowhere,
      products: anything,
    },
    segment: 'UDFPool',
  },
} as const satisfies Readonly<Record<string, Principle>>
type PrincipleName = keyof typeof principles

type Look = {
  name: string
  project: ProjectRole
  state: StrategyState
  segment?: StrategySegment
  of: readonly PrincipleName[]
  derivedFrom?: string
  /** It was changed since its last plan, which stays in force. */
  changed?: true
  /** Its project has no subscription, and the compiler said so. */
  uncovered?: true
}

/** The first four are those of every company; a company with several projects for services has all of them. */
const looks: readonly Look[] = [
  {
    name: 'Weekly balance',
    project: 'main',
    state: 'Active',
    of: ['keepTwo', 'most200', 'franchise', 'three', 'allTypes'],
  },
  { name: 'Standard', project: 'main', state: 'Active', segment: 'Base', of: ['baseKeep', 'baseTypes'] },
  {
    name: 'Autumn range',
    project: 'main',
    state: 'Pending',
    of: ['autumnHorizon', 'autumnTypes', 'keepTwo'],
  },
  {
    name: 'Outlet clearance',
    project: 'main',
    state: 'Passive',
    of: ['keepTwo', 'outletPrice', 'outletTypes'],
  },
  {
    name: 'End of season',
    project: 'main',
    state: 'Active',
    of: ['keepTwo', 'seasonTypes', 'seasonRemnants', 'seasonLast'],
  },
  { name: 'Warehouse refill', project: 'second', state: 'Active', of: ['refillTypes', 'refillFlows'] },
  {
    name: 'Warehouse refill, abroad',
    project: 'second',
    state: 'Pending',
    of: ['refillTypes', 'refillFlows', 'most200'],
    derivedFrom: 'Warehouse refill',
  },
  {
    name: 'Weekly balance, smaller parcels',
    project: 'trial',
    state: 'Active',
    of: ['trialKeep', 'trialUnits', 'franchise', 'three', 'allTypes'],
    derivedFrom: 'Weekly balance',
  },
  { name: 'New stores', project: 'main', state: 'Pending', of: ['openingTypes', 'openingHoldBack'] },
  {
    name: 'Spring launch',
    project: 'main',
    state: 'Pending',
    of: ['openingTypes', 'most200', 'springSlower'],
    changed: true,
  },
  { name: 'Winter gifts', project: 'main', state: 'Passive', of: ['giftsCover', 'refillTypes'] },
  {
    name: 'Replenishment',
    project: 'unsubscribed',
    state: 'Pending',
    of: ['replenishTypes', 'keepTwo'],
    uncovered: true,
  },
]
const everywhere = 4

/** Of the pool, and used by no strategy. */
const unused: readonly PrincipleName[] = ['boutiques']

export type Projects = Partial<Record<ProjectRole, Project>> & { main: Project }
/** Strategies that were added, by their name. */
export type Added = ReadonlyMap<string, { id: string; code: string; project: Project; hash: string | null }>

const [author, approver] = ['Planning', 'Operations']

const strategyId = (companyId: number, name: string) => idOf(`strategy ${companyId} ${name}`)
/** The strategy that is planned each week. */
export const mainStrategyId = (companyId: number): string => strategyId(companyId, 'Weekly balance')

/** Adds the strategies of a company, those of every company where it has a main project only. */
export async function addStrategies(
  tx: Tx,
  companyId: number,
  { projects, now }: { projects: Projects; now: Date },
): Promise<Added> {
  const at = new Date(now.getTime() - 400 * day)
  const shown = projects.trial ? looks : looks.slice(0, everywhere)
  const used = [
    ...new Set([...shown.flatMap(({ of }) => of), ...(projects.trial ? unused : [])]),
  ] satisfies PrincipleName[]
  await nextCount(tx, companyId, 'strategy', shown.length)
  await nextCount(tx, companyId, 'principle', used.length)
  const codes = new Map(used.map((name, index) => [name, `PR-${String(index + 1).padStart(5, '0')}`]))
  const principleId = (name: PrincipleName) => idOf(`principle ${companyId} ${existing(codes.get(name))}`)
  const codeOf = (index: number) => `ST-${String(index + 1).padStart(5, '0')}`
  const isPlanned = (look: Look) => look.state !== 'Pending' || look.changed === true
  await insertMany(
    tx,
    'strategy',
    shown.map((look, index) => ({
      company_id: companyId,
      id: strategyId(companyId, look.name),
      code: codeOf(index),
      name: look.name,
      search_text: fold(`${codeOf(index)} ${look.name}`),
      project_code: existing(projects[look.project]).code,
      state: look.state,
      segment: look.segment ?? 'UserDefined',
      derived_from_id: look.derivedFrom === undefined ? null : strategyId(companyId, look.derivedFrom),
      in_force: look.state === 'Active' || look.changed === true,
      plan_no: isPlanned(look) ? 1 : null,
      errors: look.uncovered
        ? [
            {
              principle: null,
              code: 'NoSubscription',
              facts: { service: existing(projects[look.project]).service },
            },
          ]
        : [],
      created_at: new Date(at.getTime() + index * day),
      created_by: author,
      changed_at: look.changed || look.uncovered ? new Date(now.getTime() - day) : at,
      changed_by: author,
    })),
  )
  await insertMany(
    tx,
    'principle',
    used.map((name) => {
      const { content, segment = 'UDFCustom', note, endsIn, ...own }: Principle = principles[name]
      const { state = 'Authorized' } = own
      const code = existing(codes.get(name))
      const isDecided = state !== 'Pending'
      return {
        company_id: companyId,
        id: principleId(name),
        code,
        type: content.type,
        state,
        segment,
        display_name: own.name,
        memo: 'As agreed with operations.',
        status_note: note ?? null,
        language: 'en',
        search_text: fold(`${code} ${own.name}`),
        start_date: at.toISOString().slice(0, 10),
        end_date: endsIn === undefined ? null : addDays(now.toISOString().slice(0, 10), endsIn),
        data_source: 'None',
        content,
        author_name: author,
        created_at: at,
        approved_by: isDecided ? approver : null,
        approved_at: isDecided ? at : null,
      }
    }),
  )
  await insertMany(
    tx,
    'strategy_principle',
    shown.flatMap(({ name, of }) =>
      of.map((one, place) => ({
        company_id: companyId,
        strategy_id: strategyId(companyId, name),
        principle_id: principleId(one),
        position: place + 1,
      })),
    ),
  )
  const added = new Map<string, { id: string; code: string; project: Project; hash: string | null }>()
  for (const [index, look] of shown.entries()) {
    const head = {
      id: strategyId(companyId, look.name),
      code: codeOf(index),
      project: existing(projects[look.project]),
    }
    added.set(look.name, { ...head, hash: isPlanned(look) ? await addPlan(tx, companyId, head, at) : null })
  }
  return added
}

/** Keeps what the compiler makes of the strategy as it was on a day; answers the hash of the plan. */
async function addPlan(
  tx: Tx,
  companyId: number,
  { id, code, project }: { id: string; code: string; project: Project },
  at: Date,
): Promise<string> {
  const none: ReadonlySet<string> = new Set()
  const known = {
    locations: none,
    products: none,
    locationGroups: new Set(['Franchise']),
    productGroups: none,
    filters: none,
    entities: none,
    covered: null,
  }
  const held = await loadPrinciples(tx, companyId, { strategyId: id })
  const { plan, hash } = compile(
    { ...project, code, projectCode: project.code },
    held,
    known,
    at.toISOString().slice(0, 10),
  )
  await insertMany(tx, 'strategy_plan', [
    {
      company_id: companyId,
      strategy_id: id,
      no: 1,
      plan,
      hash,
      sources: held.map(sourceOf),
      compiled_at: at,
      compiled_by: approver,
    },
  ])
  return hash
}
