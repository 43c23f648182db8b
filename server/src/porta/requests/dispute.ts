import { disputeRequest } from '@kervan/contract/porta/applications'
import { refusal } from '@kervan/contract/kit/refusals'
import { discountTable } from '@kervan/contract/porta/states'
import type { RequestRejectReason } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { sqlState } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { keepImages } from './images.ts'
import { presentRequest } from './present.ts'
import { askedAgainOn, disputeFacts, refusedFor, requestScope, type Ruled } from './scope.ts'

/** What is kept of a dispute: the message, and the decision that it is about. */
export type Dispute = {
  at: string
  message: string
  rejectReason: RequestRejectReason
  memo: string | null
  reviewer: string
  reviewerId: string | null
}

type Rejected = Ruled & {
  serialNumber: string
  images: number
  rejectReason: RequestRejectReason
  memo: string | null
  reviewer: string
  reviewerId: string | null
  taken: boolean
}

/** A rejected request becomes pending again, with the applicant's message and picture (DSC-011). */
export const disputeRequestHandler = handle(disputeRequest, async (context) => {
  const { tx, actor, now, input, uploads } = context
  const scope = sql.join(requestScope(actor, 'applicant'), sql` and `)
  const { rows } = await sql<Rejected>`
    select r.code, r.state, r.archived_at is not null as archived, r.applicant_id as "applicantId", r.record_user_id as "recordUserId", ${askedAgainOn(actor, now)} as "askedAgainOn",
      ${disputeFacts.disputed} as disputed, ${disputeFacts.disputedReviewerId} as "disputedReviewerId", r.serial_number as "serialNumber", r.image_count as images,
      r.reject_reason as "rejectReason", r.decision_memo as memo, coalesce(r.decided_by, r.last_event_by) as reviewer, r.decided_by_id as "reviewerId",
      exists (select from discount_request o where o.company_id = ${actor.company.id} and o.kind = r.kind and o.gtin = r.gtin and o.serial_number = r.serial_number and o.id <> r.id
        and o.state not in ('Rejected', 'Cancelled') and o.archived_at is null) as taken
    from discount_request r where ${scope} and r.id = ${input.requestId} for update of r`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const refused = refusedFor(actor, 'applicant', 'dispute', found)
  if (refused) throw refused
  if (found.taken) throw refusal('PackAppliedFor', { serial: found.serialNumber })
  const dispute: Dispute = {
    at: now.toISOString(),
    message: input.message,
    rejectReason: found.rejectReason,
    memo: found.memo,
    reviewer: found.reviewer,
    reviewerId: found.reviewerId,
  }
  try {
    await sql`
      update discount_request r set version = r.version + 1, state = ${discountTable.after('dispute', found.state)}, dispute = ${JSON.stringify(dispute)}::jsonb,
        reject_reason = null, decision_memo = null, decided_by = null, decided_by_id = null, decided_at = null, last_event_at = ${now}, last_event_by = ${actor.name}
      where r.company_id = ${actor.company.id} and r.id = ${input.requestId}`.execute(tx)
  } catch (error) {
    // Somebody applied for the same pack at the same moment.
    throw sqlState(error) === '23505' ? refusal('PackAppliedFor', { serial: found.serialNumber }) : error
  }
  await record(tx, actor, now, {
    events: [
      {
        recordType: 'discountRequest',
        recordId: input.requestId,
        kind: 'discountRequest.disputed',
        facts: { memo: input.message },
      },
    ],
    audit: [
      {
        operation: 'discountRequest.disputed',
        recordType: 'discountRequest',
        recordId: input.requestId,
        recordCode: found.code,
        before: { discountRequest: found.state, discountRejectReason: found.rejectReason },
        after: { discountRequest: discountTable.after('dispute', found.state), memo: input.message },
      },
    ],
  })
  if (uploads.length > 0)
    await keepImages(context, uploads, {
      requestId: input.requestId,
      before: found.images,
      kind: 'InstitutionalDiscount',
    })
  return presentRequest(context, 'applicant', input.requestId)
})
