import { workbookType } from '@kervan/contract/kit/call'
import type { ChangeMode } from '@kervan/contract/kit/master-change'
import type { Values } from '@kervan/contract/kit/master-fields'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import { handle, handleDownload, type Handler } from '../http/handle.ts'
import type { Upload } from '../http/uploads.ts'
import { settleChange } from './apply.ts'
import { addRows, beginChange, readHead, setHead } from './change.sql.ts'
import { choicesOf } from './header.ts'
import type { MasterImport } from './import-job.ts'
import type { Issue, ServedKind } from './kind.ts'
import { presentChange } from './present-change.ts'
import { propose, type GivenRow } from './propose.ts'
import { readGiven, type ChoiceWords } from './read-cell.ts'
import { assertWholeCompany } from './records.ts'
import { sayIssue } from './words.ts'

// What comes from outside: a workbook, a CSV file, a delivery by API.

/** Keeps the file and begins to read it. */
export const uploadHandler = (served: ServedKind): Handler =>
  handle(served.kind.upload, async (context) => {
    const { tx, actor, services, uploads, input, now, language } = context
    assertWholeCompany(context)
    const [upload] = uploads as [Upload]
    const fileId = await services.files.keep(tx, actor, upload, 'master-data')
    const id = await beginReading(context, served, { fileId, fileName: upload.name, mode: input.mode })
    const jobId = await services.jobs.start(
      tx,
      actor,
      'masterData.import',
      { kind: served.kind.key, changeId: id, language } satisfies MasterImport,
      now,
    )
    await setHead(tx, actor, id, { job_id: jobId })
    return presentChange(context, served, await readHead(tx, served, actor, id))
  })

async function beginReading(
  context: SessionContext,
  served: ServedKind,
  file: { fileId: string; fileName: string; mode: ChangeMode },
): Promise<string> {
  const { id } = await beginChange(context, served, {
    source: 'File',
    state: 'Pending',
    mode: file.mode,
    file_id: file.fileId,
    file_name: file.fileName,
  })
  return id
}

/** Rows from another system: those that are fine take effect together, each row has its answer. */
export const deliverHandler = (served: ServedKind): Handler =>
  handle(served.kind.deliver, async (context) => {
    const { tx, actor, input, language } = context
    assertWholeCompany(context)
    const choices = choicesOf(served)
    const rows = await propose(
      context,
      served,
      input.rows.map((row) => givenBy(served, choices, row)),
    )
    const { id } = await beginChange(context, served, { source: 'Api', state: 'Succeeded' })
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
          message: sayIssue(language, issue),
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
  for (const [name, value] of Object.entries(row)) {
    const field = served.kind.fields[name]
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

/** The file of a change as its user sent it. */
export const fileHandler = (served: ServedKind): Handler =>
  handleDownload(served.kind.file, async (context) => {
    const { tx, actor, services, input } = context
    const head = await readHead(tx, served, actor, input.changeId)
    if (head.file_id === null) throw refusal('FileMissing')
    const { rows } = await sql<{ storage_key: string; name: string }>`
      select storage_key, name from file where company_id = ${actor.company.id} and id = ${head.file_id}`.execute(
      tx,
    )
    const file = rows[0]
    if (!file) throw refusal('FileMissing')
    return { name: file.name, type: workbookType, body: await services.files.open(file.storage_key) }
  })
