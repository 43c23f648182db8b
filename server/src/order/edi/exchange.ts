import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ediLimits, receiveEdiMessage, type EdiSource } from '@kervan/contract/order/edi'
import { Refusal } from '@kervan/contract/kit/refusals'
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
import { plainName } from './answer.ts'
import { mayGoOut } from './post-answer.ts'
import { receive } from './receive.ts'

// Messages by folder and by store (ORD-023): what lies in `edi/in` is received, what is to be answered is written to
// `edi/out`. Partners reach the drop folder by SFTP or any other way that the operator sets up.

/** Which files are messages, by the end of their names. */
const ediEndings = /\.(xml|edi|edifact|txt)$/i
type DropSource = Exclude<EdiSource, 'Api'>
const answersAtOnce = 100

export const ediExchangeWork: ScheduledWork = {
  name: 'ediExchange',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId, companyCode }) =>
    (await dropped(services, companyCode)).length > 0 ||
    (await answers(tx, companyId, 'FileDrop', 1)).length > 0,
  async run({ tx, services, companyId }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('edi exchange', ${companyId}))`.execute(tx)
    const { code } = await tx
      .selectFrom('company')
      .select('code')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const written = await writeAnswers(tx, services, companyId, code)
    if (written > 0) return { counts: { answersWritten: written }, more: true }
    const actor = await actorOf(tx, companyId)
    let filesLeft = 0
    for (const file of actor ? await dropped(services, code) : []) {
      if (actor && (await take(tx, services, actor, file)) === 'taken')
        return { counts: { filesTaken: 1 }, more: true }
      filesLeft += (await isThere(file)) ? 1 : 0
    }
    if (filesLeft > 0) services.log.warn({ companyId, filesLeft }, 'EDI files were not taken')
    return { counts: { filesLeft } }
  },
}

async function dropped(services: Services, companyCode: string): Promise<DroppedFile[]> {
  const root = await dropFolderOf(services, companyCode)
  return root === null ? [] : filesIn(join(root, 'edi', 'in'), ediEndings)
}

/**
 * Who orders what comes by folder: the first API user of the company itself who may send messages, so that its people
 * can decide on the orders. Null where there is none; then the files wait.
 */
async function actorOf(tx: Tx, companyId: number): Promise<Actor | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m join identity i on i.id = m.identity_id
      join membership_role mr on mr.company_id = ${companyId} and mr.membership_id = m.id
      join role_permission rp on rp.company_id = ${companyId} and rp.role_id = mr.role_id and rp.permission = ${receiveEdiMessage.permission}
    where m.company_id = ${companyId} and m.user_type = 'APIUser' and m.state = 'Active' and m.partner_id is null
    order by i.username_folded limit 1`.execute(tx)
  const id = rows[0]?.id
  return id === undefined ? null : loadActor(tx, companyId, id)
}

/** Receives a file, or moves one away that was received. `waits`: neither, for now. */
async function take(
  tx: Tx,
  services: Services,
  actor: Actor,
  file: DroppedFile,
): Promise<'taken' | 'moved' | 'waits'> {
  const now = services.clock.now()
  try {
    return await readDropped(services, now, file, ediLimits.bytes, async (upload, changedAt) => {
      const known = await knownMessage(tx, actor.company.id, 'FileDrop', upload, changedAt)
      if (known !== null) return moveAway(services, file, known)
      await receive({ tx, actor, services, now }, upload, 'FileDrop')
      return 'taken'
    })
  } catch (error) {
    if (!(error instanceof Refusal) && codeOf(error) !== 'ENOENT') throw error
    services.log.warn({ err: error }, 'an EDI file was not taken')
    return 'waits'
  }
}

/** The message that a file has become which was dropped under this name at that moment or before. */
async function knownMessage(
  tx: Tx,
  companyId: number,
  source: DropSource,
  { name, sha256 }: Upload,
  changedAt: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from edi_message m join file f on f.company_id = ${companyId} and f.id = m.file_id
    where m.company_id = ${companyId} and m.source = ${source} and m.position = 1 and m.file_name = ${name}
      and f.sha256 = ${sha256} and m.received_at >= ${changedAt} order by m.received_at desc limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** How a message from the store is received; null where no API user of the company may send messages. */
async function ediStoreWay(tx: Tx, services: Services, companyId: number) {
  const actor = await actorOf(tx, companyId)
  return (
    actor && {
      maxBytes: ediLimits.bytes,
      known: (upload: Upload, changedAt: Date) => knownMessage(tx, companyId, 'Store', upload, changedAt),
      begin: async (upload: Upload) =>
        (await receive({ tx, actor, services, now: services.clock.now() }, upload, 'Store')).messageId,
    }
  )
}

/** Answers that the store is to have, oldest first; the ids are for `noteAnswered` once they are there. */
async function ediStoreAnswers(
  tx: Tx,
  services: Services,
  companyId: number,
): Promise<{ id: string; name: string; body: Buffer }[]> {
  const found: { id: string; name: string; body: Buffer }[] = []
  for (const answer of await answers(tx, companyId, 'Store', answersAtOnce))
    await unlessBroken(services, answer, async () => {
      found.push({ id: answer.id, ...(await textOf(services, answer)) })
    })
  return found
}

async function noteAnswered(
  tx: Tx,
  services: Services,
  companyId: number,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update edi_message set answered_at = ${services.clock.now()} where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

type Answer = { id: string; name: string; storage_key: string }

/** What came that way, is settled, and was not answered there. */
async function answers(tx: Tx, companyId: number, source: DropSource, limit: number): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select m.id, a.name, a.storage_key
    from edi_message m join file a on a.company_id = ${companyId} and a.id = m.answer_file_id
    where m.company_id = ${companyId} and m.source = ${source} and m.answered_at is null and m.state <> 'Received'
      and ${mayGoOut(companyId)}
    order by m.processed_at, m.id limit ${limit} for update of m skip locked`.execute(tx)
  return rows
}

/**
 * Writes answers to `edi/out`. One that is written before the commit is written again under the same name; one that
 * cannot be written is told in the log, tried again, and holds up no other.
 */
async function writeAnswers(
  tx: Tx,
  services: Services,
  companyId: number,
  companyCode: string,
): Promise<number> {
  const root = await dropFolderOf(services, companyCode)
  if (root === null) return 0
  const folder = join(root, 'edi', 'out')
  const written: string[] = []
  for (const answer of await answers(tx, companyId, 'FileDrop', answersAtOnce)) {
    const done = await unlessBroken(services, answer, async () => {
      const { name, body } = await textOf(services, answer)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Who looks into the folder sees whole files only.
      await writeFile(join(folder, `.${name}`), body)
      await rename(join(folder, `.${name}`), join(folder, name))
    })
    if (done) written.push(answer.id)
  }
  await noteAnswered(tx, services, companyId, written)
  return written.length
}

/** Whether it was done; why not is told in the log. */
async function unlessBroken(services: Services, { id }: Answer, act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    services.log.error({ err: error, messageId: id }, 'an EDI answer was not written')
    return false
  }
}

async function textOf({ files }: Services, { id, name, storage_key: key }: Answer) {
  return { name: `${id.slice(-12)}-${plainName(name)}`, body: await files.bytes(key) }
}

/** The folder of EDI messages in a store: what lies in its `in` is received, its `out` has the answers. */
export const ediFolder: DropFolder = {
  folder: 'edi',
  holds: 'in',
  endings: ediEndings,
  way: ({ tx, services, actor }) => ediStoreWay(tx, services, actor.company.id),
  answers: { due: ediStoreAnswers, noteWritten: noteAnswered },
}
