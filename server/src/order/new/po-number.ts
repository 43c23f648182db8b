import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { CartPlanLine, Note } from '../plan-orders.ts'
import { orderSettings } from '../order-settings.ts'

/**
 * Where the company checks PO numbers (ORD-021): an order needs one, and none that the same customer has
 * used before, in whatever case.
 * `lock`: two orders with the same number take turns. `waiting`: what waits for pre-approval uses its number as well.
 */
export async function poNumberNotes(
  tx: Tx,
  actor: Actor,
  poNumber: string | null,
  lines: readonly CartPlanLine[],
  { lock, waiting = false }: { lock: boolean; waiting?: boolean },
): Promise<Note[]> {
  if (lines.length === 0 || !(await orderSettings(tx, actor.company)).checkPoNumber) return []
  const ids = (of: readonly CartPlanLine[]) => of.map(({ id }) => id)
  if (!poNumber) return [{ severity: 'problem', code: 'PoNumberMissing', lineIds: ids(lines) }]
  const company = actor.company.id
  const folded = fold(poNumber)
  if (lock)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`po ${folded}`}, ${company}))`.execute(tx)
  const customers = [...new Set(lines.map(({ customerId }) => customerId))]
  const { rows } = await sql<{ customer_id: string }>`
    select distinct o.customer_id from sales_order o
    where o.company_id = ${company} and o.customer_id = any(${customers}::uuid[]) and o.external_po_code is not null and o.external_po_folded = ${folded} and not o.all_cancelled
    union
    select p.customer_id from pre_order p
    where ${waiting} and p.company_id = ${company} and p.state = 'Request' and p.customer_id = any(${customers}::uuid[]) and p.external_po_folded = ${folded}`.execute(
    tx,
  )
  const used = new Set(rows.map((row) => row.customer_id))
  const taken = lines.filter(({ customerId }) => used.has(customerId))
  return taken.length === 0 ? [] : [{ severity: 'problem', code: 'PoNumberUsed', lineIds: ids(taken) }]
}
