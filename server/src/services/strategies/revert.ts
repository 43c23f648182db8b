import { revertStrategy } from '@kervan/contract/services/strategies'
import { strategyTable } from '@kervan/contract/services/states'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { loadPrinciples } from './load.ts'
import type { PlanSource } from './compile.ts'
import { done, forChange, changeStrategy } from './change.ts'

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
