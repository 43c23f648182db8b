import { discountTable } from '@kervan/contract/porta/states'
import { recordTypeOf, type RequestKind } from '@kervan/contract/porta/words'
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

// A report goes to its warehouse by a call, under the id of the report: whatever is lost on the way is sent again under
// the same one, and the warehouse answers with the same receipt. With it, its requests are forwarded (DSC-003, DSC-016).

type Line = {
  requestCode: string
  gtin: string
  serialNumber: string
  lotNumber: string
  expiryDate: string
  pointOfSaleGln: string
  paymentLocationCode: string
  declaredSaleDate: string
  validSaleDate: string
  declarationId: string
  period: string
  /** Of a price-change refund: what is refunded, and how much. */
  refundScope?: string
  refundAmount?: string
}
type Report = { url: string; key: string; lines: Line[] }

export const reportDeliveries = deliveries<Report>('discountReports', {
  pauses: [60, 300, 1_800, 7_200, 21_600],
  prepare,
  send,
  settle,
})

async function prepare(
  tx: Tx,
  { services, companyId, key: reportId }: DeliveryContext & { key: string },
): Promise<Prepared<Report>> {
  const lines = await linesOf(tx, companyId, reportId)
  const [first] = lines
  if (!first) return 'gone'
  const { warehouses } = services.config
  const key = warehouses?.keys.get(first.paymentLocationCode)
  if (!warehouses || key === undefined) return { waits: 'NotConnected' }
  const url = `${warehouses.url}/warehouses/${encodeURIComponent(first.paymentLocationCode)}/reports`
  return { notice: { url, key, lines } }
}

/** The requests of a report, as the warehouse gets them: by call or in a file. */
export async function linesOf(tx: Tx, companyId: number, reportId: string): Promise<Line[]> {
  const { rows } = await sql<Line & { refundScope: string | null; refundAmount: string | null }>`
    select r.code as "requestCode", r.gtin, r.serial_number as "serialNumber", r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate",
      r.point_of_sale_gln as "pointOfSaleGln", r.payment_location_code as "paymentLocationCode", r.declared_sale_date::text as "declaredSaleDate",
      coalesce(r.valid_sale_date::text, '') as "validSaleDate", coalesce(r.declaration_id, '') as "declarationId", to_char(p.period, 'YYYY-MM') as period, r.scope as "refundScope", r.refund_amount as "refundAmount"
    from discount_report p join discount_request r on r.company_id = ${companyId} and r.report_id = p.id
    where p.company_id = ${companyId} and p.id = ${reportId} order by r.code`.execute(tx)
  return rows.map(({ refundScope, refundAmount, ...line }) =>
    refundScope === null ? line : { ...line, refundScope, refundAmount: refundAmount ?? '' },
  )
}

const Taken = z.object({ receipt: z.string().min(1).max(100) })

async function send(
  { url, key, lines }: Report,
  context: Pick<DeliveryContext, 'services'> & { key: string },
): Promise<Answer> {
  const said = await postDocument(context, {
    system: 'Warehouses',
    url,
    bearer: key,
    body: { requests: lines },
    taken: Taken,
  })
  if ('refused' in said) return said.refused
  return { taken: true, receipt: said.taken.receipt, response: null }
}

/** With the receipt of the warehouse its requests are forwarded; a refusal stands with the delivery. */
async function settle(
  tx: Tx,
  { recordId: reportId, name: report }: Delivery,
  { taken, receipt }: DeliveryOutcome,
  { companyId, now }: DeliveryContext,
): Promise<void> {
  if (!taken) return
  const doer = await companyAsDoer(tx, companyId)
  await sql`
    update discount_report p set receipt = ${receipt}, receipt_at = ${now} where p.company_id = ${companyId} and p.id = ${reportId}`.execute(
    tx,
  )
  const { from, to } = discountTable.moves.forward
  const { rows } = await sql<{ id: string; code: string; kind: RequestKind }>`
    update discount_request r set state = ${to}, receipt = ${receipt}, version = r.version + 1, last_event_at = ${now}, last_event_by = ${doer.name}
    where r.company_id = ${companyId} and r.report_id = ${reportId} and r.state = any(${[...from]}::text[])
    returning r.id, r.code, r.kind`.execute(tx)
  await record(tx, doer, now, {
    events: rows.map(({ id, kind }) => ({
      recordType: recordTypeOf[kind],
      recordId: id,
      kind: `${recordTypeOf[kind]}.forwarded` as const,
      facts: { report, receipt },
    })),
    audit: rows.map(({ id, code, kind }) => ({
      operation: `${recordTypeOf[kind]}.forwarded` as const,
      recordType: recordTypeOf[kind],
      recordId: id,
      recordCode: code,
      before: { [recordTypeOf[kind]]: from[0] },
      after: { [recordTypeOf[kind]]: to, report, receipt },
    })),
  })
}
