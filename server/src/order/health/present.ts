import type { DeliveryState } from '@kervan/contract/kit/area-work'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { OrderLineView } from '@kervan/contract/order/order-view'
import type { HealthState, LineState } from '@kervan/contract/order/words'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { OrderSettings } from '../order-settings.ts'
import { healthDeliveries } from './send.ts'

// What readers are told of notifications, and what may be notified again (ORD-015).

export type Health = ReadonlyMap<string, NonNullable<OrderLineView['healthInsurance']>>
export const noHealth: Health = new Map()

/** What people are told of the state of a notification. */
export const healthStateOf: Record<DeliveryState, HealthState> = {
  Waiting: 'Waiting',
  Delivered: 'Notified',
  Failed: 'Failed',
}

/** Where the lines of an order stand that are to be notified, by line. */
export async function readHealth(tx: Tx, { company }: Actor, orderId: string): Promise<Health> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['key', 'state', 'response', 'receipt', 'problem', 'tries', 'due_at', 'settled_at'])
    .where('company_id', '=', company.id)
    .where('kind', '=', healthDeliveries.kind)
    .where('record_id', '=', orderId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.key,
      {
        state: healthStateOf[row.state],
        responseText: row.response,
        notificationId: row.receipt,
        problem: row.problem,
        attempts: row.tries,
        nextTryAt: row.due_at?.toISOString() ?? null,
        settledAt: row.settled_at?.toISOString() ?? null,
      },
    ]),
  )
}

/** Failed, or approved without ever having been asked for: before the company switched it on. */
export const mayNotify = (
  { state }: { state: LineState },
  health: { state: HealthState } | null | undefined,
): boolean => (health ? health.state === 'Failed' : state === 'Approved' || state === 'Completed')

/** Why nothing of an order can be notified again; null where something can. */
export function refusedToNotify(
  order: string,
  transactionNo: string | null,
  lines: readonly { id: string; state: LineState }[],
  health: ReadonlyMap<string, { state: HealthState }>,
  { medulaActive }: Pick<OrderSettings, 'medulaActive'>,
): Refusal | null {
  if (!medulaActive) return refusal('MedulaNotActive')
  if (transactionNo === null) return refusal('MedulaNumberMissing', { order })
  return lines.some((line) => mayNotify(line, health.get(line.id)))
    ? null
    : refusal('MedulaNothingToNotify', { order })
}
