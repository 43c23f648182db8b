import {
  activateStrategy,
  addStrategy,
  deactivateStrategy,
  deleteStrategy,
  deriveStrategy,
  revertStrategy,
  updateStrategy,
} from '@kervan/contract/services/strategies'
import { refusal } from '@kervan/contract/kit/refusals'
import { strategyTable, type StrategyAction } from '@kervan/contract/services/states'
import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { neededSubscription } from '../credit/ledger.ts'
import { assertVariant, type Service } from '../scope.ts'
import { loadPrinciples, loadStrategy, refusedOnStrategy, type StrategyHead } from './load.ts'
import type { PlanSource } from './compile.ts'

// What becomes of strategies (SVC-003).

const done = { done: true } as const

/** The project of a code, for who may work with its service. Throws `ProjectNotFound`. */
async function projectOf(
  { tx, actor }: SessionContext,
  code: string,
): Promise<{ code: string; service: Service }> {
  const project = await tx
    .selectFrom('project')
    .select(['code', 'service'])
    .where('company_id', '=', actor.company.id)
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!project) throw refusal('ProjectNotFound', { project: code })
  assertVariant(actor, 'ServiceStrategy', project.service)
  return project
}

async function add(
  context: SessionContext,
  values: { name: string; description: string | null; projectCode: string; derivedFrom: string | null },
): Promise<{ id: string; code: string }> {
  const { tx, actor, now } = context
  const id = newId()
  const number = await nextCount(tx, actor.company.id, 'strategy')
  const code = `ST-${String(number).padStart(5, '0')}`
  await tx
    .insertInto('strategy')
    .values({
      company_id: actor.company.id,
      id,
      code,
      name: values.name,
      description: values.description,
      search_text: fold(`${code} ${values.name} ${values.description ?? ''}`),
      project_code: values.projectCode,
      state: strategyTable.initial,
      segment: 'UserDefined',
      derived_from_id: values.derivedFrom,
      created_at: now,
      created_by: actor.name,
      changed_at: now,
      changed_by: actor.name,
    })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'strategy.added',
        recordType: 'strategy',
        recordId: id,
        recordCode: code,
        after: { name: values.name, project: values.projectCode, strategyState: strategyTable.initial },
      },
    ],
  })
  return { id, code }
}

export const addStrategyHandler = handle(addStrategy, async (context) => {
  assertWholeCompany(context)
  const { input } = context
  const project = await projectOf(context, input.projectCode)
  const { id } = await add(context, {
    name: input.strategyName,
    description: input.description?.trim() || null,
    projectCode: project.code,
    derivedFrom: null,
  })
  return { strategyId: id }
})

/** Principles are taken over by reference: they belong to both until one of them is changed for one strategy only. */
export const deriveStrategyHandler = handle(deriveStrategy, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, input } = context
  const from = await loadStrategy(context, input.strategyId)
  const { id } = await add(context, {
    name: input.strategyName,
    description: from.description,
    projectCode: from.projectCode,
    derivedFrom: from.id,
  })
  await sql`
    insert into strategy_principle (company_id, strategy_id, principle_id, position)
    select ${actor.company.id}, ${id}, o.principle_id, o.position from strategy_principle o
    where o.company_id = ${actor.company.id} and o.strategy_id = ${from.id} returning principle_id`.execute(
    tx,
  )
  return { strategyId: id }
})

/** The strategy, locked, for an action that is open on it. */
export async function forChange(
  context: SessionContext,
  strategyId: string,
  action: StrategyAction,
): Promise<StrategyHead> {
  assertWholeCompany(context)
  const strategy = await loadStrategy(context, strategyId, { lock: true })
  const refused = refusedOnStrategy(action, strategy)
  if (refused) throw refused
  return strategy
}

/** Writes a change of a strategy down; `set` are further columns. */
export async function changeStrategy(
  { tx, actor, now }: SessionContext,
  strategy: Pick<StrategyHead, 'id' | 'code' | 'state'>,
  change: {
    operation: Operation
    state: StrategyHead['state']
    set?: {
      name?: string
      description?: string | null
      search_text?: string
      errors?: string
      in_force?: boolean
    }
    after?: Record<string, unknown>
    before?: Record<string, unknown>
  },
): Promise<void> {
  await tx
    .updateTable('strategy')
    .set((set) => ({
      ...change.set,
      version: set('version', '+', 1),
      state: change.state,
      changed_at: now,
      changed_by: actor.name,
    }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', strategy.id)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: change.operation,
        recordType: 'strategy',
        recordId: strategy.id,
        recordCode: strategy.code,
        before: { strategyState: strategy.state, ...change.before },
        after: { strategyState: change.state, ...change.after },
      },
    ],
  })
}

export const updateStrategyHandler = handle(updateStrategy, async (context) => {
  const { input } = context
  const strategy = await forChange(context, input.strategyId, 'edit')
  if (strategy.version !== input.version) throw await changedMeanwhile(context, 'strategy', strategy.id)
  const description = input.description?.trim() || null
  // A name is no rule: the plan stays as it is, and so does the state.
  await changeStrategy(context, strategy, {
    operation: 'strategy.changed',
    state: strategy.state,
    set: {
      name: input.strategyName,
      description,
      search_text: fold(`${strategy.code} ${input.strategyName} ${description ?? ''}`),
    },
    before: { name: strategy.name, description: strategy.description },
    after: { name: input.strategyName, description },
  })
  return done
})

export const activateStrategyHandler = handle(activateStrategy, async (context) => {
  const { tx, actor, now, input, services } = context
  const strategy = await forChange(context, input.strategyId, 'activate')
  const principles = await loadPrinciples(tx, actor.company.id, { strategyId: strategy.id })
  if (principles.length === 0) throw refusal('NoPrinciples', { strategy: strategy.code })
  const open = principles.filter(({ state }) => state !== 'Authorized')
  if (open.length > 0)
    throw refusal('PrinciplesPending', { principles: open.map(({ code }) => code).join(', ') })
  const { service, projectCode } = strategy
  await neededSubscription(tx, actor.company.id, { service, projectCode }, dayIn(actor.company.timeZone, now))
  await changeStrategy(context, strategy, {
    operation: 'strategy.activated',
    state: strategyTable.after('activate', strategy.state),
    set: { errors: '[]' },
  })
  await services.jobs.send(tx, 'strategyCompiling', {
    companyId: actor.company.id,
    strategyId: strategy.id,
    by: actor.name,
  })
  return done
})

export const deactivateStrategyHandler = handle(deactivateStrategy, async (context) => {
  const strategy = await forChange(context, context.input.strategyId, 'deactivate')
  await changeStrategy(context, strategy, {
    operation: 'strategy.deactivated',
    state: strategyTable.after('deactivate', strategy.state),
    set: { in_force: false },
  })
  return done
})

/** Back to the principles of the last plan as they were; those that other strategies use stay as they are now. */
export const revertStrategyHandler = handle(revertStrategy, async (context) => {
  const { tx, actor, input } = context
  const company = actor.company.id
  const strategy = await forChange(context, input.strategyId, 'revert')
  const { rows } = await sql<{ sources: PlanSource[] }>`
    select n.sources from strategy_plan n where n.company_id = ${company} and n.strategy_id = ${strategy.id} and n.no = ${strategy.planNo ?? 0}`.execute(
    tx,
  )
  const sources = rows[0]?.sources ?? []
  const there = await loadPrinciples(tx, company, { ids: sources.map(({ id }) => id), lock: true })
  const versions = new Map(there.map((one) => [one.id, one]))
  await sql`
    delete from strategy_principle o where o.company_id = ${company} and o.strategy_id = ${strategy.id}`.execute(
    tx,
  )
  let position = 0
  for (const source of sources) {
    const now = versions.get(source.id)
    const isShared = (now?.usedBy ?? []).some((code) => code !== strategy.code)
    if (!now) await restorePrinciple(context, source)
    else if (now.version !== source.version && !isShared) await resetPrinciple(context, source)
    position += 1
    await sql`
      insert into strategy_principle (company_id, strategy_id, principle_id, position)
      values (${company}, ${strategy.id}, ${source.id}, ${position}) returning principle_id`.execute(tx)
  }
  await changeStrategy(context, strategy, {
    operation: 'strategy.reverted',
    state: strategyTable.after('revert', strategy.state),
    set: { errors: '[]', in_force: true },
    after: { planNo: strategy.planNo },
  })
  return done
})

const columnsOf = (source: PlanSource) => ({
  type: source.type,
  state: source.state,
  segment: source.segment,
  display_name: source.displayName,
  memo: source.memo,
  status_note: source.statusNote,
  language: source.language,
  keywords: source.keywords,
  search_text: fold(`${source.code} ${source.displayName} ${source.keywords.join(' ')}`),
  start_date: source.startDate,
  end_date: source.endDate,
  default_value: source.defaultValue,
  field_names: source.fieldNames,
  property_definition_id: source.propertyDefinitionId,
  data_source: source.dataSource,
  benchmark_horizon: source.benchmarkHorizon,
  content: JSON.stringify(source.content),
  author_id: source.authorId,
  author_name: source.authorName,
  approved_by: source.approvedBy,
  approved_at: source.approvedAt === null ? null : new Date(source.approvedAt),
})

async function resetPrinciple({ tx, actor }: SessionContext, source: PlanSource): Promise<void> {
  await tx
    .updateTable('principle')
    .set((set) => ({ ...columnsOf(source), version: set('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', source.id)
    .execute()
}

async function restorePrinciple({ tx, actor, now }: SessionContext, source: PlanSource): Promise<void> {
  await tx
    .insertInto('principle')
    .values({
      company_id: actor.company.id,
      id: source.id,
      version: source.version + 1,
      code: source.code,
      reference_code: source.referenceCode,
      created_at: now,
      ...columnsOf(source),
    })
    .execute()
}

/** Only what has never run: plans, dates and strategies derived from it keep it. */
export const deleteStrategyHandler = handle(deleteStrategy, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const strategy = await forChange(context, input.strategyId, 'delete')
  const { rows } = await sql<{ users: string[] }>`
    select array(select p.code from service_plan p where p.company_id = ${company} and ${strategy.id} in (p.strategy_id, p.conflicting_strategy_id)
      union select d.day::text from service_date d where d.company_id = ${company} and d.strategy_id = ${strategy.id}
      union select s.code from strategy s where s.company_id = ${company} and s.derived_from_id = ${strategy.id} order by 1 limit 5) as users`.execute(
    tx,
  )
  const users = rows[0]?.users ?? []
  if (users.length > 0) throw refusal('StrategyInUse', { strategy: strategy.code, users: users.join(', ') })
  // Principles of its own go with it.
  const { rows: own } = await sql<{ id: string }>`
    select o.principle_id as id from strategy_principle o join principle p on p.company_id = ${company} and p.id = o.principle_id
    where o.company_id = ${company} and o.strategy_id = ${strategy.id} and p.segment = 'UDFCustom'
      and not exists (select from strategy_principle u where u.company_id = ${company} and u.principle_id = o.principle_id and u.strategy_id <> ${strategy.id})`.execute(
    tx,
  )
  await tx.deleteFrom('strategy').where('company_id', '=', company).where('id', '=', strategy.id).execute()
  if (own.length > 0)
    await tx
      .deleteFrom('principle')
      .where('company_id', '=', company)
      .where(
        'id',
        'in',
        own.map(({ id }) => id),
      )
      .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'strategy.deleted',
        recordType: 'strategy',
        recordId: strategy.id,
        recordCode: strategy.code,
        before: { name: strategy.name, strategyState: strategy.state },
      },
    ],
  })
  return done
})
