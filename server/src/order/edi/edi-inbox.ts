import {
  dismissEdiMessage,
  downloadEdiFile,
  ediMessages,
  getEdiMessage,
  processEdiMessage,
  refusedOnEdiMessage,
  sendEdiAnswer,
  type EdiAct,
  type EdiMessageView,
} from '@kervan/contract/order/edi'
import { ediAddressOf } from '@kervan/contract/company/edi-address'
import type { ErpCode } from '@kervan/contract/order/erp-codes'
import type { DeliveryState } from '@kervan/contract/kit/area-work'
import { totalCap } from '@kervan/contract/kit/page'
import type { Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { productName } from '../../company/company.api.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { refusalMessage, sayMoney, translate } from '../../kit/messages.ts'
import { offer } from '../../kit/records/offer.ts'
import { sayLimit } from '../new/say-note.ts'
import { priceFor } from '../../access/access.api.ts'
import type { EdiRemark } from './edi-order.ts'
import { sayRemark } from './say-remark.ts'
import { refusedWith } from '../settings/erp-codes.ts'
import { findMessage, messageScope, type LineRow, type MessageRow } from './messages.sql.ts'
import { answerKey, confirmsOrders, ediAnswers } from './post-answer.ts'
import { orderSettings } from '../order-settings.ts'

// The EDI inbox (ORD-023): what came in, and what became of it line by line.

const calls = { process: processEdiMessage, send: sendEdiAnswer, dismiss: dismissEdiMessage }
const actionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  message: Parameters<typeof refusedOnEdiMessage>[1],
) => offer<EdiAct>(context, calls, (act) => refusedOnEdiMessage(act, message))

export const ediMessageList = serveList(
  ediMessages,
  'ediInbox',
  ({ actor }: SessionContext) => ({
    from: sql`edi_message m left join partner p on p.company_id = ${actor.company.id} and p.id = m.partner_id`,
    where: messageScope(actor),
    id: sql`m.id`,
    key: sql`m.id`,
    columns: {
      documentNumber: sql`m.document_number`,
      ediState: sql`m.state`,
      ediSender: sql`m.sender`,
      customerName: sql`m.partner_name`,
      receivedAt: sql`m.received_at`,
      ediOrders: ordersOf(actor.company.id, sql`string_agg(o.code, ', ' order by o.code)`),
      lineCount: sql`m.line_count`,
      placedLines: sql`m.placed_lines`,
      faultyLines: sql`m.faulty_lines`,
      ediFormat: sql`m.format`,
      ediSource: sql`m.source`,
      documentDate: sql`m.document_date`,
      deliveryLocationName: sql`m.location_name`,
      fileName: sql`m.file_name`,
      processedAt: sql`m.processed_at`,
      recordUser: sql`m.received_by_name`,
    },
    extra: {
      placed: ordersOf(
        actor.company.id,
        sql`coalesce(jsonb_agg(jsonb_build_object('id', o.order_id, 'code', o.code, 'isPreOrder', o.is_pre_order) order by o.code), '[]')`,
      ),
      version: sql`m.version`,
      isTest: sql<boolean>`coalesce((m.document->>'isTest')::boolean, false)`,
    },
    facts: {
      hasAnswer: sql<boolean>`m.answer_file_id is not null`,
      address: sql<string | null>`p.edi_address`,
      confirms: confirmsOrders(actor.company.id),
      requireErpCodes: sql<boolean>`(select coalesce(bool_or(op.require_erp_codes), false) from order_policy op where op.company_id = ${actor.company.id})`,
      shipToErpCode: sql<string | null>`p.ship_to_erp_code`,
      soldToErpCode: sql<string | null>`p.sold_to_erp_code`,
    },
    search: sql`m.search_text`,
  }),
  (
    { documentNumber, fileName, ediState, hasAnswer, address, customerName, requireErpCodes, ...known },
    context,
  ) => ({
    actions: actionsOf(context, {
      name: documentNumber || fileName,
      state: ediState,
      hasAnswer,
      answerTo: hostOf(address),
      exportRefused: heldBack({ requireErpCodes, language: context.language }, customerName, known),
    }),
  }),
)

/** What is told of the orders `o` that came of the message `m`. */
const ordersOf = (company: number, told: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${told} from edi_order o where o.company_id = ${company} and o.message_id = m.id)`

/** How many messages wait for a person, up to what a list counts. */
export async function countOpenMessages({
  tx,
  actor,
}: Pick<SessionContext, 'tx' | 'actor'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from edi_message m
      where ${sql.join(messageScope(actor), sql` and `)} and m.state in ('PartlyAccepted', 'Refused', 'Failed') limit ${totalCap}) as open`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** What people are told of an address: its host, because the rest may be a secret of the partner. */
const hostOf = (address: string | null): string | null => (address && ediAddressOf(address)?.host) || null

/** Why an answer that confirms orders waits, or null when it does not (ORD-021). */
const heldBack = (
  { requireErpCodes, language }: { requireErpCodes: boolean; language: Language },
  name: string | null,
  known: { confirms: boolean } & Record<ErpCode, string | null>,
): Refusal | null =>
  known.confirms && name !== null ? refusedWith({ name, ...known }, { requireErpCodes }, language) : null

/** What decides on the acts of a message. */
export async function factsOf(context: SessionContext, message: MessageRow) {
  const { tx, actor } = context
  const { rows } = await sql<{ address: string | null; confirms: boolean } & Record<ErpCode, string | null>>`
    select p.edi_address as address, p.ship_to_erp_code as "shipToErpCode", p.sold_to_erp_code as "soldToErpCode", ${confirmsOrders(actor.company.id)} as confirms
    from edi_message m join partner p on p.company_id = ${actor.company.id} and p.id = m.partner_id
    where m.company_id = ${actor.company.id} and m.id = ${message.id}`.execute(tx)
  const { requireErpCodes } = await orderSettings(tx, actor.company)
  const { language } = context
  return {
    name: message.document_number || message.file_name,
    state: message.state,
    hasAnswer: message.answer_file_id !== null,
    answerTo: hostOf(rows[0]?.address ?? null),
    exportRefused: rows[0] ? heldBack({ requireErpCodes, language }, message.partner_name, rows[0]) : null,
  }
}

type Posted = { state: DeliveryState; due_at: Date | null; settled_at: Date | null; problem: string | null }

/** What became of posting the answer; undefined where it is not posted. */
async function postedOf(
  { tx, actor: { company } }: Pick<SessionContext, 'tx' | 'actor'>,
  message: MessageRow,
): Promise<Posted | undefined> {
  const { rows } = await sql<Posted>`
    select d.state, d.due_at, d.settled_at, d.problem
    from edi_message m join delivery d on d.company_id = ${company.id} and d.kind = ${ediAnswers.kind} and d.key = ${answerKey}
    where m.company_id = ${company.id} and m.id = ${message.id}`.execute(tx)
  return rows[0]
}

/** An answer that has gone out waits for nothing; sending it again asks for the codes all the same. */
const isOut = (message: MessageRow, posted: Posted | undefined): boolean =>
  posted?.state === 'Delivered' || message.answered_at !== null

export const getEdiMessageHandler = handle(getEdiMessage, (context) =>
  present(context, context.input.messageId),
)

type ShownLine = LineRow & {
  product_code: string | null
  product_name: string | null
  place_id: string | null
  place_code: string | null
  place_name: string | null
  order_code: string | null
}

/** A message with its lines and what came of it. Throws `NotFound`. */
export async function present(context: SessionContext, id: string): Promise<EdiMessageView> {
  const { tx, actor, language } = context
  const company = actor.company.id
  const message = await findMessage(tx, actor, id)
  const [lines, orders, places, first] = await Promise.all([
    sql<ShownLine>`
      select l.*, v.code as product_code, ${productName(language)} as product_name, d.id as place_id, d.code as place_code, d.name as place_name, o.code as order_code
      from edi_line l
        left join product_variant v on v.company_id = ${company} and v.id = coalesce(l.chosen_variant_id, l.variant_id)
        left join product p on p.company_id = ${company} and p.id = v.product_id
        left join location d on d.company_id = ${company} and d.id = coalesce(l.chosen_location_id, l.location_id)
        left join edi_order o on o.company_id = ${company} and o.message_id = ${id} and o.order_id = l.order_id
      where l.company_id = ${company} and l.message_id = ${id} order by l.position`.execute(tx),
    sql<{ id: string; code: string; is_pre_order: boolean }>`
      select o.order_id as id, o.code, o.is_pre_order from edi_order o where o.company_id = ${company} and o.message_id = ${id} order by o.code`.execute(
      tx,
    ),
    sql<{ id: string; code: string; name: string }>`
      select d.id, d.code, d.name from location d where d.company_id = ${company} and d.id = ${message.location_id}`.execute(
      tx,
    ),
    sql<{ id: string; at: Date }>`
      select f.id, f.received_at as at from edi_message f where f.company_id = ${company} and f.id = ${message.repeats_id}`.execute(
      tx,
    ),
  ])
  const say = (kind: 'fault' | 'reason', code: string, facts: Record<string, string | number>) =>
    code === 'None' ? null : translate(language, `edi.${kind}.${code}`, facts)
  const repeated = first.rows[0]
  const { buyer = null, shipTo = null, isTest = false, remarks = [] } = message.document ?? {}
  const prices = priceFor(actor, sayMoney)
  const sayAll = (said: readonly EdiRemark[]) =>
    said.map((one) => sayRemark(language, actor.company.currency, one, prices))
  const facts = await factsOf(context, message)
  const posted = await postedOf(context, message)
  const { quotaActive } = await orderSettings(context.tx, context.actor.company)
  return {
    id: message.id,
    version: message.version,
    documentNumber: message.document_number,
    ediState: message.state,
    ediFormat: message.format,
    ediSource: message.source,
    ediSender: message.sender,
    isTest,
    documentDate: message.document_date,
    receivedAt: message.received_at.toISOString(),
    recordUser: message.received_by_name,
    processedAt: message.processed_at?.toISOString() ?? null,
    buyer: buyer && { code: buyer.code, name: buyer.name },
    shipTo: shipTo && { code: shipTo.code, name: shipTo.name },
    customerName: message.partner_name,
    deliveryLocation: places.rows[0] ?? null,
    fileName: message.file_name,
    hasAnswer: facts.hasAnswer,
    answerTo: facts.answerTo,
    answerPostedAt: posted?.state === 'Delivered' ? (posted.settled_at?.toISOString() ?? null) : null,
    answerProblem: posted?.problem ?? null,
    answerDue: posted?.due_at?.toISOString() ?? null,
    exportRefused:
      facts.exportRefused && !isOut(message, posted) ? refusalMessage(language, facts.exportRefused) : null,
    message: say(message.format === null ? 'fault' : 'reason', message.reason, message.facts),
    ediRemarks: sayAll(remarks),
    notes: (priceFor(actor, message.amounts) ?? []).map((broken) =>
      sayLimit(language, actor.company.currency, broken),
    ),
    repeats: repeated ? { id: repeated.id, receivedAt: repeated.at.toISOString() } : null,
    memo: message.memo,
    lines: lines.rows.map((line) => ({
      id: line.id,
      lineNumber: line.line_number,
      gtin: line.gtin,
      sellerCode: line.seller_code,
      buyerCode: line.buyer_code,
      description: line.description,
      askedQuantity: line.asked_quantity,
      unit: line.unit,
      requestedDate: line.requested_date,
      shipTo: line.said.place ? { code: line.said.place.code, name: line.said.place.name } : null,
      ediRemarks: sayAll(line.remarks),
      productUniqueCode: line.product_code,
      productName: line.product_name,
      quantity: line.chosen_quantity && !line.placed ? line.chosen_quantity : line.quantity,
      deliveryLocation:
        line.place_id === null
          ? null
          : { id: line.place_id, code: line.place_code ?? '', name: line.place_name ?? '' },
      corrected: isCorrected(line),
      verdict: message.state === 'Received' && quotaActive ? 'WaitingForQuotaCheck' : line.verdict,
      message: say('reason', line.reason, line.facts),
      orderCode: line.order_code,
    })),
    orders: orders.rows.flatMap((one) => (one.is_pre_order ? [] : { id: one.id, orderCode: one.code })),
    preOrders: orders.rows.flatMap((one) => (one.is_pre_order ? { id: one.id, preOrderCode: one.code } : [])),
    actions: actionsOf(context, facts),
  }
}

const isCorrected = (line: LineRow): boolean =>
  [line.chosen_variant_id, line.chosen_quantity, line.chosen_date, line.chosen_location_id].some(
    (one) => one !== null,
  )

export const downloadEdiFileHandler = handleDownload(downloadEdiFile, async (context) => {
  const { tx, actor, services, input } = context
  const message = await findMessage(tx, actor, input.messageId)
  const { exportRefused } = await factsOf(context, message)
  if (input.part === 'answer' && exportRefused && !isOut(message, await postedOf(context, message)))
    throw exportRefused
  const id = input.part === 'answer' ? message.answer_file_id : message.file_id
  const file = await tx
    .selectFrom('file')
    .select(['storage_key', 'name', 'type'])
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id ?? '00000000-0000-0000-0000-000000000000')
    .executeTakeFirst()
  if (!file) throw downloadEdiFile.refuse('NotFound')
  return { name: file.name, type: file.type, body: await services.files.open(file.storage_key) }
})
