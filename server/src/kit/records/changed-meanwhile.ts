import type { RecordType } from '@kervan/contract/kit/operations'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'

/** Says who changed the record and when, from the last entry of the audit log about it (D40). */
export async function changedMeanwhile(
  { tx, actor }: SessionContext,
  recordType: RecordType,
  recordId: string | null,
): Promise<Refusal> {
  const last = await tx
    .selectFrom('audit_entry')
    .select(['actor_name', 'at'])
    .where('company_id', '=', actor.company.id)
    .where('record_type', '=', recordType)
    .where('record_id', 'is not distinct from', recordId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refusal('ChangedMeanwhile', {
    changedBy: last?.actor_name ?? '',
    changedAt: last?.at.toISOString() ?? '',
  })
}
