import { sql, type RawBuilder } from 'kysely'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { removeFiles } from '../kit/records/files.ts'
import type { ScheduledWork } from '../kit/work/schedule.ts'

// How long what is kept (D43). One row of the table below for each kind of data that goes by its age.

/** Rows of one kind deleted in one transaction; what is left goes in the next. */
const chunk = 2_000

type Scope = { tx: Tx; services: Services; companyId: number; before: Date }
type Retention = { what: string; days: number; remove: (scope: Scope) => Promise<number> }

/** Deletes rows of a company's table by their key, which begins with the company; `old` names the row `r`. */
function rowsOf(table: string, key: string, old: (scope: Scope) => RawBuilder<unknown>): Retention['remove'] {
  return async (scope) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${sql.raw(key)}) in (
        select ${sql.raw(key)} from ${sql.table(table)} r where ${old(scope)} limit ${chunk})
      and company_id = ${scope.companyId}`.execute(scope.tx)
    return Number(numAffectedRows ?? 0)
  }
}

/** As `rowsOf`, in a table that all companies share: distributed PostgreSQL does not choose its rows by a company's while it deletes. */
function sharedRowsOf(
  table: string,
  key: string,
  old: (scope: Scope) => RawBuilder<unknown>,
): Retention['remove'] {
  return async (scope) => {
    const { rows } = await sql<{ key: unknown }>`
      select ${sql.id(key)} as key from ${sql.table(table)} r where ${old(scope)} limit ${chunk}`.execute(
      scope.tx,
    )
    if (rows.length === 0) return 0
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.id(key)} in (${sql.join(rows.map((row) => row.key))})`.execute(
      scope.tx,
    )
    return Number(numAffectedRows ?? 0)
  }
}

const ofCompany = ({ companyId }: Scope) => sql`r.company_id = ${companyId}`

/**
 * In this order: what points at something goes before it. Sign-ins first, because they go over a connection of their own,
 * and distributed PostgreSQL lets that wait for shared tables that this transaction has written.
 */
export const retention: readonly Retention[] = [
  { what: 'signIns', days: 730, remove: signInsOf('anybody') },
  { what: 'signInsOfStrangers', days: 90, remove: signInsOf('strangers') },
  {
    what: 'sessions',
    days: 30,
    remove: sharedRowsOf(
      'session',
      'token_hash',
      (s) => sql`${ofCompany(s)} and coalesce(r.ended_at, r.expires_at) < ${s.before}`,
    ),
  },
  {
    what: 'temporaryPasswords',
    days: 30,
    remove: sharedRowsOf(
      'temporary_password',
      'id',
      (
        s,
      ) => sql`r.expires_at < ${s.before} and not exists (select from session x where x.temporary_password_id = r.id)
        and r.identity_id in (select m.identity_id from membership m where m.company_id = ${s.companyId})`,
    ),
  },
  {
    what: 'throttles',
    days: 2,
    remove: sharedRowsOf(
      'login_throttle',
      'key',
      (s) =>
        sql`r.window_started_at < ${s.before} and coalesce(r.blocked_until, r.window_started_at) < ${s.before}`,
    ),
  },
  {
    what: 'answeredRequests',
    days: 30,
    remove: rowsOf(
      'answered_request',
      'company_id, membership_id, key',
      (s) => sql`${ofCompany(s)} and r.at < ${s.before}`,
    ),
  },
  {
    what: 'outbox',
    days: 30,
    remove: rowsOf('outbox', 'company_id, id', (s) => sql`${ofCompany(s)} and r.created_at < ${s.before}`),
  },
  {
    what: 'registrations',
    days: 30,
    remove: rowsOf(
      'registration',
      'company_id, id',
      (s) => sql`${ofCompany(s)} and r.state = 'Unconfirmed' and r.expires_at < ${s.before}`,
    ),
  },
  {
    what: 'imports',
    days: 90,
    remove: rowsOf(
      'order_import',
      'company_id, id',
      (s) => sql`${ofCompany(s)} and r.uploaded_at < ${s.before}`,
    ),
  },
  {
    what: 'jobs',
    days: 90,
    remove: rowsOf('job', 'company_id, id', (s) => sql`${ofCompany(s)} and r.finished_at < ${s.before}`),
  },
  {
    what: 'notices',
    days: 90,
    remove: rowsOf('notice', 'company_id, id', (s) => sql`${ofCompany(s)} and r.created_at < ${s.before}`),
  },
  {
    what: 'scheduleRuns',
    days: 90,
    remove: rowsOf(
      'schedule_run',
      'company_id, name, due_at',
      (s) => sql`${ofCompany(s)} and r.finished_at < ${s.before}`,
    ),
  },
  // What was read of a file before its reading failed: nobody can use it, and a disk may have run full over it.
  {
    what: 'unreadRows',
    days: 1,
    remove: rowsOf(
      'master_change_row',
      'company_id, change_id, id',
      (
        s,
      ) => sql`${ofCompany(s)} and r.change_id in (select c.id from master_change c where c.company_id = ${s.companyId}
        and c.state = 'Invalid' and c.refusal is not null and c.made_at < ${s.before})`,
    ),
  },
  { what: 'mciRows', days: 30, remove: removeMciRows },
  {
    what: 'files',
    days: 1,
    remove: ({ tx, services, companyId, before }) =>
      removeFiles(tx, services.jobs, companyId, { before, limit: chunk }),
  },
  { what: 'strayFiles', days: 1, remove: removeStrayFiles },
]

function signInsOf(whom: 'anybody' | 'strangers'): Retention['remove'] {
  return ({ services, companyId, before }) =>
    services.removeSignIns({ companyId, before, whom, limit: chunk })
}

/** An entity may have a million rows: as many as this go in one transaction. */
const mciChunk = 50_000

/**
 * Rows of generations that no entity points at and nobody can activate any more: their file is neither valid nor being
 * read, and was neither uploaded nor activated lately. What a failed or cancelled reading left goes at once. A valid one that was active long ago is to be read anew first. The generations are found by steps through the primary key.
 */
async function removeMciRows({ tx, companyId, before }: Scope): Promise<number> {
  await sql`update mci_file f set state = 'ReValidate' from mci_entity e
    where f.company_id = ${companyId} and f.state = 'Succeeded' and f.activated_at < ${before}
      and e.company_id = ${companyId} and e.id = f.entity_id and f.generation not in (e.user_generation, e.erp_generation)`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    with recursive g as (
      (select r.entity_id, r.generation from mci_row r where r.company_id = ${companyId}
        order by r.entity_id, r.generation limit 1)
      union all
      select n.entity_id, n.generation from g cross join lateral (
        select r.entity_id, r.generation from mci_row r
        where r.company_id = ${companyId} and (r.entity_id, r.generation) > (g.entity_id, g.generation)
        order by r.entity_id, r.generation limit 1) n)
    delete from mci_row where company_id = ${companyId} and (entity_id, generation, key) in (
      select r.entity_id, r.generation, r.key from g
        join mci_row r on r.company_id = ${companyId} and r.entity_id = g.entity_id and r.generation = g.generation
      where not exists (select from mci_entity e where e.company_id = ${companyId} and e.id = g.entity_id
          and g.generation in (e.user_generation, e.erp_generation))
        and not exists (select from mci_file f where f.company_id = ${companyId} and f.entity_id = g.entity_id
          and f.generation = g.generation and (f.state in ('Succeeded', 'Pending', 'Validating')
            or f.state not in ('Invalid', 'Cancelled') and greatest(f.uploaded_at, f.activated_at) >= ${before}))
      limit ${mciChunk})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Bytes that no row names: what a request stored whose transaction was rolled back. */
async function removeStrayFiles({ tx, services, companyId, before }: Scope): Promise<number> {
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

export const retentionWork: ScheduledWork = {
  name: 'retention',
  expression: '30 3 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId }) {
    const now = services.clock.now().getTime()
    const counts: Record<string, number> = {}
    for (const { what, days, remove } of retention)
      counts[what] = await remove({ tx, services, companyId, before: new Date(now - days * dayMs) })
    return { counts, more: Object.values(counts).some((count) => count >= chunk) }
  },
}
