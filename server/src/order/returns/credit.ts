import { returnTable } from '@kervan/contract/order/return-states'
import type { ReturnReason } from '@kervan/contract/order/return-words'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../kit/database/db.ts'
import {
  deliveries,
  type Answer,
  type Delivery,
  type DeliveryContext,
  type DeliveryOutcome,
  type Prepared,
} from '../../kit/outside/deliveries.ts'
import { postDocument } from '../../kit/outside/post-document.ts'
import { companyAsDoer, record } from '../../kit/records/audit.ts'
import { tellAnnouncers } from './tell.ts'

// The ERP is told what has come in of a return and answers with the number of its credit note (MED-001). The id of the
// return is the idempotency key: what is sent again after a lost answer brings the same number.

type Line = { orderLine: string; productCode: string; gtin: string | null; quantity: number; amount: string }
type Return = {
  url: string
  key: string
  body: {
    returnCode: string
    orderCode: string
    customerCode: string
    currency: string
    reason: ReturnReason
    lines: Line[]
  }
}

export const creditNotes = deliveries<Return>('creditNotes', {
  pauses: [60, 300, 1_800, 7_200, 21_600],
  prepare,
  send,
  settle,
})

async function prepare(
  tx: Tx,
  { services, companyId, key: returnId }: DeliveryContext & { key: string },
): Promise<Prepared<Return>> {
  const { rows } = await sql<Omit<Return['body'], 'lines'>>`
    select r.code as "returnCode", o.code as "orderCode", o.customer_code as "customerCode", o.currency, r.reason
    from product_return r join sales_order o on o.company_id = ${companyId} and o.id = r.order_id
    where r.company_id = ${companyId} and r.id = ${returnId} and r.state = any(${[...returnTable.moves.credit.from]}::text[])`.execute(
    tx,
  )
  const [head] = rows
  if (!head) return 'gone'
  const { creditNotes: target } = services.config
  if (!target) return { waits: 'NotConnected' }
  const { rows: lines } = await sql<Line>`
    select ${head.orderCode}::text || '-' || l.line_no as "orderLine", l.product_code as "productCode", l.gtin, k.received_quantity as quantity,
      round(l.net_amount * k.received_quantity / greatest(l.po_quantity, 1), 2)::text as amount
    from product_return_line k join order_line l on l.company_id = ${companyId} and l.id = k.order_line_id
    where k.company_id = ${companyId} and k.return_id = ${returnId} and k.received_quantity > 0 order by k.no`.execute(
    tx,
  )
  return { notice: { ...target, body: { ...head, lines } } }
}

const Credited = z.object({ creditNote: z.string().min(1).max(60) })

async function send(
  { url, key, body }: Return,
  context: Pick<DeliveryContext, 'services'> & { key: string },
): Promise<Answer> {
  const said = await postDocument(context, {
    system: 'ERP',
    url: `${url}/returns`,
    bearer: key,
    body,
    taken: Credited,
  })
  if ('refused' in said) return said.refused
  return { taken: true, receipt: said.taken.creditNote, response: null }
}

/** With its number the return is credited; a refusal stands with the delivery and on the time line. */
async function settle(
  tx: Tx,
  { recordId: returnId, name: code }: Delivery,
  { taken, receipt, response, problem }: DeliveryOutcome,
  { services, companyId, now }: DeliveryContext,
): Promise<void> {
  const doer = await companyAsDoer(tx, companyId)
  const { from, to } = returnTable.moves.credit
  if (taken) {
    const { rows } = await sql<{ code: string; announcedById: string }>`
      update product_return r set state = ${to}, version = r.version + 1, credit_note = ${receipt}, credited_at = ${now}, last_event_at = ${now}, last_event_by = ${doer.name}
      where r.company_id = ${companyId} and r.id = ${returnId} and r.state = any(${[...from]}::text[])
      returning r.code, r.announced_by_id as "announcedById"`.execute(tx)
    await tellAnnouncers(
      tx,
      services,
      { companyId, membershipId: null, name: doer.name },
      now,
      'productReturn.credited',
      rows,
      { creditNote: receipt },
    )
  }
  const kind = taken ? 'productReturn.credited' : 'productReturn.notCredited'
  const facts = taken ? { creditNote: receipt } : { memo: response, problem }
  await record(tx, doer, now, {
    events: [{ recordType: 'productReturn', recordId: returnId, kind, facts }],
    audit: [
      {
        operation: kind,
        recordType: 'productReturn',
        recordId: returnId,
        recordCode: code,
        after: { ...(taken && { returnState: to }), ...facts },
      },
    ],
  })
}
