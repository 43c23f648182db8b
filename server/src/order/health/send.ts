import { notifyHealthInsurance } from '@kervan/contract/order/health-insurance'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import {
  deliveries,
  type Delivery,
  type DeliveryContext,
  type DeliveryOutcome,
  type Prepared,
} from '../../kit/outside/deliveries.ts'
import { companyAsDoer, record } from '../../kit/records/audit.ts'
import { notifyManagers } from '../notify-managers.ts'
import { readMedulaAccess } from './access.ts'
import type { HealthNotice } from './notifier.ts'
import { openSoapNotifier, type MedulaAccess } from './soap.ts'

// Notifications of order lines to the health insurance (ORD-015), sent as `deliveries`: the key is the line, which the
// service knows by its code, and the record is the order.

type Asked = {
  line_code: string
  transaction_no: string
  gln: string | null
  gtin: string | null
  quantity: number
  order_date: string
}
type ToSend = { notice: HealthNotice; access: MedulaAccess }

export const healthDeliveries = deliveries<ToSend>('healthInsurance', {
  pauses: [30, 120, 600, 1_800, 3_600],
  prepare,
  async send({ notice, access }, { services: { config, outside } }) {
    if (!config.medula) throw new Error('Medula is not connected')
    const { ok, responseText, notificationId } = await openSoapNotifier(
      outside,
      config.medula,
      access,
    ).notify(notice)
    return { taken: ok, receipt: notificationId, response: responseText }
  },
  settle,
  tellOnFailure: (tx, failed, { services, companyId, now }) =>
    notifyManagers(
      tx,
      services,
      companyId,
      now,
      'order.medulaFailed',
      notifyHealthInsurance,
      new Map([...Map.groupBy(failed, (one) => one.recordId)].map(([order, lines]) => [order, lines.length])),
    ),
})

/** The number or code that is missing has to be mended first; a line that is not approved any more is not told of. */
async function prepare(
  tx: Tx,
  { services, companyId, key }: DeliveryContext & { key: string },
): Promise<Prepared<ToSend>> {
  const { rows } = await sql<Asked>`
    select o.code || '-' || l.line_no as line_code, o.medula_no as transaction_no, p.gln, l.gtin,
      l.po_quantity as quantity, to_char(o.order_date at time zone c.time_zone, 'YYYY-MM-DD') as order_date
    from order_line l join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
      join company c on c.id = ${companyId}
      left join location p on p.company_id = ${companyId} and p.id = o.point_of_sale_id
    where l.company_id = ${companyId} and l.id = ${key} and l.state in ('Approved', 'Completed') and o.medula_no is not null`.execute(
    tx,
  )
  const [line] = rows
  if (!line) return 'gone'
  if (line.gln === null) return { failed: 'GlnMissing' }
  if (line.gtin === null) return { failed: 'BarcodeMissing' }
  const access = await readMedulaAccess(tx, services, companyId)
  if (!services.config.medula || !access) return { waits: 'NotConnected' }
  return {
    notice: {
      access,
      notice: {
        transactionNo: line.transaction_no,
        pharmacyGln: line.gln,
        barcode: barcodeOf(line.gtin),
        quantity: line.quantity,
        orderDetailCode: line.line_code,
        orderDate: line.order_date,
      },
    },
  }
}

/** A pack bears the 13 digits of an EAN where the GTIN has a zero before them. */
const barcodeOf = (gtin: string) => (/^0\d{13}$/.test(gtin) ? gtin.slice(1) : gtin)

/** What the service said stands on the time line of the order and in the audit log. */
async function settle(
  tx: Tx,
  { recordId, name: line }: Delivery,
  { taken, receipt, response, problem }: DeliveryOutcome,
  { companyId, now }: DeliveryContext,
): Promise<void> {
  const kind = taken ? 'order.medulaNotified' : 'order.medulaFailed'
  const doer = await companyAsDoer(tx, companyId)
  await record(tx, doer, now, {
    events: [
      {
        recordType: 'order',
        recordId,
        kind,
        facts: {
          line,
          ...(taken ? { response, notification: receipt } : { memo: response, problem }),
        },
      },
    ],
    audit: [
      {
        operation: kind,
        recordType: 'order',
        recordId,
        recordCode: line.replace(/-\d+$/, ''),
        after: { line, response, notificationId: receipt, ...(problem !== null && { problem }) },
      },
    ],
  })
}
