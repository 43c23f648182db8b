import {
  addPrincipleFile,
  authorizePrinciple,
  rejectPrinciple,
  removePrinciple,
  savePrinciple,
  type Principle,
} from '@kervan/contract/services/principles'
import {
  downloadStrategyPlan,
  getStrategy,
  getStrategyPlan,
  type StrategyRecord,
} from '@kervan/contract/services/strategies'
import { refusal } from '@kervan/contract/kit/refusals'
import type { PrincipleAction } from '@kervan/contract/services/states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { canonical } from '../../kit/records/audit.ts'
import { translate } from '../../kit/messages.ts'
import { offer } from '../../kit/records/offer.ts'
import { endOfDay, frozenFrom, servicePolicy } from '../policy.ts'
import type { Plan, PlanRule } from './compile.ts'
import { strategyActionsOf } from './list.ts'
import {
  isExpired,
  loadPrinciples,
  loadStrategy,
  refusedOnPrinciple,
  type PrincipleRow,
  type StrategyHead,
} from './load.ts'
import { namesOfInputs, sayPrinciple, type NamesOf } from './sentences.ts'

// A strategy with its principles, what freezes it until when, and its compiled plan as a sheet.

const principleCalls = {
  edit: savePrinciple,
  authorize: authorizePrinciple,
  reject: rejectPrinciple,
  remove: removePrinciple,
  addFile: addPrincipleFile,
} as const satisfies Record<PrincipleAction, unknown>

type FileRow = {
  principleId: string
  id: string
  name: string
  bytes: number
  addedBy: string
  addedAt: Date
}

export const getStrategyHandler = handle(getStrategy, async (context): Promise<StrategyRecord> => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const strategy = await loadStrategy(context, input.strategyId)
  const principles = await loadPrinciples(tx, company, { strategyId: strategy.id })
  const names = await namesOfInputs(tx, company)
  const { rows: files } = await sql<FileRow>`
    select k.principle_id as "principleId", k.id, k.name, f.bytes::int as bytes, k.added_by as "addedBy", k.added_at as "addedAt"
    from principle_file k join file f on f.company_id = ${company} and f.id = k.file_id
    where k.company_id = ${company} and k.principle_id = any(${principles.map(({ id }) => id)}::uuid[]) order by k.added_at`.execute(
    tx,
  )
  const filesOf = Map.groupBy(files, ({ principleId }) => principleId)
  const today = dayIn(actor.company.timeZone, now)
  return {
    ...(await headOf(context, strategy, today)),
    principles: principles.map((one) =>
      present(context, strategy, one, { names, today, files: filesOf.get(one.id) ?? [] }),
    ),
    actions: strategyActionsOf(context, strategy),
  }
})

async function headOf(
  { tx, actor, language }: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  strategy: StrategyHead,
  today: string,
): Promise<Omit<StrategyRecord, 'principles' | 'actions'>> {
  const company = actor.company.id
  const { timeZone } = actor.company
  const policy = await servicePolicy(tx, actor.company)
  const { rows } = await sql<{
    hash: string | null
    at: Date | null
    by: string | null
    next: string | null
  }>`
    select n.hash, n.compiled_at as at, n.compiled_by as by,
      (select min(d.day)::text from service_date d where d.company_id = ${company} and d.strategy_id = ${strategy.id} and d.state = 'Active'
        and d.day >= ${today}::date and d.day <> all(${strategy.frozenDays}::date[])) as next
    from (select 1) one left join strategy_plan n on n.company_id = ${company} and n.strategy_id = ${strategy.id} and n.no = ${strategy.planNo ?? 0}`.execute(
    tx,
  )
  const [plan] = rows
  const { domain, frozenDays, errors, ...head } = strategy
  return {
    ...head,
    projectDomain: domain,
    planHash: plan?.hash ?? null,
    compiledAt: plan?.at?.toISOString() ?? null,
    compiledBy: plan?.by ?? null,
    errors: errors.map(({ principle, code, facts }) => ({
      principle,
      message: translate(language, `services.fault.${code}`, facts),
    })),
    frozen: frozenDays.map((day) => ({
      day,
      since: frozenFrom(timeZone, day, policy).toISOString(),
      until: endOfDay(timeZone, day).toISOString(),
    })),
    next: plan?.next
      ? { day: plan.next, changeableUntil: frozenFrom(timeZone, plan.next, policy).toISOString() }
      : null,
  }
}

function present(
  context: Pick<SessionContext, 'actor' | 'language'>,
  strategy: StrategyHead,
  { authorId, approvedAt, language: written, dataSource, ...row }: PrincipleRow,
  { names, today, files }: { names: NamesOf; today: string; files: readonly FileRow[] },
): Principle {
  return {
    ...row,
    language: written as Principle['language'],
    dataSource: dataSource as Principle['dataSource'],
    sentence: sayPrinciple(context.language, row.content, names),
    approvedAt: approvedAt?.toISOString() ?? null,
    expired: isExpired(row, today),
    files: files.map(({ principleId: _principle, addedAt, ...file }) => ({
      ...file,
      addedAt: addedAt.toISOString(),
    })),
    actions: offer(context, principleCalls, (action) =>
      refusedOnPrinciple(action, { ...row, authorId }, strategy, context.actor),
    ),
  }
}

type PlanRow = { no: number; plan: Plan; hash: string; at: Date; by: string }

async function plansOf(tx: SessionContext['tx'], company: number, strategyId: string): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select n.no, n.plan, n.hash, n.compiled_at as at, n.compiled_by as by from strategy_plan n
    where n.company_id = ${company} and n.strategy_id = ${strategyId} order by n.no desc`.execute(tx)
  return rows
}

export const getStrategyPlanHandler = handle(getStrategyPlan, async (context) => {
  const { tx, actor, input, language } = context
  const strategy = await loadStrategy(context, input.strategyId)
  const plans = await plansOf(tx, actor.company.id, strategy.id)
  const until = input.day === null ? null : endOfDay(actor.company.timeZone, input.day)
  const shown = plans.find(
    ({ no, at }) => (input.no === null || no === input.no) && (until === null || at < until),
  )
  if (!shown) throw refusal('NoPlan', { strategy: strategy.code })
  const before = plans.find(({ no }) => no < shown.no)
  const names = await namesOfInputs(tx, actor.company.id)
  const line = (rule: PlanRule, change: 'Same' | 'Added' | 'Removed' | 'Changed') => ({
    principle: rule.principle,
    type: rule.type,
    sentence: sayPrinciple(language, rule.content, names),
    change,
  })
  const old = new Map(before?.plan.rules.map((rule) => [rule.principle, rule]))
  const kept = new Set(shown.plan.rules.map(({ principle }) => principle))
  return {
    no: shown.no,
    hash: shown.hash,
    compiledAt: shown.at.toISOString(),
    compiledBy: shown.by,
    comparedWith: before?.no ?? null,
    lines: [
      ...shown.plan.rules.map((rule) =>
        line(rule, before ? changeOf(old.get(rule.principle), rule) : 'Same'),
      ),
      ...(before?.plan.rules ?? [])
        .filter(({ principle }) => !kept.has(principle))
        .map((rule) => line(rule, 'Removed')),
    ],
    json: JSON.stringify(JSON.parse(canonical(shown.plan)), null, 2),
    numbers: plans.map(({ no }) => no),
  }
})

function changeOf(before: PlanRule | undefined, rule: PlanRule): 'Same' | 'Added' | 'Changed' {
  if (!before) return 'Added'
  const { version: _version, ...one } = before
  const { version: _before, ...other } = rule
  return canonical(one) === canonical(other) ? 'Same' : 'Changed'
}

export const downloadStrategyPlanHandler = handleDownload(downloadStrategyPlan, async (context) => {
  const { tx, actor, input } = context
  const strategy = await loadStrategy(context, input.strategyId)
  const found = (await plansOf(tx, actor.company.id, strategy.id)).find(({ no }) => no === input.no)
  if (!found) throw refusal('NotFound')
  return {
    name: `${strategy.code}-${found.no}.json`,
    type: 'application/json',
    body: Buffer.from(canonical(found.plan)),
  }
})
