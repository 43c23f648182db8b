import { decisions } from '@kervan/contract/order/states'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { Decision, DecidedLine } from './decide.ts'
import type { LockedOrder } from './order.sql.ts'

// Taking back what one has just decided: the newest entry of the audit log about an order says which lines it changed
// and what they were before.

type Entry = {
  record_id: string
  actor_id: string | null
  actor_name: string
  operation: string
  before: Written | null
  after: Written | null
}
type Written = { version?: number; lines?: Pick<DecidedLine, 'id' | 'state' | 'poQuantity'>[] }

const taken = (['approve', 'reject', 'revise'] as const).map((action): string => `order.${decisions[action]}`)

/**
 * What takes back the newest decision on each of these orders. Refused with `ChangedSince` where the newest change of
 * the order is somebody else's, or none that can be taken back.
 */
export async function readUndo(
  { tx, actor }: { tx: Tx; actor: Actor },
  orders: readonly LockedOrder[],
): Promise<(order: LockedOrder) => { decision: Decision; lineIds: string[] } | Refusal> {
  const { rows } = await sql<Entry>`
    select distinct on (e.record_id) e.record_id, e.actor_id, e.actor_name, e.operation, e.before, e.after
    from unnest(${orders.map(({ id }) => id)}::uuid[]) as asked(id) join audit_entry e on e.record_id = asked.id
    where e.company_id = ${actor.company.id} and e.record_type = 'order'
    order by e.record_id, e.seq desc`.execute(tx)
  const newest = new Map(rows.map((row) => [row.record_id, row]))
  return (order) => {
    const entry = newest.get(order.id)
    const isOwn = entry?.actor_id === actor.membershipId && taken.includes(entry.operation)
    const lines = entry?.before?.lines ?? []
    if (!isOwn || entry.after?.version !== order.version || lines.length === 0)
      return refusal('ChangedSince', { changedBy: entry?.actor_name ?? '' })
    const before = new Map(lines.map((line) => [line.id, line]))
    return { decision: { action: 'revert', before }, lineIds: [...before.keys()] }
  }
}
