import { refusal } from '@kervan/contract/kit/refusals'
import { changeTable } from '@kervan/contract/kit/master-change'
import { sql } from 'kysely'
import { holds } from '../../http/gates.ts'
import { beginChange, setHead } from '../change.sql.ts'
import { beginReading } from '../files.ts'
import { servedByKey, type MasterContext, type ServedKind } from '../kind.ts'
import { seesPartOnly } from '../../records/scope.ts'
import { inOrder } from './order.ts'
import { setSheet, type KeptSheet, type StandingSheet } from './set.sql.ts'

// The changes that sheets become.

/** The kinds that somebody may import, in the order in which they need each other. */
export function importableKinds({ actor }: Pick<MasterContext, 'actor'>): ServedKind[] {
  const may = [...servedByKey.values()].filter(
    ({ kind, options }) => holds(kind.upload, actor) && (options.partialScope || !seesPartOnly(actor)),
  )
  return inOrder(may.map(({ kind }) => kind.key)).flatMap((key) => servedByKey.get(key) ?? [])
}

/** Makes a change of a sheet, and begins to read it; what it was before is cancelled. Throws `ChangeStateWrong`. */
export async function takeSheetFor(
  context: MasterContext,
  sheet: KeptSheet,
  kind: string | null,
): Promise<void> {
  const { tx, actor } = context
  if (sheet.change_id !== null) await cancelChange(context, sheet)
  const kept = { kind, stale: false, refusal: null, refusal_facts: null }
  if (kind === null) return setSheet(tx, actor, sheet.id, { ...kept, change_id: null })
  const served = importableKinds(context).find((one) => one.kind.key === kind)
  if (!served) throw refusal('NotFound')
  const { id } = await beginChange(context, served, {
    source: 'File',
    mode: 'Merge',
    state: 'Pending',
    file_id: sheet.file_id,
    file_name: sheet.file_name,
    only_sheet: sheet.sheet,
  })
  await setSheet(tx, actor, sheet.id, { ...kept, change_id: id })
  await beginReading(context, served, id, { quiet: true })
}

/** Cancels the change of a sheet where it has not taken effect. Throws `ChangeStateWrong` where it has. */
export async function cancelChange(
  { tx, actor }: MasterContext,
  { change_id: id, change_state: state }: Pick<KeptSheet, 'change_id' | 'change_state'>,
): Promise<void> {
  if (id === null || state === null) return
  if (state === 'Active') throw refusal('ChangeStateWrong', { changeState: state })
  if (!changeTable.allows('cancel', state, 'maker')) return
  await setHead(tx, actor, id, { state: 'Cancelled' })
  await sql`update job j set cancel_requested = true from master_change c
    where j.company_id = ${actor.company.id} and c.company_id = ${actor.company.id} and c.id = ${id} and j.id = c.job_id
      and j.state in ('Waiting', 'Running')`.execute(tx)
}

/** Reads the sheet of a change anew, because what it needs has taken effect since. */
export async function readAnew(context: MasterContext, sheet: StandingSheet): Promise<void> {
  const { tx, actor } = context
  const served = servedByKey.get(sheet.kind ?? '')
  if (!served || sheet.change_id === null) return
  await setSheet(tx, actor, sheet.id, { stale: false, refusal: null, refusal_facts: null })
  await setHead(tx, actor, sheet.change_id, { state: 'Pending' })
  await beginReading(context, served, sheet.change_id, { quiet: true })
}
