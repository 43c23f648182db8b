import {
  approveWorkOrders,
  discardWorkOrders,
  transferWorkOrders,
} from '@kervan/contract/services/work-orders'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { workOrderTable } from '@kervan/contract/services/work-order-states'
import { sql } from 'kysely'
import { nextCount } from '../../kit/database/counter.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handleBulk, pass, type BulkContext, type Passing } from '../../kit/lists/handle-bulk.ts'
import { record } from '../../kit/records/audit.ts'
import { refusedOnWorkOrder, workOrderList, workOrderScope, type Ruled } from './list.ts'
import { erpTransfers } from './transfer.ts'

// What becomes of work orders (WRK-002): one is a bulk of one.

export type Head = Ruled & {
  id: string
  version: number
  runId: string
  runCode: string
  senderId: string
  recipientId: string
}
type Nothing = null

export async function load(
  { tx, actor }: Pick<BulkContext, 'tx' | 'actor'>,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select o.id, o.version, o.code, o.state, o.type, o.amount, u.domain, o.run_id as "runId", u.code as "runCode", o.sender_id as "senderId", o.recipient_id as "recipientId"
    from work_order o join service_run u on u.company_id = ${actor.company.id} and u.id = o.run_id
    where ${sql.join(workOrderScope(actor), sql` and `)} and o.id = any(${[...ids]}::uuid[])
    order by o.id ${lock ? sql`for update of o` : sql``}`.execute(tx)
  return rows
}

const chosen = {
  limit: 100_000,
  job: { atOnce: 1_000, chunk: 500 },
  notFound: () => refusal('NotFound'),
  list: () => workOrderList,
  load,
}

const judged = (action: 'approve' | 'discard') => async () => (order: Head) =>
  refusedOnWorkOrder(action, order) ?? pass(null)

export const approveWorkOrdersHandler = handleBulk<typeof approveWorkOrders, Head, Nothing>(
  approveWorkOrders,
  {
    ...chosen,
    judge: judged('approve'),
    apply: (context, passing) => move(context, 'approve', passing),
  },
)

export const discardWorkOrdersHandler = handleBulk<typeof discardWorkOrders, Head, Nothing>(
  discardWorkOrders,
  {
    ...chosen,
    judge: judged('discard'),
    apply: (context, passing) => move(context, 'discard', passing),
  },
)

export const transferWorkOrdersHandler = handleBulk<typeof transferWorkOrders, Head, Nothing>(
  transferWorkOrders,
  {
    ...chosen,
    judge: async (context, records, { lock }) => {
      const { jobId } = context
      const rule = (order: Head) => refusedOnWorkOrder('transfer', order) ?? pass(null)
      const valid = records.filter((order) => !(rule(order) instanceof Refusal))
      const short = await shortOf(context, valid, { lock })
      // Only where this is the whole selection is it known that none of it is valid.
      if (lock && jobId === undefined && records.every((order) => rule(order) instanceof Refusal))
        throw refusal('NoValidWorkOrder')
      return (order: Head) => short.get(order.id) ?? rule(order)
    },
    apply: transfer,
  },
)

/**
 * Which of these work orders the sender no longer has the goods for, with what is left of them: its stock now, less what is
 * reserved and what is on its way to the ERP. Of several that want the same, those come first that were proposed first.
 */
async function shortOf(
  { tx, actor }: Pick<BulkContext, 'tx' | 'actor'>,
  orders: readonly Head[],
  { lock }: { lock: boolean },
): Promise<Map<string, Refusal>> {
  const company = actor.company.id
  // Who wants the same goods at the same time waits, and then sees what has gone.
  if (lock)
    await sql`
      select from stock t where t.company_id = ${company} and t.id in (select s.id from work_order o join stock s on s.company_id = ${company}
          and s.variant_id = o.variant_id and s.location_id = o.sender_id where o.company_id = ${company} and o.id = any(${orders.map(({ id }) => id)}::uuid[]))
      order by t.id for update`.execute(tx)
  const { rows } = await sql<{ id: string; available: number }>`
    with wanted as (
      select o.id, o.code, o.amount, o.sender_id, case when o.substitution then s.id else o.variant_id end as variant_id
      from work_order o left join product_variant s on s.company_id = ${company} and s.code = o.substitutes[1]
      where o.company_id = ${company} and o.id = any(${orders.map(({ id }) => id)}::uuid[])),
    pair as (
      select p.sender_id, p.variant_id, greatest(0, coalesce((select t.on_hand - t.reserved from stock t where t.company_id = ${company}
          and t.variant_id = p.variant_id and t.location_id = p.sender_id), 0)
        - coalesce((select sum(x.amount) from work_order x where x.company_id = ${company} and x.sender_id = p.sender_id and x.variant_id = p.variant_id
          and x.state = 'TransferPending' and not x.substitution), 0))::int as free
      from (select distinct sender_id, variant_id from wanted) p)
    select w.id, greatest(0, p.free - w.before)::int as available from (
      select w.*, (sum(w.amount) over (partition by w.sender_id, w.variant_id order by w.code) - w.amount)::int as before from wanted w) w
      join pair p on p.sender_id = w.sender_id and p.variant_id = w.variant_id
    where w.before + w.amount > p.free`.execute(tx)
  return new Map(rows.map(({ id, available }) => [id, refusal('InsufficientWarehouseStock', { available })]))
}

const operations = { approve: 'workOrder.approved', discard: 'workOrder.discarded' } as const

async function move(
  { tx, actor, now }: BulkContext,
  action: 'approve' | 'discard',
  passing: readonly Passing<Head, Nothing>[],
): Promise<void> {
  const { to } = workOrderTable.moves[action]
  await sql`
    update work_order o set state = ${to}, version = o.version + 1, changed_at = ${now}, changed_by = ${actor.name}
    where o.company_id = ${actor.company.id} and o.id = any(${passing.map(({ record: one }) => one.id)}::uuid[])`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: passing.map(({ record: { id, code, state } }) => ({
      operation: operations[action],
      recordType: 'workOrder' as const,
      recordId: id,
      recordCode: code,
      before: { workOrderState: state },
      after: { workOrderState: to },
    })),
  })
}

/** One document for each run, sender and recipient of those that passed. */
async function transfer(
  { tx, actor, services, now }: BulkContext,
  passing: readonly Passing<Head, Nothing>[],
): Promise<void> {
  const companyId = actor.company.id
  const { to } = workOrderTable.moves.transfer
  const orders = passing.map(({ record: one }) => one)
  const groups = [
    ...Map.groupBy(orders, ({ runId, senderId, recipientId }) => `${runId} ${senderId} ${recipientId}`),
  ]
  const last = await nextCount(tx, companyId, 'erpTransfer', groups.length)
  const documents = groups.map(([, mine], at) => ({
    id: newId(),
    code: `WT-${String(last - groups.length + at + 1).padStart(6, '0')}`,
    mine,
  }))
  await insertMany(
    tx,
    'erp_transfer',
    documents.map(({ id, code, mine: [first] }) => ({
      company_id: companyId,
      id,
      code,
      run_id: first?.runId ?? '',
      sender_id: first?.senderId ?? '',
      recipient_id: first?.recipientId ?? '',
      requested_at: now,
      requested_by: actor.name,
    })),
  )
  const lines = documents.flatMap(({ id, mine }) => mine.map((order) => ({ order: order.id, document: id })))
  await sql`
    update work_order o set state = ${to}, version = o.version + 1, transfer_id = x.document, ack = null, ack_message = null, response_message = null,
      failure_note = null, changed_at = ${now}, changed_by = ${actor.name}
    from unnest(${lines.map(({ order }) => order)}::uuid[], ${lines.map(({ document }) => document)}::uuid[]) x("order", document)
    where o.company_id = ${companyId} and o.id = x."order"`.execute(tx)
  await erpTransfers.request(
    tx,
    services,
    { companyId, now },
    documents.map(({ id, code }) => ({ key: id, recordId: id, name: code })),
  )
  await record(tx, actor, now, {
    audit: documents.flatMap(({ code: document, mine }) =>
      mine.map(({ id, code, state }) => ({
        operation: 'workOrder.transferRequested' as const,
        recordType: 'workOrder' as const,
        recordId: id,
        recordCode: code,
        before: { workOrderState: state },
        after: { workOrderState: to, transferCode: document },
      })),
    ),
  })
}
