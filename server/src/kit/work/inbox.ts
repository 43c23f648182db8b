import { Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { join } from 'node:path'
import type { Actor, Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { codeOf } from '../error-code.ts'
import { loadActor } from '../http/actor.ts'
import type { Upload } from '../http/uploads.ts'
import { dropFolderOf, filesIn, isThere, moveAway, readDropped, type DroppedFile } from './drop-folder.ts'
import type { DropFolder } from './drop-ways.ts'

// The folder of an area in which other systems leave files for its records: `<folder>/in` of the drop folder of a company
// or of a store. A file becomes what it would have become as an upload, in the name of an API user.

/** On the disk of the portal, or in a store. */
export type InboxSource = 'FileDrop' | 'Store'
type Context = { tx: Tx; actor: Actor; services: Services; now: Date }

type Options = {
  folder: string
  /** Which files are taken, by the end of their names. */
  endings: RegExp
  maxBytes: number
  /** The call by which the same would be sent. */
  call: { permission: string | null }
  /** The id of what these bytes have become already; null for new ones. */
  known: (
    tx: Tx,
    companyId: number,
    source: InboxSource,
    upload: Upload,
    changedAt: Date,
  ) => Promise<string | null>
  /** Answers the id of what they become. */
  begin: (context: Context, upload: Upload, source: InboxSource) => Promise<string>
}

export type Inbox = {
  /** A file lies in the folder of the company. */
  hasFiles: (services: Services, companyCode: string) => Promise<boolean>
  /**
   * Takes the next file, or moves those away that were taken before. Answers whether one was taken, and how many are
   * left: they are still being written, were refused, or nobody may send them.
   */
  takeNext: (
    tx: Tx,
    services: Services,
    company: { id: number; code: string },
  ) => Promise<{ isTaken: boolean; filesLeft: number }>
  /** How a file of a store is taken. */
  way: DropFolder['way']
}

export function inbox(options: Options): Inbox {
  const { folder, endings, maxBytes, known, begin } = options
  const dropped = async (services: Services, companyCode: string): Promise<DroppedFile[]> => {
    const root = await dropFolderOf(services, companyCode)
    return root === null ? [] : filesIn(join(root, folder, 'in'), endings)
  }
  return {
    hasFiles: async (services, companyCode) => (await dropped(services, companyCode)).length > 0,
    async takeNext(tx, services, { id, code }) {
      const actor = await senderOf(tx, id, options.call.permission)
      let filesLeft = 0
      for (const file of actor ? await dropped(services, code) : []) {
        if (actor && (await take(options, tx, services, actor, file)) === 'taken')
          return { isTaken: true, filesLeft }
        filesLeft += (await isThere(file)) ? 1 : 0
      }
      return { isTaken: false, filesLeft }
    },
    async way({ tx, services, actor: { company } }) {
      const actor = await senderOf(tx, company.id, options.call.permission)
      return (
        actor && {
          maxBytes,
          known: (upload, changedAt) => known(tx, company.id, 'Store', upload, changedAt),
          begin: (upload) => begin({ tx, actor, services, now: services.clock.now() }, upload, 'Store'),
        }
      )
    },
  }
}

/**
 * In whose name files come by folder: the first API user of the company itself who may send the same by a call, so that
 * its people can decide on what comes of it. Null where there is none; then the files wait.
 */
export async function senderOf(tx: Tx, companyId: number, permission: string | null): Promise<Actor | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m join identity i on i.id = m.identity_id
      join membership_role mr on mr.company_id = ${companyId} and mr.membership_id = m.id
      join role_permission rp on rp.company_id = ${companyId} and rp.role_id = mr.role_id and rp.permission = ${permission}
    where m.company_id = ${companyId} and m.user_type = 'APIUser' and m.state = 'Active' and m.partner_id is null
    order by i.username_folded limit 1`.execute(tx)
  const id = rows[0]?.id
  return id === undefined ? null : loadActor(tx, companyId, id)
}

/** Takes a file, or moves one away that was taken. `waits`: neither, for now. */
async function take(
  { folder, maxBytes, known, begin }: Options,
  tx: Tx,
  services: Services,
  actor: Actor,
  file: DroppedFile,
): Promise<'taken' | 'moved' | 'waits'> {
  const now = services.clock.now()
  try {
    return await readDropped(services, now, file, maxBytes, async (upload, changedAt) => {
      const before = await known(tx, actor.company.id, 'FileDrop', upload, changedAt)
      if (before !== null) return moveAway(services, file, before)
      await begin({ tx, actor, services, now }, upload, 'FileDrop')
      return 'taken'
    })
  } catch (error) {
    if (!(error instanceof Refusal) && codeOf(error) !== 'ENOENT') throw error
    services.log.warn({ err: error, folder }, 'a dropped file was not taken')
    return 'waits'
  }
}
