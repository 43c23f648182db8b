import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import { answerFault } from './answer.ts'
import { ediHashOf, type EdiEntry, type EdiOrder } from './edi-order.ts'
import { promiseAnswer } from './post-answer.ts'
import { readEdiInThread } from './read-in-thread.ts'
import { findParties } from './resolve.ts'
import { settle, type EdiContext } from './settle.ts'
import { notifyStaff } from './notify-staff.ts'

// Reads a received file and places what it asks for. Reading is one transaction, each document another one: whoever
// takes the job up again after a crash finds what was done.

export const ediJob: JobHandler<'order.edi'> = {
  run: work,
  // Partners send messages, not the person whose key they use.
  tells: () => false,
  async stopped(tx, { companyId, input: { messageId } }) {
    await sql`
      update edi_message m set state = 'Failed', reason = 'Stopped', version = version + 1
      where m.company_id = ${companyId} and m.state = 'Received'
        and m.file_id = (select f.file_id from edi_message f where f.company_id = ${companyId} and f.id = ${messageId})`.execute(
      tx,
    )
  },
}

async function work(run: JobRun<'order.edi'>): Promise<unknown> {
  const { services, actor, input } = run
  const company = actor.company.id
  const contextIn = (tx: Tx): EdiContext => ({
    tx,
    actor,
    services,
    now: services.clock.now(),
    language: 'en',
  })
  const file = await services.db.withCompany(company, (tx) => fileOf(tx, run))
  // Without a transaction: nobody waits for a long file.
  const entries = file?.unread ? await readEdiInThread(await services.files.bytes(file.storage_key)) : []
  const waiting = await services.db.withCompany(company, (tx) => keepEntries(contextIn(tx), run, entries))
  const counts = { accepted: 0, refused: 0 }
  for (const [at, id] of waiting.entries()) {
    const done = await services.db.withCompany(company, (tx) => settle(contextIn(tx), id))
    counts.accepted += done.placed
    counts.refused += done.faulty
    await run.progress({ done: at + 1, total: waiting.length, counts })
  }
  return { messageId: input.messageId }
}

type File = { id: string; file_id: string; storage_key: string; unread: boolean }

/** The message that was received, with its file. */
async function fileOf(tx: Tx, { actor, input }: JobRun<'order.edi'>, lock = false): Promise<File | null> {
  const company = actor.company.id
  const { rows } = await sql<File>`
    select m.id, m.file_id, f.storage_key, m.state = 'Received' and m.format is null as unread from edi_message m join file f on f.company_id = ${company} and f.id = m.file_id
    where m.company_id = ${company} and m.id = ${input.messageId} ${lock ? sql`for update of m` : sql``}`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Keeps what was read, unless that was done meanwhile. Answers the documents that wait, in their order. */
async function keepEntries(
  context: EdiContext,
  run: JobRun<'order.edi'>,
  entries: readonly EdiEntry[],
): Promise<string[]> {
  const { tx, actor } = context
  const file = await fileOf(tx, run, true)
  if (!file) return []
  const ids = file.unread ? await openMessages(tx, actor.company.id, file.id, entries) : []
  for (const [at, { order, fault }] of (file.unread ? entries : []).entries()) {
    const id = ids[at] ?? file.id
    if (order) await keepHead(tx, actor.company.id, id, order)
    if (fault) await fail(context, id, { order, fault })
    else await keepLines(tx, actor.company.id, id, order)
  }
  return waitingOf(tx, actor.company.id, file)
}

/** A document that cannot be read is answered with the reason, and the staff is told. */
async function fail(
  context: EdiContext,
  id: string,
  { order, fault }: Extract<EdiEntry, { fault: object }>,
): Promise<void> {
  const { tx, actor, now } = context
  await sql`
    update edi_message set state = 'Failed', version = version + 1, format = null, reason = ${fault.code}, facts = ${JSON.stringify(fault.facts)}::jsonb, processed_at = ${now}
    where company_id = ${actor.company.id} and id = ${id}`.execute(tx)
  const sender = order && (await findParties(tx, actor, order)).partner
  if (sender)
    await sql`
      update edi_message set partner_id = ${sender.id}, partner_name = ${sender.name} where company_id = ${actor.company.id} and id = ${id}`.execute(
      tx,
    )
  await answerFault(context, id, order, fault)
  await promiseAnswer(tx, context.services, actor.company.id, id, now)
  await notifyStaff(context, id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.processed',
        recordType: 'ediMessage',
        recordId: id,
        after: { ediState: 'Failed', fault: fault.code },
      },
    ],
  })
}

/** Documents of the file that were read and not settled, also by a worker that died. */
async function waitingOf(tx: Tx, company: number, { file_id: fileId }: File): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from edi_message where company_id = ${company} and file_id = ${fileId} and state = 'Received' order by position`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** The first document is the message that was received; further ones of a file are messages of their own. */
async function openMessages(
  tx: Tx,
  company: number,
  id: string,
  entries: readonly EdiEntry[],
): Promise<string[]> {
  const ids = entries.map((_, at) => (at === 0 ? id : newId()))
  for (const [at, messageId] of ids.entries())
    if (at > 0)
      await sql`
        insert into edi_message (company_id, id, state, source, file_id, file_name, position, job_id, sender, document_number, received_at, received_by, received_by_name, received_for, search_text)
        select company_id, ${messageId}::uuid, state, source, file_id, file_name, ${at + 1}, job_id, '', '', received_at, received_by, received_by_name, received_for, ''
        from edi_message where company_id = ${company} and id = ${id} returning 1`.execute(tx)
  return ids
}

async function keepHead(tx: Tx, company: number, messageId: string, order: EdiOrder): Promise<void> {
  const { lines, ...head } = order
  await sql`
    update edi_message set format = ${order.format}, sender = ${order.sender.slice(0, 80)}, document_number = ${order.documentNumber.slice(0, 80)},
      document_date = ${order.documentDate || null}, document = ${JSON.stringify({ ...head, lines: [] })}::jsonb, content_hash = ${ediHashOf(order)},
      line_count = ${lines.length}, search_text = ${searchOf(order)} || ' ' || fold(file_name)
    where company_id = ${company} and id = ${messageId}`.execute(tx)
}

async function keepLines(tx: Tx, company: number, messageId: string, { lines }: EdiOrder): Promise<void> {
  await insertMany(
    tx,
    'edi_line',
    lines.map(({ place, price, problems, remarks = [], ...line }, index) => ({
      company_id: company,
      id: newId(),
      message_id: messageId,
      position: index + 1,
      line_number: line.lineNumber.slice(0, 40),
      gtin: line.gtin?.slice(0, 40) ?? null,
      seller_code: line.sellerCode?.slice(0, 80) ?? null,
      buyer_code: line.buyerCode?.slice(0, 80) ?? null,
      description: line.description?.slice(0, 200) ?? null,
      asked_quantity: line.quantity,
      unit: line.unit?.slice(0, 10) ?? null,
      requested_date: line.requestedDate,
      said: { place, price, problems, remarks },
      remarks,
    })),
  )
}

const searchOf = ({ documentNumber, sender, buyer, shipTo }: EdiOrder): string =>
  fold(
    [documentNumber, sender, buyer.code, buyer.name, shipTo?.code, shipTo?.name].filter(Boolean).join(' '),
  ).slice(0, 1_000)
