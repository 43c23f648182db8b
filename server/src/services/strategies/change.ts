import {
  activateStrategy,
  deactivateStrategy,
  deleteStrategy,
  updateStrategy,
} from '@kervan/contract/services/strategies'
import { refusal } from '@kervan/contract/kit/refusals'
import { strategyTable, type StrategyAction } from '@kervan/contract/services/states'
import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { neededSubscription } from '../credit/ledger.ts'
import { loadPrinciples, loadStrategy, refusedOnStrategy, type StrategyHead } from './load.ts'

// What becomes of strategies (SVC-003).

export const done = { done: true } as const

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
