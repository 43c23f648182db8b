import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import { EdiFault, ediHashOf, type EdiOrder } from './edi-order.ts'
import { readEdi } from './read.ts'
import { settle } from './settle.ts'

// Reads a received file and places what it asks for. Reading is one transaction, each document another one: whoever
// takes the job up again after a crash finds what was done.

export const ediJob: JobHandler<'order.edi'> = {
  run: work,
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
  const waiting = await services.db.withCompany(company, (tx) => readMessages(tx, run))
  const counts = { accepted: 0, refused: 0 }
  for (const [at, id] of waiting.entries()) {
    const done = await services.db.withCompany(company, (tx) =>
      settle({ tx, actor, services, now: services.clock.now(), language: 'en' }, id),
    )
    counts.accepted += done.placed
    counts.refused += done.faulty
    await run.progress({ done: at + 1, total: waiting.length, counts })
  }
  return { messageId: input.messageId }
}

type File = { id: string; file_id: string; storage_key: string; format: string | null }

/** Reads the file where that was not done yet. Answers the documents that wait, in their order. */
async function readMessages(tx: Tx, { services, actor, input }: JobRun<'order.edi'>): Promise<string[]> {
  const company = actor.company.id
  const { rows } = await sql<File>`
    select m.id, m.file_id, f.storage_key, m.format from edi_message m join file f on f.company_id = ${company} and f.id = m.file_id
    where m.company_id = ${company} and m.id = ${input.messageId} and m.state = 'Received' for update of m`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return []
  if (file.format !== null) return [file.id, ...(await others(tx, company, file))]
  try {
    const orders = readEdi(await services.files.bytes(file.storage_key))
    return await keep(tx, company, file.id, orders)
  } catch (error) {
    if (!(error instanceof EdiFault)) throw error
    const now = services.clock.now()
    await sql`
      update edi_message set state = 'Failed', version = version + 1, reason = ${error.code}, facts = ${JSON.stringify(error.facts)}::jsonb, processed_at = ${now}
      where company_id = ${company} and id = ${file.id}`.execute(tx)
    await record(tx, actor, now, {
      audit: [
        {
          operation: 'edi.processed',
          recordType: 'ediMessage',
          recordId: file.id,
          after: { ediState: 'Failed', fault: error.code },
        },
      ],
    })
    return []
  }
}

/** Further documents of the same file that were read and not settled. */
async function others(tx: Tx, company: number, { id, file_id: fileId }: File): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from edi_message where company_id = ${company} and file_id = ${fileId} and id <> ${id} and state = 'Received' order by position`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** The first document is the message that was received; further ones of an interchange are messages of their own. */
async function keep(tx: Tx, company: number, id: string, orders: readonly EdiOrder[]): Promise<string[]> {
  const ids = orders.map((_, at) => (at === 0 ? id : newId()))
  for (const [at, order] of orders.entries()) {
    const messageId = ids[at] ?? id
    if (at > 0)
      await sql`
        insert into edi_message (company_id, id, state, source, file_id, file_name, position, job_id, sender, document_number, received_at, received_by, received_by_name, received_for, search_text)
        select company_id, ${messageId}::uuid, state, source, file_id, file_name, ${at + 1}, job_id, '', '', received_at, received_by, received_by_name, received_for, ''
        from edi_message where company_id = ${company} and id = ${id}
    returning 1`.execute(tx)
    const { lines, ...head } = order
    await sql`
      update edi_message set format = ${order.format}, sender = ${order.sender.slice(0, 80)}, document_number = ${order.documentNumber.slice(0, 80)},
        document_date = ${order.documentDate}, document = ${JSON.stringify({ ...head, lines: [] })}::jsonb, content_hash = ${ediHashOf(order)},
        line_count = ${lines.length}, search_text = ${searchOf(order)} || ' ' || fold(file_name)
      where company_id = ${company} and id = ${messageId}`.execute(tx)
    await insertMany(
      tx,
      'edi_line',
      lines.map((line, index) => ({
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
      })),
    )
  }
  return ids
}

const searchOf = ({ documentNumber, sender, buyer, shipTo }: EdiOrder): string =>
  fold(
    [documentNumber, sender, buyer.code, buyer.name, shipTo?.code, shipTo?.name].filter(Boolean).join(' '),
  ).slice(0, 1_000)
