import {
  correctEdiLine,
  dismissEdiMessage,
  ediTable,
  processEdiMessage,
  refusedOnEdiMessage,
  sendEdiAnswer,
  type EdiAct,
} from '@kervan/contract/order/edi'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { findVariants } from '../new/import-lookups.sql.ts'
import { deliveryLocation } from '../scope.ts'
import { factsOf, present } from './edi-inbox.ts'
import { findMessage, type MessageRow } from './messages.sql.ts'
import { promiseAnswer } from './post-answer.ts'

// What a person does with an EDI message (ORD-023): corrects it, has it processed again, sends its answer, puts it aside.

/** The message, locked, as the caller has seen it and with this act open. */
async function held(
  context: SessionContext,
  act: EdiAct,
  { messageId, version }: { messageId: string; version: number },
): Promise<MessageRow> {
  const message = await findMessage(context.tx, context.actor, messageId, { lock: true })
  if (message.version !== version) throw await changedMeanwhile(context, 'ediMessage', messageId)
  const refused = refusedOnEdiMessage(act, await factsOf(context, message))
  if (refused) throw refused
  return message
}

export const correctEdiLineHandler = handle(correctEdiLine, async (context) => {
  const { tx, actor, input, now } = context
  const company = actor.company.id
  const message = await held(context, 'process', input)
  const variantId = input.productCode
    ? (await findVariants(tx, actor, [input.productCode])).get(input.productCode)?.id
    : null
  if (variantId === undefined) throw correctEdiLine.refuse('VariantNotFound')
  const places = await sql<{
    id: string | null
  }>`select ${deliveryLocation(actor, input.locationId)} as id`.execute(tx)
  const locationId = places.rows[0]?.id ?? null
  if (input.locationId && locationId === null)
    throw correctEdiLine.refuse('LocationNotAllowed', { location: input.locationId })
  const isOne = input.lineId !== null
  const { rows } = await sql<{ placed: boolean; line_number: string }>`
    select placed, line_number from edi_line l where l.company_id = ${company} and l.message_id = ${message.id} and (${input.lineId}::uuid is null and not placed or l.id = ${input.lineId})`.execute(
    tx,
  )
  const [line] = rows
  if (!line) throw correctEdiLine.refuse('NotFound')
  if (line.placed) throw correctEdiLine.refuse('EdiLinePlaced', { line: line.line_number })
  await sql`
    update edi_line l set chosen_variant_id = coalesce(${isOne ? variantId : null}::uuid, chosen_variant_id), chosen_quantity = coalesce(${isOne ? (input.quantity ?? null) : null}::int, chosen_quantity),
      chosen_date = coalesce(${input.deliveryDate ?? null}::date, chosen_date), chosen_location_id = coalesce(${locationId}::uuid, chosen_location_id)
    where l.company_id = ${company} and l.message_id = ${message.id} and not l.placed and (${input.lineId}::uuid is null or l.id = ${input.lineId})`.execute(
    tx,
  )
  await sql`update edi_message set version = version + 1 where company_id = ${company} and id = ${message.id}`.execute(
    tx,
  )
  const { productCode, quantity, deliveryDate } = input
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.corrected',
        recordType: 'ediMessage',
        recordId: message.id,
        recordCode: message.document_number,
        after: { ...(isOne && { line: line.line_number, productCode, quantity }), deliveryDate, locationId },
      },
    ],
  })
  return present(context, message.id)
})

export const processEdiMessageHandler = handle(processEdiMessage, async (context) => {
  const { tx, actor, services, now, input } = context
  const message = await held(context, 'process', input)
  const jobId = await services.jobs.start(tx, actor, 'order.edi', { messageId: message.id }, now)
  const { to } = ediTable.moves.process
  await sql`
    update edi_message set state = ${to}, version = version + 1, job_id = ${jobId}
    where company_id = ${actor.company.id} and id = ${message.id}`.execute(tx)
  return { messageId: message.id, jobId, ediState: to }
})

export const sendEdiAnswerHandler = handle(sendEdiAnswer, async (context) => {
  const { tx, actor, services, now, input } = context
  const message = await held(context, 'send', input)
  await promiseAnswer(tx, services, actor.company.id, message.id, now)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.answerSent',
        recordType: 'ediMessage',
        recordId: message.id,
        recordCode: message.document_number,
      },
    ],
  })
  return present(context, message.id)
})

export const dismissEdiMessageHandler = handle(dismissEdiMessage, async (context) => {
  const { tx, actor, now, input } = context
  const message = await held(context, 'dismiss', input)
  const { to } = ediTable.moves.dismiss
  await sql`
    update edi_message set state = ${to}, version = version + 1, memo = ${input.memo}
    where company_id = ${actor.company.id} and id = ${message.id}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'edi.dismissed',
        recordType: 'ediMessage',
        recordId: message.id,
        recordCode: message.document_number || message.file_name,
        before: { ediState: message.state },
        after: { ediState: to, memo: input.memo },
      },
    ],
  })
  return present(context, message.id)
})
