import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { DecidedChange } from '../order.sql.ts'
import type { SubmittedOrder } from '../quota/submit.ts'
import { orderSettings } from '../order-settings.ts'
import { healthDeliveries } from './send.ts'

// Which lines are to be notified (ORD-015). It is asked for in the transaction that approves them, so it is as certain as
// the approval; who sends it comes afterwards.

type For = { actor: Pick<Actor, 'company'>; now: Date }

/**
 * The statement that asks for the notification of these lines, to be carried out after the lines were written: those that
 * are approved, of orders with a transaction number, each once.
 */
export async function healthRequests(
  tx: Tx,
  { actor, now }: For,
  lineIds: readonly string[],
): Promise<CompiledQuery[]> {
  const companyId = actor.company.id
  if (lineIds.length === 0 || !(await orderSettings(tx, actor.company)).medulaActive) return []
  return [healthDeliveries.requestQuery(tx, { companyId, now }, notifiable(companyId, lineIds))]
}

/** Those of these lines that can be notified, as deliveries. */
export const notifiable = (companyId: number, lineIds: readonly string[]): RawBuilder<unknown> => sql`
  select l.id::text as key, o.id as record_id, o.code || '-' || l.line_no as name, null::text as recipient
  from order_line l join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
  where l.company_id = ${companyId} and l.id = any(${[...lineIds]}::uuid[]) and l.state in ('Approved', 'Completed') and o.medula_no is not null`

/** Asks for the notification of lines that were just approved, and for it to be sent after the commit. */
export async function requestNotifications(
  tx: Tx,
  services: Services,
  { actor, now }: For,
  lineIds: readonly string[],
): Promise<void> {
  const companyId = actor.company.id
  if (lineIds.length === 0 || !(await orderSettings(tx, actor.company)).medulaActive) return
  await healthDeliveries.requestFound(tx, services, { companyId, now }, notifiable(companyId, lineIds))
}

/** Lines that these decisions have approved. */
export const approvedIn = (decided: readonly Pick<DecidedChange, 'changes'>[]): string[] =>
  decided.flatMap(({ changes }) => changes.flatMap(({ id, state }) => (state === 'Approved' ? [id] : [])))

/** Lines of new orders that the quotas have approved. */
export const approvedAtOnce = (orders: readonly SubmittedOrder[]): string[] =>
  orders.flatMap(({ lines }) => lines.flatMap(({ id, state }) => (state === 'Approved' ? [id] : [])))
