import { masterFileBytes } from '@kervan/contract/kit/master-import'
import type { ChangeState } from '@kervan/contract/kit/master-change'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { administrators } from '../access/access.api.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { loadActor } from '../kit/http/actor.ts'
import type { Upload } from '../kit/http/uploads.ts'
import { beginImport } from '../kit/master/files.ts'
import { servedByKey, type MasterContext, type ServedKind } from '../kit/master/kind.ts'
import { partsOf } from '../kit/parts.ts'
import type { DropFolder, DropWay } from '../kit/work/drop-ways.ts'

// What becomes of a file that another system has put somewhere, whether into a folder or into a store (DAT-002, MCI-002).

/** Changes that are under way or wait for somebody: the same bytes would only come to the same again. */
const underWay: readonly ChangeState[] = ['Pending', 'Validating', 'Succeeded', 'WaitingApproval', 'Checked']

/** The folder of an area by its name; null for the folder of a kind of master data. */
export const folderOf = (name: string): DropFolder | null =>
  partsOf('dropFolder').find(({ folder }) => folder === name) ?? null

/** `entity`: the code that its folder names, where the folder has one for each entity. */
export type Addressed = { kind: string; entity: string | null }

/** Whoever else looks at this moment waits until the end of the transaction, and then sees what has been taken. */
export async function waitForTurn(tx: Tx, companyId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('file drop', ${companyId}))`.execute(tx)
}

/** Who acts: the company's first administrator. Null where there is none; then the files wait. */
export async function contextOf(
  tx: Tx,
  services: Services,
  companyId: number,
): Promise<MasterContext | null> {
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

/** Null for a kind or an entity that the company does not have. */
export async function wayOf(context: MasterContext, { kind, entity }: Addressed): Promise<DropWay | null> {
  const folder = folderOf(kind)
  if (folder) return folder.way(context, entity)
  const served = servedByKey.get(kind)
  if (!served) return null
  const mode = served.kind.modes.includes('Merge') ? 'Merge' : 'Replace'
  return {
    maxBytes: masterFileBytes,
    known: (upload, changedAt) => changeOf(context, served, upload, changedAt),
    begin: (upload) => beginImport(context, served, upload, { source: 'FileDrop', mode }),
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
