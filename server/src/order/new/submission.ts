import { existing } from '@kervan/contract/kit/typed'
import type { CompiledQuery } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { eventsInsert, type AuditEntry, type RecordedEvent } from '../../kit/records/audit.ts'
import { submissionWrites, type ToBook } from '../quota/books.sql.ts'
import type { SubmittedOrder } from '../quota/submit.ts'
import { stockReservation } from '../stock.sql.ts'
import type { CartHead } from './cart.sql.ts'
import { lineInserts, ordersInsert } from './order-inserts.ts'
import { orderSettings } from '../order-settings.ts'

/** What an order says beside its lines, and who wants it; a cart's head is that of all its orders. */
export type OrderHead = Omit<CartHead, 'version' | 'savedAt'> & {
  requester: { membershipId: string; name: string }
  /** What it was approved from, in companies with two layers (ORD-012). */
  preOrderId: string | null
}

export type Submission = {
  ids: string[]
  /** Lines, events and stock. They may go before the orders, which take their codes as they are written. */
  writes: CompiledQuery[]
  /** Bookings of quotas, to be written late: who books on the same counter waits from here to the commit. */
  bookings: CompiledQuery[]
  orders: CompiledQuery<{ id: string; code: string }>
  audit: AuditEntry[]
}

/** What is written for submitted orders, wherever the demand came from. The stock is locked by the caller. */
export async function submission(
  tx: Tx,
  actor: Actor,
  now: Date,
  { orders: submitted, toBook }: { orders: readonly SubmittedOrder[]; toBook: ToBook },
  headOf: (order: SubmittedOrder) => OrderHead,
): Promise<Submission> {
  const settings = await orderSettings(tx, actor.company)
  const ids = submitted.map(() => newId())
  const idAt = (index: number) => existing(ids[index])
  const reserved = submitted
    .filter((order) => order.type === 'DirectlyOrder')
    .flatMap((order) =>
      order.lines.map(({ line, poQuantity, supplyLocationId }) => ({
        variantId: line.variantId,
        supplyLocationId,
        reserve: poQuantity,
      })),
    )
  const events = submitted.map((order, index): RecordedEvent => ({
    recordType: 'order',
    recordId: idAt(index),
    kind: 'order.placed',
    facts: { count: order.lines.length, quantity: order.quantity, channel: headOf(order).channel },
  }))
  return {
    ids,
    writes: [
      ...lineInserts(actor, submitted, ids),
      ...eventsInsert(actor, now, events),
      ...stockReservation(tx, actor.company.id, reserved),
    ],
    bookings: submissionWrites(tx, actor.company.id, now, toBook),
    orders: ordersInsert(actor, settings, now, headOf, submitted, ids),
    audit: submitted.map((order, index) => ({
      operation: 'order.placed',
      recordType: 'order',
      recordId: idAt(index),
      after: {
        type: order.type,
        lines: order.lines.length,
        quantity: order.quantity,
        total: order.totals.total,
      },
      amounts: ['total'],
    })),
  }
}
