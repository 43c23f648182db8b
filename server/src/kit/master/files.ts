import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { workbookType } from '@kervan/contract/kit/call'
import type { ChangeMode } from '@kervan/contract/kit/master-change'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import { commentWorkbook, type SheetComment } from '../excel/comment-workbook.ts'
import { millionRowLimits } from '../excel/limits.ts'
import type { ColumnPlaces } from '../excel/table-rows.ts'
import { handle, handleDownload, type Handler } from '../http/handle.ts'
import type { Upload } from '../http/uploads.ts'
import { settleChange } from './apply.ts'
import { addRows, beginChange, readHead, setHead } from './change.sql.ts'
import { choicesOf } from './header.ts'
import {
  seesPrices,
  visibleKind,
  type Issue,
  type MasterContext,
  type ServedKind,
  type ServedRecords,
} from './kind.ts'
import { assertSeesChange } from './change-lists.ts'
import { presentChange } from './present-change.ts'
import { propose, type GivenRow } from './propose.ts'
import { readGiven, type ChoiceWords } from './read-cell.ts'
import { assertMayImport, assertWholeCompany } from './records.ts'
import { sayIssue } from './words.ts'

// What comes from outside: a workbook, a CSV file, a delivery by API.

/** Keeps the file and begins to read it. */
export const uploadHandler = (served: ServedKind): Handler =>
  handle(served.kind.upload, async (context) => {
    const { tx, actor, uploads, input } = context
    assertMayImport(context, served)
    const [upload] = uploads as [Upload]
    const id = await beginImport(context, served, upload, { source: 'File', mode: input.mode })
    return presentChange(context, served, await readHead(tx, served, actor, id))
  })

/**
 * Keeps a file and begins a change with the job that reads it, all in the caller's transaction. Returns the change's id.
 * Throws `FileQuotaReached`.
 */
export async function beginImport(
  context: MasterContext,
  served: ServedKind,
  upload: Upload,
  from: { source: 'File' | 'FileDrop'; mode: ChangeMode },
): Promise<string> {
  const { tx, actor, services } = context
  const { id } = await beginChange(context, served, {
    ...from,
    state: 'Pending',
    file_id: await services.files.keep(tx, actor, upload, 'master-data'),
    file_name: upload.name,
  })
  await beginReading(context, served, id)
  return id
}

/** Begins the job that reads the file of a change. */
export async function beginReading(
  context: MasterContext,
  served: ServedKind,
  id: string,
  { quiet = false } = {},
): Promise<void> {
  const { tx, actor, services, language, now } = context
  const jobId = await services.jobs.start(
    tx,
    actor,
    'masterData.import',
    { kind: served.kind.key, changeId: id, language, ...(quiet && { quiet }) },
    now,
  )
  await setHead(tx, actor, id, { job_id: jobId })
}

/** Rows from another system: those that are fine take effect together, each row has its answer. */
export const deliverHandler = (served: ServedRecords): Handler =>
  handle(served.kind.deliver, async (context) => {
    const { tx, actor, input, language } = context
    assertWholeCompany(context)
    const choices = choicesOf(served)
    const rows = await propose(
      context,
      served,
      input.rows.map((row) => givenBy(visibleKind(served, actor), choices, row)),
    )
    const { id } = await beginChange(context, served, {
      source: 'Api',
      state: 'Succeeded',
      more_follow: input.moreFollow ?? false,
    })
    await addRows(tx, actor, served, id, rows)
    const doesSomething = rows.some(({ action }) => !['Faulty', 'Unchanged'].includes(action))
    if (doesSomething) {
      if ((await settleChange(context, served, { id, source: 'Api' })) === 'outdated')
        throw refusal('ChangeOutdated')
    } else {
      const isFaulty = rows.some(({ action }) => action === 'Faulty')
      await setHead(
        tx,
        actor,
        id,
        isFaulty ? { state: 'ValidationFailed' } : { state: 'Active', activated_at: context.now },
      )
    }
    const { state } = await readHead(tx, served, actor, id)
    return {
      changeId: id,
      state,
      rows: rows.map((row) => ({
        key: row.record,
        action: row.action,
        version: row.version,
        issues: row.issues.map((issue) => ({
          field: issue.field,
          code: issue.code,
          message: sayIssue(language, issue, served.kind),
        })),
      })),
    }
  })

function givenBy(
  served: ServedKind,
  choices: ReadonlyMap<string, ChoiceWords>,
  row: Record<string, unknown>,
): GivenRow {
  const given: Partial<Values> = {}
  const issues: Issue[] = []
  const fields = new Map(served.fields)
  for (const [name, value] of Object.entries(row)) {
    const field = fields.get(name)
    if (!field) {
      issues.push({ field: null, code: 'UnknownField', facts: { name } })
      continue
    }
    const reading = readGiven(field, value, choices.get(name) ?? new Map())
    if ('issue' in reading)
      issues.push({ field: name, code: reading.issue, ...(reading.facts && { facts: reading.facts }) })
    else given[name] = reading.value
  }
  return { given, issues }
}

/** The file of a change as its user sent it, with what is wrong as comments in its cells. */
export const fileHandler = (served: ServedKind): Handler =>
  handleDownload(served.kind.file, async (context) => {
    const { tx, actor, input } = context
    const head = await assertSeesChange(context, served, input.changeId)
    // Somebody else's file may hold prices.
    if (head.made_by !== actor.membershipId && !seesPrices(served, actor)) throw refusal('FileMissing')
    const { rows } = await sql<{ storage_key: string; name: string; headers: ColumnPlaces | null }>`
      select f.storage_key, f.name, c.headers from master_change c
        join file f on f.company_id = ${actor.company.id} and f.id = c.file_id
      where c.company_id = ${actor.company.id} and c.id = ${head.id}`.execute(tx)
    const [file] = rows
    if (!file) throw refusal('FileMissing')
    const comments = await commentsOf(context, served, head.id, file.headers ?? {})
    return commentedFile(context, { key: file.storage_key, name: file.name }, comments)
  })

export const mostComments = 10_000

async function commentsOf(
  { tx, actor, language }: SessionContext,
  served: ServedKind,
  changeId: string,
  headers: ColumnPlaces,
): Promise<SheetComment[]> {
  const { rows } = await sql<{ sheet: string | null; file_row: number; issues: Issue[] }>`
    select sheet, file_row, issues from master_change_row
    where company_id = ${actor.company.id} and change_id = ${changeId} and action = 'Faulty' and file_row is not null
    order by position limit ${mostComments}`.execute(tx)
  return rows.flatMap(({ sheet, file_row: row, issues }) => {
    const columns = headers[sheet ?? ''] ?? {}
    const first = Math.min(...Object.values(columns), 0)
    return issues.map((issue) => ({
      sheet: sheet ?? '',
      row,
      column: columns[issue.field ?? ''] ?? first,
      text: sayIssue(language, issue, served.kind),
    }))
  })
}

/** A kept file as a download, with comments in its cells; as it is where there are none. */
export async function commentedFile(
  { services, language }: Pick<SessionContext, 'services' | 'language'>,
  { key, name }: { key: string; name: string },
  comments: readonly SheetComment[],
): Promise<{ name: string; type: string; body: Readable }> {
  if (comments.length === 0)
    return { name, type: 'application/octet-stream', body: await services.files.open(key) }
  const body = new PassThrough()
  void writeCommented(services, key, comments, body, language)
  return { name: `${name.replace(/\.\w+$/, '')}.xlsx`, type: workbookType, body }
}

/** Streams the commented file; what goes wrong ends the answer. */
async function writeCommented(
  services: SessionContext['services'],
  key: string,
  comments: readonly SheetComment[],
  out: PassThrough,
  language: SessionContext['language'],
): Promise<void> {
  const folder = await services.temporary.make('commented')
  try {
    const path = join(folder, 'file')
    await pipeline(await services.files.open(key), createWriteStream(path))
    await commentWorkbook(path, comments, out, { language, limits: millionRowLimits })
  } catch (error) {
    out.destroy(error instanceof Error ? error : new Error('commenting failed'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
