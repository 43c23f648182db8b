import { createHash } from 'node:crypto'
import type { EdiReason, EdiState, EdiVerdict } from '@kervan/contract/order/edi'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { translate } from '../../kit/messages.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { sayLimit, sayMoneyByCode } from '../new/say-note.ts'
import { sendersSeePrices } from './amounts.ts'
import { writeOrdrsp } from './edifact-ordrsp.ts'
import type { EdiOrder } from './edi-order.ts'
import type { LineRow, MessageRow } from './messages.sql.ts'
import type { EdiContext } from './settle.ts'
import { writeOrderResponse } from './ubl-response.ts'

/** What the sender is told of a document, the same for every format (ORD-023). */
export type EdiAnswer = {
  number: string
  date: string
  /** `093005`, by the clock of the company. */
  time: string
  verdict: 'Accepted' | 'PartlyAccepted' | 'Refused'
  seller: { code: string; name: string }
  /** Of the document as a whole, in English. */
  notes: string[]
  lines: {
    lineNumber: string
    verdict: Exclude<EdiVerdict, 'Waiting'>
    gtin: string | null
    sellerCode: string | null
    buyerCode: string | null
    description: string | null
    /** What was ordered, in pieces; 0 for a refused line. */
    quantity: number
    deliveryDate: string | null
    /** English: the sender's language is not known. */
    reason: string | null
  }[]
}

/** Writes the answer of a settled message in the format in which it was asked, in place of an earlier one. */
export async function keepAnswer(
  { tx, actor, services, now }: EdiContext,
  message: MessageRow,
  state: EdiState,
  lines: readonly LineRow[],
): Promise<void> {
  const { company } = actor
  const document = existing(message.document)
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: company.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(now)
  const answer: EdiAnswer = {
    number: `${message.id.replaceAll('-', '').slice(-12)}-${message.version}`,
    date: dayIn(company.timeZone, now),
    time: time.replaceAll(':', ''),
    verdict: state === 'Accepted' || state === 'PartlyAccepted' ? state : 'Refused',
    seller: { code: document.seller?.code ?? company.code, name: company.name },
    notes: sendersSeePrices(company)
      ? message.amounts.map((broken) => sayLimit('en', company.currency, broken, sayMoneyByCode))
      : [],
    lines: lines.map((line) => ({
      lineNumber: line.line_number,
      verdict: line.verdict === 'Waiting' ? 'Refused' : line.verdict,
      gtin: line.gtin,
      sellerCode: line.seller_code,
      buyerCode: line.buyer_code,
      description: line.description,
      quantity: line.verdict === 'Refused' ? 0 : (line.quantity ?? 0),
      deliveryDate: line.verdict === 'Refused' ? null : line.delivery_date,
      reason: reasonText(line.reason, line.facts),
    })),
  }
  const body = answerIn(document, answer)
  const isXml = document.format === 'UBL'
  const fileId = await services.files.keepBytes(
    tx,
    actor,
    {
      name: `${isXml ? 'OrderResponse' : 'ORDRSP'}-${document.documentNumber.replaceAll(/[^\w.-]/g, '_').slice(0, 60)}.${isXml ? 'xml' : 'edi'}`,
      type: isXml ? 'application/xml' : 'text/plain',
      body,
      sha256: createHash('sha256').update(body).digest(),
    },
    'edi-answer',
  )
  await sql`update edi_message set answer_file_id = ${fileId}, answered_at = null where company_id = ${company.id} and id = ${message.id}`.execute(
    tx,
  )
  if (message.answer_file_id)
    await removeFiles(tx, services.jobs, company.id, { ids: [message.answer_file_id] })
}

/** The answer as a document, in the format of the order. */
export const answerIn = (document: EdiOrder, answer: EdiAnswer): Buffer =>
  document.format === 'UBL' ? writeOrderResponse(document, answer) : writeOrdrsp(document, answer)

export const reasonText = (reason: EdiReason, facts: LineRow['facts']): string | null =>
  reason === 'None' ? null : translate('en', `edi.reason.${reason}`, facts)
