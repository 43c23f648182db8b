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
import { UnknownAnswer } from '../../kit/outside/deliver.ts'
import type { OutsideLimits } from '../../kit/outside/outside.ts'
import { record, type Doer } from '../../kit/records/audit.ts'
import { tellAnnouncers } from './tell.ts'

// The ERP is told what has come in of a return and answers with the number of its credit note (MED-001). The id of the
// return is the idempotency key: what is sent again after a lost answer brings the same number.

const limits: OutsideLimits = {
  timeoutMs: 30_000,
  retries: 0,
  concurrent: 2,
  perSecond: 5,
  breaker: { failures: 5, openMs: 60_000 },
}

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
const Refused = z.object({ code: z.string().max(20), message: z.string() })

async function send(
  { url, key, body }: Return,
  { services, key: returnId }: Pick<DeliveryContext, 'services'> & { key: string },
): Promise<Answer> {
  const response = await services.outside.system('ERP', limits).fetch(`${url}/returns`, {
    method: 'POST',
    idempotent: true,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'idempotency-key': returnId,
    },
    body: JSON.stringify(body),
  })
  if (response.status === 429) throw new UnknownAnswer('Busy')
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) {
    const credited = Credited.safeParse(answer)
    if (!credited.success) throw new UnknownAnswer('Malformed')
    return { taken: true, receipt: credited.data.creditNote, response: null }
  }
  const refused = Refused.safeParse(answer)
  if (!refused.success) throw new UnknownAnswer(`HTTP ${response.status}`)
  const said = `${refused.data.code} ${refused.data.message}`
  return { taken: false, receipt: null, response: said.slice(0, 500) }
}

/** With its number the return is credited; a refusal stands with the delivery and on the time line. */
async function settle(
  tx: Tx,
  { recordId: returnId, name: code }: Delivery,
  { taken, receipt, response, problem }: DeliveryOutcome,
  { services, companyId, now }: DeliveryContext,
): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const doer: Doer = { company, membershipId: null, name: company.name }
  const { from, to } = returnTable.moves.credit
  if (taken) {
    const { rows } = await sql<{ code: string; announcedById: string }>`
      update product_return r set state = ${to}, version = r.version + 1, credit_note = ${receipt}, credited_at = ${now}, last_event_at = ${now}, last_event_by = ${company.name}
      where r.company_id = ${companyId} and r.id = ${returnId} and r.state = any(${[...from]}::text[])
      returning r.code, r.announced_by_id as "announcedById"`.execute(tx)
    await tellAnnouncers(
      tx,
      services,
      { companyId, membershipId: null, name: company.name },
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
