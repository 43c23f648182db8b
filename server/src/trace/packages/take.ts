import { uploadPackage } from '@kervan/contract/trace/packages'
import { refusal } from '@kervan/contract/kit/refusals'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { record, type Doer } from '../../kit/records/audit.ts'

// A package is kept as it came, and read by a queue (TRC-004).

export const uploadPackageHandler = handle(uploadPackage, async (context) => {
  const [upload] = context.uploads
  if (!upload) throw refusal('FileMissing')
  return { packageId: await takePackage(context, upload) }
})

/** Keeps an uploaded package and has it read; answers its id. Throws `PackageTwice` for one that is known already. */
export async function takePackage(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  { name, type, path }: Upload,
): Promise<string> {
  const body = await readFile(path)
  const sha256 = createHash('sha256').update(body).digest()
  return keepPackage({ tx, doer: actor, services, now }, { name, type, body, sha256 })
}

/** As `takePackage`, for bytes, whoever brings them. */
export async function keepPackage(
  { tx, doer, services, now }: { doer: Doer } & Pick<SessionContext, 'tx' | 'services' | 'now'>,
  file: { name: string; type: string; body: Buffer; sha256: Buffer },
): Promise<string> {
  const company = doer.company.id
  const fileId = await services.files.keepBytes(tx, doer, file, 'trace-package')
  const id = newId()
  const { rows } = await sql<{ id: string }>`
    insert into trace_package (company_id, id, state, file_id, file_name, file_sha256, received_at, received_by)
    values (${company}, ${id}, 'Reading', ${fileId}, ${file.name.slice(0, 200)}, ${file.sha256}, ${now}, ${doer.name})
    on conflict (company_id, file_sha256) where state <> 'Faulty' do nothing returning id`.execute(tx)
  if (rows.length === 0) {
    const { rows: first } = await sql<{ name: string }>`
      select coalesce(d.number, d.file_name) as name from trace_package d where d.company_id = ${company} and d.file_sha256 = ${file.sha256} and d.state <> 'Faulty'`.execute(
      tx,
    )
    throw refusal('PackageTwice', { document: first[0]?.name ?? file.name })
  }
  await services.jobs.send(tx, 'packageReading', { companyId: company, packageId: id })
  await record(tx, doer, now, {
    audit: [
      {
        operation: 'trace.packageUploaded',
        recordType: 'tracePackage',
        recordId: id,
        recordCode: file.name.slice(0, 80),
        after: { file: file.name },
      },
    ],
  })
  return id
}
