import { createHash } from 'node:crypto'
import type { EdiFaultCode, EdiReason, EdiState, EdiVerdict } from '@kervan/contract/order/edi'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { translate } from '../../kit/messages.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { sayLimit, sayMoneyByCode } from '../new/say-note.ts'
import { sendersSeePrices } from './amounts.ts'
import { writeOrdrsp } from './edifact-ordrsp.ts'
import type { EdiOrder, EdiParty } from './edi-order.ts'
import { findMessage, type LineRow, type MessageRow } from './messages.sql.ts'
import { sayRemark } from './say-remark.ts'
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
    /** Where it goes, where the line says so for itself. */
    place: EdiParty | null
    /** Why it was changed or refused, and what of it was not acted on. English: the sender's language is not known. */
    notes: string[]
  }[]
}

/** Writes the answer of a settled message in the format in which it was asked, in place of an earlier one. */
export async function keepAnswer(
  context: EdiContext,
  message: MessageRow,
  state: EdiState,
  lines: readonly LineRow[],
  whole: string | null,
): Promise<void> {
  const { company } = context.actor
  const document = existing(message.document)
  const seesPrices = sendersSeePrices(company)
  const say = (remark: LineRow['remarks'][number]) =>
    sayRemark('en', company.currency, remark, seesPrices ? sayMoneyByCode : null)
  const answer: EdiAnswer = {
    ...headOf(context, message, document),
    verdict: state === 'Accepted' || state === 'PartlyAccepted' ? state : 'Refused',
    notes: [
      ...(whole === null ? [] : [whole]),
      ...(document.remarks ?? []).map(say),
      ...(seesPrices
        ? message.amounts.map((broken) => sayLimit('en', company.currency, broken, sayMoneyByCode))
        : []),
    ],
    lines: lines.map((line) => ({
      lineNumber: line.line_number,
      verdict: line.verdict === 'Waiting' ? 'Refused' : line.verdict,
      gtin: line.gtin,
      sellerCode: line.seller_code,
      buyerCode: line.buyer_code,
      description: line.description,
      quantity: line.verdict === 'Refused' ? 0 : (line.quantity ?? 0),
      deliveryDate: line.verdict === 'Refused' ? null : line.delivery_date,
      place: line.said.place ?? null,
      notes: [reasonText(line.reason, line.facts), ...line.remarks.map(say)].filter((one) => one !== null),
    })),
  }
  await keepFile(context, message, answerFile(document, answer))
}

/** Answers a document that could not be read: as a refusal where its parties are known, else by the sentence alone. */
export async function answerFault(
  context: EdiContext,
  id: string,
  document: EdiOrder | null,
  { code, facts }: { code: EdiFaultCode; facts: LineRow['facts'] },
): Promise<void> {
  const message = await findMessage(context.tx, context.actor, id)
  const why = translate('en', `edi.fault.${code}`, facts)
  const file = document
    ? answerFile(document, {
        ...headOf(context, message, document),
        verdict: 'Refused',
        notes: [why],
        lines: [],
      })
    : { name: `${plainName(message.file_name)}.error.txt`, type: 'text/plain', body: Buffer.from(`${why}\n`) }
  await keepFile(context, message, file)
}

function headOf({ actor: { company }, now }: EdiContext, message: MessageRow, document: EdiOrder) {
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone: company.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(now)
  return {
    number: `${message.id.replaceAll('-', '').slice(-12)}-${message.version}`,
    date: dayIn(company.timeZone, now),
    time: time.replaceAll(':', ''),
    seller: { code: document.seller?.code ?? company.code, name: company.name },
  }
}

type AnswerFile = { name: string; type: string; body: Buffer }

/** No character of a foreign name that a folder could read as something else. */
export const plainName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(0, 100)

function answerFile(document: EdiOrder, answer: EdiAnswer): AnswerFile {
  const [kind, ending, type] =
    document.format === 'UBL'
      ? (['OrderResponse', 'xml', 'application/xml'] as const)
      : (['ORDRSP', 'edi', 'text/plain'] as const)
  const name = `${kind}-${plainName(document.documentNumber).slice(0, 60)}.${ending}`
  return { name, type, body: answerIn(document, answer) }
}

async function keepFile(
  { tx, actor, services }: EdiContext,
  message: MessageRow,
  { name, type, body }: AnswerFile,
): Promise<void> {
  const sha256 = createHash('sha256').update(body).digest()
  const fileId = await services.files.keepBytes(tx, actor, { name, type, body, sha256 }, 'edi-answer')
  await sql`update edi_message set answer_file_id = ${fileId}, answered_at = null where company_id = ${actor.company.id} and id = ${message.id}`.execute(
    tx,
  )
  if (message.answer_file_id)
    await removeFiles(tx, services.jobs, actor.company.id, { ids: [message.answer_file_id] })
}

/** The answer as a document, in the format of the order. */
export const answerIn = (document: EdiOrder, answer: EdiAnswer): Buffer =>
  document.format === 'UBL' ? writeOrderResponse(document, answer) : writeOrdrsp(document, answer)

export const reasonText = (reason: EdiReason, facts: LineRow['facts']): string | null =>
  reason === 'None' ? null : translate('en', `edi.reason.${reason}`, facts)
