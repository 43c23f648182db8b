import {
  acknowledgeTransferBatch,
  approveTransferBatch,
  checkTransferBatch,
  rejectTransferBatch,
  transferBatchStates,
  uploadAcknowledgement,
} from '@kervan/contract/lma/transfer-batches'
import { isWeekend } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { sayAmount, sayDay } from '../../kit/messages.ts'
import { mailFuel } from '../mails/send.ts'
import { lockBatch, recordBatch, refusedOnBatch, type Batch, type BatchAction } from './batch.sql.ts'
import { readAcknowledgement } from './sap-file.ts'

// A batch goes from who made it to a checker, an approver and SAP; each step is of somebody else (LMA-006).

type Context = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'services'>

async function open(context: Context, id: string, action: BatchAction): Promise<Batch> {
  assertWholeCompany(context)
  const batch = await lockBatch(context.tx, context.actor.company.id, { id })
  const refused = refusedOnBatch(action, batch, context.actor)
  if (refused) throw refused
  return batch
}

export const checkTransferBatchHandler = handle(checkTransferBatch, async (context) => {
  const { tx, actor, now, input } = context
  const batch = await open(context, input.batchId, 'check')
  await sql`update transfer_batch set state = ${transferBatchStates.moves.check.to}, checked_at = ${now},
    checked_by = ${actor.name}, checked_by_id = ${actor.membershipId}
    where company_id = ${actor.company.id} and id = ${batch.id}`.execute(tx)
  await recordBatch(context, batch, 'Checked')
  return { done: true } as const
})

export const approveTransferBatchHandler = handle(approveTransferBatch, async (context) => {
  const { tx, actor, now, input } = context
  const batch = await open(context, input.batchId, 'approve')
  const company = actor.company.id
  const { supersede, approve } = transferBatchStates.moves
  await sql`update transfer_batch set state = ${supersede.to} where company_id = ${company} and valid_from = ${batch.validFrom}::date
    and id <> ${batch.id} and state = any(${[...supersede.from]})`.execute(tx)
  await sql`update transfer_batch set state = ${approve.to}, approved_at = ${now}, approved_by = ${actor.name}
    where company_id = ${company} and id = ${batch.id}`.execute(tx)
  await recordBatch(context, batch, 'Approved', { mails: await mailApproved(context, batch) })
  return { done: true } as const
})

/** Tells who is told of approved transfer prices; nobody at weekends (LMA-003). */
async function mailApproved({ tx, actor, services, now }: Context, batch: Batch): Promise<number> {
  if (isWeekend(dayIn(actor.company.timeZone, now))) return 0
  const company = actor.company.id
  const { rows } = await sql<{ item: string; terminal: string; price: string; fee: string }>`
    select t.item_code as item, t.terminal, t.price::text as price, t.fee::text as fee from transfer_price t
    where t.company_id = ${company} and t.batch_id = ${batch.id} order by t.item_code`.execute(tx)
  return mailFuel(tx, services, { company, now, mail: 'TransferPriceApproved' }, (language) => ({
    batch: String(batch.number),
    company: actor.company.name,
    day: sayDay(language, batch.validFrom),
    lines: rows
      .map(
        ({ item, terminal, price, fee }) =>
          `${item}, ${terminal}: ${sayAmount(language, price)} $/M3, ${sayAmount(language, fee)} TL/M3`,
      )
      .join('\n'),
  }))
}

export const rejectTransferBatchHandler = handle(rejectTransferBatch, async (context) => {
  const { tx, actor, input } = context
  const batch = await open(context, input.batchId, 'reject')
  await sql`update transfer_batch set state = ${transferBatchStates.moves.reject.to}, reason = ${input.reason}
    where company_id = ${actor.company.id} and id = ${batch.id}`.execute(tx)
  await recordBatch(context, batch, 'Rejected', { reason: input.reason })
  return { done: true } as const
})

/** Notes what SAP said. The same answer once more changes nothing. */
async function acknowledge(context: Context, batch: Batch, taken: boolean, words: string): Promise<void> {
  const state = taken ? 'Acknowledged' : 'Failed'
  if (batch.state === state) return
  const refused = refusedOnBatch('acknowledge', batch, context.actor)
  if (refused) throw refused
  await sql`update transfer_batch set state = ${transferBatchStates.after('acknowledge', batch.state, state)},
    acknowledgement = ${words === '' ? null : words}
    where company_id = ${context.actor.company.id} and id = ${batch.id}`.execute(context.tx)
  await recordBatch(context, batch, 'Acknowledged', { taken, ...(words && { answer: words }) })
}

export const acknowledgeTransferBatchHandler = handle(acknowledgeTransferBatch, async (context) => {
  const batch = await open(context, context.input.batchId, 'acknowledge')
  await acknowledge(context, batch, context.input.taken, context.input.words)
  return { done: true } as const
})

export const uploadAcknowledgementHandler = handle(uploadAcknowledgement, async (context) => {
  assertWholeCompany(context)
  const [upload] = context.uploads
  if (!upload) throw refusal('FileMissing')
  const said = readAcknowledgement(await readFile(upload.path, 'utf8'))
  if (!said) throw refusal('AcknowledgementUnreadable')
  const batch = await lockBatch(context.tx, context.actor.company.id, { number: said.number })
  await acknowledge(context, batch, said.taken, said.words)
  return { batchId: batch.id }
})
