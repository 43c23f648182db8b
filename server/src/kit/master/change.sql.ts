import type { RefusalCode } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type {
  ApprovalSteps,
  ChangeMode,
  ChangeSource,
  ChangeState,
  ColumnWay,
} from '@kervan/contract/kit/master-change'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { insertMany } from '../database/insert-many.ts'
import { newId } from '../database/uuid.ts'
import type { Issue, MasterContext, ServedKind, Sql } from './kind.ts'
import type { ProposedRow } from './propose.ts'

// Changes and their rows, as they are kept.

export type ChangeHead = {
  id: string
  kind: string
  source: ChangeSource
  mode: ChangeMode
  state: ChangeState
  approval: ApprovalSteps
  file_id: string | null
  file_name: string | null
  /** What its record is called, where it has a single one. */
  record: string | null
  job_id: string | null
  added: number
  changed: number
  removed: number
  unchanged: number
  faulty: number
  made_by: string | null
  made_by_name: string
  made_at: Date
  checked_by: string | null
  checked_by_name: string | null
  checked_at: Date | null
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Date | null
  comment: string | null
  activated_at: Date | null
  reverts_id: string | null
  reverted_by_id: string | null
  refusal: RefusalCode | null
  refusal_facts: Record<string, string> | null
  /** How the columns of its file were found; null of what is no file, and of one that has not been read. */
  column_way: ColumnWay | null
}

/** A row of a change as far as it is judged by others. */
export type ChangedRow = Pick<
  ProposedRow,
  'id' | 'recordId' | 'record' | 'fileRow' | 'action' | 'before' | 'after'
>

/** How many persons a change of this kind needs in this company: never one alone where the kind always needs a second. */
export async function approvalOf(tx: Tx, { kind }: ServedKind, actor: Actor): Promise<ApprovalSteps> {
  if (!kind.approval) return 'None'
  const least = kind.approval === 'always' ? 'Approver' : 'None'
  const row = await tx
    .selectFrom('master_approval')
    .select('steps')
    .where('company_id', '=', actor.company.id)
    .where('kind', '=', kind.key)
    .executeTakeFirst()
  return row && row.steps !== 'None' ? row.steps : least
}

type Begun = Pick<ChangeHead, 'source' | 'state'> &
  Partial<Pick<ChangeHead, 'mode' | 'file_id' | 'file_name' | 'reverts_id' | 'job_id'>> & {
    /** A portion of a delivery by API that another one follows. */
    more_follow?: boolean
    /** The only sheet of the file that is read; all of them where nothing is said. */
    only_sheet?: string | null
  }

/** Begins a change; returns its id. */
export async function beginChange(
  context: MasterContext,
  served: ServedKind,
  begun: Begun,
): Promise<{ id: string; approval: ApprovalSteps }> {
  const { tx, actor, now } = context
  const id = newId()
  const approval = await approvalOf(tx, served, actor)
  await tx
    .insertInto('master_change')
    .values({
      company_id: actor.company.id,
      id,
      kind: served.kind.key,
      approval,
      made_by: actor.membershipId,
      made_by_name: actor.name,
      made_at: now,
      ...begun,
    })
    .execute()
  return { id, approval }
}

/** Adds rows to a change and counts them; `from` is the position of the first. */
export async function addRows(
  tx: Tx,
  actor: Actor,
  served: ServedKind,
  changeId: string,
  rows: readonly ProposedRow[],
  from = 0,
): Promise<void> {
  const { kind } = served
  await insertMany(
    tx,
    'master_change_row',
    rows.map((row, at) => ({
      company_id: actor.company.id,
      change_id: changeId,
      id: row.id,
      position: from + at,
      sheet: row.sheet,
      file_row: row.fileRow,
      kind: kind.key,
      action: row.action,
      record_id: row.recordId,
      record: row.record.slice(0, 400),
      base_version: row.baseVersion,
      version: row.version,
      before: row.before,
      after: row.after,
      issues: row.issues,
    })),
  )
  await keepFiles(tx, actor, served, changeId, rows)
  const count = (action: ProposedRow['action']) => rows.filter((row) => row.action === action).length
  await tx
    .updateTable('master_change')
    .set((set) => ({
      added: set('added', '+', count('Added')),
      changed: set('changed', '+', count('Changed')),
      removed: set('removed', '+', count('Removed')),
      unchanged: set('unchanged', '+', count('Unchanged')),
      faulty: set('faulty', '+', count('Faulty')),
    }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', changeId)
    .execute()
}

/** The documents that the rows name stay as long as the change: whoever decides on it or reads it later opens them. */
async function keepFiles(
  tx: Tx,
  actor: Actor,
  { fields }: ServedKind,
  changeId: string,
  rows: readonly ProposedRow[],
): Promise<void> {
  const names = fields.flatMap(([name, { type }]) => (type === 'file' ? [name] : []))
  const ids = rows.flatMap(({ action, before, after }) =>
    action === 'Faulty' ? [] : names.flatMap((name) => [before?.[name], after?.[name]]),
  )
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (named.length === 0) return
  const company_id = actor.company.id
  await insertMany(
    tx,
    'master_change_file',
    named.map((file_id) => ({ company_id, change_id: changeId, file_id })),
    'on conflict do nothing',
  )
}

/** Rows of a staged change become faulty. Answers how many of each action. */
export async function refuseRows(
  tx: Tx,
  actor: Actor,
  changeId: string,
  rows: readonly Pick<ChangedRow, 'id' | 'action'>[],
  wrong: ReadonlyMap<string, readonly Issue[]>,
): Promise<FailedRows> {
  const failed = { Added: 0, Changed: 0, Removed: 0 }
  if (wrong.size === 0) return failed
  for (const { id, action } of rows)
    if (wrong.has(id) && (action === 'Added' || action === 'Changed')) failed[action] += 1
  const issues = JSON.stringify([...wrong].map(([id, all]) => ({ id, issues: all })))
  await sql`
    update master_change_row r set action = 'Faulty', version = null, issues = r.issues || m.issues
    from jsonb_to_recordset(${issues}::jsonb) as m(id uuid, issues jsonb)
    where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.id = m.id`.execute(tx)
  await recount(tx, actor, changeId)
  return failed
}

/** How many rows of each action have become faulty. */
export type FailedRows = { Added: number; Changed: number; Removed: number }

/** The rows of a change that do something, as they are staged. */
export async function stagedRows(tx: Tx, actor: Actor, changeId: string): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select id, record_id as "recordId", record, file_row as "fileRow", action, before, after from master_change_row
    where company_id = ${actor.company.id} and change_id = ${changeId} and action in ('Added', 'Changed', 'Removed') order by position`.execute(
    tx,
  )
  return rows
}

/** From here to the end of the transaction nobody else changes what records of this kind have alone. */
export async function lockKind(tx: Tx, actor: Actor, { kind }: ServedKind): Promise<void> {
  const key = `numbers of ${kind.key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${actor.company.id}))`.execute(tx)
}

/** What the record of a change `t` is called, where it has a single one. */
const soleRecordSql = (company: number): Sql =>
  sql`case when t.added + t.changed + t.removed + t.unchanged + t.faulty = 1 then
    (select r.record from master_change_row r where r.company_id = ${company} and r.change_id = t.id limit 1) end`

/** The same, where the change did not come as a file, whose name says more. */
export const recordUnlessFile = (company: number): Sql =>
  sql`case when t.file_name is null then ${soleRecordSql(company)} end`

/** The change, locked where it is going to move. Throws `ChangeNotFound`. */
export async function readHead(
  tx: Tx,
  { kind }: ServedKind,
  actor: Actor,
  id: string,
  { lock = false } = {},
): Promise<ChangeHead> {
  const { rows } = await sql<ChangeHead>`
    select id, kind, source, mode, state, approval, file_id, file_name, ${soleRecordSql(actor.company.id)} as record, job_id, added, changed, removed, unchanged, faulty,
      made_by, made_by_name, made_at, checked_by, checked_by_name, checked_at, decided_by, decided_by_name, decided_at, comment,
      activated_at, reverts_id, reverted_by_id, refusal, refusal_facts, columns ->> 'way' as column_way
    from master_change t where company_id = ${actor.company.id} and kind = ${kind.key} and id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  const head = rows[0]
  if (!head) throw refusal('ChangeNotFound')
  return head
}

/** Moves a change on. */
export async function setHead(
  tx: Tx,
  actor: Actor,
  id: string,
  values: Partial<Omit<ChangeHead, 'id' | 'kind' | 'record' | 'refusal_facts' | 'column_way'>>,
): Promise<void> {
  await tx
    .updateTable('master_change')
    .set(values)
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .execute()
}

/** Counts the rows of a change anew, after some of them became something else. */
export async function recount(tx: Tx, actor: Actor, id: string): Promise<void> {
  await sql`
    update master_change c set added = n.added, changed = n.changed, removed = n.removed, unchanged = n.unchanged, faulty = n.faulty
    from (select count(*) filter (where action = 'Added')::int as added, count(*) filter (where action = 'Changed')::int as changed,
        count(*) filter (where action = 'Removed')::int as removed, count(*) filter (where action = 'Unchanged')::int as unchanged,
        count(*) filter (where action = 'Faulty')::int as faulty
      from master_change_row where company_id = ${actor.company.id} and change_id = ${id}) n
    where c.company_id = ${actor.company.id} and c.id = ${id}`.execute(tx)
}
