import { sql } from 'kysely'
import {
  activateUIFilter,
  countUIFilter,
  deactivateUIFilter,
  getActiveUIFilters,
  getUIFilter,
  removeUIFilter,
  saveUIFilter,
  uiFilters,
  uiFilterTable,
  type UIFilterAct,
  type UIFilterDefinition,
  type UIFilterState,
  type UIFilterType,
  type UIFilterView,
} from '@kervan/contract/company/ui-filters'
import type { OutputOf } from '@kervan/contract/kit/call'
import { refusal, Refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { offer } from '../../kit/records/offer.ts'
import { distinctCodes } from './conditions.ts'
import { usedByAreas } from '../../kit/master/uses.ts'
import { countOf, unknownCodes } from './members.ts'
import { queuePreparation } from './prepare.ts'

// The filters themselves (UIF-001): found, looked at, activated, deactivated, removed. Nothing here is narrowed by them, so
// whoever manages them can always take one back.

export type Head = {
  id: string
  version: number
  number: number
  name: string
  type: UIFilterType
  state: UIFilterState
  order_index: number
  definition: UIFilterDefinition
  prepared_at: Date | null
  job_id: string | null
  records: number | null
  refusal: RefusalCode | null
  refusal_facts: Record<string, string> | null
}

const recordsSql = (company: number) =>
  sql<
    number | null
  >`case when f.active_generation is not null then (select count(*)::int from ui_filter_member m
    where m.company_id = ${company} and m.filter_id = f.id and m.generation = f.active_generation) end`

/** Throws `NotFound`. */
export async function readFilter(
  { tx, actor }: SessionContext,
  id: string,
  { lock = false } = {},
): Promise<Head> {
  const company = actor.company.id
  // Locked first and read then: what a lock has waited for is not seen by the rest of the same statement.
  if (lock)
    await sql`select id from ui_filter where company_id = ${company} and id = ${id} for update`.execute(tx)
  const { rows } = await sql<Head>`
    select f.id, f.version, f.number, f.name, f.type, f.state, f.order_index, f.definition, f.prepared_at, f.job_id,
      ${recordsSql(company)} as records, j.refusal, j.refusal_facts
    from ui_filter f left join job j on j.company_id = ${company} and j.id = f.job_id
    where f.company_id = ${company} and f.id = ${id}`.execute(tx)
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

/** Why this cannot be done with a filter now, or null. */
export function refusedOnFilter(
  act: UIFilterAct,
  { state, name, users = null }: { state: UIFilterState; name: string; users?: string | null },
): Refusal | null {
  if (act !== 'deactivate' && state === 'PreparingData') return refusal('UIFilterPreparing', { name })
  if (act === 'remove' && users !== null) return refusal('UIFilterInUse', { name, users })
  if (act === 'edit' || act === 'remove') return null
  return uiFilterTable.allows(act, state, 'user')
    ? null
    : refusal('UIFilterStateWrong', { uiFilterState: state })
}

const calls = {
  edit: saveUIFilter,
  activate: activateUIFilter,
  deactivate: deactivateUIFilter,
  remove: removeUIFilter,
}
const actionsOf = (
  context: SessionContext,
  filter: { state: UIFilterState; name: string; users?: string | null },
) => offer(context, calls, (act: UIFilterAct) => refusedOnFilter(act, filter))

export async function presentFilter(context: SessionContext, id: string): Promise<UIFilterView> {
  const found = await readFilter(context, id)
  const { state } = found
  const users = await usersOf(context, id)
  return {
    id: found.id,
    version: found.version,
    customerPolicyId: found.number,
    customerPolicyName: found.name,
    type: found.type,
    orderIndex: found.order_index,
    state,
    ready: state === 'ReadyToUse',
    active: state !== 'Passive',
    definition: found.definition,
    records: found.records,
    preparedAt: found.prepared_at?.toISOString() ?? null,
    jobId: found.job_id,
    message:
      state === 'PreparationFailed' && found.refusal !== null
        ? refusalMessage(context.language, new Refusal(found.refusal, found.refusal_facts ?? {}))
        : null,
    actions: actionsOf(context, { ...found, users }),
  }
}

/** Who needs the filter as it is, in words; null where nobody does. */
const usersOf = async (context: SessionContext, id: string): Promise<string | null> =>
  (await usedByAreas(context, 'uiFilter', [id])).get(id) ?? null

export const uiFilterList = serveList(
  uiFilters,
  'uiFilterManagement',
  ({ actor }) => ({
    from: sql`ui_filter f`,
    where: [sql`f.company_id = ${actor.company.id}`],
    id: sql`f.id`,
    key: sql`f.id`,
    columns: {
      orderIndex: sql`f.order_index`,
      customerPolicyId: sql`f.number`,
      customerPolicyName: sql`f.name`,
      uiFilterType: sql`f.type`,
      uiFilterSource: sql`f.source`,
      state: sql`f.state`,
      ready: sql`(f.state = 'ReadyToUse')`,
      active: sql`(f.state <> 'Passive')`,
      records: recordsSql(actor.company.id),
      preparedAt: sql`f.prepared_at`,
      changedBy: sql`f.changed_by`,
      changedAt: sql`f.changed_at`,
    },
    extra: { version: sql`f.version` },
    search: folded(sql`f.name`),
  }),
  ({ state, customerPolicyName: name }, context) => ({ actions: actionsOf(context, { state, name }) }),
)

export const getUIFilterHandler = handle(getUIFilter, (context) =>
  presentFilter(context, context.input.uiFilterId),
)

export const countUIFilterHandler = handle(countUIFilter, async (context) => {
  assertWholeCompany(context)
  const { type } = context.input
  const definition = tidy(context.input.definition)
  return {
    ...(await countOf(context, type, definition)),
    ...(await unknownCodes(context, type, definition)),
  }
})

/** As it is kept: each code once. */
export const tidy = (definition: UIFilterDefinition): UIFilterDefinition =>
  definition.source === 'Codes' ? { ...definition, codes: distinctCodes(definition.codes) } : definition

type Asking = SessionContext & { input: { uiFilterId: string; version: number } }

/** The filter, locked and as the caller saw it. Throws what stands against the act. */
async function lockFor(context: Asking, act: UIFilterAct): Promise<Head> {
  assertWholeCompany(context)
  const { uiFilterId: id, version } = context.input
  const found = await readFilter(context, id, { lock: true })
  if (found.version !== version) throw await changedMeanwhile(context, 'uiFilter', id)
  const users = act === 'remove' ? await usersOf(context, id) : null
  const refused = refusedOnFilter(act, { ...found, users })
  if (refused) throw refused
  return found
}

export const activateUIFilterHandler = handle(activateUIFilter, async (context) => {
  const { tx, actor, now } = context
  const found = await lockFor(context, 'activate')
  const { records } = await countOf(context, found.type, found.definition)
  if (records === 0) throw refusal('UIFilterEmpty')
  await queuePreparation(context, found.id)
  await record(tx, actor, now, { audit: [entry('uiFilter.activated', found)] })
  return presentFilter(context, found.id)
})

export const deactivateUIFilterHandler = handle(deactivateUIFilter, async (context) => {
  const { tx, actor, now } = context
  const found = await lockFor(context, 'deactivate')
  await sql`update ui_filter set state = ${uiFilterTable.moves.deactivate.to}, active_generation = null, job_id = null
    where company_id = ${actor.company.id} and id = ${found.id}`.execute(tx)
  await record(tx, actor, now, { audit: [entry('uiFilter.deactivated', found)] })
  return presentFilter(context, found.id)
})

export const removeUIFilterHandler = handle(removeUIFilter, async (context) => {
  const { tx, actor, now } = context
  const found = await lockFor(context, 'remove')
  await sql`delete from ui_filter where company_id = ${actor.company.id} and id = ${found.id}`.execute(tx)
  await record(tx, actor, now, { audit: [entry('uiFilter.removed', found)] })
  return { done: true } as const
})

const entry = (
  operation: 'uiFilter.activated' | 'uiFilter.deactivated' | 'uiFilter.removed',
  { id, name }: Head,
) => ({ operation, recordType: 'uiFilter' as const, recordId: id, recordCode: name })

type Active = OutputOf<typeof getActiveUIFilters>['filters'][number]

/** For everybody: who is shown part of something is told so. */
export const getActiveUIFiltersHandler = handle(getActiveUIFilters, async ({ tx, actor }) => {
  const { rows } = await sql<Active>`
    select id, name, type, state = 'PreparingData' as preparing, active_generation is not null as narrows
    from ui_filter where company_id = ${actor.company.id} and state <> 'Passive' order by order_index, number`.execute(
    tx,
  )
  return { filters: rows }
})
