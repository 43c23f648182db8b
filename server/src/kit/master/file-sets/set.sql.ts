import {
  fileSetTable,
  sheetState,
  type FileSetState,
  type FileSheetState,
} from '@kervan/contract/kit/file-set'
import { refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { ChangeState } from '@kervan/contract/kit/master-change'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor, Services } from '../../context.ts'
import type { Tx } from '../../database/db.ts'
import { insertMany } from '../../database/insert-many.ts'
import { newId } from '../../database/uuid.ts'
import { servedByKey, type MasterContext } from '../kind.ts'
import { inOrder, needsOf } from './order.ts'

// Sets of files and their sheets, as they are kept.

export type FileSet = {
  id: string
  state: FileSetState
  made_by: string | null
  made_by_name: string
  made_at: Date
}

export type KeptSheet = {
  id: string
  position: number
  file_id: string
  file_name: string
  /** Null until the file has been read; empty for CSV. */
  sheet: string | null
  row_count: number
  kind: string | null
  change_id: string | null
  /** What it needs took effect after it was read. */
  stale: boolean
  refusal: RefusalCode | null
  refusal_facts: Record<string, string> | null
  /** Of its change. */
  change_state: ChangeState | null
  change_refusal: RefusalCode | null
  change_facts: Record<string, string> | null
  has_columns: boolean
  added: number
  changed: number
  removed: number
  unchanged: number
  faulty: number
}

/** A sheet with where it stands. */
export type StandingSheet = KeptSheet & { state: FileSheetState; waitsFor: string[] }

type Company = { company: { id: number } }

/** From here to the end of the transaction nobody else begins or ends a set of the company. */
const lockSets = (tx: Tx, { company }: Company) =>
  sql`select pg_advisory_xact_lock(hashtextextended('file sets', ${company.id}))`.execute(tx)

/** The set that is open in the company; null where there is none. */
export async function openSet(tx: Tx, { company }: Company, { lock = false } = {}): Promise<FileSet | null> {
  if (lock) await lockSets(tx, { company })
  const { rows } = await sql<FileSet>`
    select id, state, made_by, made_by_name, made_at from file_set
    where company_id = ${company.id} and state <> 'Closed' ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows[0] ?? null
}

/** Begins a set; the caller has looked, under the lock of `openSet`, that none is open. */
export async function beginSet({ tx, actor, now }: MasterContext): Promise<FileSet> {
  const set: FileSet = {
    id: newId(),
    state: 'Reading',
    made_by: actor.membershipId,
    made_by_name: actor.name,
    made_at: now,
  }
  await tx
    .insertInto('file_set')
    .values({ ...set, company_id: actor.company.id })
    .execute()
  return set
}

/** Adds files, behind those that are there. */
export async function addToSet(
  tx: Tx,
  { company }: Company,
  set: FileSet,
  files: readonly { fileId: string; name: string }[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('file_set_sheet')
    .select((select) => select.fn.coalesce(select.fn.max('position'), select.lit(-1)).as('last'))
    .where('company_id', '=', company.id)
    .where('set_id', '=', set.id)
    .executeTakeFirstOrThrow()
  await insertMany(
    tx,
    'file_set_sheet',
    files.map(({ fileId, name }, at) => ({
      company_id: company.id,
      id: newId(),
      set_id: set.id,
      position: last + 1 + at,
      file_id: fileId,
      file_name: name,
    })),
  )
}

/** What was refused before is tried again. */
export async function forgetRefusals(tx: Tx, { company }: Company, set: FileSet): Promise<void> {
  await sql`update file_set_sheet set refusal = null, refusal_facts = null
    where company_id = ${company.id} and set_id = ${set.id} and change_id is not null`.execute(tx)
}

/** The open set, locked. Throws `NotFound` where it is another one or none. */
export async function lockSet(tx: Tx, actor: Company, id: string): Promise<FileSet> {
  const found = await openSet(tx, actor, { lock: true })
  if (found?.id !== id) throw refusal('NotFound')
  return found
}

/** Moves a set on. Throws `FileSetStateWrong`. */
export async function moveSet(
  tx: Tx,
  { company }: Company,
  set: FileSet,
  move: keyof typeof fileSetTable.moves,
): Promise<void> {
  const { from, to } = fileSetTable.moves[move]
  if (!from.some((one) => one === set.state)) throw refusal('FileSetStateWrong', { fileSetState: set.state })
  await sql`update file_set set state = ${to} where company_id = ${company.id} and id = ${set.id}`.execute(tx)
  set.state = to
}

/** The sheets of a set in the order in which they take effect, each with where it stands. */
export async function sheetsOf(context: MasterContext, setId: string): Promise<StandingSheet[]> {
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<KeptSheet>`
    select s.id, s.position, s.file_id, s.file_name, s.sheet, s.row_count, s.kind, s.change_id, s.stale, s.refusal, s.refusal_facts,
      c.state as change_state, c.refusal as change_refusal, c.refusal_facts as change_facts, coalesce(c.columns is not null, false) as has_columns,
      coalesce(c.added, 0) as added, coalesce(c.changed, 0) as changed, coalesce(c.removed, 0) as removed,
      coalesce(c.unchanged, 0) as unchanged, coalesce(c.faulty, 0) as faulty
    from file_set_sheet s left join master_change c on c.company_id = ${company} and c.id = s.change_id
    where s.company_id = ${company} and s.set_id = ${setId} order by s.position, s.id`.execute(tx)
  const order = inOrder([...new Set(rows.flatMap(({ kind }) => kind ?? []))])
  const placeOf = ({ kind }: KeptSheet) => (kind === null ? order.length : order.indexOf(kind))
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.position - b.position)
  const consequences = await withConsequences(context, sorted)
  const standing: StandingSheet[] = []
  for (const sheet of sorted) {
    const needs = sheet.kind === null ? new Set<string>() : needsOf(sheet.kind)
    const open = standing.filter((one) => one.kind !== null && needs.has(one.kind) && !isSettled(one))
    const waitsFor = [...new Set(open.flatMap(({ kind }) => kind ?? []))]
    const state = sheetState({
      kind: sheet.kind,
      hasProblem: sheet.refusal !== null,
      change: sheet.change_state && {
        state: sheet.change_state,
        effective: sheet.added + sheet.changed + sheet.removed,
        hasColumns: sheet.has_columns,
        hasConsequences: consequences.has(sheet.id),
      },
      waitsFor,
      isStale: sheet.stale,
    })
    standing.push({ ...sheet, state, waitsFor })
  }
  return standing
}

const settled: readonly FileSheetState[] = ['Active', 'Nothing', 'LeftOut', 'Cancelled', 'Reverted']
/** Nothing waits for it any more. */
export const isSettled = ({ state }: Pick<StandingSheet, 'state'>): boolean => settled.includes(state)

/** The sheets that lead to something which somebody has to accept. */
async function withConsequences(
  context: MasterContext,
  sheets: readonly KeptSheet[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { id, kind, change_id: change, change_state: state } of sheets) {
    if (change === null || state !== 'Succeeded') continue
    const consequences = await servedByKey.get(kind ?? '')?.options.consequences?.(context, change)
    if (consequences && consequences.length > 0) found.add(id)
  }
  return found
}

export async function setSheet(
  tx: Tx,
  { company }: Company,
  id: string,
  values: Partial<
    Pick<KeptSheet, 'sheet' | 'row_count' | 'kind' | 'change_id' | 'stale' | 'refusal'> & {
      refusal_facts: string | null
    }
  >,
): Promise<void> {
  await tx
    .updateTable('file_set_sheet')
    .set(values)
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .execute()
}

type Doing = Pick<Services, 'jobs'>

/** Lets a worker go on with a set, in the name of whoever began or moved it. */
export async function startSet(
  tx: Tx,
  { jobs }: Doing,
  actor: Pick<Actor, 'membershipId'> & Company,
  { setId, language, now }: { setId: string; language: Language; now: Date },
): Promise<void> {
  await sql`update file_set set made_by = ${actor.membershipId} where company_id = ${actor.company.id} and id = ${setId}`.execute(
    tx,
  )
  await jobs.start(tx, actor, 'masterData.fileSet', { setId, language }, now)
}

/**
 * A change has been read, or has taken effect: the set that it belongs to goes on. What needs it is read anew. Nothing
 * where the change belongs to no set.
 */
export async function continueSet(
  tx: Tx,
  { jobs }: Doing,
  {
    company,
    changeId,
    language,
    now,
    tookEffect,
  }: Company & { changeId: string; language: Language; now: Date; tookEffect: boolean },
): Promise<void> {
  const { rows } = await sql<{ set_id: string; kind: string | null; state: FileSetState; made_by: string }>`
    select s.set_id, s.kind, t.state, t.made_by from file_set_sheet s
      join file_set t on t.company_id = s.company_id and t.id = s.set_id
    where s.company_id = ${company.id} and t.company_id = ${company.id} and s.change_id = ${changeId} and t.state <> 'Closed'`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return
  if (tookEffect) {
    const kinds = [...servedByKey.keys()].filter(
      (key) => key === found.kind || needsOf(key).has(found.kind ?? ''),
    )
    await sql`update file_set_sheet set stale = true, refusal = null, refusal_facts = null
      where company_id = ${company.id} and set_id = ${found.set_id} and kind = any(${kinds}::text[]) and change_id is not null
        and change_id <> ${changeId}`.execute(tx)
  }
  if (found.state === 'Running' || tookEffect)
    await jobs.start(
      tx,
      { company, membershipId: found.made_by },
      'masterData.fileSet',
      { setId: found.set_id, language },
      now,
    )
}
