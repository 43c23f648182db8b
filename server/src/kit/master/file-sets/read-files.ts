import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { newId } from '../../database/uuid.ts'
import { millionRowLimits } from '../../excel/limits.ts'
import { readKept } from '../../excel/table-rows.ts'
import { toRefusal } from '../../http/faults.ts'
import type { JobRun } from '../../work/jobs.ts'
import { inOwnRun } from '../../work/staged-file.ts'
import { assignedColumns } from '../assignment.ts'
import { FileProfile, type ProfiledSheet } from '../file-profile.ts'
import { keptOf, senderOf } from '../kept-columns.ts'
import { visibleKind, type MasterContext } from '../kind.ts'
import { withOwnColumns } from '../own-columns.ts'
import { importableKinds, takeSheetFor } from './changes.ts'
import { headingScoreOf, knownKind, recognize, type KnownKind } from './recognize.ts'
import { openSet, setSheet, type KeptSheet } from './set.sql.ts'

/** Sheets of a set; what goes beyond is said at its file. */
const mostSheetsOfSet = 100

type Run = JobRun<'masterData.fileSet'>
type ReadFile = { sheets: { profile: ProfiledSheet; rows: number }[] } | { refused: Refusal }

/** The files of a set that nobody has read: each sheet with rows becomes a sheet of the set, and a change where its kind is known. */
export async function readFiles(
  run: Run,
  contextOf: (tx: MasterContext['tx']) => MasterContext,
): Promise<void> {
  const { services, actor, input } = run
  const company = actor.company.id
  for (;;) {
    const found = await services.db.withCompany(company, async (tx) => {
      const { rows } = await sql<KeptSheet & { storage_key: string }>`
        select s.id, s.position, s.file_id, s.file_name, s.sheet, s.row_count, s.kind, s.change_id, s.stale, s.refusal, s.refusal_facts,
          null as change_state, null as change_refusal, null as change_facts, false as has_columns, 0 as added, 0 as changed, 0 as removed,
          0 as unchanged, 0 as faulty, f.storage_key from file_set_sheet s join file f on f.company_id = ${company} and f.id = s.file_id
          join file_set t on t.company_id = ${company} and t.id = s.set_id and t.state <> 'Closed'
        where s.company_id = ${company} and s.set_id = ${input.setId} and s.sheet is null order by s.position limit 1`.execute(
        tx,
      )
      const kinds = importableKinds(contextOf(tx)).map((served) => visibleKind(served, actor))
      const sender = senderOf({ source: 'File', made_by: actor.membershipId })
      const known: KnownKind[] = []
      for (const plain of rows.length > 0 ? kinds : []) {
        const served = await withOwnColumns({ tx, actor }, plain)
        const kept = await keptOf(tx, actor, served.kind.key, sender)
        known.push(knownKind(served, kept && assignedColumns(kept)))
      }
      return { file: rows[0], known }
    })
    const { file, known } = found
    if (!file) return
    const read = await readFile(run, file.storage_key, known)
    await inOwnRun(run, (tx) => keepSheets(contextOf(tx), file, read, { setId: input.setId, known }))
  }
}

async function readFile(run: Run, key: string, known: readonly KnownKind[]): Promise<ReadFile> {
  const profile = new FileProfile(headingScoreOf(known))
  try {
    await readKept(
      run.services,
      { use: 'file-set', key },
      {
        limits: millionRowLimits,
        locale: run.input.language,
        onRows: async (rows) => {
          for (const row of rows) profile.add(row)
          await run.progress({ done: 0, total: null })
        },
      },
    )
  } catch (error) {
    const { refusal: refused, fault } = toRefusal(error)
    if (fault) throw error
    return { refused }
  }
  const sheets = profile.sheets().map((one) => ({ profile: one, rows: profile.rowsOf(one.sheet) }))
  return sheets.length > 0 ? { sheets } : { refused: refusal('FileWithoutRows') }
}

/** Puts the sheets of a file in the place of the file, or says at the file why it cannot be read. */
async function keepSheets(
  context: MasterContext,
  file: KeptSheet,
  read: ReadFile,
  { setId, known }: { setId: string; known: readonly KnownKind[] },
): Promise<void> {
  const { tx, actor } = context
  const company = actor.company.id
  // Another job of the same set may have read it, or somebody has closed the set.
  const set = await openSet(tx, actor, { lock: true })
  const { rows: unread } = await sql`
    select from file_set_sheet where company_id = ${company} and id = ${file.id} and sheet is null`.execute(
    tx,
  )
  if (set?.id !== setId || unread.length === 0) return
  const refuse = ({ code, facts }: Refusal) =>
    setSheet(tx, actor, file.id, { sheet: '', refusal: code, refusal_facts: JSON.stringify(facts) })
  if ('refused' in read) return refuse(read.refused)
  const { count } = await tx
    .selectFrom('file_set_sheet')
    .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('count'))
    .where('company_id', '=', company)
    .where('set_id', '=', setId)
    .executeTakeFirstOrThrow()
  if (count + read.sheets.length > mostSheetsOfSet)
    return refuse(refusal('ExcelTooManySheets', { limit: mostSheetsOfSet }))
  await tx.deleteFrom('file_set_sheet').where('company_id', '=', company).where('id', '=', file.id).execute()
  for (const { profile, rows } of read.sheets) {
    const sheet = { ...file, id: newId(), sheet: profile.sheet }
    await tx
      .insertInto('file_set_sheet')
      .values({
        company_id: company,
        id: sheet.id,
        set_id: setId,
        position: file.position,
        file_id: file.file_id,
        file_name: file.file_name,
        sheet: profile.sheet,
        row_count: rows,
      })
      .execute()
    await takeSheetFor(context, sheet, recognize(known, file.file_name, profile))
  }
}
