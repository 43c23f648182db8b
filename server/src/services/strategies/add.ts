import { addStrategy, deriveStrategy } from '@kervan/contract/services/strategies'
import { refusal } from '@kervan/contract/kit/refusals'
import { strategyTable } from '@kervan/contract/services/states'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { fold } from '../../kit/lists/fold.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { assertVariant, type Service } from '../scope.ts'
import { loadStrategy } from './load.ts'

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
