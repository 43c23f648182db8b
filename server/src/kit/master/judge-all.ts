import { sql } from 'kysely'
import { isKeyOf, keysOf, plainText } from '@kervan/contract/kit/typed'
import type { Values } from '@kervan/contract/kit/master-fields'
import { fold } from '../lists/fold.ts'
import { recount, refuseRows, stagedRows, type FailedRows } from './change.sql.ts'
import { type MasterContext, type ServedKind } from './kind.ts'
import { findTargets } from './names.ts'
import { hasNumbers, takenNumbers } from './numbers.ts'
import { hasPeriods, overlappingRows } from './periods.ts'
import type { ProposedRow } from './propose.ts'
import { usedBy } from './uses.ts'

// What only all rows of a change can tell together: a node whose parent stands further down, a record that is removed with
// everything that uses it, a circle that the last row closes. A form and a delivery are judged at once, a file after its
// last row, when all of it is staged.

/** A row of a change as far as it is judged here. */
type Row = Pick<
  ProposedRow,
  'id' | 'recordId' | 'record' | 'fileRow' | 'action' | 'version' | 'before' | 'after' | 'issues'
>

/** The fields that refer to records of the same kind, such as the node above; always optional, and by the id. */
export const ownReferences = ({ options, fields }: ServedKind): string[] =>
  fields.flatMap(([name]) => (options.references?.[name]?.table === options.table ? [name] : []))

/** Whether rows of this kind are judged by each other. */
const isJudgedTogether = (served: ServedKind): boolean =>
  served.options.judgeAll !== undefined || ownReferences(served).length > 0

/** Judges all rows of one change; what is wrong is added to the rows, references get the code as it is written. */
export async function judgeTogether(
  context: MasterContext,
  served: ServedKind,
  rows: readonly Row[],
): Promise<void> {
  await judgeAlone(context, served, rows)
  if (!isJudgedTogether(served)) return
  for (const field of ownReferences(served)) await refer(context, served, field, rows)
  await removeTogether(context, served, rows)
  const judged = rows.filter(({ action }) => action !== 'Faulty' && action !== 'Unchanged')
  await served.options.judgeAll?.(
    context,
    judged.map((row) => ({
      ...row,
      addIssue: (field, code, facts) => void row.issues.push({ field, code, ...(facts && { facts }) }),
    })),
  )
  for (const row of judged) if (row.issues.length > 0) fail(row)
  for (const field of ownReferences(served)) await refer(context, served, field, rows)
}

/** What a record has alone: its numbers, and the days on which it holds. */
async function judgeAlone(context: MasterContext, served: ServedKind, rows: readonly Row[]): Promise<void> {
  for (const judge of [takenNumbers, overlappingRows]) {
    const wrong = await judge(context, served, rows)
    for (const row of rows) {
      const issues = wrong.get(row.id)
      if (!issues) continue
      row.issues.push(...issues)
      fail(row)
    }
  }
}

/**
 * The same for a change whose rows are staged, after its last row and again when it takes effect: who comes second is
 * refused. Answers how many rows of each action have become faulty.
 */
export async function refuseStaged(
  context: MasterContext,
  served: ServedKind,
  changeId: string,
): Promise<FailedRows> {
  const { tx, actor } = context
  const failed = { Added: 0, Changed: 0, Removed: 0 }
  for (const [isAsked, judge] of [
    [hasNumbers, takenNumbers],
    [hasPeriods, overlappingRows],
  ] as const) {
    if (!isAsked(served)) continue
    const rows = await stagedRows(tx, actor, changeId)
    const wrong = await judge(context, served, rows)
    const now = await refuseRows(tx, actor, changeId, rows, wrong)
    for (const action of keysOf(failed)) failed[action] += now[action]
  }
  return failed
}

/** Whether records of a kind have something alone that two changes may want at once. */
export const isContested = (served: ServedKind): boolean => hasNumbers(served) || hasPeriods(served)

function fail(row: Row): void {
  row.action = 'Faulty'
  row.version = null
}

/** A reference to a record of the same kind: one that is there and stays, or one that this change adds. */
async function refer(
  { tx, actor }: MasterContext,
  served: ServedKind,
  field: string,
  rows: readonly Row[],
): Promise<void> {
  const codeOf = (values: Values | null): string => fold(plainText(values?.[served.kind.keys[0] ?? '']))
  const added = new Map(
    rows.flatMap((row) => (row.before === null && row.after ? [[codeOf(row.after), row] as const] : [])),
  )
  const removed = new Set(rows.flatMap((row) => (row.action === 'Removed' ? [codeOf(row.before)] : [])))
  const asking = rows.filter(
    ({ action, after }) => (action === 'Added' || action === 'Changed') && after?.[field],
  )
  const asked = [...new Set(asking.map(({ after }) => plainText(after?.[field])))]
  const there = await findTargets(tx, served, actor.company.id, field, asked)
  // A row that fails takes those along that name it, so this goes on until nothing fails any more.
  for (let open = asking, failed = true; failed; open = open.filter(({ action }) => action !== 'Faulty')) {
    failed = false
    for (const row of open) {
      const value = plainText(row.after?.[field])
      const code = fold(value)
      const known = removed.has(code) ? undefined : there.get(code)?.code
      const fresh = added.get(code)
      if (known === undefined && (fresh === undefined || fresh.action === 'Faulty')) {
        row.issues.push({ field, code: fresh ? 'ReferenceFaulty' : 'ReferenceUnknown', facts: { value } })
        fail(row)
        failed = true
      } else if (row.after) row.after[field] = known ?? fresh?.after?.[served.kind.keys[0] ?? ''] ?? value
    }
  }
}

/** Records that this change removes or hangs elsewhere do not keep another one. */
async function removeTogether(
  context: MasterContext,
  served: ServedKind,
  rows: readonly Row[],
): Promise<void> {
  const removed = rows.filter(({ action }) => action === 'Removed')
  const own = ownReferences(served)
  if (removed.length === 0 || own.length === 0) return
  const leaving = rows.filter(
    ({ action, before, after }) =>
      action === 'Removed' || (action === 'Changed' && own.some((name) => before?.[name] !== after?.[name])),
  )
  const ids = (some: readonly Row[]) => some.flatMap(({ recordId }) => recordId ?? [])
  const uses = await usedBy(context, served, ids(removed), ids(leaving))
  for (const row of removed) {
    const found = uses.get(row.recordId ?? '')
    if (!found) continue
    row.issues.push(...found)
    fail(row)
  }
}

/** The same for a file whose rows are all staged. Answers how many rows of each action have become faulty. */
export async function judgeStaged(
  context: MasterContext,
  served: ServedKind,
  changeId: string,
): Promise<FailedRows> {
  // Where rows are not judged by each other, only what a record has alone is asked.
  if (!isJudgedTogether(served)) return refuseStaged(context, served, changeId)
  const counts = { Added: 0, Changed: 0, Removed: 0 }
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select id, record_id as "recordId", record, file_row as "fileRow", action, version, before, after, issues from master_change_row
    where company_id = ${company} and change_id = ${changeId} and action <> 'Unchanged' order by position`.execute(
    tx,
  )
  const before = rows.map((row) => ({ action: row.action, text: JSON.stringify(row.after) }))
  await judgeTogether(context, served, rows)
  const changed = rows.filter(
    (row, at) => row.action !== before[at]?.action || JSON.stringify(row.after) !== before[at]?.text,
  )
  if (changed.length === 0) return counts
  for (const [at, row] of rows.entries()) {
    const was = before[at]?.action
    if (row.action === 'Faulty' && was && isKeyOf(counts, was)) counts[was] += 1
  }
  await sql`
    update master_change_row r set action = m.action, version = m.version, after = m.after, issues = m.issues
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as m(id uuid, action text, version int, after jsonb, issues jsonb)
    where r.company_id = ${company} and r.change_id = ${changeId} and r.id = m.id`.execute(tx)
  await recount(tx, actor, changeId)
  return counts
}
