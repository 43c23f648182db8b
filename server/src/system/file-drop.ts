import { join } from 'node:path'
import { masterFileBytes } from '@kervan/contract/kit/master-data'
import type { ChangeState } from '@kervan/contract/kit/master-change'
import { Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { administrators } from '../access/access.api.ts'
import {
  beginDroppedEntityFile,
  entityByCode,
  entityFileBytes,
  knownEntityFile,
} from '../company/company.api.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { codeOf } from '../kit/error-code.ts'
import { loadActor } from '../kit/http/actor.ts'
import type { Upload } from '../kit/http/uploads.ts'
import { beginImport } from '../kit/master/files.ts'
import { servedByKey, type MasterContext, type ServedKind } from '../kit/master/kind.ts'
import {
  dropFolderOf,
  filesIn,
  foldersIn,
  isThere,
  moveAway,
  readDropped,
  type DroppedFile,
} from '../kit/work/drop-folder.ts'
import type { ScheduledWork } from '../kit/work/schedule.ts'

// Files that another system puts into `<data folder>/drop/<company code>/<kind key>/`, or `…/mci/<entity code>/` (DAT-002,
// MCI-002). Each becomes a change, or a file of its entity, as an upload does. What was taken is moved to `taken/` by the step after the commit, so a worker that dies in between
// leaves a file that the next look knows by its bytes.

/** Changes that are under way or wait for somebody: the same bytes would only come to the same again. */
const underWay: readonly ChangeState[] = ['Pending', 'Validating', 'Succeeded', 'WaitingApproval', 'Checked']

/** The folder of files of MCI entities, with a folder for each entity. */
const entitiesFolder = 'mci'

/** `entity`: the code that its folder names, for a file of an MCI entity. */
type Dropped = DroppedFile & { kind: string; entity: string | null }

/** Where a dropped file goes. */
type Way = {
  maxBytes: number
  /** The id of what these bytes have become, or of the same bytes still under way. */
  known: (upload: Upload, changedAt: Date) => Promise<string | null>
  begin: (upload: Upload) => Promise<unknown>
}

export const fileDropWork: ScheduledWork = {
  name: 'fileDrop',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ services, companyCode }) => (await dropped(services, companyCode)).length > 0,
  async run({ tx, services, companyId }) {
    // Whoever else looks at this moment waits, and then sees what has been taken.
    await sql`select pg_advisory_xact_lock(hashtextextended('file drop', ${companyId}))`.execute(tx)
    const counts = { filesOfUnknownKind: 0, filesLeft: 0 }
    const context = await contextOf(tx, services, companyId)
    if (!context) return { counts }
    for (const file of await dropped(services, context.actor.company.code)) {
      const way = await wayOf(context, file)
      if (!way) counts.filesOfUnknownKind += 1
      else if ((await take(context, way, file)) === 'taken') return { counts: { filesTaken: 1 }, more: true }
      else counts.filesLeft += (await isThere(file)) ? 1 : 0
    }
    if (counts.filesOfUnknownKind + counts.filesLeft > 0)
      services.log.warn({ companyId, ...counts }, 'files in the drop folder were not taken')
    return { counts }
  },
}

/** Who acts: the company's first administrator. Null where there is none; then the files wait. */
async function contextOf(tx: Tx, services: Services, companyId: number): Promise<MasterContext | null> {
  const [id] = await administrators(tx, companyId, 1)
  if (id === undefined) return null
  const actor = await loadActor(tx, companyId, id)
  const { language } = await tx
    .selectFrom('membership')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { tx, services, actor, language: language as Language, now: services.clock.now() }
}

/** The tables in the folders of a company, in the order of kind, entity and name. */
async function dropped(services: Services, companyCode: string): Promise<Dropped[]> {
  const root = await dropFolderOf(services, companyCode)
  if (root === null) return []
  const files: Dropped[] = []
  for (const kind of await foldersIn(root)) {
    const entities = kind === entitiesFolder ? await foldersIn(join(root, kind)) : [null]
    for (const entity of entities)
      for (const file of await filesIn(join(root, kind, entity ?? ''), /\.(csv|xlsx)$/i))
        files.push({ ...file, kind, entity })
  }
  return files
}

/** Null for a kind or an entity that the company does not have. */
async function wayOf(context: MasterContext, { kind, entity: code }: Dropped): Promise<Way | null> {
  if (code !== null) {
    const entity = await entityByCode(context, code)
    return (
      entity && {
        maxBytes: entityFileBytes,
        known: (upload, changedAt) => knownEntityFile(context, entity, upload, changedAt),
        begin: (upload) => beginDroppedEntityFile(context, entity, upload),
      }
    )
  }
  const served = servedByKey.get(kind)
  if (!served) return null
  const mode = served.kind.modes.includes('Merge') ? 'Merge' : 'Replace'
  return {
    maxBytes: masterFileBytes,
    known: (upload, changedAt) => changeOf(context, served, upload, changedAt),
    begin: (upload) => beginImport(context, served, upload, { source: 'FileDrop', mode }),
  }
}

/** Begins what becomes of a file, or moves a file away that was begun. `waits`: neither, for now. */
async function take(
  { services, now }: MasterContext,
  { maxBytes, known, begin }: Way,
  file: Dropped,
): Promise<'taken' | 'moved' | 'waits'> {
  try {
    return await readDropped(services, now, file, maxBytes, async (upload, changedAt) => {
      const id = await known(upload, changedAt)
      if (id !== null) return moveAway(services, file, id)
      await begin(upload)
      return 'taken'
    })
  } catch (error) {
    if (!(error instanceof Refusal) && codeOf(error) !== 'ENOENT') throw error
    services.log.warn({ err: error, kind: file.kind, entity: file.entity }, 'a dropped file was not taken')
    return 'waits'
  }
}

/** The change that this file has become, or one of the same bytes that is still under way. */
async function changeOf(
  { tx, actor }: MasterContext,
  { kind }: ServedKind,
  { name, sha256 }: Upload,
  changedAt: Date,
): Promise<string | null> {
  const company = actor.company.id
  const { rows } = await sql<{ id: string }>`
    select c.id from master_change c join file f on f.company_id = ${company} and f.id = c.file_id
    where c.company_id = ${company} and c.kind = ${kind.key} and c.source = 'FileDrop' and f.sha256 = ${sha256}
      and (c.state = any(${underWay}::text[]) or (c.file_name = ${name} and c.made_at >= ${changedAt}))
    order by c.made_at desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
