import { addPrincipleFile, downloadPrincipleFile } from '@kervan/contract/services/principles'
import { refusal } from '@kervan/contract/kit/refusals'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { newId } from '../../kit/database/uuid.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { forChange } from './change.ts'
import { entry, principleFor } from './principles.ts'

// Files of principles (SVC-004): 30 MB at most, of types that their content and their name agree on.

export const addPrincipleFileHandler = handle(addPrincipleFile, async (context) => {
  const { tx, actor, now, input, services, uploads } = context
  const strategy = await forChange(context, input.strategyId, 'edit')
  const found = await principleFor(context, strategy, input.principleId, 'addFile')
  const [upload] = uploads
  if (!upload) throw refusal('FileMissing')
  const fileId = await services.files.keepBytes(
    tx,
    actor,
    { name: upload.name, type: upload.type, body: await readFile(upload.path), sha256: upload.sha256 },
    'principle',
  )
  const id = newId()
  const name = upload.name.slice(0, 200)
  await tx
    .insertInto('principle_file')
    .values({
      company_id: actor.company.id,
      id,
      principle_id: found.id,
      file_id: fileId,
      name,
      added_at: now,
      added_by: actor.name,
    })
    .execute()
  await record(tx, actor, now, { audit: [entry('principle.fileAdded', found, { after: { file: name } })] })
  return { fileId: id }
})

export const downloadPrincipleFileHandler = handleDownload(downloadPrincipleFile, async (context) => {
  const { tx, actor, input, services } = context
  const { rows } = await sql<{ name: string; type: string; key: string }>`
    select k.name, f.type, f.storage_key as key from principle_file k join file f on f.company_id = ${actor.company.id} and f.id = k.file_id
    where ${sql.join([sql`k.company_id = ${actor.company.id}`, sql`k.id = ${input.principleFileId}`, ...wholeCompanyOnly(actor)], sql` and `)}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return { name: found.name, type: found.type, body: await services.files.open(found.key) }
})
