import { sql } from 'kysely'
import type { UIFilterDefinition, UIFilterState, UIFilterType } from '@kervan/contract/company/ui-filters'
import { Refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { MasterContext, Sql } from '../../kit/master/kind.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import type { JobPayloads } from '../../kit/work/payloads.ts'
import { keepRecords, meaningOf } from './members.ts'

// The records of a filter are written under a generation of their own; one number then says which generation narrows, so
// a list shows all of the old ones or all of the new ones (UIF-001). The row of the filter is what preparing and changes
// of records wait at for each other: whoever comes second sees what the first has written.

type Queuing = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'language' | 'now'>

/** Queues the preparation of a filter whose row is locked, and says so in its state. */
export async function queuePreparation(context: Queuing, id: string): Promise<void> {
  const { tx, actor, services, language, now } = context
  const jobId = await services.jobs.start(tx, actor, 'uiFilter.prepare', { uiFilterId: id, language }, now)
  await sql`update ui_filter set state = 'PreparingData', job_id = ${jobId} where company_id = ${actor.company.id} and id = ${id}`.execute(
    tx,
  )
}

type Found = {
  id: string
  type: UIFilterType
  state: UIFilterState
  definition: UIFilterDefinition
  generation: number
  active_generation: number | null
}

/** What workers do to prepare a filter. A job that is not the filter's newest one has nothing to do. */
export const uiFilterPreparing: JobHandler<'uiFilter.prepare'> = {
  run: prepare,
  stopped,
  // The portal prepares a filter for everybody.
  tells: () => false,
}

async function prepare({ id: jobId, actor, services, input }: JobRun<'uiFilter.prepare'>): Promise<unknown> {
  const company = actor.company.id
  const work = async (tx: Tx) => {
    const { rows } = await sql<Found>`
      select id, type, state, definition, generation, active_generation from ui_filter
      where company_id = ${company} and id = ${input.uiFilterId} and job_id = ${jobId} and state = 'PreparingData' for update`.execute(
      tx,
    )
    const [filter] = rows
    if (!filter) return { records: 0 }
    const generation = filter.generation + 1
    const reading = { tx, actor, language: input.language }
    const meaning = await meaningOf(reading, filter.type, filter.definition)
    const records = await keepRecords(reading, filter, { generation, meaning })
    await sql`update ui_filter set state = 'ReadyToUse', generation = ${generation}, active_generation = ${generation}, prepared_at = ${services.clock.now()}
      where company_id = ${company} and id = ${filter.id}`.execute(tx)
    // Who has begun to read goes by the generation before, so that one stays until the next time.
    await sql`delete from ui_filter_member where company_id = ${company} and filter_id = ${filter.id} and generation < ${generation} and generation <> ${filter.active_generation ?? 0}`.execute(
      tx,
    )
    return { records }
  }
  return services.db.withCompany(company, work, { long: true })
}

async function stopped(
  tx: Tx,
  job: { companyId: number; input: JobPayloads['uiFilter.prepare'] },
): Promise<void> {
  await sql`update ui_filter f set state = 'PreparationFailed' from job j
    where f.company_id = ${job.companyId} and j.company_id = ${job.companyId} and j.id = f.job_id and j.state in ('Failed', 'Cancelled')
      and f.id = ${job.input.uiFilterId} and f.state = 'PreparingData'`.execute(tx)
}

/** Keeps the records of the filters in use right in the transaction that changes master data (`after` of a kind). */
export function keepFilters(type: UIFilterType) {
  return async (context: MasterContext, changeId: string): Promise<void> => {
    const { tx, actor } = context
    const company = actor.company.id
    const { rows: filters } = await sql<Found>`
      select id, type, state, definition, generation, active_generation from ui_filter
      where company_id = ${company} and type = ${type} and state <> 'Passive' order by id for share`.execute(
      tx,
    )
    const changed = sql`select r.record_id from master_change_row r
      where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Added', 'Changed', 'Removed')`
    for (const filter of filters) {
      const { id, active_generation: generation } = filter
      if (generation === null) continue
      const meaning = await askable(context, filter)
      // What it speaks of is gone: it narrows as it did, and its preparation tells those who manage it.
      if (meaning === null) {
        if (filter.state === 'ReadyToUse') await queuePreparation(context, id)
        continue
      }
      await sql`delete from ui_filter_member m where m.company_id = ${company} and m.filter_id = ${id}
        and m.generation = ${generation} and m.record_id in (${changed})`.execute(tx)
      await keepRecords(context, filter, { generation, meaning: sql`t.id in (${changed}) and ${meaning}` })
    }
  }
}

/** What the filter means, or null where that cannot be asked any more. */
async function askable(context: MasterContext, { type, definition }: Found): Promise<Sql | null> {
  try {
    return await meaningOf(context, type, definition)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The rows that services read of an MCI entity have changed: the filters made from it are prepared anew. */
export async function prepareFiltersOf(context: Queuing, entityId: string): Promise<void> {
  const { tx, actor } = context
  const { rows } = await sql<{ id: string }>`
    select id from ui_filter where company_id = ${actor.company.id} and source = 'MciEntity' and definition ->> 'entityId' = ${entityId}
      and state <> 'Passive' order by id for update`.execute(tx)
  for (const { id } of rows) await queuePreparation(context, id)
}
