import { packageBytes, uploadPackage } from '@kervan/contract/trace/packages'
import { Refusal } from '@kervan/contract/kit/refusals'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { codeOf } from '../../kit/error-code.ts'
import { loadActor } from '../../kit/http/actor.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import {
  dropFolderOf,
  filesIn,
  isThere,
  moveAway,
  readDropped,
  type DroppedFile,
} from '../../kit/work/drop-folder.ts'
import type { DropFolder } from '../../kit/work/drop-ways.ts'
import type { ScheduledWork } from '../../kit/work/schedule.ts'
import { takePackage } from './take.ts'

// Packages by folder and by store (TRC-004): what lies in `pts/in` is taken as if it had been uploaded.

const endings = /\.(zip|xml)$/i

export const packageExchangeWork: ScheduledWork = {
  name: 'packageExchange',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ services, companyCode }) => (await dropped(services, companyCode)).length > 0,
  async run({ tx, services, companyId }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('package exchange', ${companyId}))`.execute(tx)
    const { code } = await tx
      .selectFrom('company')
      .select('code')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const actor = await actorOf(tx, companyId)
    let filesLeft = 0
    for (const file of actor ? await dropped(services, code) : []) {
      if (actor && (await take(tx, services, actor, file)) === 'taken')
        return { counts: { filesTaken: 1 }, more: true }
      filesLeft += (await isThere(file)) ? 1 : 0
    }
    return { counts: { filesLeft } }
  },
}

async function dropped(services: Services, companyCode: string): Promise<DroppedFile[]> {
  const root = await dropFolderOf(services, companyCode)
  return root === null ? [] : filesIn(join(root, 'pts', 'in'), endings)
}

/** In whose name packages come by folder: the first API user of the company who may upload them. Null: the files wait. */
async function actorOf(tx: Tx, companyId: number): Promise<Actor | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m join identity i on i.id = m.identity_id
      join membership_role mr on mr.company_id = ${companyId} and mr.membership_id = m.id
      join role_permission rp on rp.company_id = ${companyId} and rp.role_id = mr.role_id and rp.permission = ${uploadPackage.permission}
    where m.company_id = ${companyId} and m.user_type = 'APIUser' and m.state = 'Active' and m.partner_id is null
    order by i.username_folded limit 1`.execute(tx)
  const id = rows[0]?.id
  return id === undefined ? null : loadActor(tx, companyId, id)
}

/** Takes a file, or moves one away that was taken. `waits`: neither, for now. */
async function take(
  tx: Tx,
  services: Services,
  actor: Actor,
  file: DroppedFile,
): Promise<'taken' | 'moved' | 'waits'> {
  const now = services.clock.now()
  try {
    return await readDropped(services, now, file, packageBytes, async (upload, changedAt) => {
      const known = await knownPackage(tx, actor.company.id, upload, changedAt)
      if (known !== null) return moveAway(services, file, known)
      await takePackage({ tx, actor, services, now }, upload)
      return 'taken'
    })
  } catch (error) {
    if (!(error instanceof Refusal) && codeOf(error) !== 'ENOENT') throw error
    services.log.warn({ err: error }, 'a package was not taken')
    return 'waits'
  }
}

/** The package that these bytes have become; one that could not be read counts if it came after the file. */
async function knownPackage(
  tx: Tx,
  companyId: number,
  { sha256 }: Upload,
  changedAt: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select d.id from trace_package d where d.company_id = ${companyId} and d.file_sha256 = ${sha256}
      and (d.state <> 'Faulty' or d.received_at >= ${changedAt}) order by d.received_at desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** The folder of packages in a store. */
export const packageFolder: DropFolder = {
  folder: 'pts',
  holds: 'in',
  endings,
  async way({ tx, services, actor: { company } }) {
    const actor = await actorOf(tx, company.id)
    return (
      actor && {
        maxBytes: packageBytes,
        known: (upload, changedAt) => knownPackage(tx, company.id, upload, changedAt),
        begin: (upload) => takePackage({ tx, actor, services, now: services.clock.now() }, upload),
      }
    )
  },
}
