import { sql } from 'kysely'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { Doer } from '../../kit/records/audit.ts'
import type { DecidedChange } from '../order.sql.ts'

/**
 * Keeps what somebody outside is asked in step with the lines (ORD-010): an order that has come to wait for them has an
 * open request, one that waits no more has none. To be called with the orders locked, after they were written.
 *
 * @param approved what was answered; null where the request was taken back
 */
export async function keepRequests(
  tx: Tx,
  { company, name }: Doer,
  now: Date,
  decided: readonly Pick<DecidedChange, 'order' | 'changes'>[],
  { approved, responseId = null }: { approved: boolean | null; responseId?: string | null },
): Promise<void> {
  const waiting = decided.map(({ order, changes }) => {
    const changed = new Map(changes.map(({ id, state }) => [id, state]))
    const waits = order.lines.some(
      ({ id, state }) => (changed.get(id) ?? state) === 'WaitingExternalApproval',
    )
    const waited = order.lines.some(({ state }) => state === 'WaitingExternalApproval')
    return { id: order.id, waits, waited }
  })
  const asked = waiting.filter(({ waits, waited }) => waits && !waited)
  const answered = waiting.filter(({ waits, waited }) => waited && !waits)
  await askOutside(
    tx,
    { company, name },
    now,
    asked.map(({ id }) => id),
  )
  if (answered.length > 0)
    await sql`
      update external_approval set answered_at = ${now}, approved = ${approved}, response_id = ${responseId}
      where company_id = ${company.id} and answered_at is null and order_id = any(${answered.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    )
}

/** Opens a request for each of these orders, which have none. */
export const askOutside = (
  tx: Tx,
  { company, name }: Pick<Doer, 'company' | 'name'>,
  now: Date,
  orderIds: readonly string[],
): Promise<void> =>
  insertMany(
    tx,
    'external_approval',
    orderIds.map((id) => ({
      company_id: company.id,
      id: newId(),
      order_id: id,
      sent_at: now,
      sent_by_name: name,
    })),
  )
