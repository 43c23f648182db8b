import type { RecordEvent } from '@kervan/contract/kit/record-event'
import type { RecordType } from '@kervan/contract/kit/operations'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'

const eventLimit = 100

/** The time line of a record, newest first (ORD-013). */
export async function readEvents(
  tx: Tx,
  actor: Actor,
  recordType: RecordType,
  recordId: string,
): Promise<RecordEvent[]> {
  const rows = await tx
    .selectFrom('record_event')
    .select(['id', 'at', 'by_name', 'kind', 'facts'])
    .where('company_id', '=', actor.company.id)
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(eventLimit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.by_name,
    kind: row.kind,
    facts: row.facts,
  }))
}
