import { sql } from 'kysely'
import {
  activateEntityFile,
  cancelEntityFile,
  downloadEntityFile,
  entityFaults,
  entityFiles,
  getEntityFile,
  mciFileTable,
  uploadEntityFile,
  validateEntityFile,
  type MciFileView,
  type mciFileActs,
} from '@kervan/contract/company/mci-files'
import type { mciBaseFields } from '@kervan/contract/company/mci'
import { refusal, Refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../../kit/context.ts'
import type { ColumnPlaces } from '../../kit/excel/table-rows.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { commentedFile, mostComments } from '../../kit/master/files.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { sayIssue } from '../../kit/master/words.ts'
import { refusalMessage, translate } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { seesPartOnly, wholeCompanyOnly } from '../../kit/records/scope.ts'
import { prepareFiltersOf } from '../ui-filters/prepare.ts'
import { beginEntityFile, beginReading } from './begin-file.ts'
import { readEntity } from '../mci-entity.sql.ts'
import { judgedMapping } from './mapping.sql.ts'

// Files of MCI entities: uploaded, validated by a job, activated in one step (MCI-002). What services read is the
// generation that the entity points at, so an activation is one row, and every reader sees all old or all new rows.

type Head = {
  id: string
  entity_id: string
  io_id: number
  file_name: string
  input: 'User' | 'Erp'
  state: MciFileView['state']
  rows: number
  faulty: number
  generation: number
  job_id: string | null
  uploaded_at: Date
  uploaded_by: string
  activated_at: Date | null
  activated_by: string | null
  refusal: RefusalCode | null
  refusal_facts: Record<string, string> | null
  entity_name: string
  missing: (typeof mciBaseFields)[number][]
  in_order: boolean
  edc_active: boolean
  /** A file of the entity is being read. */
  busy: boolean
}

async function readHead(context: SessionContext, id: string, lock = false): Promise<Head> {
  assertWholeCompany(context)
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<Head>`
    select m.id, m.entity_id, m.io_id, m.file_name, m.input, m.state, m.rows, m.faulty, m.generation, m.job_id, m.uploaded_at, m.uploaded_by,
      m.activated_at, m.activated_by, m.refusal, m.refusal_facts, e.name as entity_name, q.missing, q.in_order, c.edc_active,
      exists (select from mci_file v where v.company_id = ${company} and v.entity_id = m.entity_id and v.state = 'Validating') as busy
    from mci_file m join mci_entity e on e.company_id = m.company_id and e.id = m.entity_id
      cross join lateral (${judgedMapping(company)}) q join company c on c.id = ${company}
    where m.company_id = ${company} and m.id = ${id} ${lock ? sql`for update of m` : sql``}`.execute(tx)
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

type Fault = {
  sheet: string
  row: number
  field: string | null
  code: string
  facts: Record<string, string>
}
type Act = (typeof mciFileActs)[number]

function refusedOnFile(language: Language, act: Act, head: Head): Refusal | null {
  if (act === 'file') return null
  if (!mciFileTable.allows(act, head.state, 'user'))
    return refusal('MciStateWrong', { mciFileState: head.state })
  return act === 'activate' ? refusedActivation(language, head) : null
}

function refusedActivation(language: Language, head: Head): Refusal | null {
  if (!head.edc_active) return refusal('EdcNotActive')
  if (head.busy) return refusal('MciOngoing')
  if (head.missing.length > 0)
    return refusal('MciMappingIncomplete', {
      fields: head.missing.map((base) => translate(language, `state.mciBaseField.${base}`)).join(', '),
    })
  return head.in_order ? null : refusal('MciMappingOrder', { entity: head.entity_name })
}

const calls = {
  activate: activateEntityFile,
  validate: validateEntityFile,
  cancel: cancelEntityFile,
  file: downloadEntityFile,
}

async function present(context: SessionContext, id: string): Promise<MciFileView> {
  const head = await readHead(context, id)
  return {
    id: head.id,
    entityId: head.entity_id,
    ioId: head.io_id,
    fileName: head.file_name,
    input: head.input,
    state: head.state,
    rows: head.rows,
    faulty: head.faulty,
    jobId: head.job_id,
    uploadedAt: head.uploaded_at.toISOString(),
    uploadedBy: head.uploaded_by,
    activatedAt: head.activated_at?.toISOString() ?? null,
    activatedBy: head.activated_by,
    message:
      head.refusal === null
        ? null
        : refusalMessage(context.language, new Refusal(head.refusal, head.refusal_facts ?? {})),
    actions: offer(context, calls, (act: Act) => refusedOnFile(context.language, act, head)),
  }
}

export const uploadEntityFileHandler = handle(uploadEntityFile, async (context) => {
  const { tx, actor, input, uploads } = context
  assertWholeCompany(context)
  const [upload] = uploads as [Upload]
  const entity = await readEntity(tx, actor, input.entityId)
  return present(
    context,
    await beginEntityFile(context, entity, upload, { input: input.input, source: 'File' }),
  )
})

export const getEntityFileHandler = handle(getEntityFile, (context) =>
  present(context, context.input.mciFileId),
)

/** What the field of a fault `t` of a file is called; one that is gone by its code. */
const faultyField = (company: number, mciFileId: string) =>
  sql`coalesce((select n.name from mci_field n join mci_file m on m.company_id = ${company} and m.id = ${mciFileId} and m.entity_id = n.entity_id
    where n.company_id = ${company} and n.code = t.field), t.field)`

/** A field that has no column in the file is told of in the first cell of its row. */
export const downloadEntityFileHandler = handleDownload(downloadEntityFile, async (context) => {
  const { tx, actor, language, input } = context
  const head = await readHead(context, input.mciFileId)
  const kept = await sql<{ key: string; headers: ColumnPlaces | null }>`
    select f.storage_key as key, m.headers from mci_file m join file f on f.company_id = ${actor.company.id} and f.id = m.file_id
    where m.company_id = ${actor.company.id} and m.id = ${head.id}`.execute(tx)
  const [file] = kept.rows
  if (!file) throw refusal('FileMissing')
  const { rows } = await sql<Fault & { fieldCode: string | null }>`
    select sheet, file_row as row, field as "fieldCode", ${faultyField(actor.company.id, head.id)} as field, code, facts from mci_fault t
    where company_id = ${actor.company.id} and mci_file_id = ${head.id} order by sheet, file_row, id limit ${mostComments}`.execute(
    tx,
  )
  const comments = rows.map(({ sheet, row, fieldCode, field, code, facts }) => {
    const text = sayIssue(language, { field: null, code, facts })
    const column = file.headers?.[sheet]?.[fieldCode ?? ''] ?? 0
    return { sheet, row, column, text: field === null ? text : `${field}: ${text}` }
  })
  return commentedFile(context, { key: file.key, name: head.file_name }, comments)
})

/** Moves a file on. Throws what its state or the reader's reach says against it. */
async function lockFor(context: SessionContext & { input: { mciFileId: string } }, act: Act): Promise<Head> {
  const head = await readHead(context, context.input.mciFileId, true)
  const refused = refusedOnFile(context.language, act, head)
  if (refused) throw refused
  return head
}

export const validateEntityFileHandler = handle(validateEntityFile, async (context) => {
  const { tx, actor } = context
  const head = await lockFor(context, 'validate')
  const jobId = await beginReading(context, head.id)
  await sql`update mci_file set state = 'Pending', job_id = ${jobId}, refusal = null, edited = false where company_id = ${actor.company.id} and id = ${head.id}`.execute(
    tx,
  )
  return present(context, head.id)
})

export const cancelEntityFileHandler = handle(cancelEntityFile, async (context) => {
  const { tx, actor, now } = context
  const head = await lockFor(context, 'cancel')
  await sql`update mci_file set state = 'Cancelled' where company_id = ${actor.company.id} and id = ${head.id}`.execute(
    tx,
  )
  if (head.job_id)
    await sql`update job set cancel_requested = true where company_id = ${actor.company.id} and id = ${head.job_id} and state in ('Waiting', 'Running')`.execute(
      tx,
    )
  await record(tx, actor, now, {
    audit: [
      { operation: 'mci.cancelled', recordType: 'mciFile', recordId: head.id, recordCode: head.file_name },
    ],
  })
  return present(context, head.id)
})

/** One row decides which generation is read (MCI-002). A running service holds the entity and is waited for by nobody. */
export const activateEntityFileHandler = handle(activateEntityFile, async (context) => {
  const { tx, actor, now } = context
  const head = await lockFor(context, 'activate')
  const entity = await readEntity(tx, actor, head.entity_id, { lock: true })
  const pointer = head.input === 'User' ? 'user_generation' : 'erp_generation'
  await sql`update mci_entity set ${sql.id(pointer)} = ${head.generation} where company_id = ${actor.company.id} and id = ${entity.id}`.execute(
    tx,
  )
  // What was active before can be activated again; rows that were changed by form are no longer those of its file.
  await sql`update mci_file set state = case when edited then ${mciFileTable.moves.replaceEdited.to} else ${mciFileTable.moves.replace.to} end
    where company_id = ${actor.company.id} and entity_id = ${entity.id} and input = ${head.input} and state = 'Active'`.execute(
    tx,
  )
  await sql`update mci_file set state = ${mciFileTable.moves.activate.to}, activated_at = ${now}, activated_by = ${actor.name}
    where company_id = ${actor.company.id} and id = ${head.id}`.execute(tx)
  await prepareFiltersOf(context, entity.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'mci.activated',
        recordType: 'mciFile',
        recordId: head.id,
        recordCode: head.file_name,
        after: { entity: entity.code, rows: head.rows },
      },
    ],
  })
  return present(context, head.id)
})

export const entityFileList = serveList(entityFiles, 'kind.mciFile.many', ({ actor }, { entityId }) => ({
  from: sql`mci_file m join mci_entity e on e.company_id = m.company_id and e.id = m.entity_id`,
  where: [
    sql`m.company_id = ${actor.company.id}`,
    ...wholeCompanyOnly(actor),
    ...(entityId ? [sql`m.entity_id = ${entityId}`] : []),
  ],
  id: sql`m.id`,
  columns: {
    ioId: sql`m.io_id`,
    entityName: sql`e.name`,
    fileName: sql`m.file_name`,
    mciInput: sql`m.input`,
    state: sql`m.state`,
    rows: sql`m.rows`,
    faulty: sql`m.faulty`,
    uploadedAt: sql`m.uploaded_at`,
    uploadedBy: sql`m.uploaded_by`,
    activatedAt: sql`m.activated_at`,
    orderIndex: sql`e.order_index`,
  },
  extra: { entityId: sql`m.entity_id` },
  search: folded(sql`concat_ws(' ', e.name, m.file_name)`),
}))

export const entityFaultList = serveList(
  entityFaults,
  'kind.mciFile.many',
  async (context, { mciFileId }) => {
    const { actor } = context
    if (!seesPartOnly(actor)) await readHead(context, mciFileId)
    return {
      from: sql`mci_fault t`,
      where: [
        sql`t.company_id = ${actor.company.id}`,
        ...wholeCompanyOnly(actor),
        sql`t.mci_file_id = ${mciFileId}`,
      ],
      id: sql`t.id`,
      columns: {
        sheet: sql`t.sheet`,
        row: sql`t.file_row`,
        field: faultyField(actor.company.id, mciFileId),
      },
      facts: { code: sql<string>`t.code`, facts: sql<Record<string, string>>`t.facts` },
    }
  },
  ({ code, facts }, { language }) => ({ message: sayIssue(language, { field: null, code, facts }) }),
)
