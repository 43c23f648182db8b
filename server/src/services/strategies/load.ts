import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { PrincipleContent } from '@kervan/contract/services/principles'
import {
  principleTable,
  strategyTable,
  type PrincipleAction,
  type StrategyAction,
} from '@kervan/contract/services/states'
import type {
  PrincipleSegment,
  PrincipleState,
  PrincipleType,
  ProjectDomain,
  StrategySegment,
  StrategyState,
} from '@kervan/contract/services/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { lastFrozenDay, servicePolicy } from '../policy.ts'
import { serviceScope, type Service } from '../scope.ts'

// Strategies and principles as they are read, and the rules of what may be done with them (SVC-003, SVC-004).

export type StrategyHead = {
  id: string
  version: number
  code: string
  name: string
  description: string | null
  projectCode: string
  projectName: string
  service: Service
  domain: ProjectDomain
  state: StrategyState
  segment: StrategySegment
  derivedFrom: string | null
  planNo: number | null
  errors: { principle: string | null; code: string; facts: Record<string, string> }[]
  /** Service dates of the strategy whose frozen period has begun and that have not passed. */
  frozenDays: string[]
}

type Asking = Pick<SessionContext, 'tx' | 'actor' | 'now'>

/** A strategy that the actor may see, with the days that freeze it. Throws `NotFound`. */
export async function loadStrategy(
  { tx, actor, now }: Asking,
  strategyId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StrategyHead> {
  const company = actor.company.id
  const { timeZone } = actor.company
  const policy = await servicePolicy(tx, actor.company)
  const { rows } = await sql<StrategyHead>`
    select s.id, s.version, s.code, s.name, s.description, s.project_code as "projectCode", p.name as "projectName", p.service, p.domain, s.state, s.segment,
      (select d.code || ' ' || d.name from strategy d where d.company_id = ${company} and d.id = s.derived_from_id) as "derivedFrom",
      s.plan_no as "planNo", s.errors,
      array(select d.day::text from service_date d where d.company_id = ${company} and d.strategy_id = s.id and d.state = 'Active'
        and d.day between ${dayIn(timeZone, now)} and ${lastFrozenDay(timeZone, policy, now)} order by d.day) as "frozenDays"
    from strategy s join project p on p.company_id = ${company} and p.code = s.project_code
    where ${sql.join([sql`s.company_id = ${company}`, sql`s.id = ${strategyId}`, ...serviceScope(actor, 'ServiceStrategy', sql`p.service`)], sql` and `)}
    ${lock ? sql`for update of s` : sql``}`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

const moves = {
  edit: 'edit',
  addPrinciple: 'edit',
  activate: 'activate',
  deactivate: 'deactivate',
  revert: 'revert',
} as const

/** Why this cannot be done with the strategy now; null when it can. A Base strategy is read and derived only. */
export function refusedOnStrategy(
  action: StrategyAction,
  strategy: Pick<StrategyHead, 'code' | 'state' | 'segment' | 'planNo' | 'frozenDays'>,
): Refusal | null {
  if (action === 'derive') return null
  if (strategy.segment === 'Base') return refusal('BaseStrategy', { strategy: strategy.code })
  if (action !== 'delete' && !strategyTable.allows(moves[action], strategy.state, 'planner'))
    return refusal('StrategyState', { strategy: strategy.code, strategyState: strategy.state })
  if (strategy.frozenDays.length > 0)
    return refusal('StrategyFrozen', { days: strategy.frozenDays.join(', ') })
  if (action === 'revert' && strategy.planNo === null)
    return refusal('NothingToRevert', { strategy: strategy.code })
  return null
}

export type PrincipleRow = {
  id: string
  version: number
  code: string
  referenceCode: string | null
  type: PrincipleType
  state: PrincipleState
  segment: PrincipleSegment
  displayName: string
  memo: string
  statusNote: string | null
  language: string
  keywords: string[]
  startDate: string
  endDate: string | null
  defaultValue: string | null
  fieldNames: string[]
  propertyDefinitionId: string | null
  propertyDefinitionName: string | null
  dataSource: string
  benchmarkHorizon: number | null
  content: PrincipleContent
  authorId: string | null
  authorName: string
  approvedBy: string | null
  approvedAt: Date | null
  usedBy: string[]
}

/** Principles of a strategy in their order; of a strategy that is null, those of the ids. */
export async function loadPrinciples(
  tx: Tx,
  companyId: number,
  which: { strategyId: string } | { ids: readonly string[]; lock?: boolean },
): Promise<PrincipleRow[]> {
  const from =
    'strategyId' in which
      ? sql`strategy_principle o join principle p on p.company_id = ${companyId} and p.id = o.principle_id
          where o.company_id = ${companyId} and o.strategy_id = ${which.strategyId} order by o.position, p.code`
      : sql`principle p where p.company_id = ${companyId} and p.id = any(${[...which.ids]}::uuid[]) order by p.code ${which.lock ? sql`for update of p` : sql``}`
  const { rows } = await sql<Omit<PrincipleRow, 'content'> & { content: unknown }>`
    select p.id, p.version, p.code, p.reference_code as "referenceCode", p.type, p.state, p.segment, p.display_name as "displayName", p.memo,
      p.status_note as "statusNote", p.language, p.keywords, p.start_date::text as "startDate", p.end_date::text as "endDate",
      p.default_value as "defaultValue", p.field_names as "fieldNames", p.property_definition_id as "propertyDefinitionId",
      (select d.name from property_definition d where d.company_id = ${companyId} and d.id = p.property_definition_id) as "propertyDefinitionName",
      p.data_source as "dataSource", p.benchmark_horizon as "benchmarkHorizon", p.content, p.author_id as "authorId", p.author_name as "authorName",
      p.approved_by as "approvedBy", p.approved_at as "approvedAt",
      array(select s.code from strategy_principle u join strategy s on s.company_id = ${companyId} and s.id = u.strategy_id
        where u.company_id = ${companyId} and u.principle_id = p.id order by s.code) as "usedBy"
    from ${from}`.execute(tx)
  return rows.map((row) => ({ ...row, content: PrincipleContent.parse(row.content) }))
}

/** Whether a principle has come to its end on a day: it is shown and ignored. */
export const isExpired = ({ endDate }: Pick<PrincipleRow, 'endDate'>, day: string): boolean =>
  endDate !== null && endDate < day

/** Why this cannot be done with a principle of the strategy; null when it can. Nobody decides on what they wrote themselves. */
export function refusedOnPrinciple(
  action: PrincipleAction,
  principle: Pick<PrincipleRow, 'code' | 'state' | 'authorId' | 'segment'>,
  strategy: Parameters<typeof refusedOnStrategy>[1],
  actor: Pick<Actor, 'membershipId'>,
): Refusal | null {
  const ofStrategy = refusedOnStrategy('edit', strategy)
  if (ofStrategy) return ofStrategy
  if (action === 'remove' || action === 'addFile' || action === 'edit') return null
  if (!principleTable.allows(action, principle.state, 'approver'))
    return refusal('PrincipleState', { principle: principle.code, principleState: principle.state })
  return principle.authorId === actor.membershipId
    ? refusal('OwnPrinciple', { principle: principle.code })
    : null
}
