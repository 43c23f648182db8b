import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ediLimits, receiveEdiMessage } from '@kervan/contract/order/edi'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { dropFolderOf } from '../../kit/work/drop-folder.ts'
import type { DropFolder } from '../../kit/work/drop-ways.ts'
import { inbox, type InboxSource } from '../../kit/work/inbox.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { plainName } from './answer.ts'
import { mayGoOut } from './post-answer.ts'
import { receive } from './receive.ts'

// Messages by folder and by store (ORD-023): what lies in `edi/in` is received, what is to be answered is written to
// `edi/out`. Partners reach the drop folder by SFTP or any other way that the operator sets up.

const folder = 'edi'
/** Which files are messages, by the end of their names. */
const endings = /\.(xml|edi|edifact|txt)$/i
const answersAtOnce = 100

const messages = inbox({
  folder,
  endings,
  maxBytes: ediLimits.bytes,
  call: receiveEdiMessage,
  // The message that a file has become which was dropped under this name at that moment or before.
  async known(tx, companyId, source, { name, sha256 }, changedAt) {
    const { rows } = await sql<{ id: string }>`
      select m.id from edi_message m join file f on f.company_id = ${companyId} and f.id = m.file_id
      where m.company_id = ${companyId} and m.source = ${source} and m.position = 1 and m.file_name = ${name}
        and f.sha256 = ${sha256} and m.received_at >= ${changedAt} order by m.received_at desc limit 1`.execute(
      tx,
    )
    return rows[0]?.id ?? null
  },
  begin: async (context, upload, source) => (await receive(context, upload, source)).messageId,
})

export const ediExchangeWork: CalendarWork = {
  name: 'ediExchange',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, services, companyId, companyCode }) =>
    (await messages.hasFiles(services, companyCode)) ||
    (await answers(tx, companyId, 'FileDrop', 1)).length > 0,
  async run({ tx, services, companyId }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('edi exchange', ${companyId}))`.execute(tx)
    const company = await tx
      .selectFrom('company')
      .select(['id', 'code'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const written = await writeAnswers(tx, services, companyId, company.code)
    if (written > 0) return { counts: { answersWritten: written }, more: true }
    const { isTaken, filesLeft } = await messages.takeNext(tx, services, company)
    if (isTaken) return { counts: { filesTaken: 1 }, more: true }
    if (filesLeft > 0) services.log.warn({ companyId, filesLeft }, 'EDI files were not taken')
    return { counts: { filesLeft } }
  },
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
async function answers(tx: Tx, companyId: number, source: InboxSource, limit: number): Promise<Answer[]> {
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
  const out = join(root, folder, 'out')
  const written: string[] = []
  for (const answer of await answers(tx, companyId, 'FileDrop', answersAtOnce)) {
    const done = await unlessBroken(services, answer, async () => {
      const { name, body } = await textOf(services, answer)
      await mkdir(out, { recursive: true, mode: 0o700 })
      // Who looks into the folder sees whole files only.
      await writeFile(join(out, `.${name}`), body)
      await rename(join(out, `.${name}`), join(out, name))
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
  folder,
  holds: 'in',
  endings,
  way: messages.way,
  answers: { due: ediStoreAnswers, noteWritten: noteAnswered },
}
