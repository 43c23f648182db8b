import { sql } from 'kysely'
import { uploadEntityFile, type mciInputs } from '@kervan/contract/company/mci-files'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { fold } from '../../kit/lists/fold.ts'
import { droppedEndings, type DropFolder } from '../../kit/work/drop-ways.ts'
import { assertFields, readEntity, type Entity } from '../mci-entity.sql.ts'

// How a file of an MCI entity begins, whichever way it came (MCI-002, DAT-002).

export type Beginning = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'language' | 'now'>

/** The most bytes that a file of an entity may have. */
const entityFileBytes = uploadEntityFile.upload?.maxBytes ?? 0

/**
 * Keeps a file of an entity and begins to read it, all in the caller's transaction. Returns its id. Throws
 * `EntityWithoutFields` and `FileQuotaReached`.
 */
export async function beginEntityFile(
  context: Beginning,
  entity: Entity,
  upload: Upload,
  from: { input: (typeof mciInputs)[number]; source: 'File' | 'FileDrop' },
): Promise<string> {
  const { tx, actor, services, now } = context
  assertFields(entity)
  const fileId = await services.files.keep(tx, actor, upload, 'mci')
  const id = newId()
  const jobId = await beginReading(context, id)
  const ioId = await nextCount(tx, actor.company.id, 'mci')
  await tx
    .insertInto('mci_file')
    .values({
      company_id: actor.company.id,
      id,
      entity_id: entity.id,
      io_id: ioId,
      file_id: fileId,
      file_name: upload.name,
      ...from,
      state: 'Pending',
      generation: ioId,
      job_id: jobId,
      uploaded_at: now,
      uploaded_by: actor.name,
    })
    .execute()
  return id
}

/** Starts the job that reads a file of an entity; answers the job's id. */
export function beginReading(
  { tx, actor, services, language, now }: Beginning,
  fileId: string,
): Promise<string> {
  return services.jobs.start(tx, actor, 'mci.import', { fileId, language }, now)
}

/** The entity of this code, in any case; null where there is none. */
async function entityByCode({ tx, actor }: Beginning, code: string): Promise<Entity | null> {
  const { rows } = await sql<{ id: string }>`
    select id from mci_entity where company_id = ${actor.company.id} and fold(code) = ${fold(code)}`.execute(
    tx,
  )
  return rows[0] ? readEntity(tx, actor, rows[0].id) : null
}

/**
 * A dropped file of an entity: the ERP's input, or the user's where the entity reads no other. It is read and checked;
 * somebody who has seen it activates it, because it replaces all rows of its input. Returns its id; throws as
 * `beginEntityFile` does.
 */
const beginDroppedEntityFile = (context: Beginning, entity: Entity, upload: Upload): Promise<string> =>
  beginEntityFile(context, entity, upload, {
    input: entity.source === 'ManageByUserInput' ? 'User' : 'Erp',
    source: 'FileDrop',
  })

/** The dropped file that these bytes have become: the same one, or one that is being read or waits for activation. */
async function knownEntityFile(
  { tx, actor }: Beginning,
  entity: Entity,
  { name, sha256 }: Upload,
  changedAt: Date,
): Promise<string | null> {
  const company = actor.company.id
  const { rows } = await sql<{ id: string }>`
    select m.id from mci_file m join file f on f.company_id = ${company} and f.id = m.file_id
    where m.company_id = ${company} and m.entity_id = ${entity.id} and m.source = 'FileDrop' and f.sha256 = ${sha256}
      and (m.state in ('Pending', 'Validating', 'Succeeded') or (m.file_name = ${name} and m.uploaded_at >= ${changedAt}))
    order by m.io_id desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** The folder of files of MCI entities, with a folder for each entity. */
export const entityFolder: DropFolder = {
  folder: 'mci',
  holds: 'entities',
  endings: droppedEndings,
  async way(context, code) {
    const entity = code === null ? null : await entityByCode(context, code)
    return (
      entity && {
        maxBytes: entityFileBytes,
        known: (upload, changedAt) => knownEntityFile(context, entity, upload, changedAt),
        begin: (upload) => beginDroppedEntityFile(context, entity, upload),
      }
    )
  },
}
