import type { InputOf } from '@kervan/contract/kit/call'
import { muteProposals, overrideWorkOrder } from '@kervan/contract/services/work-orders'
import { refusal } from '@kervan/contract/kit/refusals'
import { workOrderTable } from '@kervan/contract/services/work-order-states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { refusedOnWorkOrder } from './list.ts'
import { loadWorkOrder } from './record.ts'

// A planner changes the amount of a work order (WRK-003). What was proposed stays beside it.

type Order = Awaited<ReturnType<typeof loadWorkOrder>>
type Acting = Pick<SessionContext, 'tx' | 'actor' | 'now' | 'language'>

export type Overriding = Pick<InputOf<typeof overrideWorkOrder>, 'amount' | 'note' | 'reason' | 'confirmed'>

export const overrideWorkOrderHandler = handle(overrideWorkOrder, async (context) => {
  const { workOrderId, version, ...change } = context.input
  assertReason(change)
  await override(context, { id: workOrderId, version }, change)
  return { done: true as const }
})

/** Throws `ReasonMemoRequired` where the reason says nothing and no note does. */
export function assertReason({ reason, note }: Pick<Overriding, 'reason' | 'note'>): void {
  if (reason === 'Other' && !note?.trim()) throw refusal('ReasonMemoRequired')
}

/** Changes the amount of one work order. What it throws leaves the work order as it was. */
export async function override(
  context: Acting,
  { id, version }: { id: string; version: number },
  { amount, reason, note, confirmed }: Overriding,
): Promise<void> {
  const { tx, actor, now } = context
  if (amount < 0) throw refusal('OverrideNegative')
  await takePair(context, await loadWorkOrder(context, id))
  const order = await loadWorkOrder(context, id, { lock: true })
  if (order.version !== version) throw refusal('TransferAmountChanged')
  const refused = refusedOnWorkOrder('override', order)
  if (refused) throw refused
  if (amount % order.pack !== 0) throw refusal('AmountNotInPacks', { pack: order.pack })
  if (amount > order.amount) {
    const available = await availableFor(context, order)
    if (amount > available) throw refusal('InsufficientWarehouseStock', { available })
  }
  if (!confirmed && amount > 0 && (await mayNotReceive(context, order)))
    throw refusal('LocationMayNotReceive', { location: order.recipientName })
  const { to } = workOrderTable.moves.override
  await sql`
    update work_order o set amount = ${amount}, state = ${to}, version = o.version + 1, override_reason = ${reason}, override_note = ${note},
      overridden_by = ${actor.name}, overridden_at = ${now}, changed_at = ${now}, changed_by = ${actor.name}
    where o.company_id = ${actor.company.id} and o.id = ${order.id}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'workOrder.overridden',
        recordType: 'workOrder',
        recordId: order.id,
        recordCode: order.code,
        before: { workOrderState: order.state, transferAmount: order.amount },
        after: { workOrderState: to, transferAmount: amount, overrideReason: reason, memo: note },
      },
    ],
  })
}

/** One change at a time of a product at its sender and at its recipient; who comes second is told to try later. */
export async function takePair(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  order: Pick<Order, 'variantId' | 'senderId' | 'recipientId'>,
): Promise<void> {
  const pairs = [order.senderId, order.recipientId].toSorted()
  for (const place of pairs) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`work order ${order.variantId} ${place}`}, ${actor.company.id})) as taken`.execute(
      tx,
    )
    if (!rows[0]?.taken) throw refusal('TransactionRunning')
  }
}

/** Units that the sender can give to this work order, or to a new one: its free stock less what other work orders take of it. */
export async function availableFor(
  { tx, actor }: Acting,
  order: Pick<Order, 'variantId' | 'senderId' | 'serviceDate'> & { id: string | null },
): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select greatest(0, coalesce((select s.on_hand - s.reserved from stock s where s.company_id = ${actor.company.id} and s.variant_id = ${order.variantId}
        and s.location_id = ${order.senderId}), 0)
      - coalesce((select sum(o.amount) from work_order o where o.company_id = ${actor.company.id} and o.variant_id = ${order.variantId} and o.sender_id = ${order.senderId}
        and o.id is distinct from ${order.id}::uuid and o.state in ('Proposed', 'Overridden', 'Approved', 'TransferPending') and o.service_date >= ${order.serviceDate}::date - 7), 0))::int as available`.execute(
    tx,
  )
  return rows[0]?.available ?? 0
}

export async function mayNotReceive(
  { tx, actor }: Acting,
  order: Pick<Order, 'variantId' | 'recipientId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from location l where l.company_id = ${actor.company.id} and l.id = ${order.recipientId}
      and (l.status <> 'Active' or l.blacklisted or l.action_role = 'Donor' or exists (select from shipping_block b join product_variant v
        on v.company_id = ${actor.company.id} and v.id = ${order.variantId} where b.company_id = ${actor.company.id} and b.location_id = l.id and b.product_id = v.product_id))`.execute(
    tx,
  )
  return rows.length > 0
}

export const muteProposalsHandler = handle(muteProposals, async (context) => {
  const { tx, actor, now, input } = context
  const order = await loadWorkOrder(context, input.workOrderId, { lock: true })
  const company = actor.company.id
  const { until } = input
  if (until !== null && until < dayIn(actor.company.timeZone, now)) throw refusal('MuteInPast')
  if (until === null)
    await sql`
      delete from proposal_mute m where m.company_id = ${company} and m.variant_id = ${order.variantId} and m.location_id = ${order.recipientId}`.execute(
      tx,
    )
  else
    await sql`
      insert into proposal_mute (company_id, variant_id, location_id, until, muted_by, muted_at)
      values (${company}, ${order.variantId}, ${order.recipientId}, ${until}::date, ${actor.name}, ${now})
      on conflict (company_id, variant_id, location_id) do update set until = excluded.until, muted_by = excluded.muted_by, muted_at = excluded.muted_at`.execute(
      tx,
    )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'workOrder.muted',
        recordType: 'workOrder',
        recordId: order.id,
        recordCode: order.code,
        before: { mutedUntil: order.mutedUntil },
        after: { mutedUntil: until },
      },
    ],
  })
  return { done: true as const }
})
