import { sql, type CompiledQuery } from 'kysely'
import type { Actor, Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { DecidedChange } from '../order.sql.ts'
import type { SubmittedOrder } from '../quota/submit.ts'
import { orderSettings } from '../order-settings.ts'

// Which lines are to be notified, kept beside the lines (ORD-015). A row is written in the transaction that approves its
// line, so it is as certain as the approval; who sends it comes afterwards.

type For = { actor: Pick<Actor, 'company'>; now: Date }

/**
 * Writes what is to be notified of these lines: those that are approved, of orders with a transaction number, each once.
 * To be carried out after the lines were written.
 */
export async function healthRequests(
  tx: Tx,
  { actor, now }: For,
  lineIds: readonly string[],
): Promise<CompiledQuery<{ line_id: string }>[]> {
  if (lineIds.length === 0) return []
  const { medulaActive } = await orderSettings(tx, actor.company)
  return medulaActive ? [insertRequests(tx, actor.company.id, now, lineIds)] : []
}

const insertRequests = (tx: Tx, companyId: number, now: Date, lineIds: readonly string[]) =>
  sql<{ line_id: string }>`
    insert into health_notification (company_id, line_id, order_id, state, requested_at, next_try_at)
    select ${companyId}::int, l.id, o.id, 'Waiting', ${now}::timestamptz, ${now}::timestamptz
    from order_line l join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
    where l.company_id = ${companyId} and l.id = any(${[...lineIds]}::uuid[]) and l.state in ('Approved', 'Completed') and o.medula_no is not null
    order by l.id on conflict do nothing returning line_id`.compile(tx)

/** Asks for the notification of lines that were just approved, and for it to be sent after the commit. */
export async function requestNotifications(
  tx: Tx,
  services: Services,
  asked: For,
  lineIds: readonly string[],
): Promise<void> {
  for (const query of await healthRequests(tx, asked, lineIds)) {
    const { rows } = await tx.executeQuery(query)
    await sendLater(
      tx,
      services,
      asked.actor.company.id,
      rows.map((row) => row.line_id),
    )
  }
}

/** Lines that these decisions have approved. */
export const approvedIn = (decided: readonly Pick<DecidedChange, 'changes'>[]): string[] =>
  decided.flatMap(({ changes }) => changes.flatMap(({ id, state }) => (state === 'Approved' ? [id] : [])))

/** Lines of new orders that the quotas have approved. */
export const approvedAtOnce = (orders: readonly SubmittedOrder[]): string[] =>
  orders.flatMap(({ lines }) => lines.flatMap(({ id, state }) => (state === 'Approved' ? [id] : [])))

/** Lines that are sent one after the other by one entry of the queue. */
const together = 50

/** Puts these lines into the queue, in the caller's transaction. */
export async function sendLater(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  companyId: number,
  lineIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < lineIds.length; at += together)
    await jobs.send(tx, 'healthInsurance', {
      companyId,
      lineIds: lineIds.slice(at, at + together),
    })
}
