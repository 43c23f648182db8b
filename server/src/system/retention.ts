import { sql } from 'kysely'
import { partsOf } from '../kit/parts.ts'
import { removeFiles } from '../kit/records/files.ts'
import { chunk, rowsOf, type Retention, type RetentionScope } from '../kit/records/retention.ts'
import type { CalendarWork } from '../kit/work/schedule.ts'

// How long what is kept (D43): what each area says of its own, and here of what all areas share.

const shared: readonly Retention[] = [
  {
    what: 'answeredRequests',
    days: 30,
    remove: rowsOf('answered_request', (s) => sql`r.at < ${s.before}`),
  },
  {
    what: 'outbox',
    days: 30,
    remove: rowsOf('outbox', (s) => sql`r.created_at < ${s.before}`),
  },
  {
    what: 'jobs',
    days: 90,
    remove: rowsOf('job', (s) => sql`r.finished_at < ${s.before}`),
  },
  {
    what: 'notices',
    days: 90,
    remove: rowsOf('notice', (s) => sql`r.created_at < ${s.before}`),
  },
  {
    what: 'scheduleRuns',
    days: 90,
    remove: rowsOf('schedule_run', (s) => sql`r.finished_at < ${s.before}`),
  },
  {
    what: 'fileSets',
    days: 90,
    remove: rowsOf('file_set', (s) => sql`r.state = 'Closed' and r.made_at < ${s.before}`),
  },
  {
    what: 'unreadRows',
    days: 1,
    remove: rowsOf(
      'master_change_row',
      (s) => sql`r.change_id in (select c.id from master_change c where c.company_id = ${s.companyId}
        and c.state = 'Invalid' and c.refusal is not null and c.made_at < ${s.before})`,
    ),
  },
  {
    what: 'files',
    days: 1,
    remove: ({ tx, services, companyId, before }) =>
      removeFiles(tx, services.jobs, companyId, { before, limit: chunk }),
  },
  { what: 'strayFiles', days: 1, remove: removeStrayFiles },
]

/** Areas first: what points at something shared goes before it, and files once nothing names them. */
export const retention = (): readonly Retention[] => [...partsOf('retention'), ...shared]

/** Bytes that no row names: what a request stored whose transaction was rolled back. */
async function removeStrayFiles({ tx, services, companyId, before }: RetentionScope): Promise<number> {
  const old: string[] = []
  for await (const { key, changedAt } of services.files.stored(companyId))
    if (changedAt < before) old.push(key)
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${old}::text[]) as k(key)
    where not exists (select from file f where f.company_id = ${companyId} and f.storage_key = k.key) limit ${chunk}`.execute(
    tx,
  )
  for (const { key } of rows) await services.files.removeBytes(key)
  return rows.length
}

const dayMs = 86_400_000

export const retentionWork: CalendarWork = {
  name: 'retention',
  expression: '30 3 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId }) {
    const now = services.clock.now().getTime()
    const counts: Record<string, number> = {}
    for (const { what, days, remove } of retention())
      counts[what] = await remove({ tx, services, companyId, before: new Date(now - days * dayMs) })
    return { counts, more: Object.values(counts).some((count) => count >= chunk) }
  },
}
