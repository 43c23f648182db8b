import { uploadPackage } from '@kervan/contract/trace/packages'
import { refusal } from '@kervan/contract/kit/refusals'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { record } from '../../kit/records/audit.ts'

// A package is kept as it came, and read by a queue (TRC-004).

export const uploadPackageHandler = handle(uploadPackage, async (context) => {
  const [upload] = context.uploads
  if (!upload) throw refusal('FileMissing')
  return { packageId: await takePackage(context, upload) }
})

/** Keeps a package and has it read; answers its id. Throws `PackageTwice` for one that is known already. */
export async function takePackage(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  upload: Upload,
): Promise<string> {
  const company = actor.company.id
  const body = await readFile(upload.path)
  const sha256 = createHash('sha256').update(body).digest()
  const fileId = await services.files.keepBytes(
    tx,
    actor,
    { name: upload.name, type: upload.type, body, sha256 },
    'trace-package',
  )
  const id = newId()
  const { rows } = await sql<{ id: string }>`
    insert into trace_package (company_id, id, state, file_id, file_name, file_sha256, received_at, received_by)
    values (${company}, ${id}, 'Reading', ${fileId}, ${upload.name.slice(0, 200)}, ${sha256}, ${now}, ${actor.name})
    on conflict (company_id, file_sha256) where state <> 'Faulty' do nothing returning id`.execute(tx)
  if (rows.length === 0) {
    const { rows: first } = await sql<{ name: string }>`
      select coalesce(d.number, d.file_name) as name from trace_package d where d.company_id = ${company} and d.file_sha256 = ${sha256} and d.state <> 'Faulty'`.execute(
      tx,
    )
    throw refusal('PackageTwice', { document: first[0]?.name ?? upload.name })
  }
  await services.jobs.send(tx, 'packageReading', { companyId: company, packageId: id })
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'trace.packageUploaded',
        recordType: 'tracePackage',
        recordId: id,
        recordCode: upload.name.slice(0, 80),
        after: { file: upload.name },
      },
    ],
  })
  return id
}
