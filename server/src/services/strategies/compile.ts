import type { Doer } from '../../kit/records/audit.ts'
import { canonical, record } from '../../kit/records/audit.ts'
import { settingFault, declaredSettings } from '@kervan/contract/services/settings'
import type { PrincipleContent } from '@kervan/contract/services/principles'
import { askedWorkOrderTypes, shipmentFlows } from '@kervan/contract/services/words'
import { strategyTable } from '@kervan/contract/services/states'
import { keysOf } from '@kervan/contract/kit/typed'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { subscriptionFor } from '../credit/ledger.ts'
import { ruleHoldsOn } from '../settings/holding.ts'
import { isExpired, loadPrinciples, type PrincipleRow, type StrategyHead } from './load.ts'

// A strategy becomes a plan: canonical JSON with its hash, by which a run can be done again (domain/advisor 1.5). Only
// authorised principles that have not come to their end are in it.

export type CompileFault = { principle: string | null; code: CompileFaultCode; facts: Record<string, string> }
type CompileFaultCode =
  | 'LocationUnknown'
  | 'ProductUnknown'
  | 'LocationGroupUnknown'
  | 'ProductGroupUnknown'
  | 'FilterNotReady'
  | 'EntityUnknown'
  | 'SettingOutOfBounds'
  | 'WorkOrderTypeNotCovered'
  | 'NothingHolds'
  | 'NoSubscription'

export type PlanRule = {
  principle: string
  version: number
  name: string
  type: PrincipleContent['type']
  from: string
  to: string | null
  dataSource: string
  benchmarkHorizon: number | null
  defaultValue: string | null
  fieldNames: string[]
  content: PrincipleContent
}
export type Plan = {
  format: 1
  strategy: string
  project: string
  service: string
  domain: string
  workOrderTypes: readonly string[]
  flows: readonly string[]
  filters: readonly string[]
  settings: Record<string, string>
  rules: PlanRule[]
}

/** What is there of what principles name. */
export type Known = {
  locations: ReadonlySet<string>
  products: ReadonlySet<string>
  locationGroups: ReadonlySet<string>
  productGroups: ReadonlySet<string>
  filters: ReadonlySet<string>
  entities: ReadonlySet<string>
  /** Types of work orders that the subscription covers; null for all. */
  covered: readonly string[] | null
}

/** A restriction goes before a constraint, and this before a setting. */
const precedence: Readonly<Record<PrincipleContent['type'], number>> = {
  Restriction: 0,
  Constraint: 1,
  Setting: 2,
  CustomData: 3,
  ServiceSettings: 4,
  Filter: 5,
  WorkOrderTypes: 6,
  PSTShipmentType: 7,
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Makes the plan, and says what keeps it from being one. Pure. */
export function compile(
  strategy: Pick<StrategyHead, 'code' | 'projectCode' | 'service' | 'domain'>,
  principles: readonly PrincipleRow[],
  known: Known,
  day: string,
): { plan: Plan; hash: string; faults: CompileFault[] } {
  const holding = principles.filter((one) => one.state === 'Authorized' && !isExpired(one, day))
  // Of two that say the same of the same, the one that was authorised last counts.
  const ordered = holding.toSorted(
    (a, b) =>
      precedence[a.type] - precedence[b.type] ||
      (a.approvedAt?.getTime() ?? 0) - (b.approvedAt?.getTime() ?? 0) ||
      compareText(a.code, b.code),
  )
  const faults = holding.flatMap((one) => faultsOf(one, known))
  if (holding.length === 0) faults.push({ principle: null, code: 'NothingHolds', facts: {} })
  const plan: Plan = {
    format: 1,
    strategy: strategy.code,
    project: strategy.projectCode,
    service: strategy.service,
    domain: strategy.domain,
    ...summaryOf(ordered.map(({ content }) => content)),
    rules: ordered.map((one) => ({
      principle: one.code,
      version: one.version,
      name: one.displayName,
      type: one.type,
      from: one.startDate,
      to: one.endDate,
      dataSource: one.dataSource,
      benchmarkHorizon: one.benchmarkHorizon,
      defaultValue: one.defaultValue,
      fieldNames: one.fieldNames,
      content: one.content,
    })),
  }
  return { plan, hash: hashOf(plan), faults }
}

/** What rules say together: types of work orders and flows, all of them where nothing is said, filters and settings. */
function summaryOf(
  contents: readonly PrincipleContent[],
): Pick<Plan, 'workOrderTypes' | 'flows' | 'filters' | 'settings'> {
  const types = contents.flatMap((content) => (content.type === 'WorkOrderTypes' ? content.types : []))
  const flows = contents.flatMap((content) => (content.type === 'PSTShipmentType' ? content.flows : []))
  const settings = Object.fromEntries(
    keysOf(declaredSettings).map((name) => {
      const own = contents.findLast(
        (content) => content.type === 'ServiceSettings' && content.setting === name,
      )
      return [name, own?.type === 'ServiceSettings' ? own.value : declaredSettings[name].start]
    }),
  )
  return {
    workOrderTypes: types.length > 0 ? [...new Set(types)] : askedWorkOrderTypes,
    flows: flows.length > 0 ? [...new Set(flows)] : shipmentFlows,
    filters: contents.flatMap((content) => (content.type === 'Filter' ? [content.filterId] : [])),
    settings,
  }
}

/**
 * The plan as it holds on a service date: without the rules whose principle has come to its end since the plan was made, or
 * has not begun (SVC-004). Its hash stays that of the whole.
 */
export function heldOn(plan: Plan, day: string): Plan {
  const rules = plan.rules.filter((rule) => ruleHoldsOn(rule, day))
  if (rules.length === plan.rules.length) return plan
  return { ...plan, ...summaryOf(rules.map(({ content }) => content)), rules }
}

export const hashOf = (plan: object): string => createHash('sha256').update(canonical(plan)).digest('hex')

function faultsOf({ code, content }: PrincipleRow, known: Known): CompileFault[] {
  const fault = (of: CompileFaultCode, facts: Record<string, string> = {}): CompileFault => ({
    principle: code,
    code: of,
    facts,
  })
  const missing = (of: CompileFaultCode, codes: readonly string[], there: ReadonlySet<string>) => {
    const gone = codes.filter((one) => !there.has(one))
    return gone.length > 0 ? [fault(of, { codes: gone.slice(0, 5).join(', ') })] : []
  }
  const places = (set: { locations: string[]; groups: string[] }) => [
    ...missing('LocationUnknown', set.locations, known.locations),
    ...missing('LocationGroupUnknown', set.groups, known.locationGroups),
  ]
  const goods = (set: { products: string[]; groups: string[] }) => [
    ...missing('ProductUnknown', set.products, known.products),
    ...missing('ProductGroupUnknown', set.groups, known.productGroups),
  ]
  switch (content.type) {
    case 'Setting':
      return [
        ...(settingFault(content.setting, content.value) ? [fault('SettingOutOfBounds')] : []),
        ...places(content.places),
        ...goods(content.products),
      ]
    case 'ServiceSettings':
      return settingFault(content.setting, content.value) ? [fault('SettingOutOfBounds')] : []
    case 'Restriction':
      return [...places(content.senders), ...places(content.recipients), ...goods(content.products)]
    case 'Constraint':
      return [...places(content.places), ...goods(content.products)]
    case 'Filter':
      return known.filters.has(content.filterId) ? [] : [fault('FilterNotReady')]
    case 'CustomData':
      return known.entities.has(content.entityId) ? [] : [fault('EntityUnknown')]
    case 'WorkOrderTypes': {
      const { covered } = known
      const more = covered === null ? [] : content.types.filter((type) => !covered.includes(type))
      return more.length > 0 ? [fault('WorkOrderTypeNotCovered', { types: more.join(', ') })] : []
    }
    case 'PSTShipmentType':
      return []
  }
}

/** Looks up what the principles name. */
async function look(
  tx: Tx,
  companyId: number,
  principles: readonly PrincipleRow[],
  covered: readonly string[] | null,
): Promise<Known> {
  const contents = principles.map(({ content }) => content)
  const placeSets = contents.flatMap((content) => {
    if (content.type === 'Setting' || content.type === 'Constraint') return [content.places]
    return content.type === 'Restriction' ? [content.senders, content.recipients] : []
  })
  const productSets = contents.flatMap((content) => ('products' in content ? [content.products] : []))
  const { rows } = await sql<
    Record<'locations' | 'products' | 'groups' | 'families' | 'filters' | 'entities', string[]>
  >`
    select array(select l.code from location l where l.company_id = ${companyId} and l.code = any(${placeSets.flatMap(({ locations }) => locations)}::text[])) as locations,
      array(select p.code from product p where p.company_id = ${companyId} and p.code = any(${productSets.flatMap(({ products }) => products)}::text[])) as products,
      array(select distinct l.location_group from location l where l.company_id = ${companyId} and l.location_group is not null) as groups,
      array(select g.code from product_group g where g.company_id = ${companyId}) as families,
      array(select f.id::text from ui_filter f where f.company_id = ${companyId} and f.state = 'ReadyToUse') as filters,
      array(select e.id::text from mci_entity e where e.company_id = ${companyId} and e.purpose = 'Data') as entities`.execute(
    tx,
  )
  const found = rows[0]
  return {
    locations: new Set(found?.locations),
    products: new Set(found?.products),
    locationGroups: new Set(found?.groups),
    productGroups: new Set(found?.families),
    filters: new Set(found?.filters),
    entities: new Set(found?.entities),
    covered,
  }
}

type Waiting = StrategyHead & { timeZone: string; companyName: string }

/** Compiles a strategy that waits for it. Doing it twice has the effect of once: it leaves `Processing` in the same transaction. */
export async function compileStrategy(
  { db, clock }: Services,
  { companyId, strategyId, by }: QueuePayloads['strategyCompiling'],
): Promise<void> {
  await db.withCompany(companyId, async (tx) => {
    const now = clock.now()
    const { rows } = await sql<Waiting>`
      select s.id, s.version, s.code, s.name, s.project_code as "projectCode", p.service, p.domain, s.state, s.plan_no as "planNo",
        c.time_zone as "timeZone", c.name as "companyName"
      from strategy s join project p on p.company_id = ${companyId} and p.code = s.project_code join company c on c.id = ${companyId}
      where s.company_id = ${companyId} and s.id = ${strategyId} and s.state = 'Processing' for update of s`.execute(
      tx,
    )
    const [strategy] = rows
    if (!strategy) return
    const day = dayIn(strategy.timeZone, now)
    const principles = await loadPrinciples(tx, companyId, { strategyId })
    const subscription = await subscriptionFor(
      tx,
      companyId,
      { service: strategy.service, projectCode: strategy.projectCode },
      day,
    )
    const known = await look(tx, companyId, principles, subscription?.workOrderTypes ?? null)
    const { plan, hash, faults } = compile(strategy, principles, known, day)
    if (!subscription)
      faults.push({ principle: null, code: 'NoSubscription', facts: { service: strategy.service } })
    const doer: Doer = { company: { id: companyId }, membershipId: null, name: by }
    const state = strategyTable.after('compile', 'Processing', faults.length > 0 ? 'Pending' : 'Active')
    const no = (strategy.planNo ?? 0) + (faults.length > 0 ? 0 : 1)
    if (faults.length === 0)
      await sql`
        insert into strategy_plan (company_id, strategy_id, no, plan, hash, sources, compiled_at, compiled_by)
        values (${companyId}, ${strategyId}, ${no}, ${JSON.stringify(plan)}::jsonb, ${hash}, ${JSON.stringify(principles.map(sourceOf))}::jsonb, ${now}, ${by})
        returning no`.execute(tx)
    await sql`
      update strategy s set version = s.version + 1, state = ${state}, errors = ${JSON.stringify(faults)}::jsonb,
        plan_no = ${no === 0 ? null : no}::int, in_force = s.in_force or ${faults.length === 0}, changed_at = ${now}, changed_by = ${by}
      where s.company_id = ${companyId} and s.id = ${strategyId}`.execute(tx)
    await record(tx, doer, now, {
      audit: [
        {
          operation: faults.length > 0 ? 'strategy.notCompiled' : 'strategy.compiled',
          recordType: 'strategy',
          recordId: strategyId,
          recordCode: strategy.code,
          before: { strategyState: 'Processing' },
          after: {
            strategyState: state,
            ...(faults.length > 0 ? { faults: faults.length } : { planNo: no, planHash: hash }),
          },
        },
      ],
    })
  })
}

/** A principle as a plan keeps it, so that the strategy can go back to it. */
export type PlanSource = Omit<PrincipleRow, 'usedBy' | 'propertyDefinitionName' | 'approvedAt'> & {
  approvedAt: string | null
}
export const sourceOf = ({
  usedBy: _usedBy,
  propertyDefinitionName: _property,
  approvedAt,
  ...row
}: PrincipleRow): PlanSource => ({
  ...row,
  approvedAt: approvedAt?.toISOString() ?? null,
})

export type CompiledPlan = { no: number; hash: string; plan: Plan }

/** The plan that holds for a strategy; null where it has none. */
export async function planOf(tx: Tx, companyId: number, strategyId: string): Promise<CompiledPlan | null> {
  const { rows } = await sql<CompiledPlan>`
    select n.no, n.hash, n.plan from strategy s join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = s.id and n.no = s.plan_no
    where s.company_id = ${companyId} and s.id = ${strategyId} and s.in_force`.execute(tx)
  return rows[0] ?? null
}
