import type { EdiReason, EdiSource, EdiState } from '@kervan/contract/order/edi'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { rightsToLocations, seesPartOnly } from '../../kit/records/scope.ts'
import type { DocumentAmount } from './amounts.ts'
import type { EdiOrder, EdiRemark, EdiSaid } from './edi-order.ts'

export type MessageRow = {
  id: string
  version: number
  state: EdiState
  format: 'UBL' | 'EDIFACT' | null
  source: EdiSource
  file_id: string
  file_name: string
  answer_file_id: string | null
  sender: string
  document_number: string
  document_date: string | null
  document: EdiOrder | null
  first: boolean
  repeats_id: string | null
  owner_key: string | null
  partner_id: string | null
  partner_name: string | null
  location_id: string | null
  location_name: string | null
  reason: string
  facts: Record<string, string | number>
  amounts: DocumentAmount[]
  placed_lines: number
  memo: string | null
  received_at: Date
  received_by: string
  received_by_name: string
  received_for: string | null
  processed_at: Date | null
  /** When the answer was written to the folder. */
  answered_at: Date | null
}

export type LineRow = {
  id: string
  position: number
  line_number: string
  gtin: string | null
  seller_code: string | null
  buyer_code: string | null
  description: string | null
  asked_quantity: string | null
  unit: string | null
  requested_date: string | null
  said: EdiSaid
  /** What of the line was not acted on: what it says, and the price where it is another one. */
  remarks: EdiRemark[]
  chosen_variant_id: string | null
  chosen_quantity: number | null
  chosen_date: string | null
  chosen_location_id: string | null
  variant_id: string | null
  quantity: number | null
  delivery_date: string | null
  placed: boolean
  verdict: 'Waiting' | 'Accepted' | 'Changed' | 'Refused'
  reason: EdiReason
  facts: Record<string, string | number>
}

/**
 * Conditions on `edi_message m`. Who works for a customer sees what concerns that customer, and what came through the
 * customer's own users before it was known whom it concerns; who sees only some places, what goes there.
 */
export function messageScope(actor: Actor): RawBuilder<unknown>[] {
  const { partnerId } = actor
  return [
    sql`m.company_id = ${actor.company.id}`,
    ...(partnerId
      ? [sql`(m.partner_id = ${partnerId} or (m.partner_id is null and m.received_for = ${partnerId}))`]
      : []),
    ...(seesPartOnly(actor) ? rightsToLocations(actor, sql`m.location_id`) : []),
  ]
}

/** A message inside the scope, locked where it is about to change. Throws `NotFound`. */
export async function findMessage(
  tx: Tx,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    select m.* from edi_message m where ${sql.join(messageScope(actor), sql` and `)} and m.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(tx)
  const [message] = rows
  if (!message) throw refusal('NotFound')
  return message
}

/** The lines of a message in the order of the document. */
export async function readLines(tx: Tx, company: number, messageId: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.* from edi_line l where l.company_id = ${company} and l.message_id = ${messageId} order by l.position`.execute(
    tx,
  )
  return rows
}

export type Verdict = {
  id: string
  verdict: LineRow['verdict']
  reason: EdiReason
  facts: Record<string, string | number>
  placed: boolean
  orderId: string | null
  /** Found when it was placed, beside what the line says itself. */
  remarks?: EdiRemark[]
}

/** Writes what became of lines. */
export async function writeVerdicts(tx: Tx, company: number, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return
  await sql`
    update edi_line l set verdict = v.verdict, reason = v.reason, facts = v.facts, placed = v.placed, order_id = v."orderId",
      remarks = coalesce(l.said->'remarks', '[]') || coalesce(v.remarks, '[]')
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as v(id uuid, verdict text, reason text, facts jsonb, placed boolean, "orderId" uuid, remarks jsonb)
    where l.company_id = ${company} and l.id = v.id`.execute(tx)
}
