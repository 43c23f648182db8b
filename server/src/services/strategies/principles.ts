import {
  addPoolPrinciple,
  authorizePrinciple,
  rejectPrinciple,
  removePrinciple,
  savePrinciple,
} from '@kervan/contract/services/principles'
import type { InputOf } from '@kervan/contract/kit/call'
import type { Operation } from '@kervan/contract/kit/operations'
import { refusal } from '@kervan/contract/kit/refusals'
import { settingFault } from '@kervan/contract/services/settings'
import { principleTable, strategyTable, type PrincipleAction } from '@kervan/contract/services/states'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { translate } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { forChange, changeStrategy } from './change.ts'
import { loadPrinciples, refusedOnPrinciple, type PrincipleRow, type StrategyHead } from './load.ts'

// What becomes of principles (SVC-004): written by one person, decided on by another.

const done = { done: true } as const
type Saved = InputOf<typeof savePrinciple>

/** A principle of the strategy, locked, for an action that is open on it. Throws `NotFound`. */
export async function principleFor(
  context: SessionContext,
  strategy: StrategyHead,
  principleId: string,
  action: PrincipleAction,
): Promise<PrincipleRow> {
  const [found] = await loadPrinciples(context.tx, context.actor.company.id, {
    ids: [principleId],
    lock: true,
  })
  if (!found || !found.usedBy.includes(strategy.code)) throw refusal('NotFound')
  const refused = refusedOnPrinciple(action, found, strategy, context.actor)
  if (refused) throw refused
  return found
}

/** A strategy whose principles have changed is Pending; its last plan stays in force until it is activated again. */
export async function strategyChanged(
  context: SessionContext,
  strategy: StrategyHead,
  principle: string,
): Promise<void> {
  await changeStrategy(context, strategy, {
    operation: 'strategy.changed',
    state: strategyTable.after('edit', strategy.state),
    set: { errors: '[]' },
    after: { principle },
  })
}

/** Columns of a principle as it was given. */
const columnsOf = (input: Omit<Saved, 'requestKey'>, code: string) => ({
  type: input.content.type,
  display_name: input.displayName,
  memo: input.memo,
  language: input.language,
  keywords: input.keywords,
  search_text: fold(`${code} ${input.displayName} ${input.keywords.join(' ')} ${input.memo}`),
  start_date: input.startDate,
  end_date: input.endDate,
  default_value: input.defaultValue,
  field_names: input.fieldNames,
  property_definition_id: input.propertyDefinitionId,
  data_source: input.dataSource,
  benchmark_horizon: input.benchmarkHorizon,
  content: JSON.stringify(input.content),
})

async function check({ tx, actor, input, language }: SessionContext & { input: Saved }): Promise<void> {
  const { content, startDate, endDate, propertyDefinitionId } = input
  if (endDate !== null && endDate < startDate) throw refusal('PrincipleEndsBeforeStart')
  if (content.type === 'Setting' || content.type === 'ServiceSettings') {
    const fault = settingFault(content.setting, content.value)
    if (fault)
      throw refusal('PrincipleWrong', {
        problem: translate(language, `services.settingFault.${fault}`, {
          setting: translate(language, `state.serviceSetting.${content.setting}`),
        }),
      })
  }
  const named = [
    ...(content.type === 'Filter' ? [{ table: 'ui_filter', id: content.filterId }] : []),
    ...(content.type === 'CustomData' ? [{ table: 'mci_entity', id: content.entityId }] : []),
    ...(propertyDefinitionId ? [{ table: 'property_definition', id: propertyDefinitionId }] : []),
  ]
  for (const { table, id } of named) {
    const { rows } =
      await sql`select from ${sql.table(table)} t where t.company_id = ${actor.company.id} and t.id = ${id}`.execute(
        tx,
      )
    if (rows.length === 0) throw refusal('NotFound')
  }
}

export const savePrincipleHandler = handle(savePrinciple, async (context) => {
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const strategy = await forChange(context, input.strategyId, 'addPrinciple')
  await check(context)
  if (input.principleId === null) {
    const made = await insert(context, strategy, input, {
      segment: input.pool ? 'UDFPool' : 'UDFCustom',
      from: null,
    })
    return { principleId: made }
  }
  const before = await principleFor(context, strategy, input.principleId, 'edit')
  if (before.version !== input.version) throw await changedMeanwhile(context, 'principle', before.id)
  if (before.type !== input.content.type) throw refusal('PrincipleTypeFixed')
  const others = before.usedBy.filter((code) => code !== strategy.code)
  if (others.length > 0 && input.scope === null)
    throw refusal('PrincipleShared', { count: others.length, strategies: others.join(', ') })
  if (input.scope === 'ThisOnly' && others.length > 0) {
    await sql`
      delete from strategy_principle o where o.company_id = ${company} and o.strategy_id = ${strategy.id} and o.principle_id = ${before.id}`.execute(
      tx,
    )
    return {
      principleId: await insert(context, strategy, input, { segment: 'UDFCustom', from: before.code }),
    }
  }
  // What holds for all of them changes all of them, so none may be frozen.
  const { rows } = await sql<{ id: string }>`
    select u.strategy_id as id from strategy_principle u where u.company_id = ${company} and u.principle_id = ${before.id} and u.strategy_id <> ${strategy.id} order by 1`.execute(
    tx,
  )
  for (const { id } of rows) await strategyChanged(context, await forChange(context, id, 'edit'), before.code)
  await tx
    .updateTable('principle')
    .set((set) => ({
      ...columnsOf(input, before.code),
      ...(input.pool && { segment: 'UDFPool' as const }),
      version: set('version', '+', 1),
      state: principleTable.after('edit', before.state),
      author_id: actor.membershipId,
      author_name: actor.name,
      status_note: null,
      approved_by: null,
      approved_at: null,
    }))
    .where('company_id', '=', company)
    .where('id', '=', before.id)
    .execute()
  await strategyChanged(context, strategy, before.code)
  await record(tx, actor, now, {
    audit: [
      entry('principle.changed', before, {
        before: { name: before.displayName, principleState: before.state },
        after: { name: input.displayName, principleState: 'Pending' },
      }),
    ],
  })
  return { principleId: before.id }
})

/** An entry of the audit log about a principle. */
export const entry = (
  operation: Operation,
  { id, code }: Pick<PrincipleRow, 'id' | 'code'>,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) => ({ operation, recordType: 'principle' as const, recordId: id, recordCode: code, ...values })

async function insert(
  context: SessionContext,
  strategy: StrategyHead,
  input: Saved,
  { segment, from }: { segment: 'UDFPool' | 'UDFCustom'; from: string | null },
): Promise<string> {
  const { tx, actor, now } = context
  const company = actor.company.id
  const id = newId()
  const code = `PR-${String(await nextCount(tx, company, 'principle')).padStart(5, '0')}`
  await tx
    .insertInto('principle')
    .values({
      company_id: company,
      id,
      code,
      reference_code: from,
      state: principleTable.initial,
      segment,
      author_id: actor.membershipId,
      author_name: actor.name,
      created_at: now,
      ...columnsOf(input, code),
    })
    .execute()
  await connect(context, strategy, id)
  await strategyChanged(context, strategy, code)
  await record(tx, actor, now, {
    audit: [
      entry(
        'principle.added',
        { id, code },
        {
          after: {
            name: input.displayName,
            principleType: input.content.type,
            principleState: principleTable.initial,
          },
        },
      ),
    ],
  })
  return id
}

async function connect(
  { tx, actor }: SessionContext,
  strategy: StrategyHead,
  principleId: string,
): Promise<void> {
  const company = actor.company.id
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(o.position), 0)::int as last from strategy_principle o where o.company_id = ${company} and o.strategy_id = ${strategy.id}`.execute(
    tx,
  )
  await sql`
    insert into strategy_principle (company_id, strategy_id, principle_id, position)
    values (${company}, ${strategy.id}, ${principleId}, ${(rows[0]?.last ?? 0) + 1})
    on conflict (company_id, strategy_id, principle_id) do nothing returning principle_id`.execute(tx)
}

export const addPoolPrincipleHandler = handle(addPoolPrinciple, async (context) => {
  const { tx, actor, input } = context
  const strategy = await forChange(context, input.strategyId, 'addPrinciple')
  const [found] = await loadPrinciples(tx, actor.company.id, { ids: [input.principleId] })
  if (!found || found.segment !== 'UDFPool') throw refusal('NoPrincipleOnPool')
  await connect(context, strategy, found.id)
  await strategyChanged(context, strategy, found.code)
  return done
})

export const removePrincipleHandler = handle(removePrinciple, async (context) => {
  const { tx, actor, now, input, services, language } = context
  const company = actor.company.id
  const strategy = await forChange(context, input.strategyId, 'edit')
  const found = await principleFor(context, strategy, input.principleId, 'remove')
  await sql`
    delete from strategy_principle o where o.company_id = ${company} and o.strategy_id = ${strategy.id} and o.principle_id = ${found.id}`.execute(
    tx,
  )
  await strategyChanged(context, strategy, found.code)
  const others = found.usedBy.filter((code) => code !== strategy.code)
  const isKept = found.segment !== 'UDFCustom' || others.length > 0
  if (!isKept) {
    const { rows } = await sql<{ file: string }>`
      select k.file_id as file from principle_file k where k.company_id = ${company} and k.principle_id = ${found.id}`.execute(
      tx,
    )
    await tx.deleteFrom('principle').where('company_id', '=', company).where('id', '=', found.id).execute()
    if (rows.length > 0) await removeFiles(tx, services.jobs, company, { ids: rows.map(({ file }) => file) })
  }
  await record(tx, actor, now, {
    audit: [
      entry('principle.removed', found, { before: { strategy: strategy.code, name: found.displayName } }),
    ],
  })
  // Of the pool it is taken off and nothing else was asked; one that others use could not be deleted.
  if (found.segment !== 'UDFCustom' || others.length === 0) return { kept: null }
  const error = translate(language, 'services.principle.usedBy', { strategies: others.join(', ') })
  return { kept: translate(language, 'services.principle.notDeleted', { error }) }
})

type Decided = InputOf<typeof authorizePrinciple>

async function decide(
  context: SessionContext & { input: Decided },
  action: 'authorize' | 'reject',
): Promise<typeof done> {
  const { tx, actor, now, input } = context
  const strategy = await forChange(context, input.strategyId, 'edit')
  const found = await principleFor(context, strategy, input.principleId, action)
  if (found.version !== input.version) throw await changedMeanwhile(context, 'principle', found.id)
  const note = input.note?.trim() || null
  if (action === 'reject' && note === null) throw refusal('RejectNoteRequired')
  const state = principleTable.after(action, found.state)
  await tx
    .updateTable('principle')
    .set((set) => ({
      version: set('version', '+', 1),
      state,
      status_note: note,
      approved_by: actor.name,
      approved_at: now,
    }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', found.id)
    .execute()
  await record(tx, actor, now, {
    audit: [
      entry(action === 'authorize' ? 'principle.authorized' : 'principle.rejected', found, {
        before: { principleState: found.state },
        after: { principleState: state, ...(note && { note }) },
      }),
    ],
  })
  return done
}

export const authorizePrincipleHandler = handle(authorizePrinciple, (context) => decide(context, 'authorize'))
export const rejectPrincipleHandler = handle(rejectPrinciple, (context) => decide(context, 'reject'))
