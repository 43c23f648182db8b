import type { PstTrackingState } from '@kervan/contract/services/words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'

// PST KPI tracking (SVC-007): whether the senders of a run keep the units that the company wants them to keep.

export type Tracking = { state: PstTrackingState; senders: number; below: number }

/**
 * What the senders of runs keep of each product that they send: their stock when the run was computed, less all that its
 * work orders take. Left out are work orders that were discarded or failed, and those at the end of life, whose senders
 * may give everything (domain/advisor 1.4). Answers by run; runs without such work orders are missing.
 */
export async function keptBySenders(
  tx: Tx,
  companyId: number,
  runIds: readonly string[],
  threshold: number,
): Promise<ReadonlyMap<string, { senders: number; below: number }>> {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<{ runId: string; senders: number; below: number }>`
    select s.run_id as "runId", count(*)::int as senders, (count(*) filter (where s.kept < ${threshold}))::int as below
    from (
      select w.run_id, max((w.reason -> 'donor' ->> 'stock')::int) - sum(w.amount) as kept from work_order w
      where w.company_id = ${companyId} and w.run_id = any(${[...runIds]}::uuid[]) and w.published_at is not null and w.amount > 0
        and w.state not in ('Discarded', 'Failed') and w.type <> 'ProductEndOfLifeCycleConsolidation'
      group by w.run_id, w.variant_id, w.sender_id) s
    group by s.run_id`.execute(tx)
  return new Map(rows.map(({ runId, ...kept }) => [runId, kept]))
}

/** How a date of PST stands; null for other services. */
export function trackingOf(
  { service, runState }: { service: string; runState: string | null },
  kept: { senders: number; below: number } | undefined,
): Tracking | null {
  if (service !== 'PST') return null
  if (runState !== 'Closed') return { state: 'Open', senders: 0, below: 0 }
  if (!kept) return { state: 'NothingMoved', senders: 0, below: 0 }
  return { state: kept.below > 0 ? 'Below' : 'Kept', ...kept }
}
