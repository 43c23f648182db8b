import { workOrderTable } from '@kervan/contract/services/work-order-states'
import type { WorkOrderState } from '@kervan/contract/services/words'
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
import type { CalendarWork } from '../../kit/work/schedule.ts'

// Work orders go to the ERP as documents, one for each sender and recipient, under the id of the document: whatever is
// lost on the way is sent again under the same one, and the ERP answers as the first time. It acknowledges each line by
// the id of its work order (WRK-002).

type Line = {
  /** Names the line for good; `code` is what people call it. */
  key: string
  code: string
  product: string
  amount: number
  type: string
  substitution: boolean
  substitutes: string[]
}
type Document = {
  url: string
  apiKey: string
  body: { transfer: string; serviceDate: string; sender: string; recipient: string; lines: Line[] }
}

export const erpTransfers = deliveries<Document>('erpTransfers', {
  pauses: [30, 120, 600, 1_800, 3_600, 7_200],
  prepare,
  send,
  settle,
})

async function prepare(
  tx: Tx,
  { services, companyId, key }: DeliveryContext & { key: string },
): Promise<Prepared<Document>> {
  const { rows } = await sql<
    Line & { sender: string; recipient: string; serviceDate: string; transfer: string }
  >`
    select o.id as key, o.code, v.code as product, o.amount, o.type, o.substitution, o.substitutes, s.code as sender, r.code as recipient, o.service_date::text as "serviceDate", t.code as transfer
    from erp_transfer t join work_order o on o.company_id = ${companyId} and o.transfer_id = t.id
      join product_variant v on v.company_id = ${companyId} and v.id = o.variant_id
      join location s on s.company_id = ${companyId} and s.id = t.sender_id join location r on r.company_id = ${companyId} and r.id = t.recipient_id
    where t.company_id = ${companyId} and t.id = ${key} order by o.code`.execute(tx)
  const [first] = rows
  if (!first) return 'gone'
  const { erp } = services.config
  if (!erp) return { waits: 'NotConnected' }
  return {
    notice: {
      url: `${erp.url}/transfers`,
      apiKey: erp.key,
      body: {
        transfer: first.transfer,
        serviceDate: first.serviceDate,
        sender: first.sender,
        recipient: first.recipient,
        lines: rows.map(({ sender: _s, recipient: _r, serviceDate: _d, transfer: _t, ...line }) => line),
      },
    },
  }
}

const Taken = z.object({
  receipt: z.string().min(1).max(100),
  lines: z.array(
    z.object({
      key: z.uuid(),
      status: z.enum(['taken', 'refused']),
      message: z.string().max(500).nullish(),
    }),
  ),
})

async function send(
  { url, apiKey, body }: Document,
  context: Pick<DeliveryContext, 'services' | 'companyId'> & { key: string },
): Promise<Answer> {
  const { services, companyId, key } = context
  const said = await postDocument(context, {
    system: 'Erp',
    perSecond: 10,
    url,
    bearer: apiKey,
    body,
    taken: Taken,
  })
  if ('refused' in said) return said.refused
  const { receipt, lines } = said.taken
  // What it says of each line is kept at once, for the transaction that notes the end.
  await services.db.withCompany(companyId, (tx) =>
    sql`
      update work_order o set ack = x.ack, ack_message = x.message
      from unnest(${lines.map(({ key: line }) => line)}::uuid[], ${lines.map(({ status }) => (status === 'taken' ? 'Taken' : 'Refused'))}::text[],
        ${lines.map(({ message }) => message ?? null)}::text[]) x(id, ack, message)
      where o.company_id = ${companyId} and o.id = x.id and o.transfer_id = ${key}`.execute(tx),
  )
  const refused = lines.filter(({ status }) => status === 'refused').length
  return { taken: true, receipt, response: `${lines.length - refused} + ${refused}` }
}

const operations = {
  Transferred: 'workOrder.transferred',
  Failed: 'workOrder.transferFailed',
  TransferredNotSynced: 'workOrder.notSynced',
} as const

/** Each line ends as the ERP has said; one that a taken document does not name is transferred and not synchronised. */
async function settle(
  tx: Tx,
  { recordId: transferId, name: document }: Delivery,
  { taken, receipt, response, problem }: DeliveryOutcome,
  { companyId, now }: DeliveryContext,
): Promise<void> {
  const doer = await companyAsDoer(tx, companyId)
  const { from } = workOrderTable.moves.settle
  const { rows } = await sql<{
    id: string
    code: string
    state: keyof typeof operations
    before: WorkOrderState
  }>`
    update work_order o set
      state = case when not ${taken} or o.ack = 'Refused' then 'Failed' when o.ack is null then 'TransferredNotSynced' else 'Transferred' end,
      response_message = coalesce(o.ack_message, ${taken ? receipt : response}::text),
      failure_note = case when not ${taken} then coalesce(${response}::text, ${problem}::text) when o.ack = 'Refused' then coalesce(o.ack_message, 'Refused') end,
      transferred_at = case when ${taken} and o.ack is distinct from 'Refused' then coalesce(o.transferred_at, ${now}) end,
      version = o.version + 1, changed_at = ${now}, changed_by = ${doer.name}
    from (select b.id, b.state from work_order b where b.company_id = ${companyId} and b.transfer_id = ${transferId} for update) b
    where o.company_id = ${companyId} and o.id = b.id and o.state = any(${[...from]}::text[])
    returning o.id, o.code, o.state, b.state as before`.execute(tx)
  await sql`
    update erp_transfer set receipt = ${receipt} where company_id = ${companyId} and id = ${transferId}`.execute(
    tx,
  )
  await record(tx, doer, now, {
    audit: rows.map(({ id, code, state, before }) => ({
      operation: operations[state],
      recordType: 'workOrder' as const,
      recordId: id,
      recordCode: code,
      before: { workOrderState: before },
      after: { workOrderState: state, transferCode: document, receipt },
    })),
  })
}

/** Documents with lines that the ERP has taken and not acknowledged are asked for again, under the same key. */
export const workOrderSync: CalendarWork = {
  name: 'workOrderSync',
  expression: '*/5 * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: async ({ tx, companyId }) => (await notSynced(tx, companyId)).length > 0,
  async run({ tx, services, companyId }) {
    const found = await notSynced(tx, companyId)
    await erpTransfers.request(tx, services, { companyId, now: services.clock.now() }, found, 'all')
    return { counts: { transfersAskedAgain: found.length } }
  },
}

async function notSynced(tx: Tx, companyId: number) {
  const { rows } = await sql<{ key: string; recordId: string; name: string }>`
    select distinct t.id as key, t.id as "recordId", t.code as name from erp_transfer t join work_order o on o.company_id = ${companyId} and o.transfer_id = t.id
    where t.company_id = ${companyId} and o.state = 'TransferredNotSynced' order by t.code limit 200`.execute(
    tx,
  )
  return rows
}
